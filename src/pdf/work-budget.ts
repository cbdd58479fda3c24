import { Failure } from "../domain/failure.ts";
import type { PdfDocument } from "./document.ts";
import { type DecodedStream, decodeStream } from "./filters/decode-stream.ts";
import { DecodedTooLarge, MAX_DECODED_BYTES } from "./filters/limits.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";

/** What any document may cost, and what each of its bytes adds, in steps. */
const STEPS_OF_A_DOCUMENT = 12_000_000;
const STEPS_OF_A_BYTE = 2;
/** How many bytes a step decodes. */
const DECODED_BYTES_OF_A_STEP = 64;
/** No real tree of fields, names or structure comes close. */
const MAX_TREE_DEPTH = 256;

/**
 * The work that one document may cause. Objects of a PDF may be shared by any number of others, so that a small file can
 * ask for endless work although no circle is in it: every walk through the graph counts its steps here. A step is about
 * half a microsecond; isolates have no clock that runs while they compute.
 */
export class WorkBudget {
  private left: number;

  constructor(fileBytes: number) {
    this.left = STEPS_OF_A_DOCUMENT + STEPS_OF_A_BYTE * fileBytes;
  }

  /** Adds to the budget what the document is worth: work that grows with what comes out. */
  allow(steps: number): void {
    this.left += steps;
  }

  /** Counts work that can be left out. False if the budget is used up: then it has to be left out. */
  affords(steps: number): boolean {
    this.left -= steps;
    return this.left >= 0;
  }

  /** Counts work. @throws Failure `pdf_too_complex` when the budget is used up */
  spend(steps: number): void {
    if (!this.affords(steps)) {
      throw new Failure("pdf_too_complex", "The PDF takes too much work: its pages and fields share too many objects.");
    }
  }
}

/**
 * {@link decodeStream} for a stream of a document, which may have any number of them that unpack to a thousand times
 * their size.
 * @throws Failure `pdf_too_complex` for a stream that unpacks to more than `maxBytes`, and when the budget is used up
 */
export function decodeWithin(document: PdfDocument, stream: PdfStream, maxBytes = MAX_DECODED_BYTES): DecodedStream {
  document.work.spend(16);
  try {
    const decoded = decodeStream(stream, (object) => document.resolve(object), maxBytes);
    document.work.spend(decoded.bytes.length / DECODED_BYTES_OF_A_STEP);
    return decoded;
  } catch (error) {
    if (error instanceof DecodedTooLarge) document.work.affords(maxBytes / DECODED_BYTES_OF_A_STEP);
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
    document.work.spend(1);
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
