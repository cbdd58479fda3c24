/** Numeric pictures of fields (ISO/IEC 29500-1, 17.16.4.2), such as `$#,##0.00;($#,##0.00);nil`. */

/** A piece of one section of a picture. */
type Piece =
  | { kind: "place"; place: "0" | "#" | "x"; isFraction: boolean }
  | { kind: "point"; text: string }
  | { kind: "sign"; sign: "+" | "-" }
  | { kind: "sequence"; name: string }
  | { kind: "text"; text: string };

/** What a picture is read with. */
export interface PictureContext {
  /** The decimal separator of the document's language; the other one of `.` and `,` groups digits. */
  decimal: string;
  /** The number that a sequence of captions has here, for `` `Table` ``. */
  sequence?(name: string): number | undefined;
}

interface Section {
  pieces: Piece[];
  /** Between groups of three digits; absent if they are not grouped. */
  group: string | undefined;
}

/** A number by a picture with up to three sections: for positive numbers, negative ones and zero. */
export function formatPicture(value: number, picture: string, context: PictureContext): string {
  const [positive = "", negative, zero] = sectionsOf(picture);
  const hasNegative = negative !== undefined && negative.trim() !== "";
  const source = value === 0 && zero !== undefined ? zero : value < 0 && hasNegative ? negative : positive;
  const section = readSection(source, context.decimal);
  const isSigned = value < 0 && !hasNegative;
  return written(section, value, isSigned, context);
}

/** The sections of a picture: semicolons within quotes do not divide it. */
function sectionsOf(picture: string): string[] {
  const sections = [""];
  for (const piece of picture.match(/'[^']*'|;|[^;']+|'/g) ?? []) {
    if (piece === ";") sections.push("");
    else sections[sections.length - 1] += piece;
  }
  return sections;
}

