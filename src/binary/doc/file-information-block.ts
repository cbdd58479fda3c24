/** The head of the WordDocument stream (MS-DOC 2.5): what the file is and where its tables are. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { FIB_TABLES, type FibTable } from "./fib-tables.ts";

/** The stories of a document in the order of their text (MS-DOC 2.3). */
const STORIES = [
  "main",
  "footnotes",
  "headers",
  "macros",
  "comments",
  "endnotes",
  "textBoxes",
  "headerTextBoxes",
] as const;

export type StoryName = (typeof STORIES)[number];

/** Where a story lies in the document's text: character positions, the end is not part of it. */
export interface StoryRange {
  start: number;
  end: number;
}

const MAGIC = 0xa5ec;
const MAGIC_FAR_EAST_BETA = 0xa697;
const WORD_97 = 0xc1;
const FLAG_ENCRYPTED = 0x100;
const FLAG_TABLE_STREAM_1 = 0x200;
const FIB_BASE_BYTES = 32;
const STORY_LENGTHS_INDEX = 3;

export class FileInformationBlock {
  /** The table stream that belongs to this file: `0Table` or `1Table`. */
  readonly tableStream: string;
  readonly #reader: ByteReader;
  readonly #tablesAt: number;
  readonly #tableCount: number;
  readonly #stories = new Map<StoryName, StoryRange>();

  /** Throws a plain `Error` for files of other versions and for files under a password. */
  constructor(wordDocument: Uint8Array) {
    const reader = new ByteReader(wordDocument);
    this.#reader = reader;
    const magic = reader.u16(0);
    const version = reader.u16(2);
    if (magic !== MAGIC && magic !== MAGIC_FAR_EAST_BETA) {
      throw new UnreadableFile(magic >> 8 === 0xa5 ? OLDER_THAN_97 : "the file is not a Word document");
    }
    if (version < WORD_97) throw new UnreadableFile(OLDER_THAN_97);
    const flags = reader.u16(10);
    if (flags & FLAG_ENCRYPTED) throw new UnreadableFile("the document is password-protected");
    this.tableStream = flags & FLAG_TABLE_STREAM_1 ? "1Table" : "0Table";

    const longsAt = FIB_BASE_BYTES + 2 + 2 * reader.u16(FIB_BASE_BYTES) + 2;
    const pairsAt = longsAt + 4 * reader.u16(longsAt - 2);
    this.#tableCount = reader.u16(pairsAt);
    this.#tablesAt = pairsAt + 2;
    let position = 0;
    for (const [index, name] of STORIES.entries()) {
      const length = Math.max(0, reader.i32(longsAt + 4 * (STORY_LENGTHS_INDEX + index)));
      this.#stories.set(name, { start: position, end: position + length });
      position += length;
    }
  }

  /** Offset and length in bytes of a table in the table stream; empty when the file has none. */
  table(name: FibTable): { offset: number; size: number } {
    const index = FIB_TABLES[name];
    if (index >= this.#tableCount) return { offset: 0, size: 0 };
    const at = this.#tablesAt + 8 * index;
    return { offset: this.#reader.u32(at), size: this.#reader.u32(at + 4) };
  }

  story(name: StoryName): StoryRange {
    return this.#stories.get(name) ?? { start: 0, end: 0 };
  }

  /** The bytes of the WordDocument stream that hold text, in files that were not fast-saved. */
  get textBytes(): { start: number; end: number } {
    return { start: this.#reader.u32(24), end: this.#reader.u32(28) };
  }

  /** Character positions of all stories taken together. */
  get characters(): number {
    return this.story("headerTextBoxes").end;
  }
}

const OLDER_THAN_97 =
  "the document was saved by Word 95 or older, which cannot be read: save it as .docx and send it again";
