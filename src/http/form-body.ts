import {
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from "@remix-run/multipart-parser";
import { Failure } from "../domain/failure.ts";
import { BODY_LIMITS } from "./body-limits.ts";
import { type BodyTree, FilePart } from "./body-tree.ts";
import { TreeBuilder, tooManyKeys } from "./bracket-keys.ts";

/**
 * The tree of an `application/x-www-form-urlencoded` text.
 * @param charset of the escaped bytes, when the client declared one
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
 * @throws Failure `body_not_form`, `body_too_large`, `body_too_many_keys`, `body_too_deep`
 */
export async function parseMultipartBody(chunks: AsyncIterable<Uint8Array>, boundary: string): Promise<BodyTree> {
  const builder = new TreeBuilder();
  const parser = new MultipartParser(boundary, {
    maxParts: BODY_LIMITS.keys,
    maxFileSize: BODY_LIMITS.fileBytes,
    maxTotalSize: BODY_LIMITS.multipartBytes,
  });

  try {
    for await (const chunk of chunks) {
      for (const part of parser.write(chunk)) addPart(builder, part);
    }
    parser.finish();
  } catch (error) {
    // What follows the closing boundary (RFC 2046, 5.1.1) is to be ignored; the parser minds it in a chunk of its own.
    if (!(error instanceof MultipartParseError && error.message.includes("after end of stream")))
      throw asFailure(error);
  }

  return builder.build();
}

function addPart(builder: TreeBuilder, part: MultipartPart): void {
  const { name, filename } = part;
  if (name === undefined) throw new Failure("body_not_form", "A part of the multipart body has no name.");

  if (filename === undefined) {
    builder.set(name, decodeText(part.bytes, name));
  } else if (filename !== "" || part.size > 0) {
    builder.set(name, new FilePart(baseName(filename), part.mediaType || "application/octet-stream", part.bytes));
  }
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
    const byte = bytes[at]!;
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

function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Failure("body_not_form", `The part ${name} is not valid UTF-8; send a file with a file name.`, { cause });
  }
}

/** The last step of a path; a file name must not carry folders (RFC 7578, 4.2). */
function baseName(filename: string): string {
  return filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
}

function asFailure(error: unknown): unknown {
  if (error instanceof MaxPartsExceededError) return tooManyKeys();
  if (error instanceof MaxFileSizeExceededError) return tooLarge(BODY_LIMITS.fileBytes, "A part of the body");
  if (error instanceof MaxTotalSizeExceededError) return tooLarge(BODY_LIMITS.multipartBytes);
  if (!(error instanceof MultipartParseError)) return error;

  return new Failure("body_not_form", `The multipart body is not well formed: ${error.message}.`, { cause: error });
}

/** The failure of a body, or a part of one, above its limit. */
export function tooLarge(limit: number, what = "The body"): Failure {
  return new Failure("body_too_large", `${what} is larger than ${limit / 1e6} MB.`);
}
