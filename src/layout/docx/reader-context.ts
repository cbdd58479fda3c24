/** What every reader of a story needs: the shared document parts and the part the story is in. */
import type { OpcPackage, Relationship } from "../package/opc.ts";
import type { XmlElement } from "../package/xml.ts";
import { FieldTracker } from "./field-tracker.ts";
import type { PartialCharacterFormat, PartialParagraphFormat } from "./formatting.ts";
import type { Block, NoteLabel } from "./model.ts";
import type { NoteRegistry } from "./notes.ts";
import type { Numbering } from "./numbering.ts";
import type { DocumentSettings } from "./settings.ts";
import type { StyleSheet } from "./styles.ts";
import type { Theme } from "./theme.ts";

export interface SharedDocument {
  package: OpcPackage;
  theme: Theme;
  styles: StyleSheet;
  numbering: Numbering;
  numberingRoot: XmlElement | undefined;
  numberingPart: string | undefined;
  settings: DocumentSettings;
  notes: NoteRegistry;
  properties: ReadonlyMap<string, string>;
  now: Date;
  fileName: string;
  language: string;
  warnings: Set<string>;
  imageUrl: (part: string) => string | undefined;
  /** Set by the document reader; breaks the import cycle between stories and text boxes. */
  readBlocks: (parent: XmlElement, context: ReaderContext) => Block[];
  /** Reads a Word package that is embedded in this one. */
  readChunk: (pack: OpcPackage) => Block[];
}

/** Formatting that the surrounding table style gives to the text of a cell. */
export interface TableTextFormat {
  /** The table names a style, rather than having the default one. */
  hasNamedStyle: boolean;
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
}

const MAX_STORY_DEPTH = 24;

export class ReaderContext {
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

  relationship(id: string | undefined): Relationship | undefined {
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

  /** A text box: own fields, no table formatting. */
  inTextBox(): ReaderContext {
    return new ReaderContext(this.document, this.part, { noteLabel: this.noteLabel, depth: this.depth + 1 });
  }

  get tooDeep(): boolean {
    return this.depth > MAX_STORY_DEPTH;
  }
}
