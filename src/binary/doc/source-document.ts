/** Everything in a .doc that the writers of its parts ask for. */

import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { readBookmarks } from "./bookmarks.ts";
import { DrawingStore, type ShapeAnchor } from "./drawing-store.ts";
import type { FibTable } from "./fib-tables.ts";
import { lockedFields } from "./field-locks.ts";
import { FileInformationBlock, type StoryName } from "./file-information-block.ts";
import { type DocumentFont, readFonts } from "./font-table.ts";
import { type ListDefinition, type ListInstance, readListInstances, readLists } from "./list-tables.ts";
import { NoteReferences } from "./note-references.ts";
import { PieceTable } from "./piece-table.ts";
import { type DocumentSection, readSections } from "./properties/section-properties.ts";
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
const FIELD_TABLES: Readonly<Partial<Record<StoryName, FibTable>>> = {
  main: "PlcfFldMom",
  headers: "PlcfFldHdr",
  footnotes: "PlcfFldFtn",
  endnotes: "PlcfFldEdn",
  textBoxes: "PlcfFldTxbx",
  headerTextBoxes: "PlcffldHdrTxbx",
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

  /** Throws a plain `Error` for anything that is not a document of Word 97 to 2003, or has no text. */
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
    if (!table) throw new UnreadableFile("the document's tables are missing");
    this.#table = table;
    const pieces = new PieceTable(this.fib, wordDocument, table);
    this.text = pieces.text;
    this.formatting = new TextFormatting(this.fib, pieces, { wordDocument, table, data });
    this.styles = new DocumentStyles(this.table("Stshf"));
    this.fonts = readFonts(this.table("SttbfFfn"));
    this.lists = this.#has("PlfLst") ? readLists(this.#from("PlfLst")) : [];
    this.listInstances = this.#has("PlfLfo") ? readListInstances(this.#from("PlfLfo")) : [];
    this.sections = readSections(this.table("PlcfSed"), wordDocument, this.fib.story("main").end);
    this.drawings = new DrawingStore(this.table("DggInfo"), wordDocument);
    this.footnotes = new NoteReferences(this.table("PlcffndRef"), this.table("PlcffndTxt"));
    this.endnotes = new NoteReferences(this.table("PlcfendRef"), this.table("PlcfendTxt"));
    this.bookmarks = readBookmarks(this.table("SttbfBkmk"), this.table("PlcfBkf"));
  }

  /** The bytes of a table; empty when the file has none. */
  table(name: FibTable): Uint8Array {
    const { offset, size } = this.fib.table(name);
    return this.#table.subarray(offset, offset + size);
  }

  #has(name: FibTable): boolean {
    return this.fib.table(name).size > 0;
  }

  /** Lists continue past the stated end of their table. */
  #from(name: FibTable): Uint8Array {
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
      if (story === "headers") return this.drawings.anchors("headers", this.table("PlcSpaHdr"));
      return story === "main" ? this.drawings.anchors("body", this.table("PlcSpaMom")) : new Map();
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
