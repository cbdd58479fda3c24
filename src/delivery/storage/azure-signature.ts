import { Buffer } from "node:buffer";

/** A request to Azure Storage as it is signed. */
interface SignedParts {
  method: string;
  url: URL;
  /** In lower case. */
  headers: Readonly<Record<string, string>>;
  contentLength: number;
}

/** Header lines in the order of the string to sign; the date stands in `x-ms-date`. */
const LINES = [
  "content-md5",
  "content-type",
  "",
  "if-modified-since",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
];

/**
 * The header `Authorization` of the scheme SharedKey ("Authorize with Shared Key", version 2015-02-21 and later).
 * @param key the account's key, base64
 */
export async function sharedKeyAuthorization(account: string, key: string, parts: SignedParts): Promise<string> {
  const secret = await crypto.subtle.importKey(
    "raw",
    new Uint8Array(Buffer.from(key, "base64")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(stringToSign(account, parts)));
  return `SharedKey ${account}:${Buffer.from(signature).toString("base64")}`;
}

function stringToSign(account: string, { method, url, headers, contentLength }: SignedParts): string {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-ms-"))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    method,
    headers["content-encoding"] ?? "",
    headers["content-language"] ?? "",
    contentLength === 0 ? "" : String(contentLength),
    ...LINES.map((name) => headers[name] ?? ""),
    headers.range ?? "",
    ...own.map(([name, value]) => `${name}:${value.trim()}`),
    `/${account}${url.pathname}`,
    ...query.map(([name, value]) => `${name.toLowerCase()}:${value}`),
  ].join("\n");
}
