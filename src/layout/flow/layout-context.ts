/** What the layout of every block shares. */
import type { WordDocument } from "../model/blocks.ts";
import type { Hyphenation, WordParts } from "../text/hyphenation.ts";
import type { TextMeasurer } from "../text/measure.ts";
import type { TextStyles } from "../text/text-style.ts";

export class LayoutContext {
  readonly document: WordDocument;
  readonly styles: TextStyles;
  readonly measurer: TextMeasurer;
  readonly warnings = new Set<string>();
  readonly #wordParts: WordParts | undefined;
  readonly #deadline: number;
  readonly #clock: () => number;

  constructor(
    document: WordDocument,
    styles: TextStyles,
    measurer: TextMeasurer,
    options: { budgetMs: number; clock: () => number; wordParts?: WordParts },
  ) {
    this.document = document;
    this.styles = styles;
    this.measurer = measurer;
    this.#clock = options.clock;
    this.#wordParts = options.wordParts;
    this.#deadline = options.clock() + options.budgetMs;
  }

  /** How words are cut at the ends of lines; undefined when the document does not hyphenate. */
  get hyphenation(): Hyphenation | undefined {
    const { settings, language } = this.document;
    if (!settings.autoHyphenation || !this.#wordParts) return undefined;
    return {
      parts: this.#wordParts,
      language,
      zonePt: settings.hyphenationZonePt,
      maxLinesInARow: settings.consecutiveHyphenLimit,
      skipsCapitals: settings.doNotHyphenateCaps,
    };
  }

  /** Throws once the time for the layout is used up. */
  checkTime(): void {
    if (this.#clock() > this.#deadline) throw new LayoutTimeout();
  }

  get isWord2013(): boolean {
    return this.document.settings.compatibilityMode >= 15;
  }
}

/** The layout took longer than its budget; the caller falls back to plain text. */
export class LayoutTimeout extends Error {
  override readonly name = "LayoutTimeout";
}
