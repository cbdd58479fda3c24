/**
 * Compares dates with PHP's own functions: random texts, zones and formats, a few thousand in one run.
 * Needs php-cli. Run: node test/smarty/dates.ts [count] [seed] [wide]
 */
import { addInterval } from "../../src/language/dates/add-interval.ts";
import { instantAt } from "../../src/language/dates/instant.ts";
import { formatPhpDate } from "../../src/language/dates/php-date.ts";
import { formatStrftime } from "../../src/language/dates/strftime.ts";
import { parseDate } from "../../src/language/dates/strtotime.ts";
import { askPhp } from "./php.ts";
import { Random } from "./random.ts";

const count = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
const random = new Random(seed);
const pick = <T>(items: readonly T[]): T => random.pick(items);
const below = (limit: number): number => random.below(limit);
const chance = (share: number): boolean => random.chance(share);
const two = (value: number): string => String(value).padStart(2, "0");

const ZONES = [
  ..."UTC Europe/Berlin America/New_York Asia/Kolkata Australia/Sydney".split(" "),
  ...(process.argv[4] === "wide"
    ? "Europe/London Asia/Kathmandu America/Sao_Paulo Australia/Lord_Howe Pacific/Apia Asia/Tehran America/St_Johns Pacific/Auckland America/Los_Angeles Africa/Cairo Asia/Tokyo Europe/Moscow Asia/Dubai".split(
        " ",
      )
    : []),
];
const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const UNITS =
  "sec secs second seconds min minute minutes hour hours day days week weeks fortnight month months year years weekday weekdays monday".split(
    " ",
  );
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth next last previous this".split(
    " ",
  );

const year = (): string => (chance(0.9) ? String(1950 + below(120)) : String(1000 + below(9000)));
const letterCase = (word: string): string => pick([word, word.toLowerCase(), word.toUpperCase(), word]);
const monthName = (): string => {
  const name = pick(MONTHS);
  return letterCase(chance(0.5) ? name : name.slice(0, 3)) + (chance(0.1) ? "." : "");
};
const weekday = (): string => {
  const name = pick(WEEKDAYS);
  return letterCase(chance(0.5) ? name : name.slice(0, 3));
};
const suffix = (): string => pick(["", "", "", "st", "nd", "rd", "th"]);
const month = (): number => 1 + below(12);
const day = (): number => 1 + below(31);

