/** Texts of numbered paragraphs (`ST_TextAutonumberScheme`, ECMA-376 part 1, 20.1.10.61). */
import { repeatedLetter, roman } from "../../../office/number-format.ts";

type Digits = (value: number) => string;

const letters: Digits = (value) => repeatedLetter(value, "abcdefghijklmnopqrstuvwxyz");

const DIGITS_HAN = "〇一二三四五六七八九";

/** Chinese numbers up to 99999, e.g. 十二. */
function han(value: number): string {
  if (value >= 100_000) return String(value);
  const units = ["", "十", "百", "千", "万"];
  let text = "";
  let zero = false;
  const digits = [...String(value)];
  digits.forEach((digit, index) => {
    if (digit === "0") zero = text !== "";
    else {
      text += `${zero ? "〇" : ""}${DIGITS_HAN[Number(digit)]}${units[digits.length - 1 - index]}`;
      zero = false;
    }
  });
  return text.replace(/^一十/, "十") || "〇";
}

function translated(zero: string): Digits {
  const first = zero.codePointAt(0) ?? 48;
  return (value) => [...String(value)].map((digit) => String.fromCodePoint(first + Number(digit))).join("");
}

function fromAlphabet(alphabet: string): Digits {
  const signs = [...alphabet];
  return (value) => {
    let text = "";
    for (let rest = value; rest > 0 && text.length < 10; rest = Math.floor((rest - 1) / signs.length)) {
      text = (signs[(rest - 1) % signs.length] ?? "") + text;
    }
    return text;
  };
}

const circled =
  (first: number, most: number): Digits =>
  (value) =>
    value >= 1 && value <= most ? String.fromCodePoint(first + value - 1) : String(value);

const THAI = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const HINDI = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह";
const HINDI_VOWELS = "अआइईउऊऋएऐओऔ";
const HEBREW = "אבגדהוזחטיכלמנסעפצקרשת";
const ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
const ARABIC_ALPHABET = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";

const arabic: Digits = String;

/** Longer names first: the rest of the scheme's name says what is around the number. */
const DIGITS: readonly (readonly [string, Digits])[] = [
  ["alphaLc", letters],
  ["alphaUc", (value) => letters(value).toUpperCase()],
  ["romanLc", roman],
  ["romanUc", (value) => roman(value).toUpperCase()],
  ["arabicDb", translated("０")],
  ["arabic1Minus", fromAlphabet(ARABIC_ABJAD)],
  ["arabic2Minus", fromAlphabet(ARABIC_ALPHABET)],
  ["arabic", arabic],
  ["circleNumDb", circled(0x2460, 20)],
  ["circleNumWdBlack", circled(0x2776, 10)],
  ["circleNumWdWhite", circled(0x2460, 20)],
  ["ea1Chs", han],
  ["ea1Cht", han],
  ["ea1JpnChsDb", han],
  ["ea1JpnKor", han],
  ["hebrew2Minus", fromAlphabet(HEBREW)],
  ["hindiAlpha1", fromAlphabet(HINDI)],
  ["hindiAlpha", fromAlphabet(HINDI_VOWELS)],
  ["hindiNum", translated("०")],
  ["thaiAlpha", fromAlphabet(THAI)],
  ["thaiNum", translated("๐")],
];

const AROUND: Readonly<Record<string, (number: string) => string>> = {
  ParenBoth: (number) => `(${number})`,
  ParenR: (number) => `${number})`,
  Period: (number) => `${number}.`,
  Minus: (number) => `${number}-`,
};

/** The number as text, e.g. `romanUcParenR` of 4 -> `IV)`; unknown schemes count as `arabicPeriod`. */
export function autonumberText(scheme: string, value: number): string {
  const number = Math.max(1, Math.floor(value) || 1);
  const found = DIGITS.find(([name]) => scheme.startsWith(name));
  if (!found) return `${number}.`;
  const [name, digits] = found;
  const rest = scheme.slice(name.length);
  const around = AROUND[rest] ?? (name.endsWith("Minus") ? AROUND.Minus : undefined);
  return around ? around(digits(number)) : digits(number);
}

interface Counter {
  scheme: string;
  startAt: number;
  value: number;
}

/** Counts numbered paragraphs of one text: a deeper level starts again, another scheme too. */
export class Autonumbers {
  readonly #levels = new Map<number, Counter>();

  /** The number of the next paragraph at this level; undefined `scheme` is a paragraph without number. */
  next(level: number, scheme: string | undefined, startAt: number): number | undefined {
    for (const deeper of [...this.#levels.keys()]) if (deeper > level) this.#levels.delete(deeper);
    if (scheme === undefined) {
      this.#levels.delete(level);
      return undefined;
    }
    const before = this.#levels.get(level);
    const continues = before?.scheme === scheme && before.startAt === startAt;
    const value = continues ? before.value + 1 : startAt;
    this.#levels.set(level, { scheme, startAt, value });
    return value;
  }
}
