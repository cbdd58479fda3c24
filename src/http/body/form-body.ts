import { MultipartPart } from "@remix-run/multipart-parser";
import { Failure } from "../../domain/failure.ts";
import { BODY_LIMITS, LARGE_BODY_LIMITS } from "./body-limits.ts";
import { type BodyTree, FilePart } from "./body-tree.ts";
import { TreeBuilder, tooManyKeys } from "./bracket-keys.ts";
import { decoderFor, parseMediaType } from "./content-type.ts";
import { multipartPieces } from "./multipart-pieces.ts";
import type { RequestUploads, UploadInProgress } from "./request-uploads.ts";

/**
 * The tree of an `application/x-www-form-urlencoded` text, or of an address's query.
 * @param charset of the escaped bytes, if the client declared one
 * @throws Failure `body_too_many_keys`, `body_too_deep`
 */
export function parseUrlencodedBody(text: string, charset?: string): BodyTree {
  const builder = new TreeBuilder();

  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("&", start);
    const end = next < 0 ? text.length : next;
    const pair = text.slice(start, end);
    const equals = pair.indexOf("=");
    start = end + 1;

    if (pair === "") continue;
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? "" : pair.slice(equals + 1);
    builder.set(decodeFormText(name, charset), decodeFormText(value, charset));
  }

  return builder.build();
}

/**
 * The tree of the chunks of a `multipart/form-data` body; parts with a file name become `FilePart`s, an untouched file
 * input of a browser (no name, no bytes) is left out.
 * @param uploads where larger files go; without it all of the body is held in memory, within smaller limits
 * @throws Failure `body_not_form`, `body_too_large`, `body_too_many_keys`, `body_too_deep`
 */
export async function parseMultipartBody(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  uploads?: RequestUploads,
): Promise<BodyTree> {
  const builder = new TreeBuilder();
  const charset = new PartCharset();
  let part: PartReader | undefined;
  let count = 0;
  let bufferedBytes = 0;

  try {
    for await (const piece of multipartPieces(chunks, boundary)) {
      if (piece.kind === "header") {
        if (++count > BODY_LIMITS.keys) throw tooManyKeys();
        part = new PartReader(piece.bytes, uploads, bufferedBytes);
      } else if (piece.kind === "content") {
        await part?.add(piece.bytes);
      } else {
        bufferedBytes += await addPart(builder, part as PartReader, charset);
        part = undefined;
      }
    }
  } catch (error) {
    await part?.abandon();
    throw error;
  }

  return builder.build();
}

/** Puts a part into the tree; returns how many of its bytes stay in memory. */
async function addPart(builder: TreeBuilder, part: PartReader, charset: PartCharset): Promise<number> {
  const { name, filename, contentType } = part;
  if (name === undefined) throw new Failure("body_not_form", "A part of the multipart body has no name.");

  const upload = await part.finishUpload();
  const buffered = part.bufferedBytes;
  if (filename === undefined) builder.set(name, charset.decode(name, part));
  else if (upload) builder.set(name, upload);
  else if (filename !== "" || buffered > 0)
    builder.set(name, new FilePart(baseName(filename), contentType, part.bytes()));

  return buffered;
}

/** One part while it arrives: held in memory until it is too large for that. */
class PartReader {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly contentType: string;
  /** Charset of its text, if the part names one. */
  readonly charset: string | undefined;
  bufferedBytes = 0;
  readonly #buffered: Uint8Array[] = [];
  #upload: UploadInProgress | undefined;
  readonly #uploads: RequestUploads | undefined;
  readonly #bufferedBefore: number;

  /** @param bufferedBefore bytes of earlier parts that are in memory */
  constructor(header: Uint8Array, uploads: RequestUploads | undefined, bufferedBefore: number) {
    const { name, filename, mediaType, headers } = new MultipartPart(utf8Header(header), []);
    this.name = name;
    this.filename = filename;
    this.contentType = mediaType || "application/octet-stream";
    this.charset = parseMediaType(headers["content-type"] ?? null).parameters.get("charset") || undefined;
    this.#uploads = uploads;
    this.#bufferedBefore = bufferedBefore;
  }

