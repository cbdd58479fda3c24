import type { StreamReader } from "../office/compound-file.ts";

const ENCRYPTED_TOKEN = 0xf3d1c4df;
const TOKEN_AT = 12;

/** True for a presentation (MS-PPT) under a password: the current user's record says so (2.3.2), or its summary is. */
export function isEncryptedPresentation(stream: StreamReader): boolean {
  if (stream("EncryptedSummary", 1)) return true;
  const user = stream("Current User", TOKEN_AT + 4);
  if (!user || user.length < TOKEN_AT + 4) return false;
  return new DataView(user.buffer, user.byteOffset, user.byteLength).getUint32(TOKEN_AT, true) === ENCRYPTED_TOKEN;
}
