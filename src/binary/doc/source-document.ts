/** Everything of a .doc that the writers of its parts ask for. */

import { readBookmarks } from "./bookmarks.ts";
import { DrawingStore, type ShapeAnchor } from "./drawing-store.ts";
import { lockedFields } from "./field-locks.ts";
import { FileInformationBlock, type StoryName, type TableName } from "./file-information-block.ts";
import { type DocumentFont, readFonts } from "./font-table.ts";
import { type ListDefinition, type ListInstance, readListInstances, readLists } from "./list-tables.ts";
import { NoteReferences } from "./note-references.ts";
import { PieceTable } from "./piece-table.ts";
import { type DocumentSection, readSections } from "./section-properties.ts";
import { DocumentStyles } from "./style-sheet.ts";
import { TextFormatting } from "./text-formatting.ts";

/** Streams of the compound file; `table` by its name in the FIB. */
export interface DocumentStreams {
  wordDocument: Uint8Array;
  table: (name: string) => Uint8Array | undefined;
  data: Uint8Array;
  /** A stream of an embedded object by its path. */
  object: (path: string) => Uint8Array | undefined;
}

/** Tables of the fields of a story. */
const FIELD_TABLES: Readonly<Partial<Record<StoryName, TableName>>> = {
  main: "mainFields",
  headers: "headerFields",
  footnotes: "footnoteFields",
  endnotes: "endnoteFields",
  textBoxes: "textBoxFields",
  headerTextBoxes: "headerTextBoxFields",
};

export class SourceDocument {
  readonly fib: FileInformationBlock;
  readonly data: Uint8Array;
  readonly objectStream: DocumentStreams["object"];
  readonly text: string;
  readonly formatting: TextFormatting;
  readonly styles: DocumentStyles;
  readonly fonts: readonly DocumentFont[];
  readonly lists: readonly ListDefinition[];
  readonly listInstances: readonly ListInstance[];
  readonly sections: readonly DocumentSection[];
  readonly drawings: DrawingStore;
  readonly footnotes: NoteReferences;
  readonly endnotes: NoteReferences;
  /** Names by position in the whole text. */
  readonly bookmarks: ReadonlyMap<number, readonly string[]>;
  readonly #table: Uint8Array;
  readonly #locked = new Map<StoryName, ReadonlySet<number>>();
  readonly #shapes = new Map<StoryName, ReadonlyMap<number, ShapeAnchor>>();
  readonly #objects = new Map<string, Uint8Array | undefined>();

  /** Throws a plain `Error` for what is not a document of Word 97 to 2003, or has no text. */
  constructor(streams: DocumentStreams) {
    const { wordDocument, data } = streams;
    this.fib = new FileInformationBlock(wordDocument);
    this.data = data;
    this.objectStream = (path) => {
      if (!this.#objects.has(path)) this.#objects.set(path, streams.object(path));
      return this.#objects.get(path);
    };
    const named = streams.table(this.fib.tableStream);
    const table = named ?? streams.table(this.fib.tableStream === "1Table" ? "0Table" : "1Table");
    if (!table) throw new Error("the document's tables are missing");
    this.#table = table;
    const pieces = new PieceTable(this.fib, wordDocument, table);
    this.text = pieces.text;
    this.formatting = new TextFormatting(this.fib, pieces, { wordDocument, table, data });
    this.styles = new DocumentStyles(this.table("styleSheet"));
    this.fonts = readFonts(this.table("fonts"));
    this.lists = this.#has("lists") ? readLists(this.#from("lists")) : [];
    this.listInstances = this.#has("listOverrides") ? readListInstances(this.#from("listOverrides")) : [];
    this.sections = readSections(this.table("sections"), wordDocument, this.fib.story("main").end);
    this.drawings = new DrawingStore(this.table("drawings"), wordDocument);
    this.footnotes = new NoteReferences(this.table("footnoteReferences"), this.table("footnoteTexts"));
    this.endnotes = new NoteReferences(this.table("endnoteReferences"), this.table("endnoteTexts"));
    this.bookmarks = readBookmarks(this.table("bookmarkNames"), this.table("bookmarkStarts"));
  }

  /** The bytes of a table; empty when the file has none. */
  table(name: TableName): Uint8Array {
    const { offset, size } = this.fib.table(name);
    return this.#table.subarray(offset, offset + size);
  }

  #has(name: TableName): boolean {
    return this.fib.table(name).size > 0;
  }

  /** Lists go on behind the stated end of their table. */
  #from(name: TableName): Uint8Array {
    return this.#table.subarray(this.fib.table(name).offset);
  }

  /** Positions of locked fields within a story. */
  lockedFields(story: StoryName): ReadonlySet<number> {
    const table = FIELD_TABLES[story];
    return this.#once(this.#locked, story, () => (table ? lockedFields(this.table(table)) : new Set()));
  }

  /** Floating shapes by position within the main story or the one of headers. */
  shapes(story: StoryName): ReadonlyMap<number, ShapeAnchor> {
    return this.#once(this.#shapes, story, () => {
      if (story === "headers") return this.drawings.anchors("headers", this.table("headerShapes"));
      return story === "main" ? this.drawings.anchors("body", this.table("mainShapes")) : new Map();
    });
  }

  #once<Key, Value>(cache: Map<Key, Value>, key: Key, make: () => Value): Value {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    cache.set(key, made);
    return made;
  }
}
