/** Labels that browsers read as Windows-1252 (Encoding Standard, 4.2), and its place when nothing is declared. */
const FALLBACK_ENCODING = "windows-1252";
/** Browsers look for the declaration within this many bytes (HTML 13.2.3.2). */
const PRESCAN_BYTES = 1_024;
const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/**
 * The text of an html file: by byte order mark, else as UTF-8 when it is valid, else as its `meta` element declares,
 * else Windows-1252.
 */
export function decodeHtmlFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return declaredDecoder(bytes).decode(bytes);
  }
}

function declaredDecoder(bytes: Uint8Array): TextDecoder {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES));
  try {
    return new TextDecoder(DECLARED.exec(beginning)?.[1] ?? FALLBACK_ENCODING);
  } catch {
    return new TextDecoder(FALLBACK_ENCODING);
  }
}

/** Controls that no text has; ISO-2022-JP has the escape. */
const NO_TEXT = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** Whether bytes that are no UTF-8 are html in another charset: markup, and nothing that only binary files have. */
export function isHtmlInOtherCharset(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  return !NO_TEXT.test(text) && /<(?:!|\/?[a-z])/i.test(text);
}

/**
 * An html file in UTF-8 that says so: what declares another charset is changed along with the bytes. The same bytes if they are
 * UTF-8 already.
 */
export function htmlInUtf8(bytes: Uint8Array): Uint8Array {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!isMarked && isUtf8(bytes)) return bytes;
  const text = decodeHtmlFile(bytes);
  const head = text.slice(0, PRESCAN_BYTES).replace(/(<meta[^>]+charset\s*=\s*["']?\s*)[\w-]+/gi, "$1utf-8");
  return new TextEncoder().encode(head + text.slice(PRESCAN_BYTES));
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
