/** The piece table (MS-DOC 2.8.35 and 2.9.38): which bytes of the file are the text at a character position. */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { CharacterPlex } from "./character-plex.ts";
import type { FileInformationBlock } from "./file-information-block.ts";
import { singleModifier } from "./piece-modifier.ts";

/** A run of text that lies in one place in the WordDocument stream. */
export interface Piece {
  /** Character positions. */
  start: number;
  end: number;
  /** Byte offset of the first character. */
  offset: number;
  bytesPerCharacter: 1 | 2;
  /** Modifiers that hold for all of the piece, after its own formatting. */
  modifiers: Uint8Array | undefined;
}

const PROPERTY_LIST = 0x01;
const PIECES = 0x02;
const COMPRESSED = 0x4000_0000;
const MAX_TEXT_LENGTH = 4_000_000;

export class PieceTable {
  readonly pieces: readonly Piece[];
  /** The text of all stories as UTF-16; a character position is an index into it. */
  readonly text: string;

  constructor(fib: FileInformationBlock, wordDocument: Uint8Array, table: Uint8Array) {
    const { offset, size } = fib.table("Clx");
    const pieces = readPieces(table.subarray(offset, offset + size), wordDocument.length);
    this.pieces = pieces.length > 0 ? pieces : [wholeText(fib, wordDocument)];
    this.text = readText(this.pieces, wordDocument);
  }

  /** The piece that holds a character position. */
  pieceAt(position: number): Piece | undefined {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const piece = this.pieces[middle];
      if (!piece) return undefined;
      if (position < piece.start) high = middle - 1;
      else if (position >= piece.end) low = middle + 1;
      else return piece;
    }
    return undefined;
  }

  /** Byte offset of a character in the WordDocument stream. */
  offsetOf(position: number): number | undefined {
    const piece = this.pieceAt(position);
    return piece && piece.offset + (position - piece.start) * piece.bytesPerCharacter;
  }
}

function readPieces(clx: Uint8Array, streamBytes: number): Piece[] {
  const reader = new ByteReader(clx);
  const propertyLists: Uint8Array[] = [];
  let at = 0;
  while (at < clx.length && reader.u8(at) === PROPERTY_LIST) {
    const size = reader.u16(at + 1);
    propertyLists.push(reader.bytes(at + 3, size));
    at += 3 + size;
  }
  if (reader.u8(at) !== PIECES) return [];
  const plex = new CharacterPlex(reader.bytes(at + 5, reader.u32(at + 1)), 8);

  const pieces: Piece[] = [];
  let position = 0;
  for (let index = 0; index < plex.length; index++) {
    const data = plex.data(index);
    const place = data.u32(2);
    const bytesPerCharacter = place & COMPRESSED ? 1 : 2;
    const offset = bytesPerCharacter === 1 ? (place & 0x3fff_ffff) >>> 1 : place & 0x3fff_ffff;
    const start = plex.position(index);
    const end = plex.position(index + 1);
    // Positions have to run on, and the text must lie within the file: the rest of a damaged table is left out.
    // No byte is text twice, so no document has more characters than bytes.
    if (start !== position || end < start || end > Math.min(MAX_TEXT_LENGTH, streamBytes)) break;
    const present = Math.max(0, Math.floor((streamBytes - offset) / bytesPerCharacter));
    const readable = Math.min(end, start + present);
    if (readable > start) {
      pieces.push({
        start,
        end: readable,
        offset,
        bytesPerCharacter,
        modifiers: modifiersOf(data.u16(6), propertyLists),
      });
    }
    if (readable < end) break;
    position = end;
  }
  return pieces;
}

/** Where the table is damaged: text that was never fast-saved lies in one stretch (`fcMin` and `fcMac`). */
function wholeText(fib: FileInformationBlock, wordDocument: Uint8Array): Piece {
  const { start, end } = fib.textBytes;
  const available = Math.min(end, wordDocument.length) - start;
  const bytesPerCharacter = available >= 2 * fib.characters ? 2 : 1;
  const characters = Math.min(fib.characters, Math.floor(available / bytesPerCharacter), MAX_TEXT_LENGTH);
  if (characters <= 0) throw new UnreadableFile("the document's text cannot be found");
  return { start: 0, end: characters, offset: start, bytesPerCharacter, modifiers: undefined };
}

/** `Prm` (MS-DOC 2.9.214): one modifier in short form, or the number of a property list. */
function modifiersOf(prm: number, propertyLists: readonly Uint8Array[]): Uint8Array | undefined {
  return prm & 1 ? propertyLists[prm >> 1] : singleModifier((prm >> 1) & 0x7f, prm >> 8);
}

function readText(pieces: readonly Piece[], wordDocument: Uint8Array): string {
  const singleByte = new TextDecoder("windows-1252");
  const parts: string[] = [];
  for (const piece of pieces) {
    const bytes = wordDocument.subarray(
      piece.offset,
      piece.offset + (piece.end - piece.start) * piece.bytesPerCharacter,
    );
    parts.push(piece.bytesPerCharacter === 1 ? singleByte.decode(bytes) : utf16(bytes));
  }
  return parts.join("");
}

/** Code unit by code unit: a decoder would drop marks and replace lone surrogates, and positions would shift. */
function utf16(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = Math.min(bytes.length - 1, at + 8192);
    const units: number[] = [];
    for (; at < end; at += 2) units.push(view.getUint16(at, true));
    parts.push(String.fromCharCode(...units));
  }
  return parts.join("");
}
