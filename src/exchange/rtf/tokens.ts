/** Groups, control words and bytes of an RTF file (Rich Text Format 1.9.1, "Conventions of an RTF reader"). */

export interface TokenHandler {
  open(): void;
  close(): void;
  /** @param parameter undefined if the word has none */
  word(name: string, parameter: number | undefined): void;
  /** A control symbol: a character that is no letter, after a backslash; `'` comes as {@link byte}. */
  symbol(character: string): void;
  /** Bytes of text, which are in the charset of their font. */
  text(bytes: Uint8Array): void;
  /** One byte, as `\'hh` gives it. */
  byte(value: number): void;
  /** What `\bin` holds. */
  binary(bytes: Uint8Array): void;
}

const CODE = {
  open: 0x7b,
  close: 0x7d,
  backslash: 0x5c,
  quote: 0x27,
  minus: 0x2d,
  space: 0x20,
  lf: 10,
  cr: 13,
} as const;
const MOST_NAME = 32;
const MOST_DIGITS = 10;

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Hands out what a file holds, from its beginning to its end, however it is nested. */
export function readTokens(bytes: Uint8Array, handler: TokenHandler): void {
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    if (code === CODE.open) {
      handler.open();
      at++;
    } else if (code === CODE.close) {
      handler.close();
      at++;
    } else if (code === CODE.backslash) at = readControl(bytes, at + 1, handler);
    else if (code === CODE.lf || code === CODE.cr || code === 0) at++;
    else {
      const begin = at;
      while (at < bytes.length && !isSpecial(bytes[at] ?? 0)) at++;
      handler.text(bytes.subarray(begin, at));
    }
  }
}

function isSpecial(code: number): boolean {
  return (
    code === CODE.open ||
    code === CODE.close ||
    code === CODE.backslash ||
    code === CODE.lf ||
    code === CODE.cr ||
    code === 0
  );
}

/** @param at behind the backslash @returns where reading goes on */
function readControl(bytes: Uint8Array, at: number, handler: TokenHandler): number {
  const code = bytes[at] ?? 0;
  if (!isLetter(code)) {
    if (at >= bytes.length) return at;
    if (code !== CODE.quote) {
      handler.symbol(code === CODE.lf || code === CODE.cr ? "\n" : String.fromCharCode(code));
      return at + 1;
    }
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    if (!Number.isNaN(value)) handler.byte(value);
    return at + 3;
  }
  let name = "";
  while (isLetter(bytes[at] ?? 0) && name.length < MOST_NAME) name += String.fromCharCode(bytes[at++] ?? 0);
  const isNegative = bytes[at] === CODE.minus && isDigit(bytes[at + 1] ?? 0);
  if (isNegative) at++;
  let digits = "";
  while (isDigit(bytes[at] ?? 0) && digits.length < MOST_DIGITS) digits += String.fromCharCode(bytes[at++] ?? 0);
  if (bytes[at] === CODE.space) at++;
  const parameter = digits === "" ? undefined : Number(digits) * (isNegative ? -1 : 1);
  if (name !== "bin") {
    handler.word(name, parameter);
    return at;
  }
  const end = Math.min(bytes.length, at + Math.max(0, parameter ?? 0));
  handler.binary(bytes.subarray(at, end));
  return end;
}
