import { dict as makeDict, name, PdfDict, PdfName, type PdfObject, PdfString } from "../objects.ts";
import { encryptAes, encryptBlocks } from "./aes.ts";
import { preparePassword } from "./password-bytes.ts";
import { passwordHash } from "./password-r5-r6.ts";

/** What is needed to encrypt a file. */
export interface EncryptionSettings {
  /** Opens the file; if empty, everybody can open it. */
  userPassword: string;
  /** Lifts the restrictions. */
  ownerPassword: string;
  /** P as a signed 32-bit number (ISO 32000-2, table 22). */
  permissions: number;
  /** Random bytes; another source makes the result repeatable. */
  random: (count: number) => Uint8Array;
}

/** What the writer asks for to encrypt a file. */
export interface ObjectEncryptor {
  /** The encryption dictionary; its own strings stay as they are. */
  readonly dict: PdfDict;
  /** Whether the keys follow from the first part of the file's identifier, which then has to stay, even if it is empty. */
  readonly needsFileId: boolean;
  /** A stream's bytes as they are written. @param dict the stream's dictionary in the clear */
  stream(bytes: Uint8Array, dict: PdfDict, number: number): Uint8Array;
  /** A copy of a stream's dictionary with its strings encrypted. */
  strings(dict: PdfDict, number: number): PdfDict;
}

const REVISION = 6;

/** AES-256 encryption by the standard security handler, revision 6 (ISO 32000-2, 7.6.4.4). */
export class Encryptor implements ObjectEncryptor {
  readonly dict: PdfDict;
  readonly needsFileId = false;
  readonly #key: Uint8Array;
  readonly #random: (count: number) => Uint8Array;

  constructor({ userPassword, ownerPassword, permissions, random }: EncryptionSettings) {
    this.#random = random;
    this.#key = random(32);
    const user = this.#passwordEntries(preparePassword(userPassword), new Uint8Array(0));
    const owner = this.#passwordEntries(preparePassword(ownerPassword), user.entry);
    const filter = makeDict({ AuthEvent: name("DocOpen"), CFM: name("AESV3"), Length: 32 });
    this.dict = makeDict({
      Filter: name("Standard"),
      V: 5,
      R: REVISION,
      Length: 256,
      CF: makeDict({ StdCF: filter }),
      StmF: name("StdCF"),
      StrF: name("StdCF"),
      U: new PdfString(user.entry),
      UE: new PdfString(user.key),
      O: new PdfString(owner.entry),
      OE: new PdfString(owner.key),
      P: permissions,
      Perms: new PdfString(this.#permissionsEntry(permissions)),
    });
  }

  stream(bytes: Uint8Array): Uint8Array {
    return encryptAes(this.#key, bytes, this.#random(16));
  }

  strings(dict: PdfDict): PdfDict {
    return withStrings(dict, (bytes) => encryptAes(this.#key, bytes, this.#random(16))) as PdfDict;
  }

  /** U and UE, or O and OE (algorithms 8 and 9). */
  #passwordEntries(password: Uint8Array, userEntry: Uint8Array): { entry: Uint8Array; key: Uint8Array } {
    const validationSalt = this.#random(8);
    const keySalt = this.#random(8);
    const hash = passwordHash(password, validationSalt, userEntry, REVISION);
    const wrapping = passwordHash(password, keySalt, userEntry, REVISION);
    return { entry: Buffer.concat([hash, validationSalt, keySalt]), key: encryptBlocks(wrapping, this.#key) };
  }

  /** Perms (algorithm 10): the permissions again, so that nobody can change them without the key. */
  #permissionsEntry(permissions: number): Uint8Array {
    const block = new Uint8Array(16);
    block.set([permissions, permissions >> 8, permissions >> 16, permissions >> 24, 255, 255, 255, 255]);
    // metadata is encrypted (T), and the letters by which the block is recognized
    block.set([0x54, 0x61, 0x64, 0x62], 8);
    block.set(this.#random(4), 12);
    return encryptBlocks(this.#key, block);
  }
}

/** A copy of an object in which every string is replaced. */
export function withStrings(object: PdfObject, replace: (bytes: Uint8Array) => Uint8Array): PdfObject {
  if (object instanceof PdfString) return new PdfString(replace(object.bytes));
  if (Array.isArray(object)) return object.map((item) => withStrings(item, replace));
  if (object instanceof PdfName || !(object instanceof PdfDict)) return object;
  const copy = new PdfDict();
  for (const [key, value] of object) copy.set(key, withStrings(value, replace));
  return copy;
}
