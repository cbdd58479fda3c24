import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { canonicalJson } from "../domain/canonical-json.ts";
import { keyFor, type Secrets } from "../domain/secret-box.ts";

/** The public half of a key for receipts, as a JWK (RFC 8037). */
export interface ReceiptKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  /** Its thumbprint (RFC 7638). */
  kid: string;
  use: "sig";
  alg: "EdDSA";
}

/** A statement signed by the deployment. */
export interface SignedStatement<Statement> {
  statement: Statement;
  /** The id of the key. */
  kid: string;
  algorithm: "Ed25519";
  /** Over the statement's canonical JSON (RFC 8785), in UTF-8; base64url. */
  signature: string;
}

/** What precedes the 32 bytes of a private key in PKCS#8 (RFC 8410, 7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const pkcs8Of = (secret: Uint8Array) => Buffer.concat([PKCS8_HEAD, keyFor(secret, "receipts")]);

/** The keys by which receipts of the deployment are verified, the current one first. */
export function receiptKeys(secrets: Secrets): ReceiptKey[] {
  return secrets.map((secret) => {
    const key = createPrivateKey({ key: pkcs8Of(secret), format: "der", type: "pkcs8" });
    const { x = "" } = createPublicKey(key).export({ format: "jwk" });
    const thumbprint = createHash("sha256").update(canonicalJson({ crv: "Ed25519", kty: "OKP", x }));
    return { kty: "OKP", crv: "Ed25519", x, kid: thumbprint.digest("base64url"), use: "sig", alg: "EdDSA" };
  });
}

export async function signStatement<Statement>(
  secrets: Secrets,
  statement: Statement,
): Promise<SignedStatement<Statement>> {
  const [secret] = secrets;
  const [key] = receiptKeys(secrets);
  if (!secret || !key) throw new Error("There is no secret to sign by.");
  const signing = await crypto.subtle.importKey("pkcs8", pkcs8Of(secret), { name: "Ed25519" }, false, ["sign"]);
  const message = new TextEncoder().encode(canonicalJson(statement));
  const signature = Buffer.from(await crypto.subtle.sign({ name: "Ed25519" }, signing, message));
  return { statement, kid: key.kid, algorithm: "Ed25519", signature: signature.toString("base64url") };
}

/** Whether one of the keys has signed the statement, and nothing of it was changed since. */
export async function isSigned(
  keys: readonly ReceiptKey[],
  { statement, kid, signature }: SignedStatement<unknown>,
): Promise<boolean> {
  const key = keys.find((each) => each.kid === kid);
  if (!key) return false;
  const jwk = { kty: key.kty, crv: key.crv, x: key.x };
  const verifying = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["verify"]);
  const message = new TextEncoder().encode(canonicalJson(statement));
  return crypto.subtle.verify({ name: "Ed25519" }, verifying, Buffer.from(signature, "base64url"), message);
}
