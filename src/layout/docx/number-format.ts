/** `ST_NumberFormat` (ECMA-376 part 1, 17.18.59): whole numbers as list labels and page numbers. */

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** Lower-case Roman numeral; values outside 1-32767 fall back to decimal. */
export function roman(value: number): string {
  if (value < 1 || value > 32_767) return String(value);
  let rest = value;
  let text = "";
  for (const [amount, letters] of ROMAN) {
    while (rest >= amount) {
      text += letters;
      rest -= amount;
    }
  }
  return text;
}

/** a, b, ..., z, aa, bb, ... : the letter is repeated after each full alphabet. */
export function repeatedLetter(value: number, alphabet: string): string {
  const letters = [...alphabet];
  if (value < 1) return "";
  const letter = letters[(value - 1) % letters.length] ?? "";
  return letter.repeat(Math.min(40, Math.floor((value - 1) / letters.length) + 1));
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

/** English cardinal in words, e.g. `twenty-one`. */
export function cardinalText(value: number): string {
  if (value < 20) return ONES[value] ?? String(value);
  if (value < 100) return `${TENS[Math.floor(value / 10)]}${value % 10 ? `-${ONES[value % 10]}` : ""}`;
  if (value < 1000) {
    return `${ONES[Math.floor(value / 100)]} hundred${value % 100 ? ` ${cardinalText(value % 100)}` : ""}`;
  }
  if (value < 1_000_000) {
    return `${cardinalText(Math.floor(value / 1000))} thousand${value % 1000 ? ` ${cardinalText(value % 1000)}` : ""}`;
  }
  return String(value);
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

const CHINESE_DIGITS = [..."零一二三四五六七八九"];
const CHINESE_LEGAL_DIGITS = [..."零壹贰叁肆伍陆柒捌玖"];
const CHINESE_UNITS = ["", "十", "百", "千"];
const CHINESE_LEGAL_UNITS = ["", "拾", "佰", "仟"];

function chineseCounting(
  value: number,
  digits: readonly string[],
  units: readonly string[],
  shortTen: boolean,
): string {
  if (value <= 0 || value > 9999) return String(value);
  let text = "";
  let pendingZero = false;
  for (let power = 3; power >= 0; power--) {
    const digit = Math.floor(value / 10 ** power) % 10;
    if (digit === 0) {
      pendingZero = text !== "";
      continue;
    }
    if (pendingZero) text += digits[0];
    pendingZero = false;
    text += (digits[digit] ?? "") + (units[power] ?? "");
  }
  return shortTen && text.startsWith(`${digits[1]}${units[1]}`) ? text.slice(1) : text;
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
const GANADA = "가나다라마바사아자차카타파하";
const CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
const HEAVENLY_STEMS = "甲乙丙丁戊己庚辛壬癸";
const EARTHLY_BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
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
    case "japaneseCounting":
    case "koreanCounting":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
      return chineseCounting(value, CHINESE_DIGITS, CHINESE_UNITS, true);
    case "chineseLegalSimplified":
    case "ideographLegalTraditional":
    case "japaneseLegal":
      return chineseCounting(value, CHINESE_LEGAL_DIGITS, CHINESE_LEGAL_UNITS, false);
    case "koreanDigital":
      return digitByDigit(value, "영일이삼사오육칠팔구");
    case "ideographTraditional":
      return repeatedLetter(value, HEAVENLY_STEMS);
    case "ideographZodiac":
      return repeatedLetter(value, EARTHLY_BRANCHES);
    case "aiueo":
    case "aiueoFullWidth":
      return repeatedLetter(value, AIUEO);
    case "iroha":
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
      return String(value);
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
