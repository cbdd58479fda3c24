/** What the layout of every block shares. */
import type { Metered } from "../../domain/work-meter.ts";
import type { WordDocument } from "../model/blocks.ts";
import type { Hyphenation, WordParts } from "../text/hyphenation.ts";
import type { TextMeasurer } from "../text/measure.ts";
import type { TextStyles } from "../text/text-style.ts";

export class LayoutContext {
  readonly document: WordDocument;
  readonly styles: TextStyles;
  readonly measurer: TextMeasurer;
  readonly warnings = new Set<string>();
  readonly meter: Metered;
  readonly #wordParts: WordParts | undefined;

  constructor(
    document: WordDocument,
    styles: TextStyles,
    measurer: TextMeasurer,
    options: { meter: Metered; wordParts?: WordParts },
  ) {
    this.document = document;
    this.styles = styles;
    this.measurer = measurer;
    this.meter = options.meter;
    this.#wordParts = options.wordParts;
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

  get isWord2013(): boolean {
    return this.document.settings.compatibilityMode >= 15;
  }
}