  /** Takes a piece; it is copied or written out before this returns. */
  async add(bytes: Uint8Array): Promise<void> {
    if (this.#upload) return this.#upload.write(bytes);

    this.#buffered.push(new Uint8Array(bytes));
    this.bufferedBytes += bytes.byteLength;
    const allBuffered = this.#bufferedBefore + this.bufferedBytes;

    if (this.#uploads && this.filename !== undefined) {
      const { bufferedFileBytes, bufferedBytes } = LARGE_BODY_LIMITS;
      if (this.bufferedBytes > bufferedFileBytes || allBuffered > bufferedBytes)
        await this.#startUpload(this.#uploads, this.filename);
    } else {
      if (this.bufferedBytes > BODY_LIMITS.fileBytes) throw tooLarge(BODY_LIMITS.fileBytes, "A part of the body");
      if (this.#uploads && allBuffered > BODY_LIMITS.textBytes)
        throw tooLarge(BODY_LIMITS.textBytes, "The text of the body");
    }
  }

  async #startUpload(uploads: RequestUploads, filename: string): Promise<void> {
    this.#upload = await uploads.start(baseName(filename), this.contentType);
    for (const piece of this.#buffered.splice(0)) await this.#upload.write(piece);
    this.bufferedBytes = 0;
  }

  finishUpload() {
    return this.#upload?.finish();
  }

  async abandon(): Promise<void> {
    await this.#upload?.abandon();
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.bufferedBytes);
    let at = 0;
    for (const piece of this.#buffered) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    return whole;
  }
}

/** A header as UTF-8, in bytes of its own; old clients write file names in a Western encoding. */
function utf8Header(header: Uint8Array): Uint8Array {
  const isUtf8 = Buffer.from(header).equals(Buffer.from(new TextDecoder().decode(header)));

  return isUtf8 ? new Uint8Array(header) : new TextEncoder().encode(new TextDecoder("windows-1252").decode(header));
}

/**
 * Form text without its escapes. Bytes that are not valid UTF-8 come from old pages in a Western encoding and are read
 * as windows-1252; a stray `%` stands for itself.
 */
function decodeFormText(text: string, charset: string | undefined): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;

  const bytes = unescapeBytes(spaced);
  if (charset) return new TextDecoder(charset).decode(bytes);

  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function unescapeBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text, "utf-8");
  let length = 0;

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const value = byte === 0x25 ? hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]) : Number.NaN;
    if (!Number.isNaN(value)) at += 2;
    bytes[length++] = Number.isNaN(value) ? byte : value;
  }

  return bytes.subarray(0, length);
}

/** Value of a hexadecimal digit's character code, else NaN. */
function hexValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;

  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Reads the texts of one body: in the charset of the part, else in that of a part `_charset_` before (RFC 7578, 4.6). */
class PartCharset {
  #ofForm = "utf-8";

  decode(name: string, part: PartReader): string {
    const decoder = decoderFor(part.charset ?? this.#ofForm);
    try {
      const text = decoder.decode(part.bytes());
      if (name === "_charset_" && text.trim() !== "") this.#ofForm = decoderFor(text.trim()).encoding;
      return text;
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new Failure(
        "body_not_form",
        `The part ${name} is not valid ${decoder.encoding.toUpperCase()}: name its charset in its Content-Type, or send a file with a file name.`,
        { cause },
      );
    }
  }
}

/** The last step of a path; a file name must not carry folders (RFC 7578, 4.2). */
function baseName(filename: string): string {
  return filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
}

/** The failure of a body, or a part of one, above its limit. */
export function tooLarge(limit: number, what = "The body"): Failure {
  return new Failure("body_too_large", `${what} is larger than ${limit / 1e6} MB.`);
}
