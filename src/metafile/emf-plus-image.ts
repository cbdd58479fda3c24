/** EMF files that are nothing but one picture in an EMF+ image object (MS-EMFPLUS 2.2.1.4, 2.3.4.9, 2.3.5.1). */
import { ByteReader } from "../office/byte-reader.ts";

const COMMENT = 70;
const EMF_PLUS = 0x2b464d45;
const OBJECT = 0x4008;
const IMAGE = 5;
const CONTINUED = 0x8000;
const BITMAP = 1;
const COMPRESSED = 1;
const BITMAP_HEADER_BYTES = 28;
const DRAW_IMAGE: ReadonlySet<number> = new Set([0x401a, 0x401b]);
/** The first and the last record type that draws (MS-EMFPLUS 2.1.1.1), and the one for text by glyphs. */
const FIRST_DRAWING = 0x4009;
const LAST_DRAWING = 0x401c;
const DRIVER_STRING = 0x4036;
const MAX_RECORDS = 100_000;

/** The bytes of that picture (PNG, JPEG, ...); undefined for files that draw anything else in EMF+, or nothing. */
export function onlyImage(emf: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(emf);
  let image: Uint8Array | undefined;
  let images = 0;
  let draws = 0;
  let at = 0;
  for (let record = 0; record < MAX_RECORDS && at + 8 <= emf.length; record++) {
    const size = reader.u32(at + 4);
    if (size < 8) break;
    if (reader.u32(at) === COMMENT && reader.u32(at + 12) === EMF_PLUS) {
      for (const plus of plusRecords(reader, at + 16, Math.min(emf.length, at + 12 + reader.u32(at + 8)))) {
        if (plus.type === OBJECT && ((plus.flags >> 8) & 0x7f) === IMAGE) {
          images += 1;
          image = plus.flags & CONTINUED ? undefined : bitmapOf(reader, plus.data, plus.size);
        } else if (DRAW_IMAGE.has(plus.type)) draws += 1;
        else if ((plus.type >= FIRST_DRAWING && plus.type <= LAST_DRAWING) || plus.type === DRIVER_STRING)
          return undefined;
      }
    }
    at += size;
  }
  return images === 1 && draws === 1 ? image : undefined;
}

interface PlusRecord {
  type: number;
  flags: number;
  /** Place and size of the record's data. */
  data: number;
  size: number;
}

function* plusRecords(reader: ByteReader, start: number, end: number): Generator<PlusRecord> {
  for (let at = start; at + 12 <= end; ) {
    const size = reader.u32(at + 4);
    if (size < 12) return;
    yield { type: reader.u16(at), flags: reader.u16(at + 2), data: at + 12, size: Math.min(size, end - at) - 12 };
    at += size;
  }
}

function bitmapOf(reader: ByteReader, at: number, size: number): Uint8Array | undefined {
  const isFile = reader.u32(at + 4) === BITMAP && reader.u32(at + 24) === COMPRESSED;
  return isFile && size > BITMAP_HEADER_BYTES
    ? reader.bytes(at + BITMAP_HEADER_BYTES, size - BITMAP_HEADER_BYTES)
    : undefined;
}