const DATES: readonly (() => string)[] = [
  () => `${year()}-${two(month())}-${two(day())}`,
  () => `${year()}-${month()}-${day()}`,
  () => `${month()}/${day()}/${year()}`,
  () => `${month()}/${day()}/${two(below(100))}`,
  () => `${month()}/${day()}`,
  () => `${day()}-${month()}-${year()}`,
  () => `${day()}.${month()}.${year()}`,
  () => `${day()}.${month()}.${two(below(100))}`,
  () => `${year()}/${month()}/${day()}`,
  () => `${year()}${two(month())}${two(day())}`,
  () => `${year()}-${two(month())}`,
  () => `${day()}${suffix()}${pick([" ", "-", ".", ""])}${monthName()}${pick([" ", "-", " ", ", "])}${year()}`,
  () => `${day()} ${monthName()}`,
  () => `${monthName()} ${day()}${suffix()}${pick([", ", " ", ","])}${year()}`,
  () => `${monthName()} ${day()}${suffix()}`,
  () => `${monthName()} ${year()}`,
  () => `${year()} ${monthName()}`,
  () => monthName(),
  () => year(),
  () => `${year()}${pick(["", "-"])}W${two(1 + below(53))}`,
  () => `${year()}-W${two(1 + below(53))}-${below(8)}`,
  () => `${year()}${pick(["", ".", "-"])}${String(1 + below(366)).padStart(3, "0")}`,
  () => `${weekday()}, ${day()} ${monthName()} ${year()}`,
  () => `${two(below(100))}-${two(month())}-${two(day())}`,
  () => `@${below(4_000_000_000) - 1_000_000_000}`,
  () =>
    `${day()}/${pick(MONTHS).slice(0, 3)}/${year()}:${two(below(24))}:${two(below(60))}:${two(below(60))} ${zoneOffset()}`,
  () => `${pick(MONTHS).slice(0, 3)}-${two(day())}-${year()}`,
  () => `${year()}-${pick(MONTHS).slice(0, 3)}-${two(day())}`,
  () => `${year()}:${two(month())}:${two(day())} ${two(below(24))}:${two(below(60))}:${two(below(60))}`,
];
const zoneOffset = (): string => `${pick(["+", "-"])}${two(below(13))}${pick([":", ""])}${pick(["00", "30", "45"])}`;
const hour = (): number => below(24);
const TIMES: readonly (() => string)[] = [
  () => `${two(hour())}:${two(below(60))}`,
  () => `${hour()}:${two(below(60))}:${two(below(60))}`,
  () => `${two(hour())}:${two(below(60))}:${two(below(60))}.${below(1_000_000)}`,
  () => `${1 + below(12)}${pick(["", " "])}${pick(["am", "PM", "a.m.", "p.m."])}`,
  () => `${1 + below(12)}:${two(below(60))}${pick(["", " "])}${pick(["am", "pm", "AM"])}`,
  () => `${1 + below(12)}.${two(below(60))}.${two(below(60))} pm`,
  () => `T${two(hour())}:${two(below(60))}:${two(below(60))}`,
  () => `${two(hour())}${two(below(60))}`,
  () => `T${two(hour())}${two(below(60))}${two(below(60))}`,
  () => pick(["noon", "midnight", "today", "now", "24:00", "back of 7pm", "front of 5am", "back of 19"]),
];
const ZONE_TEXTS: readonly (() => string)[] = [
  zoneOffset,
  () =>
    pick([
      "Z",
      "UTC",
      "utc",
      "GMT",
      "EST",
      "EDT",
      "CET",
      "cest",
      "PST",
      "IST",
      "(MST)",
      "Europe/Paris",
      "Asia/Tokyo",
      "America/Los_Angeles",
      "GMT+2",
      "GMT-0330",
      "X",
      "Foo",
    ]),
  () => `${pick(["+", "-"])}${below(13)}`,
];
const RELATIVES: readonly (() => string)[] = [
  () => `${pick(["+", "-", "", "+ ", "--"])}${below(40)} ${pick(UNITS)}${chance(0.2) ? " ago" : ""}`,
  () => `${pick(["+", "-"])}${below(400)}${pick(UNITS)}`,
  () => `${letterCase(pick(ORDINALS))} ${letterCase(pick(UNITS))}`,
  () => `${pick(ORDINALS)} ${weekday()}`,
  () => weekday(),
  () => pick(["tomorrow", "yesterday", "today", "noon", "midnight", "now", "yesterday noon", "tomorrow 14:00"]),
  () =>
    `${pick(["first", "last", "First", "LAST"])} day of ${pick(["next month", "last month", "this month", "next year", "", "previous year", monthName(), `${monthName()} ${year()}`])}`,
  () =>
    `${pick(ORDINALS)} ${weekday()} of ${pick(["next month", "january 2024", "this month", monthName(), `${monthName()} ${year()}`])}`,
  () => `${weekday()} ${pick(["next", "this", "last", "previous"])} week`,
  () => `${pick(["next", "this", "last"])} week`,
  () => `${below(9)} ${pick(UNITS)} ${below(9)} ${pick(UNITS)} ago`,
];

function dateText(): string {
  const parts: string[] = [];
  const kind = random.next();
  if (kind < 0.75) parts.push(pick(DATES)());
  if (chance(0.5)) parts.push(pick(TIMES)());
  if (chance(0.25)) parts.push(pick(ZONE_TEXTS)());
  if (kind > 0.6) parts.push(pick(RELATIVES)());
  if (chance(0.1)) parts.push(pick(RELATIVES)());
  if (chance(0.05)) parts.reverse();
  if (chance(0.1))
    parts.splice(0, parts.length, formatPhpDate("Y-m-d H:i:s", instantAt(someSecond() * 1000, pick(ZONES), "en")));
  let text = parts.join(pick([" ", " ", " ", "", "  ", ", ", "T"]));
  if (chance(0.05) && text.length > 0) {
    const at = below(text.length);
    text = text.slice(0, at) + pick(["x", "1", " ", "-", ":", "/", "é", "t"]) + text.slice(at + below(2));
  }
  return text.trim();
}

/** Points of time, many of them within two hours of a change of daylight saving. */
function someSecond(): number {
  const edges = [
    1711846800, 1729990800, 1710054000, 1730613600, 1712419200, 1728144000, 1710032400, 1713060000, 951782400,
    1709164800, 0,
  ];
  if (chance(0.4)) return pick(edges) + below(14_400) - 7200;
  return below(4_000_000_000) - 1_000_000_000;
}

