/** A JSON answer, typed exactly `application/json` (wire "Media type"). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...headers, "content-type": "application/json" } });
}

const answersWithFiles = new WeakSet<Response>();

/** Whether an answer is a file, or a JSON object with files, or links to files, in it. */
export function holdsFiles(response: Response): boolean {
  return answersWithFiles.has(response);
}

/** A JSON answer that has whole files, or links to them, in it. */
export function jsonWithFiles(value: unknown, status: number, headers: Record<string, string>): Response {
  const response = json(value, status, headers);
  answersWithFiles.add(response);
  return response;
}

/** A file's name (with its extension) and exact media type. */
export interface FileDescription {
  name: string;
  mediaType: string;
}

/** File bytes as a download (RFC 6266, RFC 8187). */
export function file(
  bytes: Uint8Array | ReadableStream<Uint8Array>,
  { name, mediaType }: FileDescription,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const response = new Response(bytes, {
    status,
    headers: {
      ...headers,
      "content-type": mediaType,
      "content-disposition": attachment(name),
      "x-content-type-options": "nosniff",
    },
  });
  answersWithFiles.add(response);
  return response;
}

/** No file system takes longer names, and all headers together are limited to some 16 KB. */
const MAX_NAME_CHARACTERS = 255;

/** `Content-Disposition: attachment` with an ASCII `filename` for old clients and `filename*` for all others. */
export function attachment(name: string): string {
  const clean = shortName(name.replace(/[\u0000-\u001f\u007f]/g, "")).toWellFormed();
  const ascii = clean
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "_")
    .replace(/["\\]/g, "_")
    .replace(/%/g, "_");
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

/** The name with its end, which tells the type; the middle is cut out. */
function shortName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  return name.slice(0, MAX_NAME_CHARACTERS - extension.length) + extension;
}
