import { EMU_PER_INCH } from "../../../geometry/units.ts";
import { drawnImage } from "../../../image/drawable-image.ts";
import { imageFormat } from "../../../image/image-format.ts";
import { truncatedKind } from "../../../image/truncated-image.ts";
import { lengthEmu } from "../html/lengths.ts";
import { readSvg, svgFallback } from "./svg-image.ts";

/** A picture that Office shows, with its size as the file states it. */
export interface ImageFile {
  bytes: Uint8Array;
  extension: "png" | "jpeg" | "gif" | "bmp";
  mediaType: string;
  widthEmu: number;
  heightEmu: number;
  /** The drawing that the picture only stands in for, for programs that know SVG. */
  svg?: Uint8Array;
}

const EMU_PER_METER = EMU_PER_INCH / 0.0254;
const DEFAULT_DPI = 96;

type Size = Pick<ImageFile, "widthEmu" | "heightEmu">;

function sizeAt(width: number, height: number, emuPerPixelX: number, emuPerPixelY = emuPerPixelX): Size | undefined {
  if (width <= 0 || height <= 0) return undefined;
  return { widthEmu: Math.round(width * emuPerPixelX), heightEmu: Math.round(height * emuPerPixelY) };
}

/**
 * Reads a PNG, JPEG, GIF or BMP by its header: pixels and, if the file states it, their density; or an SVG. WebP and
 * TIFF, which not every Office shows, become PNGs. Undefined for a PNG that is cut off: programs show none of it, or
 * half of it.
 */
export function readImage(bytes: Uint8Array): ImageFile | undefined {
  if (/^[\s\u00ef\u00bb\u00bf]*</.test(String.fromCharCode(...bytes.subarray(0, 16)))) return svgImage(bytes);
  if (truncatedKind(bytes) === "PNG") return undefined;
  const shown = shownImage(bytes);
  if (shown) return shown;
  const drawn = drawnImage(bytes);
  return drawn && drawn.bytes !== bytes ? shownImage(drawn.bytes) : undefined;
}

function shownImage(bytes: Uint8Array): ImageFile | undefined {
  const extension = imageFormat(bytes);
  if (!extension || extension === "tiff" || extension === "webp") return undefined;
  try {
    const size = sizeOf(extension, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return size && { bytes, extension, mediaType: `image/${extension}`, ...size };
  } catch {
    return undefined;
  }
}

function svgImage(bytes: Uint8Array): ImageFile | undefined {
  const drawing = readSvg(bytes);
  if (!drawing) return undefined;
  const { widthEmu, heightEmu } = drawing;
  return { bytes: svgFallback(), extension: "png", mediaType: "image/png", widthEmu, heightEmu, svg: drawing.bytes };
}

function sizeOf(format: ImageFile["extension"], view: DataView): Size | undefined {
  const perPixel = EMU_PER_INCH / DEFAULT_DPI;
  switch (format) {
    case "png":
      return pngSize(view);
    case "jpeg":
      return jpegSize(view);
    case "gif":
      return sizeAt(view.getUint16(6, true), view.getUint16(8, true), perPixel);
    case "bmp":
      return sizeAt(view.getInt32(18, true), Math.abs(view.getInt32(22, true)), perPixel);
  }
}

/** PNG (third edition) 11.2.2 IHDR and 11.3.4.3 pHYs. */
function pngSize(view: DataView): Size | undefined {
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  let perPixelX = EMU_PER_INCH / DEFAULT_DPI;
  let perPixelY = perPixelX;
  for (let offset = 33; offset + 12 <= view.byteLength; ) {
    const length = view.getUint32(offset);
    const type = view.getUint32(offset + 4);
    if (type === 0x70485973 && view.getUint8(offset + 16) === 1 && view.getUint32(offset + 8) > 0) {
      perPixelX = EMU_PER_METER / view.getUint32(offset + 8);
      perPixelY = EMU_PER_METER / (view.getUint32(offset + 12) || view.getUint32(offset + 8));
    }
    if (type === 0x49444154) break;
    offset += length + 12;
  }
  return sizeAt(width, height, perPixelX, perPixelY);
}

/** The frame header, and the density of a JFIF header (ITU-T T.81 B.2.2, T.871 10.1). */
function jpegSize(view: DataView): Size | undefined {
  let [perPixelX, perPixelY] = [EMU_PER_INCH / DEFAULT_DPI, EMU_PER_INCH / DEFAULT_DPI];
  for (let offset = 2; offset + 4 <= view.byteLength; ) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset++;
      continue;
    }
    const length = view.getUint16(offset + 2);
    if (marker === 0xe0 && length >= 14 && view.getUint32(offset + 4) === 0x4a464946) {
      const unit = view.getUint8(offset + 11);
      const [x, y] = [view.getUint16(offset + 12), view.getUint16(offset + 14)];
      const perUnit = unit === 1 ? EMU_PER_INCH : unit === 2 ? EMU_PER_INCH / 2.54 : 0;
      if (perUnit > 0 && x > 1 && y > 1) [perPixelX, perPixelY] = [perUnit / x, perUnit / y];
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sizeAt(view.getUint16(offset + 7), view.getUint16(offset + 5), perPixelX, perPixelY);
    offset += 2 + length;
  }
  return undefined;
}

/**
 * The box of a picture: as asked for, keeping its proportions; without a request its own size, made to fit the width.
 */
export function boxOf(size: Size, width: unknown, height: unknown, textWidthEmu: number): Size {
  const wantedWidth = lengthEmu(width, textWidthEmu);
  const wantedHeight = lengthEmu(height, textWidthEmu);
  const ratio = size.heightEmu / size.widthEmu;
  if (wantedWidth && wantedHeight) return { widthEmu: wantedWidth, heightEmu: wantedHeight };
  if (wantedWidth) return { widthEmu: wantedWidth, heightEmu: Math.max(1, Math.round(wantedWidth * ratio)) };
  if (wantedHeight) return { widthEmu: Math.max(1, Math.round(wantedHeight / ratio)), heightEmu: wantedHeight };
  if (size.widthEmu <= textWidthEmu) return size;
  return { widthEmu: textWidthEmu, heightEmu: Math.max(1, Math.round(textWidthEmu * ratio)) };
}

/** The largest size of a picture's own proportions that a box has room for. */
export function containedIn(box: Size, { widthEmu, heightEmu }: Size): Size {
  const scale = Math.min(box.widthEmu / widthEmu, box.heightEmu / heightEmu);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { widthEmu: side(widthEmu), heightEmu: side(heightEmu) };
}
