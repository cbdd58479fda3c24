import { OctetString } from "asn1js";
import {
  type AuthenticatedSafe,
  CertBag,
  Certificate,
  EncryptedContentInfo,
  EncryptedData,
  PBES2Params,
  PBKDF2Params,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeBag,
  SafeContents,
} from "pkijs";
import { Failure } from "../domain/failure.ts";
import { derOf } from "./certificate.ts";

/** Rounds of key derivation: OpenSSL writes 2,048, careful programs up to what Workers can compute. */
const MAX_ITERATIONS = 100_000;
const PBES2 = "1.2.840.113549.1.5.13";
const ENCRYPTED_DATA = "1.2.840.113549.1.7.6";
const DATA = "1.2.840.113549.1.7.1";

/**
 * The private key and the certificates of a PKCS#12 file (RFC 7292).
 * @throws Failure `identity_invalid`, `identity_wrong_password`
 */
export async function readPkcs12(
  file: Uint8Array,
  password: string,
): Promise<{ privateKey: Uint8Array; certificates: Uint8Array[] }> {
  const pfx = parse(() => PFX.fromBER(Uint8Array.from(file)));
  const secret = passwordBytes(password);
  if ((pfx.macData?.iterations ?? 1) > MAX_ITERATIONS) tooManyRounds();
  const safe = await opened(async () => {
    await pfx.parseInternalValues({ password: secret, checkIntegrity: pfx.macData !== undefined });
    return pfx.parsedValue?.authenticatedSafe;
  });
  if (!safe) return invalid("The file has no keys.");
  const bags = (await Promise.all(safe.safeContents.map((content) => bagsOf(content, secret)))).flat();
  let privateKey: Uint8Array | undefined;
  const certificates: Uint8Array[] = [];
  for (const { bagValue } of bags) {
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      refuseOldEncryption(bagValue.encryptionAlgorithm);
      const encryptedContentInfo = new EncryptedContentInfo({
        contentEncryptionAlgorithm: bagValue.encryptionAlgorithm,
        encryptedContent: bagValue.encryptedData,
      });
      const key = await opened(() => new EncryptedData({ encryptedContentInfo }).decrypt({ password: secret }));
      privateKey ??= new Uint8Array(key);
    } else if (bagValue instanceof PrivateKeyInfo) privateKey ??= new Uint8Array(bagValue.toSchema().toBER(false));
    else if (bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate) {
      certificates.push(derOf(bagValue.parsedValue));
    }
  }
  return privateKey ? { privateKey, certificates } : invalid("The file has no private key.");
}

type Content = AuthenticatedSafe["safeContents"][number];

async function bagsOf(content: Content, password: ArrayBuffer): Promise<SafeBag[]> {
  if (content.contentType === DATA && content.content instanceof OctetString) {
    const value = content.content.getValue();
    return parse(() => SafeContents.fromBER(value)).safeBags;
  }
  if (content.contentType !== ENCRYPTED_DATA) return [];
  const encrypted = parse(() => new EncryptedData({ schema: content.content }));
  refuseOldEncryption(encrypted.encryptedContentInfo.contentEncryptionAlgorithm);
  const value = await opened(() => encrypted.decrypt({ password }));
  return parse(() => SafeContents.fromBER(value)).safeBags;
}

/** Only PBES2 is decrypted: RC2 with 40 bits and triple DES, which old programs wrote, protect nothing. */
function refuseOldEncryption(algorithm: { algorithmId: string; algorithmParams?: unknown }): void {
  if (algorithm.algorithmId !== PBES2) {
    invalid(
      "The file is encrypted by a method that is no longer safe. Write it anew: openssl pkcs12 -legacy -in old.p12 -out key.pem, " +
        "then openssl pkcs12 -export -in key.pem -out new.p12.",
    );
  }
  const rounds = parse(() => {
    const scheme = new PBES2Params({ schema: algorithm.algorithmParams });
    return new PBKDF2Params({ schema: scheme.keyDerivationFunc.algorithmParams }).iterationCount;
  });
  if (rounds > MAX_ITERATIONS) tooManyRounds();
}

/** A password in the form for PBES2 and the integrity check of PKCS#12: UTF-8; the latter widens it itself. */
function passwordBytes(password: string): ArrayBuffer {
  return Uint8Array.from(new TextEncoder().encode(password)).buffer;
}

function parse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    return invalid("The file is neither PKCS#12 nor PEM.");
  }
}

async function opened<Result>(open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("identity_wrong_password", "The password does not open the file.");
  }
}

function tooManyRounds(): never {
  return invalid(`The file's password takes more than ${MAX_ITERATIONS} rounds to check; write it with fewer.`);
}

function invalid(message: string): never {
  throw new Failure("identity_invalid", message);
}
