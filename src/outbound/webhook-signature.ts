import { Buffer } from "node:buffer";

/** What a webhook request carries beside its body. */
export interface WebhookMessage {
  /** The same on every try. */
  id: string;
  /** When this try is made. */
  sentAt: Date;
  body: Uint8Array;
}

const PREFIX = "whsec_";
/** Standard Webhooks takes 24 to 64 bytes. */
const SECRET_BYTES = 32;

/**
 * The headers of Standard Webhooks (specification 1.0, "Webhook Headers (Sending Metadata to Consumers)").
 * @param secrets one, or several while one replaces another: the receiver accepts any of the signatures
 */
export async function webhookHeaders(
  { id, sentAt, body }: WebhookMessage,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);

  const signatures = await Promise.all(secrets.map(async (secret) => `v1,${await hmacSha256(keyOf(secret), signed)}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    ...(signatures.length > 0 ? { "webhook-signature": signatures.join(" ") } : {}),
  };
}

/** Whether a secret that starts like the specification's is valid: base64 of 24 to 64 bytes. */
export function isWebhookSecret(secret: string): boolean {
  if (!secret.startsWith(PREFIX)) return secret.length >= 16;
  const encoded = secret.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded) && bytes.length >= 24 && bytes.length <= 64;
}

/** A new secret, and the setting with it in front of the former one, if that is to be kept. */
export function rotatedSecret(
  setting: string | undefined,
  keepOld: boolean,
): { secret: string; setting: string; keptOld: boolean } {
  const secret = `${PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64")}`;
  // If there are two already, the first is the newer one.
  const former = keepOld ? setting?.match(/\S+/)?.[0] : undefined;
  return { secret, setting: former === undefined ? secret : `${secret} ${former}`, keptOld: former !== undefined };
}

/** `whsec_` and base64, or any other text as it is. */
function keyOf(secret: string): Uint8Array {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret, "utf8");
}

async function hmacSha256(key: Uint8Array, bytes: Uint8Array): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", key as BufferSource, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return Buffer.from(await crypto.subtle.sign("HMAC", imported, bytes as BufferSource)).toString("base64");
}
