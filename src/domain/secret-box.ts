import { createHash, hkdfSync } from "node:crypto";
import { Failure } from "./failure.ts";

/** The secrets of a deployment: the first one is used for new content, the others open old content. */
export type Secrets = readonly Uint8Array[];

/** What the setting SECRETS_KEY is: 32 bytes as base64, and up to four former ones, with blanks between them. */
export const SECRETS_KEY_FORM = /^[\w+/-]{43}=?( [\w+/-]{43}=?){0,4}$/;
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
/** What the keys that follow from a secret are for (RFC 5869, 3.2). */
const PURPOSES = {
  identities: "docloom identities",
  receipts: "docloom receipts",
  settings: "docloom settings",
  requests: "docloom requests",
  operator: "docloom operator",
} as const;

/** What is encrypted. */
type BoxPurpose = Exclude<keyof typeof PURPOSES, "receipts" | "operator">;

/**
 * The secrets in the setting SECRETS_KEY, with blanks between them.
 * @param purpose what they are needed for, for people
 * @throws Failure `misconfigured` if there is none
 */
export function readSecrets(setting: string | undefined, purpose: string): Secrets {
  const secrets = (setting ?? "")
    .split(/\s+/)
    .map((text) => new Uint8Array(Buffer.from(text, "base64")))
    .filter(({ length }) => length === SECRET_BYTES);
  if (secrets.length > 0) return secrets;
  throw new Failure(
    "misconfigured",
    `The deployment has no SECRETS_KEY, which ${purpose}. Whoever runs it must set one: docs/deploy.md, "Secrets".`,
  );
}

/** A key of its own for each purpose. */
export function keyFor(secret: Uint8Array, purpose: keyof typeof PURPOSES): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(0), PURPOSES[purpose], SECRET_BYTES));
}

/**
 * Encrypts by AES-256-GCM.
 * @param owner what the text belongs to: it cannot be opened as another owner's
 */
export async function seal(
  secrets: Secrets,
  plain: Uint8Array,
  owner: string,
  purpose: BoxPurpose = "identities",
): Promise<string> {
  const [secret] = secrets;
  if (!secret) throw new Error("There is no secret to seal by.");
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await boxKey(secret, purpose);
  const body = await crypto.subtle.encrypt(parameters(nonce, owner), key, Uint8Array.from(plain));
  return `${nameOf(secret)}.${Buffer.concat([nonce, new Uint8Array(body)]).toString("base64")}`;
}

/** Undefined if none of the secrets opens it. */
export async function unseal(
  secrets: Secrets,
  sealed: string,
  owner: string,
  purpose: BoxPurpose = "identities",
): Promise<Uint8Array | undefined> {
  const [name = "", text = ""] = sealed.split(".");
  const secret = secrets.find((each) => nameOf(each) === name);
  if (!secret) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  try {
    const key = await boxKey(secret, purpose);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt(parameters(nonce, owner), key, bytes.subarray(NONCE_BYTES)));
  } catch {
    return undefined;
  }
}

async function boxKey(secret: Uint8Array, purpose: BoxPurpose): Promise<CryptoKey> {
  const raw = Uint8Array.from(keyFor(secret, purpose));
  return await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const parameters = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(owner),
});

/** Distinguishes secrets, and reveals nothing about them. */
function nameOf(secret: Uint8Array): string {
  return createHash("sha256").update(keyFor(secret, "identities")).digest("hex").slice(0, 8);
}