const PHP_LETTERS = [..."dDjlNSwzWFmMntLoYyxXaABgGhHisveIOPpTZcrU"];
const STRFTIME_LETTERS = [..."aAbBcCdDeFgGhHIjklmMnpPrRStTuUVwWxXyYzZ%"];
const phpFormat = (): string =>
  Array.from({ length: 1 + below(6) }, () => pick(PHP_LETTERS) + pick(["", " ", "-", "\\T", ":", "\\\\", "/"])).join(
    "",
  );
const strftimeFormat = (): string =>
  Array.from(
    { length: 1 + below(6) },
    () =>
      `%${pick(["", "", "", "", "-", "_", "0", "^", "#", "5", "-5", "_5", "E", "O"])}${pick(STRFTIME_LETTERS)}${pick(["", " ", "/", "%Q", "é"])}`,
  ).join("");
const interval = (): string =>
  Array.from(
    { length: 1 + below(2) },
    () => `${pick(["+", "-"])}${below(60)} ${pick("day days week month months year hours minutes seconds".split(" "))}`,
  ).join(" ");

/** The range of Date, which is smaller than PHP's. */
const LAST_SECOND = 8.63e12;

type Case = { kind: "parse" | "date" | "strftime" | "add"; zone: string; second: number; text: string };
const cases: Case[] = Array.from({ length: count }, () => {
  const kind = pick(["parse", "parse", "parse", "parse", "date", "strftime", "add"] as const);
  const text = { parse: dateText, date: phpFormat, strftime: strftimeFormat, add: interval }[kind]();
  return { kind, zone: pick(ZONES), second: someSecond(), text };
}).filter((item) => item.text !== "");

const expected = askPhp<(string | number | false)[]>(
  `foreach ($input as $c) {
    date_default_timezone_set($c['zone']);
    switch ($c['kind']) {
      case 'parse': $out[] = strtotime($c['text'], $c['second']); break;
      case 'date': $out[] = date($c['text'], $c['second']); break;
      case 'strftime': $out[] = @strftime($c['text'], $c['second']); break;
      case 'add': $d = new DateTime('@' . $c['second']); $d->setTimezone(new DateTimeZone($c['zone']));
        $out[] = $d->modify($c['text'])->getTimestamp(); break;
    }
  }`,
  cases,
);

function actual(item: Case): string | number | false {
  const ms = item.second * 1000;
  switch (item.kind) {
    case "parse": {
      const parsed = parseDate(item.text, { now: new Date(ms), timeZone: item.zone });
      return parsed === undefined ? false : Math.floor(parsed / 1000);
    }
    case "date":
      return formatPhpDate(item.text, instantAt(ms, item.zone, "en"));
    case "strftime":
      return formatStrftime(item.text, instantAt(ms, item.zone, "en"));
    case "add":
      return (addInterval(ms, item.text, item.zone) ?? Number.NaN) / 1000;
  }
}

function changesOffset(item: Case, second: number): boolean {
  const offset = (value: number): number => instantAt(value * 1000, item.zone, "en").offsetSeconds;
  return offset(item.second) !== offset(second) || offset(item.second + 3 * 3600) !== offset(item.second - 3 * 3600);
}

const totals = new Map<string, { cases: number; differences: number; refused: number; purposeful: number }>();
cases.forEach((item, index) => {
  const total = totals.get(item.kind) ?? { cases: 0, differences: 0, refused: 0, purposeful: 0 };
  totals.set(item.kind, total);
  total.cases++;
  if (expected[index] === false) total.refused++;
  const got = actual(item);
  if (got === expected[index]) return;
  // Hours are elapsed time here, wall clock time in PHP; see docs/decisions/dates.md.
  if (item.kind === "add" && /hour|minute|second/.test(item.text) && changesOffset(item, Number(got))) {
    total.purposeful++;
    return;
  }
  if (got === false && Math.abs(Number(expected[index])) > LAST_SECOND) {
    total.purposeful++;
    return;
  }
  total.differences++;
  const readable = (value: unknown): string =>
    typeof value === "number"
      ? `${value} ${formatPhpDate("c", instantAt(value * 1000, item.zone, "en"))}`
      : JSON.stringify(value);
  if (total.differences <= 40) {
    console.log(
      `${item.kind} ${JSON.stringify(item.text)} ${item.zone} ${formatPhpDate("c", instantAt(item.second * 1000, item.zone, "en"))}\n   php ${readable(expected[index])}\n   own ${readable(got)}`,
    );
  }
});
for (const [kind, { cases: number, differences, refused, purposeful }] of totals) {
  console.log(
    `${kind}: ${number} cases, ${refused} of them refused by PHP, ${purposeful} different on purpose, ${differences} differences`,
  );
}