/** Characters that may stand beside each other in the number of a picture. */
const NUMERIC = /[0#.,]/;
const BLANK_GROUPS = /(?<=[0#x])[ \u00a0\u202f](?=[0#x]{3}(?![0#x]))/g;

function readSection(source: string, decimal: string): Section {
  const separators = separatorsOf(source, decimal);
  const pieces: Piece[] = [];
  let isFraction = false;
  const text = (character: string) => {
    const last = pieces.at(-1);
    if (last?.kind === "text") last.text += character;
    else pieces.push({ kind: "text", text: character });
  };
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    const quoted = character === "'" || character === "`" ? source.indexOf(character, at + 1) : -1;
    if (quoted > at) {
      const content = source.slice(at + 1, quoted);
      if (character === "'") text(content);
      else pieces.push({ kind: "sequence", name: content });
      at = quoted;
    } else if (isPlace(source, at)) {
      pieces.push({ kind: "place", place: character as "0" | "#" | "x", isFraction });
    } else if (at === separators.point) {
      pieces.push({ kind: "point", text: character });
      isFraction = true;
    } else if (separators.groups.has(at)) continue;
    else if ((character === "-" || character === "+") && isSign(source, at)) {
      pieces.push({ kind: "sign", sign: character });
    } else text(character);
  }
  return { pieces, group: separators.group };
}

/** `x` is a place only beside others: it is a letter of many words. */
function isPlace(source: string, at: number): boolean {
  const character = source.charAt(at);
  if (character === "0" || character === "#") return true;
  return character === "x" && (NUMERIC.test(source.charAt(at - 1)) || NUMERIC.test(source.charAt(at + 1)));
}

/** Between digits a dash is one, as in the picture of a telephone number. */
function isSign(source: string, at: number): boolean {
  return !/[0#x]\s*$/.test(source.slice(0, at)) || !/^\s*[0#x]/.test(source.slice(at + 1));
}

interface Separators {
  point: number | undefined;
  group: string | undefined;
  groups: ReadonlySet<number>;
}

/**
 * Which of the separators beside places begins the decimals, and which group digits: the last one of two different ones,
 * none that comes twice; one by itself means what it does in the document's language, unless its digits say otherwise.
 */
function separatorsOf(source: string, decimal: string): Separators {
  const plain = source.replace(/'[^']*'|`[^`]*`/g, (quoted) => "\u0000".repeat(quoted.length));
  const found = Array.from(plain.matchAll(/[.,](?=[0#x])|(?<=[0#x])[.,]/g), ({ 0: sign, index }) => ({ sign, index }));
  const count = (sign: string) => found.filter((each) => each.sign === sign).length;
  const last = found.at(-1);
  const isPoint = (each: { sign: string; index: number }): boolean => {
    if (count(each.sign) > 1) return false;
    if (found.length > 1) return true;
    if (each.sign === decimal) return true;
    const isFirst = !/[0#x]/.test(plain.slice(0, each.index));
    return !isFirst && !/^[0#x]{3}(?![0#x])/.test(plain.slice(each.index + 1));
  };
  const point = last && isPoint(last) ? last.index : undefined;
  const whole = plain.slice(0, point ?? plain.length);
  const blanks = Array.from(whole.matchAll(BLANK_GROUPS), ({ index }) => index);
  const inWhole = found.filter(({ index }) => index < whole.length);
  const group = inWhole[0]?.sign ?? (blanks[0] === undefined ? undefined : plain.charAt(blanks[0]));
  return { point, group, groups: new Set([...inWhole.map(({ index }) => index), ...blanks]) };
}

function written({ pieces, group }: Section, value: number, isSigned: boolean, context: PictureContext): string {
  const places = pieces.filter((piece) => piece.kind === "place");
  const fraction = places.filter(({ isFraction }) => isFraction);
  const whole = places.filter(({ isFraction }) => !isFraction);
  const [digits, decimals] = digitsOf(value, fraction);
  const isZero = !/[1-9]/.test(digits + decimals);
  const hasSign = pieces.some(({ kind }) => kind === "sign");
  let sign = isSigned && !hasSign && !isZero && places.length > 0 ? "-" : "";
  let [nextWhole, nextFraction] = [0, 0];
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "text") text += piece.text;
    else if (piece.kind === "sequence") text += context.sequence?.(piece.name) ?? "";
    else if (piece.kind === "sign") text += signOf(piece.sign, value, isZero);
    else if (piece.kind === "point") {
      if (whole.length === 0) text += sign;
      if (whole.length === 0) sign = "";
      text += fraction.length === 0 || decimals !== "" ? piece.text : "";
    } else if (piece.isFraction) text += decimals.charAt(nextFraction++);
    else {
      text += sign + wholeDigits(digits, whole, nextWhole++, group, fraction.length > 0);
      sign = "";
    }
  }
  return text;
}

function signOf(sign: "+" | "-", value: number, isZero: boolean): string {
  if (isZero) return " ";
  if (value < 0) return "-";
  return sign === "+" ? "+" : " ";
}

type Place = Piece & { kind: "place" };

/** The digits before and after the point; those of `#` at the end are there only if they say something. */
function digitsOf(value: number, fraction: readonly Place[]): [whole: string, fraction: string] {
  const [whole = "0", all = ""] = roundedHalfUp(Math.abs(value), fraction.length).split(".");
  let decimals = all;
  for (let at = fraction.length - 1; at >= 0 && fraction[at]?.place === "#" && decimals.endsWith("0"); at--)
    decimals = decimals.slice(0, -1);
  return [whole, decimals];
}

/** The digits of one place before the point: the first one takes those that have no place, unless it is an `x`. */
function wholeDigits(
  digits: string,
  places: readonly Place[],
  index: number,
  group: string | undefined,
  hasFraction: boolean,
): string {
  const required = places.findIndex(({ place }) => place !== "#");
  const isRequired = required >= 0 && index >= required;
  const shown = digits === "0" && required < 0 && hasFraction ? "" : digits;
  const end = shown.length - (places.length - 1 - index);
  const start = index === 0 && places[0]?.place !== "x" ? 0 : Math.max(0, end - 1);
  const own = end > 0 ? shown.slice(start, end) : isRequired ? "0" : "";
  if (group === undefined) return own;
  const behind = places.length - 1 - index;
  return [...own]
    .map((digit, at) => {
      const after = behind + own.length - 1 - at;
      return after > 0 && after % 3 === 0 ? digit + group : digit;
    })
    .join("");
}

/** Rounded as on paper: 1.005 is 1.01, although the nearest number is a little less. */
function roundedHalfUp(value: number, digits: number): string {
  if (value >= 1e21) return BigInt(value).toString();
  const places = Math.min(digits, 20);
  const shifted = Math.round(Number(`${value}e${places}`));
  return Number.isSafeInteger(shifted) ? Number(`${shifted}e-${places}`).toFixed(places) : value.toFixed(places);
}

/** The sign and digits of a number in a text, with what may be around them. */
const NUMBER =
  /\(?[-+\u2212]?(?<!\s)\s*(?:\p{Sc}\s*)?[-+\u2212]?(?:\d[\d.,'\u2019\u00a0\u202f ]*|[.,]\d+)%?\s*\p{Sc}?\)?/u;
/** The same by itself, without blanks around it. */
const WHOLE_NUMBER =
  /^\(?[-+\u2212]?\s*(?:\p{Sc}\s*)?[-+\u2212]?(?:\d(?:[\d.,'\u2019\u00a0\u202f ]*[\d.,'\u2019])?|[.,]\d+)\s*(?:%\s*)?\p{Sc}?\)?$/u;

/** The number that a text of a document means: currency signs, digit groups and percentages are understood. */
export function numberInText(text: string, decimal: string): number | undefined {
  const match = NUMBER.exec(text)?.[0];
  if (match === undefined) return undefined;
  const value = numberOfDigits(match.replace(/[^\d.,]/g, "").replace(/[.,]$/, ""), decimal);
  if (value === undefined) return undefined;
  const isNegative = /^\(.*\)$|[-\u2212]/.test(match.trim());
  return (isNegative ? -value : value) / (match.includes("%") ? 100 : 1);
}

/** The same of a text that is nothing but a number; undefined for others. */
export function numberOfText(text: string, decimal: string): number | undefined {
  if (/^\s*[-+]?\d+(?:\.\d+)?e[-+]?\d+\s*$/i.test(text)) return Number(text);
  return WHOLE_NUMBER.test(text.trim()) ? numberInText(text, decimal) : undefined;
}

/** Digits with separators: the last of two different ones begins the decimals; one by itself groups whole thousands. */
function numberOfDigits(digits: string, decimal: string): number | undefined {
  const group = decimal === "," ? "." : ",";
  const [last] = /[.,](?=[^.,]*$)/.exec(digits) ?? [];
  const isMixed = digits.includes(".") && digits.includes(",");
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(digits);
  const isRepeated = last !== undefined && digits.indexOf(last) !== digits.lastIndexOf(last);
  const point = isMixed && !isRepeated ? last : isRepeated || (last === group && isGrouped) ? undefined : last;
  const plain = [...digits].filter((each) => /\d/.test(each) || each === point).join("");
  const value = Number(point === undefined ? plain : plain.replace(point, "."));
  return Number.isFinite(value) ? value : undefined;
}
