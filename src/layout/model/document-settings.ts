/** Settings of a document that change its layout (ECMA-376 part 1, 17.15). */

import type { NoteNumbering } from "./section.ts";

export interface DocumentSettings {
  evenAndOddHeaders: boolean;
  mirrorMargins: boolean;
  defaultTabPt: number;
  autoHyphenation: boolean;
  hyphenationZonePt: number;
  /** Most hyphenated lines in a row; 0 means no limit. */
  consecutiveHyphenLimit: number;
  doNotHyphenateCaps: boolean;
  /** 15 for Word 2013 and later, 14 and less for older layouts. */
  compatibilityMode: number;
  /** Compatibility switches of `w:compat` that are on, by local name. */
  compat: ReadonlySet<string>;
  colorMapping: Record<string, string>;
  /** Language whose theme font sets East Asian text. */
  eastAsianLanguage: string;
  /** Language of complex text by which fonts of the theme are chosen; BCP 47, empty if there is none. */
  complexLanguage: string;
  footnotes: NoteNumbering;
  endnotes: NoteNumbering;
  /** How paragraphs of equations are aligned that do not say so themselves. */
  equationAlignment: "left" | "center" | "right";
  /** East Asian typography: justification by compressing punctuation. */
  characterSpacingControl: string;
}

const OPEN_NUMBERING: NoteNumbering = {
  format: undefined,
  start: undefined,
  restart: undefined,
  position: undefined,
};

/** What holds if a document has no settings. */
export const DEFAULT_SETTINGS: DocumentSettings = {
  evenAndOddHeaders: false,
  mirrorMargins: false,
  defaultTabPt: 36,
  autoHyphenation: false,
  hyphenationZonePt: 18,
  consecutiveHyphenLimit: 0,
  doNotHyphenateCaps: false,
  compatibilityMode: 12,
  compat: new Set(),
  colorMapping: {},
  eastAsianLanguage: "",
  complexLanguage: "",
  footnotes: OPEN_NUMBERING,
  endnotes: OPEN_NUMBERING,
  equationAlignment: "center",
  characterSpacingControl: "doNotCompress",
};
