import { Failure } from "../../domain/failure.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import { BODY_LIMITS, LARGE_BODY_LIMITS } from "./body-limits.ts";
import { type BodyTree, FilePart } from "./body-tree.ts";
import { decoderFor, type MediaType, parseMediaType } from "./content-type.ts";
import { parseMultipartBody, parseUrlencodedBody, tooLarge } from "./form-body.ts";
import { parseJsonBody } from "./json-body.ts";
import type { RequestUploads } from "./request-uploads.ts";

interface ReadOptions {
  /** Where large files of multipart bodies go, for endpoints that take such files. */
  uploads?: RequestUploads;
  /** Where a JSON list may be sent, for the message that refuses one. */
  listsAt?: string;
}

/**
 * Reads a request's body into one tree, whatever its wire form: JSON, `application/x-www-form-urlencoded` or
 * `multipart/form-data`; without a content type JSON is recognized, anything else is a form (wire "Bodies").
 * An empty body is an empty tree.
 * @throws Failure `body_not_json`, `body_not_form`, `body_too_large`, `body_too_deep`, `body_too_many_keys`,
 *   `unsupported_media_type`
 */
export async function readBody(request: Request, { uploads, listsAt }: ReadOptions = {}): Promise<BodyTree> {
  const type = parseMediaType(request.headers.get("content-type"));
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new Failure("unsupported_media_type", `A body with Content-Encoding ${encoding} is not read; send it plain.`);
  }

  if (type.essence === "multipart/form-data") {
    if (!request.body) return Object.create(null);

    const limit = uploads ? LARGE_BODY_LIMITS.multipartBytes : BODY_LIMITS.multipartBytes;
    return parseMultipartBody(readChunks(request, limit), boundaryOf(type), uploads);
  }

  const text = await readText(readChunks(request, BODY_LIMITS.textBytes), type);

  return text.trim() === "" ? Object.create(null) : parseText(text, type, listsAt);
}

/** Beginnings of ZIP archives, which workbooks are, and of older Office files. */
const FILE_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/**
 * A list as a body: `{mediaType, text}`, or `{mediaType, file}` for a workbook, however it is labelled; of a multipart body its
 * parts, of which `file` is one.
 * @throws Failure `body_too_large`, those of `readBody` for multipart bodies
 */
export async function readListBody(request: Request): Promise<BodyTree> {
  const type = parseMediaType(request.headers.get("content-type"));
  const { essence } = type;
  if (essence === "multipart/form-data")
    return Object.assign(Object.create(null), { mediaType: essence, form: await readBody(request) });
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(request, BODY_LIMITS.textBytes)) chunks.push(new Uint8Array(chunk));
  const [first] = chunks;
  const isFile = FILE_SIGNATURES.some((signature) => signature.every((byte, index) => first?.[index] === byte));
  if (isFile || essence.includes("spreadsheetml") || essence === "application/vnd.ms-excel")
    return Object.assign(Object.create(null), {
      mediaType: essence,
      file: new FilePart("list.xlsx", essence, joinBytes(chunks)),
    });
  return Object.assign(Object.create(null), { text: await readText(inOrder(chunks), type), mediaType: essence });
}

async function* inOrder(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The query of an address as a tree, with the bracket notation of forms and, like them, in UTF-8 or windows-1252. */
export function readQuery(url: string): BodyTree {
  return parseUrlencodedBody(new URL(url).search.slice(1));
}

function boundaryOf({ parameters }: MediaType): string {
  const boundary = parameters.get("boundary");
  if (!boundary || boundary.length > 200) {
    throw new Failure(
      "body_not_form",
      "The Content-Type multipart/form-data needs a boundary; let your client set it.",
    );
  }

  return boundary;
}

/**
 * The body's chunks up to `limit` bytes in total; a declared length above it is refused before anything is read. What
 * is not taken stays in the body.
 */
async function* readChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);

  let size = 0;
  for await (const chunk of request.body ? chunksOf(request.body) : []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

/** Left to itself, the platform hands a body out in pieces of 4 KB, and a third of the time of a large file is waiting for the next one. */
const CHUNK_BYTES = 64 * 1024;

/** What is in a body, as it comes. A chunk is valid until the next one is asked for: all are read into the same memory. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = byteReader(body);
  if (!reader) return yield* body.values({ preventCancel: true });
  let memory = new ArrayBuffer(CHUNK_BYTES);

  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(memory));
      if (done) return;
      memory = value.buffer;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** A reader into memory of one's own; bodies that code has made, not a client, do not have one. */
function byteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>, type: MediaType): Promise<string> {
  const decoder = decoderFor(type.parameters.get("charset") ?? "utf-8");
  let text = "";

  try {
    for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(
      type.essence.endsWith("json") ? "body_not_json" : "body_not_form",
      `The body is not valid ${decoder.encoding.toUpperCase()} text.`,
      { cause: error },
    );
  }
}

function parseText(text: string, { essence, parameters }: MediaType, listsAt: string | undefined): BodyTree {
  if (essence === "application/json" || essence === "text/json" || essence.endsWith("+json"))
    return parseJsonBody(text, listsAt);

  const looksLikeJson = /^\s*[{[]/.test(text);
  const isUndeclared = essence === "" || essence === "text/plain";
  if (isUndeclared && looksLikeJson) return parseJsonBody(text, listsAt);

  if (isUndeclared || essence === "application/x-www-form-urlencoded") {
    // curl labels JSON as a form unless told otherwise; the brace of a real form's name would be escaped.
    return (looksLikeJson && parseJsonIfValid(text, listsAt)) || parseUrlencodedBody(text, parameters.get("charset"));
  }

  throw new Failure(
    "unsupported_media_type",
    `A body of type ${essence} is not read; send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
  );
}

/** What curl calls a form, if it is JSON; a list is, and is refused as one. */
function parseJsonIfValid(text: string, listsAt: string | undefined): BodyTree | undefined {
  try {
    return parseJsonBody(text, listsAt);
  } catch (error) {
    if (error instanceof Failure && error.code === "body_not_json" && error.cause) return undefined;
    throw error;
  }
}
