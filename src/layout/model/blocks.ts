import type { DocumentSettings } from "./document-settings.ts";
import type { MathRow } from "./equation.ts";
import type { CharacterFormat, FrameProperties, ParagraphFormat } from "./formatting.ts";
import type { NumberingLevel } from "./list-level.ts";
import type { HeaderKind, SectionFormat } from "./section.ts";
import type { Anchor, DrawingNode } from "./shapes.ts";
import type { CellFormat, RowFormat, TableFormat } from "./table-format.ts";
import type { Theme } from "./theme.ts";

/** Values known only after pagination. */
export type PageField =
  | { name: "PAGE" | "NUMPAGES" | "SECTIONPAGES" | "SECTION"; numberFormat: string | undefined }
  /** Above or below on the same page, else the page. */
  | { name: "POSITION"; bookmark: string; onPage: string }
  | { name: "PAGEREF"; bookmark: string; numberFormat: string | undefined }
  | { name: "STYLEREF"; styleId: string; fromEnd: boolean }
  /** The number of a footnote where each page counts its own from `first`. */
  | { name: "FOOTNOTE"; id: string; first: number; numberFormat: string };

/** What a note is marked with; `field` where the number depends on the page. */
export interface NoteLabel {
  text: string;
  field?: PageField;
}

interface TextInline {
  kind: "text";
  text: string;
  format: CharacterFormat;
  link?: string;
}

export interface MathInline {
  kind: "math";
  equation: MathRow;
  /** On a line of its own. */
  display: boolean;
  format: CharacterFormat;
}

export type Inline =
  | TextInline
  | MathInline
  | { kind: "tab"; format: CharacterFormat; link?: string }
  | {
      kind: "positionedTab";
      format: CharacterFormat;
      alignment: "left" | "center" | "right";
      leader: string;
      toMargin: boolean;
    }
  | { kind: "break"; breakKind: "line" | "page" | "column"; clear: boolean; format: CharacterFormat }
  | { kind: "pageField"; field: PageField; fallback: string; format: CharacterFormat; link?: string }
  | {
      kind: "object";
      drawing: DrawingNode;
      widthPt: number;
      heightPt: number;
      baselineShiftPt: number;
      format: CharacterFormat;
      link?: string;
    }
  | { kind: "anchor"; anchor: Anchor; format: CharacterFormat }
  /** Small text above a base, as it gives readings of East Asian characters (17.3.3.25). */
  | { kind: "ruby"; base: Inline[]; annotation: Inline[]; format: CharacterFormat }
  | { kind: "noteReference"; note: "footnote" | "endnote"; id: string; label: NoteLabel; format: CharacterFormat }
  | { kind: "bookmark"; name: string };

export interface ListLabel {
  text: string;
  format: CharacterFormat;
  definition: NumberingLevel;
  image?: { drawing: DrawingNode; widthPt: number; heightPt: number };
}

export interface Paragraph {
  kind: "paragraph";
  format: ParagraphFormat;
  /** Formatting of the paragraph mark, which gives an empty paragraph its height. */
  markFormat: CharacterFormat;
  styleId: string | undefined;
  /** 1-6 for headings, from the outline level. */
  headingLevel: number | undefined;
  label: ListLabel | undefined;
  inlines: Inline[];
  /** It carries the properties of the section that ends with it. */
  endsSection?: boolean;
  /** It does so and shows nothing: it is the section's mark rather than a paragraph. */
  isSectionMark?: boolean;
}

export interface Cell {
  format: CellFormat;
  gridStart: number;
  gridSpan: number;
  blocks: Block[];
}

export interface Row {
  format: RowFormat;
  cells: Cell[];
}

export interface Table {
  kind: "table";
  format: TableFormat;
  /** Stored widths of the grid columns. */
  gridPt: number[];
  rows: Row[];
}

/** Paragraphs in a single text frame (`w:framePr`), positioned like a floating box. */
export interface Frame {
  kind: "frame";
  frame: FrameProperties;
  blocks: Block[];
}

export type Block = Paragraph | Table | Frame;

export interface Section {
  format: SectionFormat;
  blocks: Block[];
  headers: Partial<Record<HeaderKind, Story>>;
  footers: Partial<Record<HeaderKind, Story>>;
  /** Ids of the endnotes that are printed after it. */
  endnoteIds: string[];
}

/** A header, footer or note: its blocks are read again for each use because fields and labels may differ. */
export interface Story {
  blocks: Block[];
}

export interface Note {
  id: string;
  label: string;
  blocks: Block[];
}

/** What separates the text from the notes: at their start, and where one continues (17.11.23, 17.11.1). */
export interface NoteSeparators {
  first: Block[];
  continuation: Block[];
}

export interface WordDocument {
  sections: Section[];
  footnotes: Map<string, Note>;
  endnotes: Map<string, Note>;
  footnoteSeparators: NoteSeparators;
  endnoteSeparators: NoteSeparators;
  /** Look of the numbers beside lines. */
  lineNumberFormat: CharacterFormat;
  settings: DocumentSettings;
  theme: Theme;
  title: string;
  language: string;
  warnings: string[];
}

export type NoteKind = "footnote" | "endnote";

/** Where the link of a reference leads. */
export function noteTarget(kind: NoteKind, id: string): string {
  return `note-${kind}-${id}`;
}
