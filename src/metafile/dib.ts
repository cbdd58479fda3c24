/** Device-independent bitmaps inside metafiles -> BMP data URLs. */
import { LIMITS } from "../domain/limits.ts";
import { ByteReader } from "../office/byte-reader.ts";

const FILE_HEADER = 14;

/** Base64 of bytes, for data URLs. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Number of color table bytes after a BITMAPINFOHEADER. */
function paletteBytes(reader: ByteReader): number {
  const headerSize = reader.u32(0);
  if (headerSize === 12) return reader.u16(10) <= 8 ? 3 * 2 ** reader.u16(10) : 0;
  const bits = reader.u16(14);
  const used = reader.u32(32);
  const masks = reader.u32(16) === 3 && headerSize === 40 ? 12 : 0;
  const colors = used > 0 ? Math.min(used, 256) : bits <= 8 ? 2 ** bits : 0;
  return masks + colors * 4;
}

/** Header and pixels as a BMP file; undefined if it is not a bitmap. */
export function dibFile(header: Uint8Array, pixels?: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(header);
  const headerSize = reader.u32(0);
  if (headerSize !== 12 && (headerSize < 40 || headerSize > 200)) return undefined;
  const infoBytes = headerSize + paletteBytes(reader);
  const info = header.subarray(0, infoBytes);
  const data = pixels ?? header.subarray(infoBytes);
  const total = FILE_HEADER + info.length + data.length;
  if (total > LIMITS.metafileBitmapBytes.most || data.length === 0) return undefined;
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  file[0] = 0x42;
  file[1] = 0x4d;
  view.setUint32(2, total, true);
  view.setUint32(10, FILE_HEADER + info.length, true);
  file.set(info, FILE_HEADER);
  file.set(data, FILE_HEADER + info.length);
  return file;
}

/** Header and pixels as a `data:image/bmp` URL; undefined if it is not a bitmap. */
export function dibUrl(header: Uint8Array, pixels?: Uint8Array): string | undefined {
  const file = dibFile(header, pixels);
  return file && `data:image/bmp;base64,${base64(file)}`;
}
