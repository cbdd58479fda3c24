import { offsetAt, offsetSpanAt } from "./zone-offsets.ts";

/** How a zone calls itself at an instant. */
export interface ZoneName {
  /** "CEST", or "+04" where nobody agreed on letters. */
  readonly abbreviation: string;
  readonly isDaylightSaving: boolean;
}

/** Abbreviations of the tz database by the English long names of CLDR. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  "Alaska Daylight Time": "AKDT",
  "Alaska Standard Time": "AKST",
  "American Samoa Standard Time": "SST",
  "Atlantic Daylight Time": "ADT",
  "Atlantic Standard Time": "AST",
  "Australian Central Daylight Time": "ACDT",
  "Australian Central Standard Time": "ACST",
  "Australian Eastern Daylight Time": "AEDT",
  "Australian Eastern Standard Time": "AEST",
  "Australian Western Standard Time": "AWST",
  "British Summer Time": "BST",
  "Central Africa Time": "CAT",
  "Central Daylight Time": "CDT",
  "Central European Standard Time": "CET",
  "Central European Summer Time": "CEST",
  "Central Indonesia Time": "WITA",
  "Central Standard Time": "CST",
  "Chamorro Standard Time": "ChST",
  "China Daylight Time": "CDT",
  "China Standard Time": "CST",
  "Coordinated Universal Time": "UTC",
  "Cuba Daylight Time": "CDT",
  "Cuba Standard Time": "CST",
  "East Africa Time": "EAT",
  "Eastern Daylight Time": "EDT",
  "Eastern European Standard Time": "EET",
  "Eastern European Summer Time": "EEST",
  "Eastern Indonesia Time": "WIT",
  "Eastern Standard Time": "EST",
  "Greenwich Mean Time": "GMT",
  "Guam Standard Time": "ChST",
  "Hawaii-Aleutian Daylight Time": "HDT",
  "Hawaii-Aleutian Standard Time": "HST",
  "Hong Kong Standard Time": "HKT",
  "India Standard Time": "IST",
  "Irish Standard Time": "IST",
  "Israel Daylight Time": "IDT",
  "Israel Standard Time": "IST",
  "Japan Standard Time": "JST",
  "Korean Standard Time": "KST",
  "Macao Standard Time": "CST",
  "Mexican Pacific Standard Time": "MST",
  "Moscow Standard Time": "MSK",
  "Moscow Summer Time": "MSD",
  "Mountain Daylight Time": "MDT",
  "Mountain Standard Time": "MST",
  "New Zealand Daylight Time": "NZDT",
  "New Zealand Standard Time": "NZST",
  "Newfoundland Daylight Time": "NDT",
  "Newfoundland Standard Time": "NST",
  "Northern Mariana Islands Time": "ChST",
  "Pacific Daylight Time": "PDT",
  "Pacific Standard Time": "PST",
  "Pakistan Standard Time": "PKT",
  "Philippine Standard Time": "PST",
  "South Africa Standard Time": "SAST",
  "Taiwan Standard Time": "CST",
  "West Africa Time": "WAT",
  "Western European Standard Time": "WET",
  "Western European Summer Time": "WEST",
  "Western Indonesia Time": "WIB",
  "Yukon Time": "MST",
};

/** Zones that CLDR does not name although they follow another one. */
const NAMED_AFTER: Readonly<Record<string, string>> = {
  "Europe/Guernsey": "Europe/London",
  "Europe/Isle_of_Man": "Europe/London",
  "Europe/Jersey": "Europe/London",
};

const MAX_NAMES = 2000;
const names = new Map<string, ZoneName>();
const UTC_NAME: ZoneName = { abbreviation: "UTC", isDaylightSaving: false };

/** Abbreviation and daylight saving of a zone at an instant. */
export function zoneNameAt(epochMs: number, timeZone: string): ZoneName {
  if (timeZone === "UTC") return UTC_NAME;
  const span = offsetSpanAt(epochMs, timeZone);
  const key = `${timeZone} ${span.startMs}`;
  const known = names.get(key);
  if (known) return known;
  const long = longName(epochMs, NAMED_AFTER[timeZone] ?? timeZone, span.offsetSeconds);
  const name: ZoneName = {
    abbreviation: ABBREVIATIONS[long] ?? numericAbbreviation(span.offsetSeconds),
    isDaylightSaving: / (?:Summer|Daylight) /.test(long),
  };
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, name);
  return name;
}

/** A present-day winter and summer. */
const RECENT_MS = [Date.UTC(2024, 0, 15), Date.UTC(2024, 6, 15)];

/** CLDR has no names before 1970; then today's name for the same offset is taken. */
function longName(epochMs: number, timeZone: string, offsetSeconds: number): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "long" });
  const nameAt = (ms: number): string =>
    format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? "";
  const name = nameAt(epochMs);
  if (!name.startsWith("GMT")) return name;
  const alike = RECENT_MS.find((ms) => offsetAt(ms, timeZone) === offsetSeconds);
  return alike === undefined ? name : nameAt(alike);
}

function numericAbbreviation(offsetSeconds: number): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  const text = `${offsetSeconds < 0 ? "-" : "+"}${String(Math.floor(minutes / 60)).padStart(2, "0")}`;
  return minutes % 60 === 0 ? text : text + String(minutes % 60).padStart(2, "0");
}
