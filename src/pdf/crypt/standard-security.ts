import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { isName, PdfDict, PdfName, type PdfObject, PdfString } from "../objects.ts";
import { type CryptMethod, type CryptMethods, Decryptor } from "./decryptor.ts";
import type { ObjectEncryptor } from "./encryptor.ts";
import { passwordCandidatesLegacy, passwordCandidatesUtf8 } from "./password-bytes.ts";
import { keyFromOwnerPassword, keyFromUserPassword } from "./password-r2-r4.ts";
import { keyFromPassword } from "./password-r5-r6.ts";
import { PreservedEncryption } from "./preserved-encryption.ts";

/** How a file was encrypted, for reports about it. */
export interface EncryptionInfo {
  /** R of the standard security handler, 2 to 6. */
  revision: number;
  method: CryptMethod;
  keyBits: number;
  /** P as a signed 32-bit number (ISO 32000-2, table 22). */
  permissions: number;
  /** Whether the password given, or the empty one, is the owner's. */
  openedAsOwner: boolean;
  /** Writes the document under the same passwords and permissions. */
  kept: ObjectEncryptor;
}

const CRYPT_METHODS: Record<string, CryptMethod> = { None: "identity", V2: "rc4", AESV2: "aes128", AESV3: "aes256" };

/**
 * Opens the standard security handler (ISO 32000-2, 7.6.4).
 * @param password undefined tries the empty user password
 * @throws Failure `pdf_password_needed`, `pdf_wrong_password`, `pdf_encryption_unsupported`, `pdf_damaged`
 */
export function openEncryption(
  encrypt: PdfDict,
  fileId: Uint8Array,
  password: string | undefined,
  resolve: (object: PdfObject | undefined) => PdfObject,
): { decryptor: Decryptor; info: EncryptionInfo } {
  const integer = (key: string) => {
    const value = resolve(encrypt.get(key));
    return typeof value === "number" ? value : undefined;
  };
  const bytes = (key: string) => {
    const value = resolve(encrypt.get(key));
    return value instanceof PdfString ? value.bytes : new Uint8Array(0);
  };
  const version = integer("V") ?? 0;
  const revision = integer("R") ?? 0;
  if (!isName(resolve(encrypt.get("Filter")), "Standard") || version > 5 || revision < 2 || revision > 6) {
    throw new Failure("pdf_encryption_unsupported", "The PDF is encrypted with something other than a password.");
  }
  const encryptMetadata = resolve(encrypt.get("EncryptMetadata")) !== false;
  const methods = cryptMethods(encrypt, version, encryptMetadata, resolve);
  const permissions = (integer("P") ?? 0) | 0;
  let opened: { key: Uint8Array; isOwner: boolean } | undefined;
  if (revision >= 5) {
    const entries = { revision, owner: bytes("O"), user: bytes("U"), ownerKey: bytes("OE"), userKey: bytes("UE") };
    if (
      entries.owner.length < 48 ||
      entries.user.length < 48 ||
      Math.min(entries.ownerKey.length, entries.userKey.length) < 32
    ) {
      throw new Failure("pdf_damaged", "The PDF is encrypted and its encryption dictionary is damaged.");
    }
    opened = first(passwordCandidatesUtf8(password ?? ""), (candidate) => keyFromPassword(candidate, entries));
  } else {
    const keyBytes = version === 1 || revision === 2 ? 5 : version === 4 ? 16 : keyLengthBytes(integer("Length"));
    const owner = bytes("O");
    const entries = { revision, keyBytes, owner, user: bytes("U"), permissions, encryptMetadata, fileId };
    opened = first(passwordCandidatesLegacy(password ?? ""), (candidate) => {
      const ownerKey = keyFromOwnerPassword(candidate, entries);
      if (ownerKey) return { key: ownerKey, isOwner: true };
      const userKey = keyFromUserPassword(candidate, entries);
      return userKey && { key: userKey, isOwner: false };
    });
  }
  if (!opened && !password && isOfAttachments(methods))
    return openLocked(encrypt, revision, permissions, methods, resolve);
  if (!opened && password) throw new Failure("pdf_wrong_password", "The password does not open the PDF.");
  if (!opened) throw new Failure("pdf_password_needed", "The PDF is encrypted; a password is needed to open it.");
  const info = {
    revision,
    method: methods.streams,
    keyBits: opened.key.length * 8,
    permissions,
    openedAsOwner: opened.isOwner,
    kept: new PreservedEncryption(withoutReferences(encrypt, resolve) as PdfDict, revision, opened.key, methods),
  };
  return { decryptor: new Decryptor(opened.key, methods), info };
}

