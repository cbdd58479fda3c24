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
