/**
 * The formats of strtotime() as patterns (PHP manual, "Supported Date and Time Formats"). At every position the longest
 * format wins, and of equally long ones the first of this list; so the order is part of the grammar.
 */

// Full and short names share their beginnings, which keeps the scanner small.
const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const monthShort = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec";
const weekdays = "(?:sun|mon|fri)(?:days?)?|tue(?:sdays?)?|wed(?:nesdays?)?|thu(?:rsdays?)?|sat(?:urdays?)?";

const any = (...options: string[]): string => `(?:${options.join("|")})`;
const word = (options: string): string => `(?i:${options})`;

const space = "(?:[ \\t]+|\\x{a0}+|\\x{202f}+)";
const frac = "\\.[0-9]+";
const hour24 = "(?:[01]?[0-9]|2[0-4])";
const hour24lz = "(?:[01][0-9]|2[0-4])";
const hour12 = "(?:0?[1-9]|1[0-2])";
const minute = "[0-5]?[0-9]";
const minutelz = "[0-5][0-9]";
const second = "(?:[0-5]?[0-9]|60)";
const secondlz = "(?:[0-5][0-9]|60)";
const meridian = "[AaPp]\\.?[Mm]\\.?(?:[\\t ]|\\z)";
const tz = "(?:\\(?[A-Za-z]{1,6}\\)?|[A-Z][a-z]+(?:[_/-][A-Za-z]+)+)";
const tzcorrection = `(?:GMT)?[+-]${any(`${hour24}(?::?${minute})?`, hour24lz + minutelz + secondlz, `${hour24lz}:${minutelz}:${secondlz}`)}`;

const month = "(?:0?[0-9]|1[0-2])";
const day = "(?:[0-2]?[0-9]|3[01])(?:st|nd|rd|th)?";
const year = "[0-9]{1,4}";
const year4 = "[0-9]{4}";
const dayofyear = "(?:00[1-9]|0[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-6])";
const weekofyear = "(?:0[1-9]|[1-4][0-9]|5[0-3])";
const monthlz = "(?:0[0-9]|1[0-2])";
const daylz = "(?:0[0-9]|[12][0-9]|3[01])";
const monthroman = "(?:I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII)";
const monthtext = any(word(months), monthroman);
const separators = "[ .\\t-]*";

const timetiny12 = `${hour12}${space}?${meridian}`;
const timeshort12 = `${hour12}[:.]${minutelz}${space}?${meridian}`;
const timelong12 = `${hour12}[:.]${minute}[:.]${secondlz}${space}?${meridian}`;
const timeshort24 = `[tT]?${hour24}[:.]${minute}`;
const timelong24 = `${timeshort24}[:.]${second}`;
const datenoyear = `${monthtext}${separators}${day}(?:[,.stndrh\\t ]+|\\z)`;

const relnumbers = word("first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth");
const reltexts = word("next|last|previous|this");
const daytext = word(`${weekdays}|weekdays?`);
const units = "(?:m|µ|u)?sec|(?:micro|milli)?second|min(?:ute)?|hour|day|forth?night|month|year";
const relunit = any(word(`ms|µs|(?:${units})s?|weeks`), daytext);

/** The patterns of each format. */
export const DATE_FORMATS = {
  yesterday: word("yesterday"),
  now: word("now"),
  noon: word("noon"),
  today: word("midnight|today"),
  tomorrow: word("tomorrow"),
  timestamp: "@-?[0-9]+",
  timestampFraction: "@-?[0-9]+\\.[0-9]{0,6}",
  firstOrLastDayOf: word("(?:first|last) day of"),
  backOrFrontOf: `${word("(?:back|front) of ")}${hour24}(?:${space}?${meridian})?`,
  weekdayOfMonth: `${any(relnumbers, reltexts)}${space}${word(weekdays)}${space}${word("of")}`,
  time12: any(timetiny12, timeshort12, timelong12),
  timeMssql: `${hour12}:${minutelz}:${secondlz}[:.][0-9]+${meridian}`,
  time24: any(`[tT]${hour24}`, timeshort24, timelong24, `${timelong24}${frac}`),
  timeFourDigits: `[tT]?${hour24lz}${minutelz}`,
  timeSixDigits: `[tT]?${hour24lz}${minutelz}${secondlz}`,
  american: `${month}/${day}(?:/${year})?`,
  isoDate: any(`[+-]?${year4}-${monthlz}-${daylz}`, `${year4}/${monthlz}/${daylz}/?`, `${year4}/${month}/${day}`),
  isoDateTwoDigits: `[0-9]{2}-${monthlz}-${daylz}`,
  isoDateLongYear: `[+-][0-9]{5,19}-${monthlz}-${daylz}`,
  yearMonth: `${year4}-${month}`,
  yearMonthDay: `${year}-${month}-${day}`,
  dayMonthNameYear: `${day}${separators}${monthtext}${separators}${year}`,
  pointedFourDigits: `${day}[.\\t-]${month}[.-]${year4}`,
  pointedTwoDigits: `${day}[.\\t]${month}\\.[0-9]{2}`,
  monthNameYear: `${monthtext}${separators}${year4}`,
  yearMonthName: `${year4}${separators}${monthtext}`,
  monthNameDay: any(`${monthtext}${separators}${day}[,.stndrh\\t ]+${year}`, datenoyear),
  dayMonthName: `${day}${separators}${monthtext}`,
  dateEightDigits: `${year4}${monthlz}${daylz}`,
  dateAndTime: any(
    `${year4}${monthlz}${daylz}T${hour24}:${minutelz}:${secondlz}`,
    `${year4}${monthlz}${daylz}[tT]${hour24}${minutelz}${secondlz}`,
    `${year4}-${monthlz}-${daylz}T${hour24lz}:${minutelz}:${secondlz}${frac}(?:${tzcorrection})?`,
    `${year4}-${month}-${day}T${hour24}:${minute}:${second}`,
    `${year4}:${monthlz}:${daylz} ${hour24lz}:${minutelz}:${secondlz}`,
  ),
  yearDay: `${year4}[.-]?${dayofyear}`,
  isoWeekday: `${year4}-?W${weekofyear}-?[0-7]`,
  isoWeek: `${year4}-?W${weekofyear}`,
  monthNameDayYear: `${word(monthShort)}-${daylz}-${year}`,
  yearMonthNameDay: `${year}-${word(monthShort)}-${daylz}`,
  commonLog: `${day}/${word(monthShort)}/${year4}:${hour24lz}:${minutelz}:${secondlz}${space}${tzcorrection}`,
  year: year4,
  ago: word("ago"),
  weekday: daytext,
  relativeTextWeek: `${reltexts}${space}${word("week")}`,
  relativeText: `${any(relnumbers, reltexts)}${space}${relunit}`,
  monthName: word(months),
  zone: any(tzcorrection, tz),
  monthNameDayTime12: any(datenoyear + timeshort12, datenoyear + timelong12),
  monthNameDayTime24: any(
    datenoyear + timeshort24,
    datenoyear + timelong24,
    `${datenoyear}[tT]?${hour24}[:.]${minute}[:.]${secondlz}${space}?${any(tzcorrection, tz)}`,
  ),
  relative: `[+-]*[ \\t]*[0-9]{1,13}${space}?${any(relunit, word("week"))}`,
  separator: any("[.,\\n\\x00]", space),
} as const satisfies Record<string, string>;

export type DateFormat = keyof typeof DATE_FORMATS;
