import { Buffer } from "node:buffer";
import { imageProblem } from "../../../image/image-problem.ts";
import { truncatedKind } from "../../../image/truncated-image.ts";

/** Data URIs of pictures: parameters, then the bytes in base64 or with escapes. */
const DATA_URI = /^data:image\/[\w.+-]+(?:;(?!base64)[\w=-]+)*(;base64)?,/i;
/**
 * How PNG, JPEG, GIF, WebP, TIFF, BMP, SVG and XML begin in base64, for clients that send a picture without its type.
 */
const BASE64_START = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD[dl]|UklGR|SUkqA|TU0AK|Qk[0-3]|PHN2Zy|PD94bWw)/;
const MIN_BASE64_LENGTH = 64;

/** Whether a text is a picture: its base64 is never meant to be read. */
export function isImageData(text: string): boolean {
  if (text.length < MIN_BASE64_LENGTH) return DATA_URI.test(text);
  const start = text.slice(0, 200).trimStart();
  return DATA_URI.test(start) || (BASE64_START.test(start) && /^[\w+/=\s-]+$/.test(text));
}

/** Data of pictures in the middle of a text. */
const IMAGES_IN_TEXT =
  /data:image\/[\w.+-]+(?:;[\w=-]+)*;base64,[A-Za-z0-9+/=]{40,}|(?<![\w+/=])(?:iVBORw0KGgo|\/9j\/|R0lGOD[dl])[A-Za-z0-9+/=]{200,}/g;

/** A text without the data of pictures in it, and those. */
export function takeImages(text: string): { text: string; images: string[] } {
  if (isImageData(text)) return { text: "", images: [text] };
  const images: string[] = [];
  const rest = text.replace(IMAGES_IN_TEXT, (image) => {
    images.push(image);
    return "";
  });
  return { text: rest, images };
}

const TYPES: readonly (readonly [start: string, type: string])[] = [
  ["iVBORw0KGgo", "png"],
  ["/9j/", "jpeg"],
  ["R0lGOD", "gif"],
  ["UklGR", "webp"],
  ["SUkqA", "tiff"],
  ["TU0AK", "tiff"],
  ["Qk", "bmp"],
  ["P", "svg+xml"],
];

/** Data of a picture as a data URI; undefined if it is not a picture. */
export function imageUri(text: string): string | undefined {
  if (!isImageData(text)) return undefined;
  const data = text.trim();
  const [, type] = TYPES.find(([start]) => data.startsWith(start)) ?? [];
  return type === undefined ? data : `data:image/${type};base64,${data}`;
}

/** Data of any type, for places where nothing but a picture can be meant. */
const ANY_DATA_URI = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;(?!base64)[\w.=+-]+)*(;base64)?,/i;

/** The bytes of a picture that is in the data itself; undefined if it is an address, or cannot be decoded. */
export function imageDataBytes(text: string): Uint8Array | undefined {
  const uri = ANY_DATA_URI.exec(text);
  try {
    if (uri && uri[1] === undefined) return new TextEncoder().encode(decodeURIComponent(text.slice(uri[0].length)));
    if (uri || isImageData(text)) return new Uint8Array(Buffer.from(text.slice(uri?.[0].length ?? 0), "base64"));
  } catch {
    return undefined;
  }
  return undefined;
}

const MAX_SHOWN = 60;
const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}…` : text);

/**
 * Why a text that should be a picture is not one: neither an address nor data.
 * @param taken the kinds that work, such as `PNG or JPEG`
 */
export function sourceProblem(source: string, taken: string): string {
  if (/^data:/i.test(source)) return "its data: address cannot be decoded. It begins like data:image/png;base64,";
  const start = source.slice(0, 200);
  // base64 of something that is not a picture, or of a kind that nothing shows
  if (source.length > 100 && /^[\w+/=\s-]+$/.test(start)) return imageProblem(decoded(start), taken);
  return `“${shortened(source)}” is neither an address that begins with http:// or https:// nor a picture in base64.`;
}

const decoded = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));

/**
 * The warning about a picture that could not be read.
 * @param tag the tag that names it; if there is none, its address is used
 */
export function unreadImage(tag: string | undefined, source: string, problem: string): string {
  return `${namedImage(tag, source)} could not be read: ${problem}`;
}

/**
 * The warning about a picture that is shown as far as it goes; undefined for complete ones. Names it like {@link
 * unreadImage}.
 * @param shown the kinds that are shown in part; Office programs and forms show nothing of a PNG
 */
export function halfImage(
  tag: string | undefined,
  source: string,
  bytes: Uint8Array,
  shown: readonly string[] = ["JPEG"],
): string | undefined {
  const kind = truncatedKind(bytes);
  if (kind === undefined || !shown.includes(kind)) return undefined;
  return `${namedImage(tag, source)} is cut off: the end of the ${kind} is missing, and that part is not shown. Send the whole file.`;
}

function namedImage(tag: string | undefined, source: string): string {
  const address = /^https?:/i.test(source) ? shortened(source) : "";
  const named = [tag && shortened(tag.replace(/\s+/g, " ")), tag && address ? `(${address})` : address];
  return ["The picture", ...named].filter(Boolean).join(" ");
}
