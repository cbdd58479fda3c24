/** Field instructions (ECMA-376 part 1, 17.16): name, arguments and switches. */

export interface FieldInstruction {
  /** Upper case, e.g. `PAGE`. */
  name: string;
  arguments: string[];
  /** `\* MERGEFORMAT` -> `*`: [`MERGEFORMAT`]; switches without a value have an empty list. */
  switches: Map<string, string[]>;
}

/** Word takes typographic quotation marks for straight ones. `open` is there behind a mark that nothing closes. */
const TOKEN =
  /["\u201c\u201d\u201e](?<quoted>(?:\\[\s\S]|[^"\u201c\u201d\\])*)(?:["\u201c\u201d]|\\?(?<open>$))|\\(?<key>\S)|(?<word>\S(?:(?!\\[*#@])\S)*)/g;
/** Behind such a mark no other is closed either. */
const WORD = /\\(?<key>\S)|(?<word>\S(?:(?!\\[*#@])\S)*)/g;
/** Switches that take no value: the next word stays an argument. */
const FLAG_SWITCHES: Readonly<Record<string, string>> = {
  HYPERLINK: "nm",
  REF: "fhnprtw",
  PAGEREF: "hp",
  NOTEREF: "fhp",
  TOC: "hnuwxz",
  STYLEREF: "lnprtw",
  SEQ: "chn",
  MERGEFIELD: "mv",
};

export function parseFieldInstruction(source: string): FieldInstruction {
  const tokens = tokensOf(source.trim());
  const first = tokens.shift();
  const name = (first?.word ?? first?.quoted ?? "").toUpperCase();
  const flags = FLAG_SWITCHES[name] ?? "";
  const instruction: FieldInstruction = { name, arguments: [], switches: new Map() };
  let pending: string | undefined;
  for (const token of tokens) {
    if (token.key !== undefined) {
      const key = token.key.toLowerCase();
      if (!instruction.switches.has(key)) instruction.switches.set(key, []);
      pending = flags.includes(key) ? undefined : key;
      continue;
    }
    const text = token.quoted !== undefined ? token.quoted.replace(/\\(.)/g, "$1") : (token.word ?? "");
    if (pending !== undefined) {
      instruction.switches.get(pending)?.push(text);
      pending = undefined;
    } else instruction.arguments.push(text);
  }
  return instruction;
}

/** `key` is the letter of a switch. */
type Token = Partial<Record<"quoted" | "key" | "word", string>>;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {}, index } of text.matchAll(TOKEN)) {
    if (groups.open !== undefined)
      return tokens.concat(Array.from(text.slice(index).matchAll(WORD), (found): Token => found.groups ?? {}));
    tokens.push(groups);
  }
  return tokens;
}

/** Formats by their switch; of those with letters the first one's case is the result's, as in `Roman` and `roman`. */
const NUMBER_FORMATS: Readonly<Record<string, string | readonly [upper: string, lower: string]>> = {
  arabic: "decimal",
  roman: ["upperRoman", "lowerRoman"],
  alphabetic: ["upperLetter", "lowerLetter"],
  ordinal: "ordinal",
  cardtext: "cardinalText",
  ordtext: "ordinalText",
  dollartext: "dollarText",
  bahttext: "bahtText",
  arabicdash: "numberInDash",
  hex: "hex",
};

/** `ST_NumberFormat` for the general format switch of a numeric field, e.g. `\* roman`. */
export function numberFormatOfSwitch(values: readonly string[] | undefined): string | undefined {
  for (const value of values ?? []) {
    const format = NUMBER_FORMATS[value.toLowerCase()];
    if (format === undefined) continue;
    return typeof format === "string" ? format : format[/^\p{Lu}/u.test(value) ? 0 : 1];
  }
  return undefined;
}

/** Letter case switches: `\* Upper`, `Lower`, `FirstCap`, `Caps`. */
export function applyCaseSwitch(text: string, values: readonly string[] | undefined): string {
  for (const value of values ?? []) {
    if (/^upper$/i.test(value)) return text.toUpperCase();
    if (/^lower$/i.test(value)) return text.toLowerCase();
    if (/^firstcap$/i.test(value)) return text.charAt(0).toUpperCase() + text.slice(1);
    if (/^caps$/i.test(value)) return text.replace(/(^|\s)(\S)/g, (_, space, letter) => space + letter.toUpperCase());
  }
  return text;
}

/** A date picture (17.16.4.1) such as `d MMMM yyyy h:mm AM/PM`; names come from the given locale. */
export function formatDatePicture(date: Date, image: string, locale: string): string {
  const named = (options: Intl.DateTimeFormatOptions) => {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(date);
    } catch {
      return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(date);
    }
  };
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = date.getUTCHours();
  return image.replace(
    /'([^']*)'|AM\/PM|am\/pm|M{1,4}|d{1,4}|D{1,4}|y{1,4}|Y{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}/g,
    (token, literal) => {
      if (literal !== undefined) return literal;
      switch (token) {
        case "AM/PM":
          return hours < 12 ? "AM" : "PM";
        case "am/pm":
          return hours < 12 ? "am" : "pm";
        case "MMMM":
          return named({ month: "long" });
        case "MMM":
          return named({ month: "short" });
        case "MM":
          return two(date.getUTCMonth() + 1);
        case "M":
          return String(date.getUTCMonth() + 1);
        case "HH":
          return two(hours);
        case "H":
          return String(hours);
        case "hh":
          return two(hours % 12 || 12);
        case "h":
          return String(hours % 12 || 12);
        case "mm":
          return two(date.getUTCMinutes());
        case "m":
          return String(date.getUTCMinutes());
        case "ss":
          return two(date.getUTCSeconds());
        case "s":
          return String(date.getUTCSeconds());
      }
      if (/^d{4}$/i.test(token)) return named({ weekday: "long" });
      if (/^d{3}$/i.test(token)) return named({ weekday: "short" });
      if (/^d{2}$/i.test(token)) return two(date.getUTCDate());
      if (/^d$/i.test(token)) return String(date.getUTCDate());
      return token.length > 2 ? String(date.getUTCFullYear()) : two(date.getUTCFullYear() % 100);
    },
  );
}
