import { imageFormat } from "../image/image-format.ts";

/** Files of the kinds that a page shows, told apart by how they begin. */

const begins = (bytes: Uint8Array, start: string, at = 0): boolean =>
  Array.from(start).every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** Bitmaps that Chromium draws, whatever they are sent as (MIME Sniffing, 6.1). */
const isDrawnBitmap = (bytes: Uint8Array): boolean =>
  (imageFormat(bytes) ?? "tiff") !== "tiff" ||
  begins(bytes, "\0\0\x01\0") ||
  begins(bytes, "\0\0\x02\0") ||
  begins(bytes, "ftypavif", 4) ||
  begins(bytes, "ftypavis", 4);

/** Files that people take for pictures of a page, by what they are called. */
const OTHER_FILES: readonly [name: string, is: (bytes: Uint8Array) => boolean][] = [
  ["a TIFF", (bytes) => imageFormat(bytes) === "tiff" || begins(bytes, "II+\0")],
  [
    "a HEIC photo",
    (bytes) => begins(bytes, "ftyphei", 4) || begins(bytes, "ftypmif1", 4) || begins(bytes, "ftyphev", 4),
  ],
  ["a PDF", (bytes) => begins(bytes, "%PDF")],
  ["PostScript", (bytes) => begins(bytes, "%!PS") || begins(bytes, "\xc5\xd0\xd3\xc6")],
  ["a file of Photoshop", (bytes) => begins(bytes, "8BPS")],
  ["a JPEG XL", (bytes) => begins(bytes, "\xff\x0a") || begins(bytes, "JXL ", 4)],
  ["a JPEG 2000", (bytes) => begins(bytes, "jP  ", 4) || begins(bytes, "\xff\x4f\xff\x51")],
  ["a metafile of Windows", (bytes) => begins(bytes, "\xd7\xcd\xc6\x9a") || begins(bytes, " EMF", 40)],
  ["a zip file", (bytes) => begins(bytes, "PK\x03\x04")],
];

const HEAD_BYTES = 1_024;

/** What stands first in a text: its elements, without comments and declarations. */
function headOf(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, HEAD_BYTES));
  return text.replace(/^(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype svg[^>[]*(?:\[[^\]]*\])?[^>]*>)*/i, "");
}

const WEB_PAGE = "is a web page: perhaps one to sign in, or one that says what is wrong.";

const sentAs = (contentType: string): string => (contentType === "" ? "without a type" : `as ${contentType}`);

/** Why a file cannot be drawn where a page has a picture, and what to do; undefined if it can as far as its head shows. */
export function imageProblem(bytes: Uint8Array, contentType: string): string | undefined {
  if (bytes.byteLength === 0) return "the file is empty.";
  if (isDrawnBitmap(bytes)) return undefined;
  const head = headOf(bytes);
  if (/^<(?:[\w-]+:)?svg\b/i.test(head)) {
    if (contentType === "image/svg+xml") return undefined;
    return `it is an svg that is sent ${sentAs(contentType)}, which pages do not draw. Send it as image/svg+xml.`;
  }
  if (/^<(?:!doctype\s+html|html|head|body|script|meta|title|p|div)\b/i.test(head) || contentType === "text/html")
    return `what is there ${WEB_PAGE} Give the address of the picture itself.`;
  const other = OTHER_FILES.find(([, is]) => is(bytes))?.[0];
  const drawn = "Pages show PNG, JPEG, GIF, WebP, AVIF, BMP and SVG.";
  if (other !== undefined) return `it is ${other}, which pages do not show. ${drawn}`;
  // An svg may begin with a long declaration, and what is sent as one is read as xml, whatever comes first.
  if (contentType === "image/svg+xml") return undefined;
  return `what is there is no picture, and is sent ${sentAs(contentType)}. ${drawn}`;
}

/** The same for a style sheet: only its type counts. */
export function styleSheetProblem(contentType: string): string | undefined {
  if (contentType === "" || contentType === "text/css") return undefined;
  if (contentType === "text/html") return `what is there ${WEB_PAGE} Give the address of the style sheet itself.`;
  return `it is sent as ${contentType}, and pages take style sheets only as text/css.`;
}

/** The same for a font file. */
export function fontProblem(bytes: Uint8Array): string | undefined {
  const starts = ["wOF2", "wOFF", "OTTO", "true", "ttcf", "\0\x01\0\0"];
  if (starts.some((start) => begins(bytes, start))) return undefined;
  if (/^<(?:!doctype|html|\?xml)/i.test(headOf(bytes)))
    return `what is there ${WEB_PAGE} Give the address of the font file itself.`;
  return "what is there is no font that pages take. They take WOFF2, WOFF, TrueType and OpenType.";
}

/** The same for a script. */
export function scriptProblem(bytes: Uint8Array): string | undefined {
  return /^<(?:!doctype|html|head|body)/i.test(headOf(bytes))
    ? `what is there ${WEB_PAGE} Give the address of the script itself.`
    : undefined;
}
