import { Buffer } from "node:buffer";
import { Failure } from "../../domain/failure.ts";

/** What a multipart body consists of, in its order: the header of a part, then its content in pieces. */
export type MultipartPiece =
  | { kind: "header"; bytes: Uint8Array }
  | { kind: "content"; bytes: Uint8Array }
  | { kind: "end" };

const MAX_HEADER_BYTES = 8 * 1024;
const DASH = 0x2d;

/**
 * Cuts a multipart body at its boundaries while it arrives (RFC 2046, 5.1.1). Content is handed on as it comes and
 * not kept, so that the reader decides what is held; no more is read than the reader asks for. What follows the closing
 * boundary is ignored. A piece's bytes are valid until the next piece is asked for.
 * @throws Failure `body_not_form`
 */
export async function* multipartPieces(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartPiece> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "utf-8");
  // The first delimiter may be at the very beginning, without its line end.
  let rest: Buffer = Buffer.from("\r\n");
  let state: "start" | "delimiter" | "header" | "content" = "start";

  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : asBuffer(chunk);
    let at = 0;

    for (;;) {
      if (state === "start") {
        if (bytes.length - at < delimiter.length) break;
        if (!bytes.subarray(0, delimiter.length).equals(delimiter))
          throw notWellFormed("it does not start with its boundary");
        at += delimiter.length;
        state = "delimiter";
      } else if (state === "delimiter") {
        if (bytes.length - at < 2) break;
        if (bytes[at] === DASH && bytes[at + 1] === DASH) return;
        // The line end stays: a header without any line is followed by an empty line at once.
        const lineEnd = bytes.indexOf("\r\n", at);
        if (lineEnd < 0 && bytes.length - at < MAX_HEADER_BYTES) break;
        if (lineEnd < 0) throw notWellFormed("a boundary is not followed by a line break");
        at = lineEnd;
        state = "header";
      } else if (state === "header") {
        const end = bytes.indexOf("\r\n\r\n", at);
        if ((end < 0 ? bytes.length : end) - at > MAX_HEADER_BYTES) {
          throw notWellFormed(`the header of a part is larger than ${MAX_HEADER_BYTES} bytes`);
        }
        if (end < 0) break;
        yield { kind: "header", bytes: bytes.subarray(Math.min(at + 2, end), end) };
        // The empty line may be the beginning of the delimiter that follows a part without content.
        at = end + 4;
        state = "content";
      } else {
        const found = bytes.indexOf(delimiter, at);
        const end = found < 0 ? Math.max(at, bytes.length - delimiter.length + 1) : found;
        if (end > at) yield { kind: "content", bytes: bytes.subarray(at, end) };
        at = end;
        if (found < 0) break;
        yield { kind: "end" };
        at += delimiter.length;
        state = "delimiter";
      }
    }

    rest = Buffer.from(bytes.subarray(at));
  }

  throw notWellFormed("it ends before its last boundary");
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function notWellFormed(what: string): Failure {
  return new Failure("body_not_form", `The multipart body is not well formed: ${what}.`);
}
