/** The formatting that the file stores for its text (MS-DOC 2.4.6): from a character position to properties. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { FibTable } from "./fib-tables.ts";
import type { FileInformationBlock } from "./file-information-block.ts";
import { FormattedPages } from "./formatted-pages.ts";
import type { Piece, PieceTable } from "./piece-table.ts";
import {
  applyCharacterSprm,
  type CharacterProperties,
  noCharacterProperties,
} from "./properties/character-properties.ts";
import {
  applyParagraphSprm,
  noParagraphProperties,
  type ParagraphProperties,
} from "./properties/paragraph-properties.ts";
import { readSprms, type Sprm } from "./properties/sprm.ts";
import { SPRM } from "./properties/sprm-codes.ts";

export interface CharacterRun {
  properties: CharacterProperties;
  /** Position after the last character of the run. */
  end: number;
}

export interface ParagraphFormatting {
  style: number;
  properties: ParagraphProperties;
  /** Everything that is said, for those who look for table properties. */
  modifiers: readonly Sprm[];
}

const PARAGRAPH_STYLE = SPRM.sprmPIstd;
const HUGE_PARAGRAPH = SPRM.sprmPHugePapx;
const HUGE_PARAGRAPH_OLD = 0x6645;
const TABLE_PROPERTIES = SPRM.sprmPTableProps;
const MAX_INDIRECT_LIST = 0x3fa2;

export class TextFormatting {
  readonly #pieces: PieceTable;
  readonly #characters: FormattedPages;
  readonly #paragraphs: FormattedPages;
  readonly #document: ByteReader;
  readonly #data: ByteReader;
  readonly #characterCache = new Map<string, CharacterProperties>();

  constructor(
    fib: FileInformationBlock,
    pieces: PieceTable,
    streams: { wordDocument: Uint8Array; table: Uint8Array; data: Uint8Array },
  ) {
    this.#pieces = pieces;
    this.#document = new ByteReader(streams.wordDocument);
    this.#data = new ByteReader(streams.data);
    const bins = (name: FibTable) => {
      const { offset, size } = fib.table(name);
      return streams.table.subarray(offset, offset + size);
    };
    this.#characters = FormattedPages.ofCharacters(bins("PlcfBteChpx"), this.#document);
    this.#paragraphs = FormattedPages.ofParagraphs(bins("PlcfBtePapx"), this.#document);
  }

  /** The formatting of the characters from a position on that are formatted alike. */
  characterRun(position: number): CharacterRun {
    const piece = this.#pieces.pieceAt(position);
    if (!piece) return { properties: noCharacterProperties(), end: position + 1 };
    const offset = piece.offset + (position - piece.start) * piece.bytesPerCharacter;
    const run = this.#characters.at(offset);
    const characters = Math.max(1, Math.ceil((run.end - offset) / piece.bytesPerCharacter));
    const key = `${run.modifiersStart}/${piece.modifiers ? piece.start : ""}`;
    let properties = this.#characterCache.get(key);
    if (!properties) {
      properties = noCharacterProperties();
      for (const sprm of readSprms(this.#document, run.modifiersStart, run.modifiersEnd)) {
        applyCharacterSprm(properties, sprm);
      }
      for (const sprm of pieceSprms(piece)) applyCharacterSprm(properties, sprm);
      this.#characterCache.set(key, properties);
    }
    return { properties, end: Math.min(piece.end, position + characters) };
  }

  /** Whether the stored formatting of a paragraph ends with the character at a position. */
  endsParagraph(position: number): boolean {
    const piece = this.#pieces.pieceAt(position);
    const offset = this.#pieces.offsetOf(position);
    if (!piece || offset === undefined) return false;
    return this.#paragraphs.at(offset).end === offset + piece.bytesPerCharacter;
  }

  /** The formatting of the paragraph whose last character is at a position. */
  paragraph(lastPosition: number): ParagraphFormatting {
    const offset = this.#pieces.offsetOf(lastPosition);
    const properties = noParagraphProperties();
    if (offset === undefined) return { style: 0, properties, modifiers: [] };
    const run = this.#paragraphs.at(offset);
    const modifiers = [...this.#indirect(readSprms(this.#document, run.modifiersStart, run.modifiersEnd))];
    const piece = this.#pieces.pieceAt(lastPosition);
    if (piece) appendAll(modifiers, pieceSprms(piece));
    let style = run.style;
    for (const sprm of modifiers) {
      if (sprm.code === PARAGRAPH_STYLE) style = sprm.reader.u16(sprm.operand);
      applyParagraphSprm(properties, sprm);
    }
    return { style, properties, modifiers };
  }

  /** Lists that are too long for their page lie in the Data stream (sprmPHugePapx, sprmPTableProps). */
  *#indirect(sprms: Iterable<Sprm>): Generator<Sprm> {
    for (const sprm of sprms) {
      if (sprm.code !== HUGE_PARAGRAPH && sprm.code !== HUGE_PARAGRAPH_OLD && sprm.code !== TABLE_PROPERTIES) {
        yield sprm;
        continue;
      }
      const at = sprm.reader.u32(sprm.operand);
      const size = this.#data.u16(at);
      if (size <= MAX_INDIRECT_LIST) yield* readSprms(this.#data, at + 2, at + 2 + size);
    }
  }
}

function pieceSprms(piece: Piece): Iterable<Sprm> {
  return piece.modifiers ? readSprms(new ByteReader(piece.modifiers), 0, piece.modifiers.length) : [];
}
