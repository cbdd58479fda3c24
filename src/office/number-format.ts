/** `ST_NumberFormat` (ECMA-376 part 1, 17.18.59): whole numbers as list labels and page numbers. */

import { romanNumeral } from "../domain/text/roman-numeral.ts";
import { hindiCounting, koreanLegal, thaiCounting, vietnameseCounting } from "./number-words.ts";

/** Lower-case Roman numeral; values outside 1-32767 fall back to decimal. */
export const roman = (value: number): string => (value < 1 || value > 32_767 ? String(value) : romanNumeral(value));

/** a, b, ..., z, aa, bb, ... : the letter is repeated after each full alphabet, at most thirty times. */
export function repeatedLetter(value: number, alphabet: string): string {
  const letters = [...alphabet];
  if (value < 1) return "";
  const letter = letters[(value - 1) % letters.length] ?? "";
  return letter.repeat(Math.min(30, Math.floor((value - 1) / letters.length) + 1));
}

const ONES = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINAL_ENDINGS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

const SCALES: readonly (readonly [number, string])[] = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
  [1000, "thousand"],
];
const LARGEST_IN_WORDS = 1e15;

/** English cardinal in words, e.g. `twenty-one`; digits where there are no words. */
export function cardinalText(value: number): string {
  if (!Number.isInteger(value) || Math.abs(value) >= LARGEST_IN_WORDS) return String(value);
  if (value < 0) return `minus ${cardinalText(-value)}`;
  if (value < 20) return ONES[value] ?? String(value);
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 ? `-${ONES[value % 10]}` : ""}`;
  if (value < 1000) {
    return `${ONES[Math.floor(value / 100)]} hundred${value % 100 ? ` ${cardinalText(value % 100)}` : ""}`;
  }
  const [size, name] = SCALES.find(([scale]) => value >= scale) ?? [1000, "thousand"];
  return `${cardinalText(Math.floor(value / size))} ${name}${value % size ? ` ${cardinalText(value % size)}` : ""}`;
}

/** English ordinal in words, e.g. `twenty-first`. */
export function ordinalText(value: number): string {
  const words = cardinalText(value);
  const last = /[a-z]+$/.exec(words)?.[0] ?? "";
  const ending = ORDINAL_ENDINGS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return words.slice(0, words.length - last.length) + ending;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`. */
export function ordinal(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return `${value}th`;
  return `${value}${["th", "st", "nd", "rd"][value % 10] ?? "th"}`;
}

/** How a language counts with characters for digits and for ten, a hundred and a thousand. */
interface UnitSystem {
  digits: readonly string[];
  units: readonly string[];
  /** A gap between units is named: 105 is "one hundred zero five". */
  namesZero: boolean;
  /** Whether the one before a unit is left out: always, only at the start of ten, or never. */
  dropsOne: "always" | "leadingTen" | "never";
}

const CHINESE: UnitSystem = {
  digits: [..."零一二三四五六七八九"],
  units: ["", "十", "百", "千"],
  namesZero: true,
  dropsOne: "leadingTen",
};
const CHINESE_LEGAL: UnitSystem = {
  digits: [..."零壹贰叁肆伍陆柒捌玖"],
  units: ["", "拾", "佰", "仟"],
  namesZero: true,
  dropsOne: "never",
};
const TRADITIONAL_LEGAL: UnitSystem = { ...CHINESE_LEGAL, digits: [..."零壹貳參肆伍陸柒捌玖"] };
const JAPANESE: UnitSystem = { ...CHINESE, namesZero: false, dropsOne: "always" };
const JAPANESE_LEGAL: UnitSystem = {
  digits: [..."零壱弐参四伍六七八九"],
  units: ["", "拾", "百", "阡"],
  namesZero: false,
  dropsOne: "never",
};
const KOREAN: UnitSystem = {
  digits: [..."영일이삼사오육칠팔구"],
  units: ["", "십", "백", "천"],
  namesZero: false,
  dropsOne: "always",
};

function countInUnits(value: number, { digits, units, namesZero, dropsOne }: UnitSystem): string {
  if (value <= 0 || value > 9999) return String(value);
  let text = "";
  let pendingZero = false;
  for (let power = 3; power >= 0; power--) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit === 0) {
      pendingZero = text !== "";
      continue;
    }
    if (pendingZero && namesZero) text += digits[0];
    pendingZero = false;
    const drops =
      digit === 1 && power > 0 && (dropsOne === "always" || (dropsOne === "leadingTen" && power === 1 && text === ""));
    text += (drops ? "" : (digits[digit] ?? "")) + (units[power] ?? "");
  }
  return text;
}

function digitByDigit(value: number, digits: string): string {
  const list = [...digits];
  return [...String(value)].map((digit) => list[Number(digit)] ?? digit).join("");
}

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";
const HEBREW = "אבגדהוזחטיכלמנסעפצקרשת";
const HEBREW_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400];
const ARABIC_ALPHA = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
const ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
const THAI_LETTERS = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const HALF_WIDTH_AIUEO = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ";
/** Two of its signs have no narrow form. */
const HALF_WIDTH_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ";
const GANADA = "가나다라마바사아자차카타파하";
const CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
const HEAVENLY_STEMS = "甲乙丙丁戊己庚辛壬癸";
const EARTHLY_BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
const HINDI_VOWELS = "अआइईउऊऋएऐओऔ";
const HINDI_CONSONANTS = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह";
const CHICAGO = ["*", "†", "‡", "§"];

