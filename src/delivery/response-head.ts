const MAX_BODY_LENGTH = 500;
const SHOWN_HEADERS = ["content-type", "location", "retry-after", "server", "date", "x-request-id"] as const;

/** What is kept of an answer: status, a few header lines, the beginning of the body as text. */
export function responseHead({
  status,
  headers,
  bytes,
}: {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}): string {
  const lines = SHOWN_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value.slice(0, 200)}`];
  });
  const body = new TextDecoder()
    .decode(bytes.subarray(0, MAX_BODY_LENGTH))
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ");
  return [`HTTP ${status}`, ...lines, ...(body.trim() ? ["", body.trim()] : [])].join("\n");
}
