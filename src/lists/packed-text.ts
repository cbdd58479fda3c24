import { Failure } from "../domain/failure.ts";
import type { ZipArchive } from "../office/zip-archive.ts";

/** Bytes of one part when it is unpacked; it is never in memory as a whole. */
const MAX_PART_BYTES = 512 * 1024 * 1024;

/**
 * The text of a part, piece by piece, unpacked only as far as it is read.
 * @throws Failure `archive_invalid` for a damaged part, `archive_too_large`
 */
export async function* textOfPart(archive: ZipArchive, name: string): AsyncGenerator<string> {
  const entry = archive.entry(name);
  const packed = archive.packed(name);
  if (!entry || !packed) throw new Failure("archive_invalid", `The part "${name}" of the workbook is missing.`);
  const decoder = new TextDecoder();
  let size = 0;
  for await (const bytes of entry.method === 0 ? [packed] : unpacked(packed, name)) {
    size += bytes.length;
    if (size > MAX_PART_BYTES)
      throw new Failure("archive_too_large", `The part "${name}" of the workbook is larger than 512 MB.`);
    yield decoder.decode(bytes, { stream: true });
  }
}

async function* unpacked(packed: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
  const source = new Response(new Uint8Array(packed)).body;
  if (!source) return;
  const reader = source.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("archive_invalid", `The part "${name}" of the workbook is damaged.`, { cause: error });
  } finally {
    // Whoever has read enough leaves the rest packed.
    await reader.cancel().catch(() => undefined);
  }
}

/** Longest text of one element: a row of 16,384 long cells is no list. */
const MAX_ELEMENT = 8 * 1024 * 1024;

/**
 * The elements of a name within a part, each with its own markup, as they come.
 * @param local its name without a prefix; it may not be within itself
 * @param before takes the text before the first and after the last one
 */
export async function* elementsOf(
  chunks: AsyncIterable<string>,
  local: string,
  around?: (text: string) => void,
): AsyncGenerator<string> {
  const opening = new RegExp(`<((?:[\\w.-]+:)?${local})(?=[\\s/>])`, "g");
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    let at = 0;
    for (;;) {
      opening.lastIndex = at;
      const found = opening.exec(text);
      if (!found) break;
      const end = elementEnd(text, found.index, found[1] ?? local);
      if (end < 0) {
        around?.(text.slice(at, found.index));
        at = found.index;
        break;
      }
      around?.(text.slice(at, found.index));
      yield text.slice(found.index, end);
      at = end;
    }
    // A name may be cut in two by the end of the piece.
    const kept =
      text.startsWith("<", at) && isOpening(text.slice(at, at + 64), local) ? at : Math.max(at, text.lastIndexOf("<"));
    if (kept > at) around?.(text.slice(at, kept));
    text = text.slice(kept);
    if (text.length > MAX_ELEMENT)
      throw new Failure("archive_too_large", "A row of the workbook is larger than 8 MB: it is no list.");
  }
  around?.(text);
}

const isOpening = (text: string, local: string): boolean => new RegExp(`^<(?:[\\w.-]+:)?${local}[\\s/>]`).test(text);

/** After the element that begins at `start`; -1 if the text ends before it does. */
function elementEnd(text: string, start: number, name: string): number {
  const tagEnd = text.indexOf(">", start);
  if (tagEnd < 0) return -1;
  if (text[tagEnd - 1] === "/") return tagEnd + 1;
  const closing = text.indexOf(`</${name}>`, tagEnd);
  return closing < 0 ? -1 : closing + name.length + 3;
}
