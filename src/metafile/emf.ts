/** Enhanced metafiles (MS-EMF) -> SVG. Records that only matter to devices are skipped. */
import { ByteReader } from "../office/byte-reader.ts";
import type { MetafileDrawing } from "./drawing.ts";
import { EMF_HANDLERS, recordScope } from "./emf-handlers.ts";
import { EMF_RECORDS, type EmfRecord } from "./emf-records.ts";
import { GdiCanvas } from "./gdi-canvas.ts";

const MAX_RECORDS = 200_000;

const RECORD_NAMES: ReadonlyMap<number, EmfRecord> = new Map(
  Object.entries(EMF_RECORDS).map(([name, type]) => [type, name as EmfRecord]),
);

export function emfDrawing(bytes: Uint8Array): MetafileDrawing | undefined {
  const reader = new ByteReader(bytes);
  if (reader.u32(0) !== EMF_RECORDS.EMR_HEADER || reader.u32(40) !== 0x464d4520) return undefined;
  const [left, top, right, bottom] = [8, 12, 16, 20].map((offset) => reader.i32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const [frameLeft, frameTop, frameRight, frameBottom] = [24, 28, 32, 36].map((offset) => reader.i32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const device = {
    width: reader.i32(72) || 1,
    height: reader.i32(76) || 1,
    widthMm: reader.i32(80) || 1,
    heightMm: reader.i32(84) || 1,
  };
  const canvas = new GdiCanvas();
  let offset = reader.u32(4);
  for (let count = 0; count < MAX_RECORDS && offset + 8 <= reader.length && !canvas.full; count++) {
    const type = reader.u32(offset);
    const size = reader.u32(offset + 4);
    if (size < 8 || offset + size > reader.length || type === EMF_RECORDS.EMR_EOF) break;
    const name = RECORD_NAMES.get(type);
    if (name) EMF_HANDLERS[name]?.(recordScope(type, reader, offset, size, canvas));
    offset += size;
  }
  if (canvas.isEmpty) return undefined;
  // The frame (hundredths of a millimetre) in device units is what the picture shows.
  const perMmX = device.width / device.widthMm / 100;
  const perMmY = device.height / device.heightMm / 100;
  const hasFrame = frameRight > frameLeft && frameBottom > frameTop;
  const x = hasFrame ? frameLeft * perMmX : left;
  const y = hasFrame ? frameTop * perMmY : top;
  const width = hasFrame ? (frameRight - frameLeft) * perMmX : right - left;
  const height = hasFrame ? (frameBottom - frameTop) * perMmY : bottom - top;
  return width > 0 && height > 0 ? canvas.drawing(x, y, width, height) : undefined;
}
