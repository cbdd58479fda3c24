/**
 * What one call may cost. The content of a file decides how often the loops of readers, layout and drawing run. An isolate's clock stands
 * still while it computes, so work is counted in units, whose cost was measured with real Office files in warm and in cold isolates.
 */
import { Failure } from "./failure.ts";
import type { FailureCode } from "./failure-codes.ts";

const NS_OF_A_SECOND = 1e9;
export const BUDGET_S = 10;
export const MOST_S = 30;
/** For whoever does not wait for an answer (`Prefer: respond-async`): scans of a whole file are compressed. */
export const MOST_QUEUED_S = 120;

/** Nanoseconds of a core of 2026 for one, and what many of them are called in a message. `npm run tools -- calibrate` measures them. */
export const WORK_UNITS = {
  character: [600, "characters of text to measure"],
  line: [60_000, "lines of text"],
  block: [60_000, "paragraphs, rows and shapes"],
  comparison: [60, "comparisons of cells with the rules of conditional formats"],
  obstacle: [60, "floating objects beside lines of text"],
  segment: [1_000, "pieces of paths to draw"],
  glyph: [1_400, "glyphs to draw"],
  pictureByte: [60, "bytes of pictures to read"],
  bitmapPixel: [250, "pixels of BMP, TIFF and WebP pictures"],
  object: [250, "visits of objects of the PDF", "pdf_too_complex"],
  parsedByte: [100, "bytes of objects of the PDF to read", "pdf_too_complex"],
  decodedByte: [14, "bytes that streams of the PDF unpack to", "pdf_too_complex"],
  operator: [400, "operators on pages of the PDF", "pdf_too_complex"],
  contentByte: [100, "bytes of contents of pages to read", "pdf_too_complex"],
  glyphCode: [50, "characters on pages of the PDF", "pdf_too_complex"],
  programByte: [60, "bytes of fonts to read", "pdf_too_complex"],
  metadataByte: [200, "bytes of metadata to read", "pdf_too_complex"],
  sampleByte: [60, "bytes of pictures of the PDF to read", "pdf_too_complex"],
  pixel: [140, "pixels of pictures of the PDF to read", "pdf_too_complex"],
  packedByte: [150, "bytes to compress", "pdf_too_complex"],
  keyRound: [6_000, "rounds that make a key of the password"],
  encryptedByte: [25, "bytes to decrypt"],
  file: [350_000, "files of one page to make", "pdf_too_complex"],
  // with its way through the processes of a service
  writtenByte: [100, "bytes of files to write and to send", "pdf_too_complex"],
  signature: [333_000, "signatures of certificates to verify", "pdf_too_complex"],
} as const satisfies Record<string, readonly [nanoseconds: number, many: string, code?: "pdf_too_complex"]>;

export type WorkUnit = keyof typeof WORK_UNITS;

/** What comes out of a call lets it cost more: how many of these are worth another second. */
export const OUTPUT_OF_A_SECOND = { page: 20, cell: 10_000, fileByte: 4 * 1024 * 1024, scanPixel: 8_000_000 } as const;

export type WorkOutput = keyof typeof OUTPUT_OF_A_SECOND;

/** What loops over untrusted input need of a meter. */
export interface Metered {
  /** Counts work. @throws Failure `too_complex` when the budget is used up */
  charge(unit: WorkUnit, count?: number): void;
  /** Counts work that can be left out. @returns false, and nothing is counted, if the budget does not allow it */
  affords(unit: WorkUnit, count?: number): boolean;
}

export class WorkMeter implements Metered {
  readonly #spentNs = new Map<WorkUnit, number>();
  readonly #whole: WorkMeter | undefined;
  #leftNs: number;
  /** By how much the budget may still grow. */
  #growthNs: number;
  #place = "";
  #isRefused = false;

