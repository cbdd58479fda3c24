import { CHARACTER_CLASS, isWhitespace, REGULAR } from "../characters.ts";
import { type PdfDict, PdfName, type PdfObject } from "../objects.ts";

/** An image inside a content stream (ISO 32000-2, 8.9.7). Offsets are those of the content stream. */
export interface InlineImage {
  /** Keys and values as written, abbreviations not resolved. */
  readonly dict: PdfDict;
  readonly data: Uint8Array;
  /** Offset of `BI`. */
  readonly start: number;
  /** Offset after `EI`. */
  readonly end: number;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  CalGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
};
const LOOKAHEAD = 16;

/** Content streams -> from where on nothing ends an image: looked for once, however many images have no end. */
const endlessFrom = new WeakMap<Uint8Array, number>();

/**
 * Range of the data of an inline image and the offset after its `EI`; undefined if there is none.
 * @param afterId offset after the operator `ID`
 */
export function inlineImageData(
  bytes: Uint8Array,
  afterId: number,
  dict: PdfDict,
): { start: number; end: number; afterEi: number } | undefined {
  const start = isWhitespace(bytes[afterId]) ? afterId + 1 : afterId;
  const known = unfilteredLength(dict);
  if (known !== undefined) {
    let at = start + known;
    while (at < bytes.length && isWhitespace(bytes[at])) at++;
    if (isEndOfImage(bytes, at)) return { start, end: start + known, afterEi: at + 2 };
  }
  if (start >= (endlessFrom.get(bytes) ?? Number.POSITIVE_INFINITY)) return undefined;
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0x45 || !isEndOfImage(bytes, at)) continue;
    if (at > start && !isWhitespace(bytes[at - 1])) continue;
    if (!looksLikeContent(bytes, at + 2)) continue;
    return { start, end: Math.max(start, at - 1), afterEi: at + 2 };
  }
  endlessFrom.set(bytes, start);
  return undefined;
}

/** The data length that Width, Height, components and depth give, if no filter is in the way. */
function unfilteredLength(dict: PdfDict): number | undefined {
  if (dict.has("F") || dict.has("Filter")) return undefined;
  const width = dict.get("W") ?? dict.get("Width");
  const height = dict.get("H") ?? dict.get("Height");
  if (typeof width !== "number" || typeof height !== "number") return undefined;
  const mask = (dict.get("IM") ?? dict.get("ImageMask")) === true;
  const bits = mask ? 1 : (dict.get("BPC") ?? dict.get("BitsPerComponent"));
  const components = mask ? 1 : componentsOf(dict.get("CS") ?? dict.get("ColorSpace"));
  if (typeof bits !== "number" || components === undefined) return undefined;
  return Math.ceil((width * components * bits) / 8) * height;
}

function componentsOf(colorSpace: PdfObject | undefined): number | undefined {
  if (Array.isArray(colorSpace)) {
    const family = colorSpace[0];
    return family instanceof PdfName && (family.value === "I" || family.value === "Indexed") ? 1 : undefined;
  }
  if (!(colorSpace instanceof PdfName)) return undefined;
  return Object.hasOwn(COMPONENTS, colorSpace.value) ? COMPONENTS[colorSpace.value] : undefined;
}

function isEndOfImage(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) return false;
  const next = bytes[at + 2];
  return next === undefined || CHARACTER_CLASS[next] !== REGULAR;
}

/** Image data may hold "EI" by chance; after the real one come operators in plain ASCII. */
function looksLikeContent(bytes: Uint8Array, at: number): boolean {
  const end = Math.min(bytes.length, at + LOOKAHEAD);
  for (let index = at; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > 126 || (byte < 32 && !isWhitespace(byte))) return false;
  }
  return true;
}
