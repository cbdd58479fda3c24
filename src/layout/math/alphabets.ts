/** Letters -> those of the alphabets of mathematics (Unicode 16, block Mathematical Alphanumeric Symbols). */
import type { MathLetters } from "../model/equation.ts";

/** Where the letters of an alphabet start; undefined if it has none. */
interface Alphabet {
  latin: number;
  greek?: number;
  digits?: number;
}

const LETTERS_OF_LATIN = 26;

/** By script and look: upright, italic, bold, bold italic. */
const ALPHABETS: Readonly<Record<MathLetters["script"], readonly (Alphabet | undefined)[]>> = {
  roman: [
    undefined,
    { latin: 0x1d434, greek: 0x1d6e2 },
    { latin: 0x1d400, greek: 0x1d6a8, digits: 0x1d7ce },
    { latin: 0x1d468, greek: 0x1d71c, digits: 0x1d7ce },
  ],
  script: [{ latin: 0x1d49c }, { latin: 0x1d49c }, { latin: 0x1d4d0 }, { latin: 0x1d4d0 }],
  fraktur: [{ latin: 0x1d504 }, { latin: 0x1d504 }, { latin: 0x1d56c }, { latin: 0x1d56c }],
  "double-struck": Array.from({ length: 4 }, () => ({ latin: 0x1d538, digits: 0x1d7d8 })),
  "sans-serif": [
    { latin: 0x1d5a0, digits: 0x1d7e2 },
    { latin: 0x1d608, digits: 0x1d7e2 },
    { latin: 0x1d5d4, greek: 0x1d756, digits: 0x1d7ec },
    { latin: 0x1d63c, greek: 0x1d790, digits: 0x1d7ec },
  ],
  monospace: Array.from({ length: 4 }, () => ({ latin: 0x1d670, digits: 0x1d7f6 })),
};

/** Letters that Unicode had before, and which the block leaves out. */
const ELSEWHERE: ReadonlyMap<number, number> = new Map([
  [0x1d455, 0x210e],
  [0x1d49d, 0x212c],
  [0x1d4a0, 0x2130],
  [0x1d4a1, 0x2131],
  [0x1d4a3, 0x210b],
  [0x1d4a4, 0x2110],
  [0x1d4a7, 0x2112],
  [0x1d4a8, 0x2133],
  [0x1d4ad, 0x211b],
  [0x1d4ba, 0x212f],
  [0x1d4bc, 0x210a],
  [0x1d4c4, 0x2134],
  [0x1d506, 0x212d],
  [0x1d50b, 0x210c],
  [0x1d50c, 0x2111],
  [0x1d515, 0x211c],
  [0x1d51d, 0x2128],
  [0x1d53a, 0x2102],
  [0x1d53f, 0x210d],
  [0x1d545, 0x2115],
  [0x1d547, 0x2119],
  [0x1d548, 0x211a],
  [0x1d549, 0x211d],
  [0x1d551, 0x2124],
]);

/** What is not in the rows of Greek letters, and its place after their Alpha. */
const GREEK_PLACES: ReadonlyMap<number, number> = new Map([
  [0x3f4, 17],
  [0x2207, 25],
  [0x2202, 51],
  [0x3f5, 52],
  [0x3d1, 53],
  [0x3f0, 54],
  [0x3d5, 55],
  [0x3f1, 56],
  [0x3d6, 57],
]);

const DOTLESS: ReadonlyMap<number, number> = new Map([
  [0x131, 0x1d6a4],
  [0x237, 0x1d6a5],
]);

/** What is typed for a sign of mathematics. */
const SYMBOLS: ReadonlyMap<number, number> = new Map([
  [0x2d, 0x2212],
  [0x2a, 0x2217],
  [0x27, 0x2032],
]);

/** What is read: minus for a hyphen, but letters with their dots, as they were typed, which is how they are looked for. */
export function readAs(character: string): string {
  if (character === "ı") return "i";
  if (character === "ȷ") return "j";
  const symbol = SYMBOLS.get(character.codePointAt(0) ?? 0);
  return symbol === undefined ? character : String.fromCodePoint(symbol);
}

/** The character that shows a letter in its alphabet; others stay what they are. */
export function mathCharacter(codePoint: number, { script, bold, italic }: MathLetters): number {
  const symbol = SYMBOLS.get(codePoint);
  if (symbol !== undefined) return symbol;
  const alphabet = ALPHABETS[script][(bold ? 2 : 0) + (italic ? 1 : 0)];
  if (!alphabet) return codePoint;
  if (italic && !bold) {
    const dotless = DOTLESS.get(codePoint);
    if (dotless !== undefined) return dotless;
    // Nabla is upright unless it is bold, which is how it is typed.
    if (codePoint === 0x2207) return codePoint;
  }
  const letter = latinPlace(codePoint);
  if (letter !== undefined) {
    const code = alphabet.latin + letter;
    return ELSEWHERE.get(code) ?? code;
  }
  if (codePoint >= 0x30 && codePoint <= 0x39) {
    return alphabet.digits === undefined ? codePoint : alphabet.digits + codePoint - 0x30;
  }
  const place = greekPlace(codePoint);
  return place === undefined || alphabet.greek === undefined ? codePoint : alphabet.greek + place;
}

function latinPlace(codePoint: number): number | undefined {
  if (codePoint >= 0x41 && codePoint <= 0x5a) return codePoint - 0x41;
  if (codePoint >= 0x61 && codePoint <= 0x7a) return codePoint - 0x61 + LETTERS_OF_LATIN;
  return undefined;
}

function greekPlace(codePoint: number): number | undefined {
  if (codePoint >= 0x391 && codePoint <= 0x3a9 && codePoint !== 0x3a2) return codePoint - 0x391;
  if (codePoint >= 0x3b1 && codePoint <= 0x3c9) return codePoint - 0x3b1 + 26;
  return GREEK_PLACES.get(codePoint);
}
