/** Which object lies where (UserEditAtom and PersistDirectoryAtom, MS-PPT 2.3.3 and 2.3.4). */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { type ArtNode, readNode, readRecord, readRecords } from "../officeart/records.ts";
import { PPT } from "./record-types.ts";

const MAX_EDITS = 10_000;
const MAX_OBJECTS = 200_000;
const ENCRYPTED_EDIT_BYTES = 32;

export class PersistDirectory {
  readonly #stream: Uint8Array;
  readonly #offsets = new Map<number, number>();
  readonly #nodes = new Map<number, ArtNode | undefined>();
  #documentId = 0;

  /**
   * Follows the edits from the newest to the first. Where that is impossible the last edit in the stream is tried, and
   * then all objects are numbered as they lie.
   */
  constructor(stream: Uint8Array, currentEditAt: number | undefined) {
    this.#stream = stream;
    if (currentEditAt !== undefined) this.#readEdits(currentEditAt);
    if (!this.document) {
      const last = lastEdit(stream);
      if (last !== undefined && last !== currentEditAt) {
        this.#offsets.clear();
        this.#documentId = 0;
        this.#readEdits(last);
      }
    }
    if (!this.document) this.#numberObjects();
  }

  /** The DocumentContainer, if it can be found. */
  get document(): ArtNode | undefined {
    const node = this.node(this.#documentId);
    if (node?.type === PPT.document) return node;
    return undefined;
  }

  /** All objects of a type, by ascending ids. */
  nodesOfType(type: number): ArtNode[] {
    const ids = [...this.#offsets.keys()].sort((first, second) => first - second);
    return ids.flatMap((id) => {
      const node = readRecord(this.#stream, this.#offsets.get(id) ?? 0)?.type === type ? this.node(id) : undefined;
      return node ? [node] : [];
    });
  }

  /** The object of this id with all that it contains. */
  node(id: number): ArtNode | undefined {
    const offset = this.#offsets.get(id);
    if (offset === undefined) return undefined;
    // Several ids may lead to one object.
    if (!this.#nodes.has(offset)) this.#nodes.set(offset, readNode(this.#stream, offset));
    return this.#nodes.get(offset);
  }

  #readEdits(newest: number): void {
    const seen = new Set<number>();
    for (let at = newest; !seen.has(at) && seen.size < MAX_EDITS; ) {
      seen.add(at);
      const edit = readRecord(this.#stream, at);
      if (edit?.type !== PPT.userEdit) return;
      const reader = new ByteReader(edit.body);
      if (edit.body.length >= ENCRYPTED_EDIT_BYTES && reader.u32(28) !== 0) {
        throw new UnreadableFile("the presentation is password-protected");
      }
      this.#documentId ||= reader.u32(16);
      this.#readDirectory(reader.u32(12));
      at = reader.u32(8);
      if (at === 0) return;
    }
  }

  #numberObjects(): void {
    this.#offsets.clear();
    this.#documentId = 0;
    for (const { type, offset } of readRecords(this.#stream)) {
      if (this.#offsets.size >= MAX_OBJECTS) return;
      const id = this.#offsets.size + 1;
      this.#offsets.set(id, offset);
      // Later documents take the place of earlier ones.
      if (type === PPT.document) this.#documentId = id;
    }
  }

  /** Runs of offsets, each after a word with the first id and the count. Newer entries are there already. */
  #readDirectory(at: number): void {
    const directory = readRecord(this.#stream, at);
    if (directory?.type !== PPT.persistDirectory) return;
    const reader = new ByteReader(directory.body);
    for (let place = 0; place + 4 <= directory.body.length; ) {
      const head = reader.u32(place);
      const first = head & 0xfffff;
      const count = head >>> 20;
      place += 4;
      for (let index = 0; index < count && place + 4 <= directory.body.length; index++, place += 4) {
        if (this.#offsets.size >= MAX_OBJECTS) return;
        if (!this.#offsets.has(first + index)) this.#offsets.set(first + index, reader.u32(place));
      }
    }
  }
}

function lastEdit(stream: Uint8Array): number | undefined {
  let last: number | undefined;
  for (const record of readRecords(stream)) if (record.type === PPT.userEdit) last = record.offset;
  return last;
}
