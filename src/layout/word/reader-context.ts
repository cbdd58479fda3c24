/** What every reader of a story needs: the shared document parts and the part the story is in. */

import type { OpcPackage, ResolvedRelationship } from "../../office/package.ts";
import type { XmlNode } from "../../office/xml-node.ts";
import { readChart } from "../charts/chart-reader.ts";
import type { DrawingContext } from "../drawing/drawing-context.ts";
import type { LinkedBoxes } from "../drawing/linked-boxes.ts";
import type { Block, NoteLabel } from "../model/blocks.ts";
import type { Chart } from "../model/chart.ts";
import type { DocumentSettings } from "../model/document-settings.ts";
import type {
  CharacterFormat,
  ParagraphFormat,
  PartialCharacterFormat,
  PartialParagraphFormat,
} from "../model/formatting.ts";
import type { CellFormat, RowFormat } from "../model/table-format.ts";
import type { Theme } from "../model/theme.ts";
import { FieldTracker } from "./field-tracker.ts";
import type { Memo } from "./memo.ts";
import type { NoteRegistry } from "./notes.ts";
import type { Numbering } from "./numbering.ts";
import type { StyleSheet } from "./styles.ts";

export interface SharedDocument {
  package: OpcPackage;
  theme: Theme;
  styles: StyleSheet;
  numbering: Numbering;
  numberingRoot: XmlNode | undefined;
  numberingPart: string | undefined;
  settings: DocumentSettings;
  notes: NoteRegistry;
  properties: ReadonlyMap<string, string>;
  now: Date;
  fileName: string;
  language: string;
  warnings: Set<string>;
  /** There are many paragraphs and cells but few formats: equal ones are one object. */
  memo: MemoizedFormats;
  imageUrl: (part: string, substitute?: string) => string | undefined;
  /** `v:shapetype` definitions by `#id`. */
  shapeTypes: Map<string, XmlNode>;
  linkedBoxes: LinkedBoxes;
  /** Set by the document reader; breaks the import cycle between stories and text boxes. */
  readBlocks: (parent: XmlNode, context: ReaderContext) => Block[];
  /** Reads a Word package that is embedded in this one. */
  readChunk: (pack: OpcPackage) => Block[];
}

interface MemoizedFormats {
  paragraphs: Memo<{ format: ParagraphFormat; character: PartialCharacterFormat }>;
  characters: Memo<CharacterFormat>;
  rows: Memo<RowFormat>;
  cells: Memo<CellFormat>;
}

/** Formatting that the surrounding table style gives to the text of a cell. */
export interface TableTextFormat {
  /** The table names a style, instead of having the default one. */
  hasNamedStyle: boolean;
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
}

const MAX_STORY_DEPTH = 24;

export class ReaderContext implements DrawingContext {
  readonly document: SharedDocument;
  readonly part: string;
  readonly fields: FieldTracker;
  readonly noteLabel: NoteLabel | undefined;
  readonly tableText: TableTextFormat | undefined;
  readonly depth: number;

  constructor(
    document: SharedDocument,
    part: string,
    options: { fields?: FieldTracker; noteLabel?: NoteLabel; tableText?: TableTextFormat; depth?: number } = {},
  ) {
    this.document = document;
    this.part = part;
    this.fields =
      options.fields ??
      new FieldTracker({
        repeatsOnPages: /(?:header|footer)[^/]*$/i.test(part),
        now: document.now,
        fileName: document.fileName,
        properties: document.properties,
        styles: document.styles,
        language: document.language,
      });
    this.noteLabel = options.noteLabel;
    this.tableText = options.tableText;
    this.depth = options.depth ?? 0;
  }

  get package(): OpcPackage {
    return this.document.package;
  }

  get theme(): Theme {
    return this.document.theme;
  }

  get shapeTypes(): Map<string, XmlNode> {
    return this.document.shapeTypes;
  }

  get linkedBoxes(): LinkedBoxes {
    return this.document.linkedBoxes;
  }

  relationship(id: string | undefined): ResolvedRelationship | undefined {
    return id === undefined ? undefined : this.document.package.relationships(this.part).get(id);
  }

  /** The part a relationship points to; undefined for external or missing ones. */
  targetPart(id: string | undefined): string | undefined {
    const relationship = this.relationship(id);
    return relationship && !relationship.external ? relationship.target : undefined;
  }

  /** The same story inside a cell. */
  inCell(tableText: TableTextFormat): ReaderContext {
    return new ReaderContext(this.document, this.part, {
      fields: this.fields,
      noteLabel: this.noteLabel,
      tableText,
      depth: this.depth + 1,
    });
  }

  imageSource(id: string | undefined, substitute?: string): string | undefined {
    const part = this.targetPart(id);
    return part ? this.document.imageUrl(part, this.targetPart(substitute)) : undefined;
  }

  /** Text boxes have fields of their own and no table formatting. */
  readTextBox(content: XmlNode): Block[] | undefined {
    if (this.tooDeep) return undefined;
    const { document, part, noteLabel } = this;
    return document.readBlocks(content, new ReaderContext(document, part, { noteLabel, depth: this.depth + 1 }));
  }

  readChart(root: XmlNode): Chart {
    const chart = readChart(root, this.theme);
    if (chart.warning) this.document.warnings.add(chart.warning);
    return chart;
  }

  get tooDeep(): boolean {
    return this.depth > MAX_STORY_DEPTH;
  }
}
