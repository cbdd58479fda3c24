/**
 * Bytes of a file that is sent. Text is base64, as the interface takes it; a `File` from `openFile` is read while it is
 * sent, a stream before that.
 */
export type FileContents = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | string;

/** A file for the tools: its bytes, or an address from which the service fetches it; with what opens it, if it is encrypted. */
export type FileInput =
  | File
  | { name: string; contents: FileContents; password?: string }
  | { name: string; url: string; password?: string };

/** The file as bodies of tools name it. */
interface SentFile {
  name: string;
  url?: string;
  contents?: string | Blob;
  password?: string;
}

/** Up to this size files go as base64 in JSON, which every service of the interface takes; larger ones as multipart parts. */
const MAX_IN_JSON_BYTES = 6 * 1024 * 1024;

export async function fileInfo(file: FileInput): Promise<SentFile> {
  if (file instanceof File) return { name: file.name, contents: await wireContents(file) };
  return "url" in file ? file : { ...file, contents: await wireContents(file.contents) };
}

/** Bytes as a body takes them: base64, or a blob if they are too large for it. */
export async function wireContents(contents: FileContents): Promise<string | Blob> {
  if (typeof contents === "string") return contents;

  const blob = await blobOf(contents);
  return blob.size > MAX_IN_JSON_BYTES ? blob : toBase64(new Uint8Array(await blob.arrayBuffer()));
}

async function blobOf(contents: Exclude<FileContents, string>): Promise<Blob> {
  if (contents instanceof Blob) return contents;
  // Kept whole, so that the request can be sent again.
  if (contents instanceof ReadableStream) return new Response(contents).blob();
  return new Blob([contents instanceof ArrayBuffer ? contents : new Uint8Array(contents)]);
}

/** A body as it is sent: JSON, or a multipart form in bracket notation if it holds blobs. */
export function serializeBody(body: unknown): string | FormData {
  if (!holdsBlob(body)) return JSON.stringify(body);

  const form = new FormData();
  const append = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : "file");
    else if (typeof value !== "object" || value === null) form.append(name, value === null ? "" : String(value));
    else for (const [member, inner] of Object.entries(value)) append(`${name}[${member}]`, inner);
  };
  for (const [name, value] of Object.entries(Object(body))) append(name, value);
  return form;
}

function holdsBlob(tree: unknown): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  return tree instanceof Blob || Object.values(tree).some(holdsBlob);
}

/** `String.fromCharCode` safely takes this many arguments. */
const BASE64_STEP = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BASE64_STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + BASE64_STEP));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
