import { deflateSync } from "node:zlib";
import { joinBytes } from "../../domain/join-bytes.ts";

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Values as big-endian bytes: `u8`, `u16` and `u32` by the number of bytes. */
function bytesOf(...parts: readonly (readonly [value: number, bytes: number] | Uint8Array)[]): Uint8Array {
  return joinBytes(
    parts.map((part) => {
      if (part instanceof Uint8Array) return part;
      const [value, size] = part;
      return Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) & 0xff);
    }),
  );
}

export interface PngOptions {
  width: number;
  height: number;
  bits?: number;
  colorType?: number;
  interlaced?: boolean;
  /** Filter bytes and samples, uncompressed. */
  rows: Uint8Array;
  /** Chunks before the data. */
  chunks?: readonly (readonly [type: string, body: Uint8Array])[];
}

/** A PNG of these rows; the checksums are left at 0, which decoders for printing do not look at. */
export function png({ width, height, bits = 8, colorType = 2, interlaced = false, rows, chunks = [] }: PngOptions) {
  const header = bytesOf([width, 4], [height, 4], [bits, 1], [colorType, 1], [0, 2], [interlaced ? 1 : 0, 1]);
  const all = [["IHDR", header] as const, ...chunks, ["IDAT", new Uint8Array(deflateSync(rows))] as const];
  const body = all.map(([type, content]) => bytesOf([content.length, 4], ascii(type), content, [0, 4]));
  return bytesOf(ascii("\x89PNG\r\n\x1a\n"), ...body, [0, 4], ascii("IEND"), [0, 4]);
}

export interface JpegOptions {
  width: number;
  height: number;
  components?: number;
  /** Marker segments before the frame. */
  segments?: readonly (readonly [marker: number, body: Uint8Array])[];
}

/** The frame of a baseline JPEG without any picture data. */
export function jpeg({ width, height, components = 3, segments = [] }: JpegOptions): Uint8Array {
  const frame = bytesOf([8, 1], [height, 2], [width, 2], [components, 1], new Uint8Array(3 * components));
  const all = [...segments, [0xc0, frame] as const, [0xda, new Uint8Array(6)] as const];
  const parts = all.map(([marker, body]) => bytesOf([0xff, 1], [marker, 1], [body.length + 2, 2], body));
  return bytesOf([0xffd8, 2], ...parts, [0xffd9, 2]);
}

/** APP0 of JFIF with a density. @param unit 1 per inch, 2 per centimetre */
export function jfif(unit: number, x: number, y: number): readonly [number, Uint8Array] {
  return [0xe0, bytesOf(ascii("JFIF\0"), [0x0102, 2], [unit, 1], [x, 2], [y, 2], [0, 2])];
}

/** APP1 of EXIF with an orientation, big-endian. */
export function exif(orientation: number): readonly [number, Uint8Array] {
  const entry = bytesOf([0x0112, 2], [3, 2], [1, 4], [orientation, 2], [0, 2]);
  return [0xe1, bytesOf(ascii("Exif\0\0MM"), [42, 2], [8, 4], [1, 2], entry, [0, 4])];
}

/** APP14 of Adobe, whose four-color pictures are inverted. */
export const adobe: readonly [number, Uint8Array] = [0xee, bytesOf(ascii("Adobe"), [100, 2], [0, 4], [2, 1])];

/** 3 x 2 pixels in the codes of GIF89a, appendix F: the colors 1 0 1 / 0 1 0; color 0 is transparent. */
export const gif: Uint8Array = bytesOf(
  ascii("GIF89a"),
  ...[[0x0400, 2] as const, [0x0300, 2] as const, [0x80, 1] as const, [0, 2] as const],
  bytesOf([0xff0000, 3], [0x0000ff, 3]),
  bytesOf([0x21f904, 3], [1, 1], [0, 2], [0, 1], [0, 1]),
  bytesOf([0x2c, 1], [0x0100, 2], [0x0100, 2], [0x0300, 2], [0x0200, 2], [0, 1]),
  // clear, 1, 0, 6, 6, end
  bytesOf([2, 1], [3, 1], [0x0c, 1], [0x6c, 1], [0x05, 1], [0, 1]),
  ascii(";"),
);
