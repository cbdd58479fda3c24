/** Texts of files without markup. */

/** Controls that no text has: a file with one of them is something else. */
const NO_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

const GUESSED_ENCODING = "The text is not UTF-8 and was read as Windows-1252: save it as UTF-8 if letters are wrong.";
const BROKEN_ENCODING = "Some bytes of the text are not UTF-8, as the rest of it is: they are shown as \ufffd.";
/** In UTF-8 that was cut or joined with another text a few bytes are wrong; in other encodings nearly all beyond ASCII are. */
const MOST_BROKEN = 0.1;
const LAST_ASCII = 0x7f;
const REPLACEMENT = 0xfffd;

interface DecodedText {
  text: string;
  /** About letters that may be wrong. */
  warnings: string[];
}

/**
 * By byte order mark, else as UTF-8 when nearly all of it is, else as Windows-1252, which any bytes are. The mark is
 * dropped.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  const mark = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  if (mark !== "") return { text: new TextDecoder(mark).decode(bytes), warnings: [] };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes), warnings: [] };
  } catch {
    const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: false }).decode(bytes);
    let [beyond, broken] = [0, 0];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > LAST_ASCII) beyond++;
      if (code === REPLACEMENT) broken++;
    }
    if (broken <= beyond * MOST_BROKEN) return { text, warnings: [BROKEN_ENCODING] };
    return { text: new TextDecoder("windows-1252").decode(bytes), warnings: [GUESSED_ENCODING] };
  }
}

/** Whether the beginning of a file may be that of a text. */
export function beginsText(beginning: Uint8Array): boolean {
  // a character may be cut off at the end
  const whole = beginning.subarray(0, Math.max(0, beginning.length - 3));
  return !NO_TEXT.test(decodeText(whole.length > 0 ? whole : beginning).text);
}
