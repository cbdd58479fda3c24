/** Texts of files without markup. */

/** Controls that no text has: a file with one of them is something else. */
const NO_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

export interface DecodedText {
  text: string;
  /** The file is not UTF-8 and has no byte order mark: it was read as Windows-1252. */
  isGuessed: boolean;
}

/** By byte order mark, else as UTF-8 when it is valid, else as Windows-1252, which any bytes are. The mark is dropped. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), isGuessed: false };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
}

/** Whether the beginning of a file may be that of a text. */
export function beginsText(beginning: Uint8Array): boolean {
  // a character may be cut off at the end
  const whole = beginning.subarray(0, Math.max(0, beginning.length - 3));
  return !NO_TEXT.test(decodeText(whole.length > 0 ? whole : beginning).text);
}

export const GUESSED_ENCODING =
  "The text is not UTF-8 and was read as Windows-1252: save it as UTF-8 if letters are wrong.";
