import { Failure } from "../domain/failure.ts";
import { LIMITS } from "../domain/limits.ts";
import { DecodedTooLarge, MAX_DECODED_BYTES } from "../image/compression/limits.ts";
import type { PdfDocument } from "./document.ts";
import { type DecodedStream, decodeStream } from "./filters/decode-stream.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";

const MAX_TREE_DEPTH = LIMITS.pdfTreeDepth.most;

/**
 * {@link decodeStream} for a stream of a document, which may have any number of them that unpack to a thousand times
 * their size.
 * @throws Failure `pdf_too_complex` for a stream that unpacks to more than `maxBytes`, and when the budget is used up
 */
export function decodeWithin(document: PdfDocument, stream: PdfStream, maxBytes = MAX_DECODED_BYTES): DecodedStream {
  document.work.charge("object", 16);
  try {
    const decoded = decodeStream(stream, (object) => document.resolve(object), maxBytes);
    document.work.charge("decodedByte", decoded.bytes.length);
    return decoded;
  } catch (error) {
    if (error instanceof DecodedTooLarge) document.work.charge("decodedByte", maxBytes);
    throw error;
  }
}

/** A node that a walk has reached. */
export interface TreeNode<Context> {
  /** The node as it is in its parent's array: a reference or the dictionary itself. */
  object: PdfObject;
  entries: PdfDict;
  /** What the visit of the parent passed down. */
  context: Context;
}

/**
 * Visits the dictionaries of a tree, parents before children, in order; each once, so that circles end. The visitor
 * returns the children, and what to pass down to them.
 * @throws Failure `pdf_too_complex` for trees deeper than 256 levels and when the document's budget is used up
 */
export function walkTree<Context>(
  document: PdfDocument,
  roots: readonly PdfObject[],
  context: Context,
  visit: (node: TreeNode<Context>) => { kids: readonly PdfObject[]; context: Context } | undefined,
): void {
  const seen = new Set<PdfDict>();
  const levels = [{ kids: roots, next: 0, context }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const object = level.kids[level.next++];
    if (object === undefined) {
      levels.pop();
      continue;
    }
    document.work.charge("object");
    const entries = document.dict(object);
    if (!entries || seen.has(entries)) continue;
    seen.add(entries);
    const below = visit({ object, entries, context: level.context });
    if (!below || below.kids.length === 0) continue;
    if (levels.length > MAX_TREE_DEPTH) {
      throw new Failure("pdf_too_complex", `A tree in the PDF is nested more than ${MAX_TREE_DEPTH} levels deep.`);
    }
    levels.push({ kids: below.kids, next: 0, context: below.context });
  }
}