function hebrew(value: number): string {
  if (value < 1 || value > 999) return String(value);
  if (value % 100 === 15 || value % 100 === 16) {
    return `${value >= 100 ? hebrew(value - (value % 100)) : ""}ט${value % 100 === 15 ? "ו" : "ז"}`;
  }
  let rest = value;
  let text = "";
  for (let index = HEBREW_VALUES.length - 1; index >= 0; index--) {
    const amount = HEBREW_VALUES[index] ?? 1;
    while (rest >= amount) {
      text += [...HEBREW][index];
      rest -= amount;
    }
  }
  return text;
}

/** The label of `value` in a format; unknown formats are decimal, as Word shows them. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case "none":
    case "bullet":
      return "";
    case "decimalZero":
      return value >= 0 && value < 10 ? `0${value}` : String(value);
    case "upperRoman":
      return roman(value).toUpperCase();
    case "lowerRoman":
      return roman(value);
    case "upperLetter":
      return repeatedLetter(value, LATIN).toUpperCase();
    case "lowerLetter":
      return repeatedLetter(value, LATIN);
    case "russianLower":
      return repeatedLetter(value, RUSSIAN);
    case "russianUpper":
      return repeatedLetter(value, RUSSIAN).toUpperCase();
    case "ordinal":
      return ordinal(value);
    case "cardinalText":
      return capitalize(cardinalText(value));
    case "ordinalText":
      return capitalize(ordinalText(value));
    case "hex":
      return value.toString(16).toUpperCase();
    case "chicago":
      return (CHICAGO[(value - 1) % 4] ?? "*").repeat(Math.floor((value - 1) / 4) + 1);
    case "numberInDash":
      return `- ${value} -`;
    case "decimalEnclosedCircle":
    case "decimalEnclosedCircleChinese":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case "decimalEnclosedFullstop":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2488 + value - 1) : `${value}.`;
    case "decimalEnclosedParen":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2474 + value - 1) : `(${value})`;
    case "decimalFullWidth":
    case "decimalFullWidth2":
      return digitByDigit(value, "０１２３４５６７８９");
    case "japaneseDigitalTenThousand":
    case "ideographDigital":
    case "taiwaneseDigital":
      return digitByDigit(value, "〇一二三四五六七八九");
    case "chineseCounting":
    case "chineseCountingThousand":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
      return countInUnits(value, CHINESE);
    case "japaneseCounting":
      return countInUnits(value, JAPANESE);
    case "koreanCounting":
      return countInUnits(value, KOREAN);
    case "chineseLegalSimplified":
      return countInUnits(value, CHINESE_LEGAL);
    case "ideographLegalTraditional":
      return countInUnits(value, TRADITIONAL_LEGAL);
    case "japaneseLegal":
      return countInUnits(value, JAPANESE_LEGAL);
    case "koreanLegal":
      return koreanLegal(value);
    case "koreanDigital2":
      return digitByDigit(value, "零一二三四五六七八九");
    case "ideographEnclosedCircle":
      return value >= 1 && value <= 10 ? String.fromCodePoint(0x3280 + value - 1) : String(value);
    case "ideographZodiacTraditional":
      return value >= 1
        ? `${[...HEAVENLY_STEMS][(value - 1) % 10]}${[...EARTHLY_BRANCHES][(value - 1) % 12]}`
        : String(value);
    case "vietnameseCounting":
      return vietnameseCounting(value);
    case "thaiCounting":
      return thaiCounting(value);
    case "bahtText":
      return `${thaiCounting(value)}บาทถ้วน`;
    case "dollarText":
      return `${capitalize(cardinalText(value))} and 00/100`;
    case "hindiVowels":
      return repeatedLetter(value, HINDI_VOWELS);
    case "hindiConsonants":
      return repeatedLetter(value, HINDI_CONSONANTS);
    case "hindiCounting":
      return hindiCounting(value);
    case "koreanDigital":
      return digitByDigit(value, "영일이삼사오육칠팔구");
    case "ideographTraditional":
      return repeatedLetter(value, HEAVENLY_STEMS);
    case "ideographZodiac":
      return repeatedLetter(value, EARTHLY_BRANCHES);
    case "aiueo":
      return repeatedLetter(value, HALF_WIDTH_AIUEO);
    case "aiueoFullWidth":
      return repeatedLetter(value, AIUEO);
    case "iroha":
      return repeatedLetter(value, HALF_WIDTH_IROHA);
    case "irohaFullWidth":
      return repeatedLetter(value, IROHA);
    case "ganada":
      return repeatedLetter(value, GANADA);
    case "chosung":
      return repeatedLetter(value, CHOSUNG);
    case "arabicAlpha":
      return repeatedLetter(value, ARABIC_ALPHA);
    case "arabicAbjad":
      return repeatedLetter(value, ARABIC_ABJAD);
    case "hebrew1":
      return hebrew(value);
    case "hebrew2":
      return repeatedLetter(value, HEBREW);
    case "thaiLetters":
      return repeatedLetter(value, THAI_LETTERS);
    case "thaiNumbers":
      return digitByDigit(value, "๐๑๒๓๔๕๖๗๘๙");
    case "hindiNumbers":
      return digitByDigit(value, "०१२३४५६७८९");
    default:
      return padded(value, format) ?? String(value);
  }
}

/** `custom` formats list their first labels, e.g. `001, 002, 003, ...`: numbers of at least that many digits. */
function padded(value: number, format: string): string | undefined {
  const first = /^(0*1), /.exec(format)?.[1];
  return first ? String(value).padStart(first.length, "0") : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