/** Whether only embedded files are encrypted (7.6.6, EFF): all else is there for everybody. */
function isOfAttachments({ streams, strings, embeddedFiles }: CryptMethods): boolean {
  return streams === "identity" && strings === "identity" && embeddedFiles !== "identity";
}

/** Without the password its attachments stay locked, and are written as they are. */
function openLocked(
  encrypt: PdfDict,
  revision: number,
  permissions: number,
  methods: CryptMethods,
  resolve: (object: PdfObject | undefined) => PdfObject,
): { decryptor: Decryptor; info: EncryptionInfo } {
  const noKey = new Uint8Array(0);
  const kept = new PreservedEncryption(withoutReferences(encrypt, resolve) as PdfDict, revision, noKey, methods);
  const method = methods.embeddedFiles;
  const info = { revision, method, keyBits: method === "aes256" ? 256 : 128, permissions, openedAsOwner: false, kept };
  return { decryptor: new Decryptor(undefined, methods), info };
}

/** How deep encryption dictionaries nest; the standard needs three levels. */
const DEEPEST = 8;

function withoutReferences(
  object: PdfObject | undefined,
  resolve: (object: PdfObject | undefined) => PdfObject,
  depth = 0,
): PdfObject {
  const resolved = resolve(object);
  if (depth > DEEPEST) return null;
  if (Array.isArray(resolved)) return resolved.map((item) => withoutReferences(item, resolve, depth + 1));
  if (!(resolved instanceof PdfDict)) return resolved;
  const copy = new PdfDict();
  for (const [key, value] of resolved) copy.set(key, withoutReferences(value, resolve, depth + 1));
  return copy;
}

/** Crypt filters of V 4 and 5 (7.6.6), or the one method of older versions. */
function cryptMethods(
  encrypt: PdfDict,
  version: number,
  metadata: boolean,
  resolve: (object: PdfObject | undefined) => PdfObject,
): CryptMethods {
  const byName = new Map<string, CryptMethod>([["Identity", "identity"]]);
  if (version < 4) return { strings: "rc4", streams: "rc4", embeddedFiles: "rc4", metadata: true, byName };
  const filters = resolve(encrypt.get("CF"));
  if (filters instanceof PdfDict) {
    for (const [filterName, entry] of filters) {
      const filter = resolve(entry);
      const method = filter instanceof PdfDict ? resolve(filter.get("CFM")) : null;
      const known = method instanceof PdfName && Object.hasOwn(CRYPT_METHODS, method.value);
      byName.set(filterName, known ? present(CRYPT_METHODS[method.value]) : "identity");
    }
  }
  const named = (key: string, fallback: CryptMethod): CryptMethod => {
    const filter = resolve(encrypt.get(key));
    return filter instanceof PdfName ? (byName.get(filter.value) ?? "identity") : fallback;
  };
  const streams = named("StmF", "identity");
  return { strings: named("StrF", "identity"), streams, embeddedFiles: named("EFF", streams), metadata, byName };
}

/** `Length` is in bits; some producers wrote bytes. */
function keyLengthBytes(length: number | undefined): number {
  const bytes = length === undefined ? 5 : length >= 40 ? length >> 3 : length;
  return Math.min(Math.max(bytes, 5), 16);
}

function first<Item, Result>(items: Item[], attempt: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = attempt(item);
    if (result) return result;
  }
  return undefined;
}
