/** Footnotes and endnotes (`PlcffndRef` MS-DOC 2.8.20, `PlcffndTxt` 2.8.21 and their like for endnotes). */
import { CharacterPlex } from "./character-plex.ts";
import type { StoryRange } from "./file-information-block.ts";

const REFERENCE_BYTES = 2;

export class NoteReferences {
  readonly #references: CharacterPlex;
  readonly #texts: CharacterPlex;
  readonly #byPosition = new Map<number, number>();

  constructor(references: Uint8Array, texts: Uint8Array) {
    this.#references = new CharacterPlex(references, REFERENCE_BYTES);
    this.#texts = new CharacterPlex(texts, 0);
    for (let index = 0; index < this.length; index++) this.#byPosition.set(this.#references.position(index), index);
  }

  get length(): number {
    return Math.min(this.#references.length, this.#texts.length);
  }

  /** The number of the note, from 0, that is referred to at a position of the main story. */
  at(position: number): number | undefined {
    return this.#byPosition.get(position);
  }

  /** The text of a note within its story. */
  text(index: number): StoryRange {
    return { start: this.#texts.position(index), end: this.#texts.position(index + 1) };
  }
}
