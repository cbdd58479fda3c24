import { Buffer } from "node:buffer";

/** SHA-256 of bytes, or of a text's UTF-8, as 64 lower-case hex digits. */
export async function sha256Hex(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}
