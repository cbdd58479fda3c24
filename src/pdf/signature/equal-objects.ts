import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from "../objects.ts";

/** How references of two revisions are followed, and what that may cost. */
export interface TwoRevisions {
  before(object: PdfObject | undefined): PdfObject;
  after(object: PdfObject | undefined): PdfObject;
  /** A stream without its filters; undefined if it cannot be read. */
  decoded(stream: PdfStream, of: "before" | "after"): Uint8Array | undefined;
  spend(steps: number): void;
}

/** Entries of a stream that say how it is written, not what it is. */
const WRITING_KEYS: ReadonlySet<string> = new Set(["Length", "Filter", "DecodeParms"]);
/** The sixth digit behind the point, which nobody sees. */
const ROUNDING = 2e-6;
/** What is nested deeper is taken as different. */
const MAX_DEPTH = 64;

/**
 * Whether two objects say the same, however they are written. References to one number are the same: what is behind
 * them is for others to compare. With two revisions, what is behind other references is compared, too, and streams by
 * what they hold.
 */
export function isEqualObject(before: PdfObject | undefined, after: PdfObject | undefined, revisions?: TwoRevisions) {
  return new Comparison(revisions).equal(before ?? null, after ?? null, 0);
}

class Comparison {
  readonly #revisions: TwoRevisions | undefined;
  /** Pairs of references that are being compared: a circle is the same if all else is. */
  readonly #pairs = new Set<string>();

  constructor(revisions: TwoRevisions | undefined) {
    this.#revisions = revisions;
  }

  equal(before: PdfObject, after: PdfObject, depth: number): boolean {
    this.#revisions?.spend(1);
    if (before === after) return true;
    if (depth > MAX_DEPTH) return false;
    if (before instanceof PdfRef || after instanceof PdfRef) return this.#equalBehind(before, after, depth);
    // writers round what they write again
    if (typeof before === "number") return typeof after === "number" && Math.abs(before - after) <= ROUNDING;
    if (before instanceof PdfName) return after instanceof PdfName && before.value === after.value;
    if (before instanceof PdfString)
      return after instanceof PdfString && Buffer.compare(before.bytes, after.bytes) === 0;
    if (Array.isArray(before)) {
      return (
        Array.isArray(after) &&
        before.length === after.length &&
        before.every((item, index) => this.equal(item, after[index] ?? null, depth + 1))
      );
    }
    if (before instanceof PdfDict) return after instanceof PdfDict && this.#equalDicts(before, after, depth, NO_KEYS);
    if (before instanceof PdfStream) return after instanceof PdfStream && this.#equalStreams(before, after, depth);
    return false;
  }

  #equalBehind(before: PdfObject, after: PdfObject, depth: number): boolean {
    const [from, to] = [before, after].map((object) => (object instanceof PdfRef ? object.number : undefined));
    if (from !== undefined && from === to) return true;
    const revisions = this.#revisions;
    if (!revisions) return false;
    const pair = from !== undefined && to !== undefined ? `${from} ${to}` : undefined;
    if (pair && this.#pairs.has(pair)) return true;
    if (pair) this.#pairs.add(pair);
    return this.equal(revisions.before(before), revisions.after(after), depth + 1);
  }

  #equalDicts(before: PdfDict, after: PdfDict, depth: number, open: ReadonlySet<string>): boolean {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (!open.has(key) && !this.equal(before.get(key) ?? null, after.get(key) ?? null, depth + 1)) return false;
    }
    return true;
  }

  #equalStreams(before: PdfStream, after: PdfStream, depth: number): boolean {
    if (!this.#equalDicts(before.dict, after.dict, depth, WRITING_KEYS)) return false;
    const [left, right] = [before.bytes(), after.bytes()];
    this.#revisions?.spend((left.length + right.length) / 64);
    if (
      Buffer.compare(left, right) === 0 &&
      [...WRITING_KEYS].every(
        (key) => key === "Length" || this.equal(before.dict.get(key) ?? null, after.dict.get(key) ?? null, depth + 1),
      )
    )
      return true;
    const plain = this.#revisions?.decoded(before, "before");
    const other = plain && this.#revisions?.decoded(after, "after");
    return plain !== undefined && other !== undefined && Buffer.compare(plain, other) === 0;
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();
