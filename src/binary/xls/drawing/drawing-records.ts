/**
 * Drawings of a sheet as its records hold them (MS-XLS 2.4.170, 2.4.181, 2.4.329): pieces of one OfficeArt stream, and
 * between them the objects and texts of the shapes whose data end there.
 */
import { RecordCursor } from "../biff/record-cursor.ts";
import { type BiffRecord, readingRecord } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { type FormatRun, unicode } from "../biff/text.ts";
import type { AnchorCorner, CellAnchor, HostObject, SheetDrawing } from "../content/sheet-drawing.ts";

export const ObjectKind = { group: 0, chart: 5, picture: 8, dropDown: 0x14, note: 0x19 } as const;

const COMMON_OBJECT = 0x15;
const IS_PRINTED = 0x10;
const COLUMN_PARTS = 1024;
const ROW_PARTS = 256;
const RUN_BYTES = 8;

export class DrawingRecords {
  readonly drawing: SheetDrawing = { pieces: [], objects: new Map(), texts: new Map(), oldObjects: [] };
  readonly #biff8: boolean;
  #length = 0;
  #lastObject: HostObject | undefined;

  constructor(biff8: boolean) {
    this.#biff8 = biff8;
  }

  /** False for records of other kinds. */
  read(record: BiffRecord): boolean {
    switch (record.type) {
      case RecordType.MsoDrawing:
        this.#append(record.pieces);
        return true;
      case RecordType.Obj:
        if (this.#biff8) this.#readObject(record);
        else this.#readOldObject(record);
        return true;
      case RecordType.Txo:
        this.#readText(record);
        return true;
      default:
        return false;
    }
  }

  /** The records of a chart belong to the object before them. */
  addChart(records: BiffRecord[]): void {
    if (this.#lastObject?.kind === ObjectKind.chart) this.#lastObject.chart ??= records;
  }

  #append(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.drawing.pieces.push(piece);
      this.#length += piece.length;
    }
  }

  #readObject({ type, pieces: [own = new Uint8Array(), ...rest] }: BiffRecord): void {
    const object = readingRecord({ type, pieces: [own] }, (cursor): HostObject | undefined => {
      if (cursor.u16() !== COMMON_OBJECT) return undefined;
      cursor.skip(2);
      const kind = cursor.u16();
      cursor.skip(2);
      return { kind, isPrinted: (cursor.u16() & IS_PRINTED) !== 0 };
    });
    this.#lastObject = object;
    if (object) this.drawing.objects.set(this.#length, object);
    // what follows in CONTINUE records belongs to the drawing again
    this.#append(rest);
  }

  /** OBJ before BIFF8: the kind, then the cells between which the object lies. */
  #readOldObject(record: BiffRecord): void {
    const object = readingRecord(record, (cursor): HostObject => {
      cursor.skip(4);
      const kind = cursor.u16();
      cursor.skip(2);
      const isPrinted = (cursor.u16() & IS_PRINTED) !== 0;
      return { kind, isPrinted, anchor: readAnchor(cursor) };
    });
    this.#lastObject = object;
    if (object) this.drawing.oldObjects.push(object);
  }

  /** TXO (2.4.329): the text and its runs are in CONTINUE records, any further ones belong to the drawing. */
  #readText(record: BiffRecord): void {
    const [own = new Uint8Array(), ...rest] = record.pieces;
    const head = readingRecord({ type: record.type, pieces: [own] }, (cursor) => {
      const flags = cursor.u16();
      const rotation = cursor.u16();
      cursor.skip(6);
      return { flags, rotation, characters: cursor.u16(), runBytes: cursor.u16() };
    });
    let used = 0;
    if (head && head.characters > 0) {
      let text = "";
      while (text.length < head.characters && used < rest.length) {
        const piece = rest[used++] ?? own;
        text += unicode(piece.subarray(1), ((piece[0] ?? 0) & 1) !== 0);
      }
      const runs = readRuns(rest[used++], head.runBytes);
      this.drawing.texts.set(this.#length, {
        text: text.slice(0, head.characters),
        runs,
        horizontal: (head.flags >> 1) & 7,
        vertical: (head.flags >> 4) & 7,
        rotation: head.rotation,
      });
    }
    this.#append(rest.slice(used));
  }
}

function readRuns(piece: Uint8Array | undefined, bytes: number): FormatRun[] {
  const runs: FormatRun[] = [];
  const cursor = new RecordCursor([piece?.subarray(0, bytes) ?? new Uint8Array()]);
  while (cursor.remaining >= RUN_BYTES) {
    runs.push({ start: cursor.u16(), fontIndex: cursor.u16() });
    cursor.skip(4);
  }
  return runs;
}

/** Two corners as an OfficeArtClientAnchorSheet has them after its flags (2.5.193). */
export function readAnchor(cursor: RecordCursor): CellAnchor {
  const corner = (): AnchorCorner => {
    const column = cursor.u16();
    const columnShare = cursor.i16() / COLUMN_PARTS;
    const row = cursor.u16();
    return { column, columnShare, row, rowShare: cursor.i16() / ROW_PARTS };
  };
  return { from: corner(), to: corner() };
}
