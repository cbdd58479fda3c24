import { CENTIMETERS_PER_INCH } from "../geometry/units.ts";
import { plausibleResolution, type Resolution } from "./image-frame.ts";

/** What EXIF says about a picture's page. */
export interface ExifFrame {
  orientation: number;
  resolution: Resolution | undefined;
}

const ORIENTATION = 0x0112;
const X_RESOLUTION = 0x011a;
const Y_RESOLUTION = 0x011b;
const RESOLUTION_UNIT = 0x0128;
const CENTIMETRES = 3;
const SHORT = 3;
const RATIONAL = 5;
const MAX_ENTRIES = 1_000;

/**
 * Orientation and resolution of the main picture from an EXIF block (Exif 2.32, 4.5 and 4.6; TIFF 6.0, section 2).
 * Anything damaged counts as absent.
 * @param block from the TIFF header on
 */
export function readExif(block: Uint8Array): ExifFrame {
  const absent: ExifFrame = { orientation: 1, resolution: undefined };
  if (block.byteLength < 14) return absent;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return absent;
  const isLittle = order === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > view.byteLength) return absent;
  const entries = new Map<number, number>();
  const count = Math.min(MAX_ENTRIES, view.getUint16(start, isLittle));
  for (let index = 0; index < count; index++) {
    const at = start + 2 + 12 * index;
    if (at + 12 > view.byteLength) break;
    const value = entryValue(view, at, isLittle);
    if (value !== undefined) entries.set(view.getUint16(at, isLittle), value);
  }
  const orientation = entries.get(ORIENTATION) ?? 1;

  return { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1, resolution: resolutionOf(entries) };
}

function resolutionOf(entries: ReadonlyMap<number, number>): Resolution | undefined {
  const x = entries.get(X_RESOLUTION);
  if (x === undefined) return undefined;
  const y = entries.get(Y_RESOLUTION) ?? x;
  const unit = entries.get(RESOLUTION_UNIT) === CENTIMETRES ? CENTIMETERS_PER_INCH : 1;

  return plausibleResolution(x * unit, y * unit);
}

function entryValue(view: DataView, at: number, isLittle: boolean): number | undefined {
  const type = view.getUint16(at + 2, isLittle);
  if (type === SHORT) return view.getUint16(at + 8, isLittle);
  if (type !== RATIONAL) return undefined;
  const offset = view.getUint32(at + 8, isLittle);
  if (offset + 8 > view.byteLength) return undefined;
  const denominator = view.getUint32(offset + 4, isLittle);

  return denominator === 0 ? undefined : view.getUint32(offset, isLittle) / denominator;
}
