import { createPrivateKey } from "node:crypto";
import { Failure } from "../domain/failure.ts";
import { certificateVerifies, importSigningKey } from "./algorithms.ts";
import { derOf, parseCertificate } from "./certificate.ts";
import { readPkcs12 } from "./pkcs12.ts";

/** A signer: a private key and the certificate of its public half, with those that vouch for it. */
export interface SigningIdentity {
  /** PKCS#8, DER. */
  privateKey: Uint8Array;
  /** DER: the signer's own first, then each with the one that signed it. */
  certificates: Uint8Array[];
}

/** Files have some kilobytes; larger ones are not read. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_CERTIFICATES = 12;
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----((?:[A-Za-z0-9+/=\s:,]|-(?!----))*)-----END \1-----/g;

/**
 * Reads PKCS#12 (.p12, .pfx; RFC 7292) or PEM: certificates and one private key in any order.
 * @throws Failure `identity_invalid`, `identity_wrong_password`, `certificate_invalid`
 */
export async function readIdentity(file: Uint8Array, password: string): Promise<SigningIdentity> {
  if (file.length > MAX_FILE_BYTES) invalid(`The file has ${file.length} bytes; keys and certificates are smaller.`);
  const isPem = Buffer.from(file.subarray(0, 4096)).includes("-----BEGIN ");
  const { privateKey, certificates } = isPem ? readPem(file, password) : await readPkcs12(file, password);
  if (certificates.length === 0) invalid("The file has no certificate beside the key.");
  if (certificates.length > MAX_CERTIFICATES) invalid(`The file has more than ${MAX_CERTIFICATES} certificates.`);
  return { privateKey, certificates: await inOrder(privateKey, certificates) };
}

function readPem(file: Uint8Array, password: string): SigningIdentity {
  const text = Buffer.from(file).toString("latin1");
  const certificates: Uint8Array[] = [];
  const keys: string[] = [];
  for (const [block, label = "", body = ""] of text.matchAll(PEM_BLOCK)) {
    if (label === "CERTIFICATE") certificates.push(new Uint8Array(Buffer.from(body, "base64")));
    else if (label.endsWith("PRIVATE KEY")) keys.push(block);
  }
  const [key, another] = keys;
  if (key === undefined) return invalid("The file has no private key: it needs a BEGIN PRIVATE KEY block.");
  if (another !== undefined) invalid("The file has several private keys; send the one to sign with.");
  return { privateKey: readPemKey(key, password), certificates };
}

function readPemKey(pem: string, password: string): Uint8Array {
  const isEncrypted = pem.includes("ENCRYPTED");
  if (isEncrypted && password === "") {
    throw new Failure("identity_wrong_password", "The private key is encrypted; send its password.");
  }
  try {
    const key = createPrivateKey({ key: pem, format: "pem", ...(isEncrypted ? { passphrase: password } : {}) });
    return new Uint8Array(key.export({ type: "pkcs8", format: "der" }));
  } catch {
    if (isEncrypted) throw new Failure("identity_wrong_password", "The password does not open the private key.");
    return invalid("The private key cannot be read.");
  }
}

/** The certificates in a PEM text. @throws Failure `certificate_invalid` */
export function readCertificates(pem: string): Uint8Array[] {
  const blocks = [...pem.slice(0, MAX_FILE_BYTES).matchAll(PEM_BLOCK)].filter(([, label]) => label === "CERTIFICATE");
  const certificates = blocks.map(([, , body = ""]) => new Uint8Array(Buffer.from(body, "base64")));
  for (const der of certificates) parseCertificate(der);
  return certificates;
}

/** The key's own certificate, then the chain as far as the file has it, then those that belong to neither. */
async function inOrder(privateKey: Uint8Array, certificates: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const parsed = certificates.map(parseCertificate);
  const key = await importSigningKey(privateKey);
  const own = await firstMatch(parsed, (certificate) => certificateVerifies(certificate, key));
  if (!own) return invalid("None of the certificates in the file belongs to the private key.");
  const ordered = [own];
  const rest = new Set(parsed.filter((certificate) => certificate !== own));
  for (let last = own; !last.issuer.isEqual(last.subject); ) {
    const next = [...rest].find((certificate) => certificate.subject.isEqual(last.issuer));
    if (!next) break;
    rest.delete(next);
    ordered.push(next);
    last = next;
  }
  return ordered.map(derOf);
}

async function firstMatch<Item>(items: readonly Item[], matches: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await matches(item)) return item;
  return undefined;
}

function invalid(message: string): never {
  throw new Failure("identity_invalid", message);
}