  /**
   * @param mostSeconds to which the budget may grow
   * @param share a part of the budget of another meter; see {@link share}
   */
  constructor(mostSeconds = MOST_S, share?: { of: WorkMeter; part: number }) {
    this.#whole = share?.of;
    this.#leftNs = share ? Math.max(0, share.of.#leftNs * share.part) : BUDGET_S * NS_OF_A_SECOND;
    this.#growthNs = (mostSeconds - BUDGET_S) * NS_OF_A_SECOND;
  }

  /**
   * A meter for work whose end is not that of the call: it has a part of what is left, and what it counts counts here, too.
   * @param part above 0, at most 1
   */
  share(part: number): WorkMeter {
    return new WorkMeter(MOST_S, { of: this, part });
  }

  /** Seconds of processor time that may still be counted. */
  get secondsLeft(): number {
    return Math.max(0, this.#leftNs / NS_OF_A_SECOND);
  }

  /** Seconds of processor time that were counted so far. */
  get seconds(): number {
    let sum = 0;
    for (const ns of this.#spentNs.values()) sum += ns;
    return sum / NS_OF_A_SECOND;
  }

  /** What was counted so far. */
  get counts(): ReadonlyMap<WorkUnit, number> {
    return new Map([...this.#spentNs].map(([unit, ns]) => [unit, ns / WORK_UNITS[unit][0]]));
  }

  charge(unit: WorkUnit, count = 1): void {
    this.#spend(unit, WORK_UNITS[unit][0] * count);
    if (this.#leftNs < 0) throw this.#exceeded();
  }

  /**
   * For work that will be done once more as it was just now.
   * @throws Failure as {@link charge} does, if that costs more than is left
   */
  requireLeft(seconds: number): void {
    if (this.secondsLeft < seconds) throw this.#exceeded();
  }

  affords(unit: WorkUnit, count = 1): boolean {
    const ns = WORK_UNITS[unit][0] * count;
    if (ns > this.#leftNs) {
      this.#refuse();
      return false;
    }
    this.#spend(unit, ns);
    return true;
  }

  /** Something came out: the budget grows with it, up to 30 seconds in all. */
  produce(output: WorkOutput, count = 1): void {
    this.#grow((count / OUTPUT_OF_A_SECOND[output]) * NS_OF_A_SECOND);
  }

  /** Where work goes on, as a person finds it in the file: `sheet “Data”`, `page 3`. */
  at(place: string): void {
    this.#place = place;
  }

  /** Whether more was asked for than there was: work was stopped, or something was left out. */
  get isExceeded(): boolean {
    return this.#isRefused || this.#leftNs < 0;
  }

  #refuse(): void {
    this.#isRefused = true;
    if (this.#whole) this.#whole.#refuse();
  }

  #spend(unit: WorkUnit, ns: number): void {
    this.#spentNs.set(unit, (this.#spentNs.get(unit) ?? 0) + ns);
    this.#leftNs -= ns;
    if (this.#whole) this.#whole.#spend(unit, ns);
  }

  /** @returns by how much it has grown: a share grows as the whole does */
  #grow(wantedNs: number): number {
    if (this.#whole) {
      const granted = this.#whole.#grow(wantedNs);
      this.#leftNs += granted;
      return granted;
    }
    const ns = Math.min(this.#growthNs, wantedNs);
    this.#growthNs -= ns;
    this.#leftNs += ns;
    return ns;
  }

  /** What there is too much of is what cost most. */
  #exceeded(): Failure {
    let most: WorkUnit = "block";
    for (const [unit, ns] of this.#spentNs) if (ns > (this.#spentNs.get(most) ?? 0)) most = unit;
    const [cost, many, code = "too_complex"]: readonly [number, string, FailureCode?] = WORK_UNITS[most];
    const count = Math.round((this.#spentNs.get(most) ?? 0) / cost).toLocaleString("en-US");
    const where = this.#place && `, up to ${this.#place}`;
    return new Failure(
      code,
      `This takes more processor time than one call has: ${count} ${many}${where}. Split the file, or take out what it repeats.`,
    );
  }
}
