/** How long the operations of QuickDraw pictures are that draw nothing here (Imaging With QuickDraw, table A-2). */
import { PICT, type PictOperation } from "./pict-operations.ts";
import type { PictReader } from "./pict-reader.ts";

const FIXED_BYTES: Readonly<Partial<Record<PictOperation, number>>> = {
  BkPat: 8,
  TxFont: 2,
  TxMode: 2,
  SpExtra: 4,
  PnMode: 2,
  PnPat: 8,
  FillPat: 8,
  Origin: 4,
  TxRatio: 8,
  VersionOp: 1,
  PnLocHFrac: 2,
  ChExtra: 2,
  HiliteColor: 6,
  OpColor: 6,
  ShortComment: 2,
  HeaderOp: 24,
};

const BYTES_BY_CODE: ReadonlyMap<number, number> = new Map(
  Object.entries(FIXED_BYTES).map(([name, bytes]) => [PICT[name as PictOperation], bytes]),
);

/** Bytes of an operation after its code; its length is read where the format has one. */
export function pictDataBytes(operation: number, reader: PictReader): number {
  const fixed = BYTES_BY_CODE.get(operation);
  if (fixed !== undefined) return fixed;
  // Verbs that QuickDraw reserves have the same data as the named ones.
  if (operation >= PICT.frameRect && operation < PICT.framePoly) {
    const angleBytes = operation >= PICT.frameArc ? 4 : 0;
    return (operation & 8 ? 0 : 8) + angleBytes;
  }
  const isPolygonOrRegion = operation >= PICT.framePoly && operation <= 0x8f && !(operation & 8);
  if (operation === PICT.ClipRgn || isPolygonOrRegion) return reader.u16() - 2;
  if (operation === PICT.LongComment) {
    reader.skip(2);
    return reader.u16();
  }
  const hasShortLength =
    (operation >= 0x24 && operation <= 0x2f) ||
    (operation >= 0x92 && operation <= 0x9f) ||
    (operation >= 0xa2 && operation <= 0xaf);
  if (hasShortLength) return reader.u16();
  if (operation >= 0xd0 && operation <= 0xfe) return reader.u32();
  if (operation >= 0x100 && operation <= 0x7fff) return (operation >> 8) * 2;
  if (operation >= 0x8100) return reader.u32();
  return 0;
}
