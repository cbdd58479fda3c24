/** The number of a cell (OpenDocument 1.3 Part 3, 19.385 and following), as a workbook counts: days and times since 1899. */

const SERIAL_OF_1970 = 25_569;
const MILLISECONDS_A_DAY = 86_400_000;
const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:[.,]\d{1,9})?))?Z?$/;
const DURATION = /^(-)?PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,12})?)S)?$/;

/** Undefined for texts, and for what is no number. */
export function cellNumber(attributes: Readonly<Record<string, string>>): number | undefined {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency":
      return finite(attributes["office:value"]);
    case "date":
      return serialOf(attributes["office:date-value"] ?? "");
    case "time":
      return daysOf(attributes["office:time-value"] ?? "");
    case "boolean":
      return attributes["office:boolean-value"] === "true" ? 1 : 0;
    default:
      return undefined;
  }
}

function finite(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function serialOf(date: string): number | undefined {
  const [, day, time = "00:00:00"] = DATE.exec(date) ?? [];
  const milliseconds = Date.parse(`${day}T${time.replace(",", ".")}Z`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / MILLISECONDS_A_DAY + SERIAL_OF_1970;
}

function daysOf(duration: string): number | undefined {
  const match = DURATION.exec(duration);
  if (!match) return undefined;
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const all = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
  return ((sign ? -1 : 1) * all) / 86_400;
}
