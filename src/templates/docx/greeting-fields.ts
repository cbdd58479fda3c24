import type { FieldInstruction } from "../../office/field-instruction.ts";
import { tagName } from "./tag-name.ts";

/** Columns of the data source by the names that Word gives to parts of an address (17.14.20), in lower case. */
export type MappedNames = ReadonlyMap<string, string>;

/** Parts of a name or an address in the formats of GREETINGLINE and ADDRESSBLOCK: Word's name, and what data call it. */
const PARTS: Readonly<Record<string, readonly [mapped: string, ...names: string[]]>> = {
  TITLE0: ["Courtesy Title", "Title", "Salutation"],
  NICK0: ["Nickname", "Nickname"],
  FIRST0: ["First Name", "FirstName", "GivenName"],
  MIDDLE0: ["Middle Name", "MiddleName"],
  LAST0: ["Last Name", "LastName", "Surname"],
  SUFFIX0: ["Suffix", "Suffix"],
  TITLE1: ["Spouse Courtesy Title", "SpouseTitle"],
  NICK1: ["Spouse Nickname", "SpouseNickname"],
  FIRST1: ["Spouse First Name", "SpouseFirstName"],
  MIDDLE1: ["Spouse Middle Name", "SpouseMiddleName"],
  LAST1: ["Spouse Last Name", "SpouseLastName"],
  JOBTITLE: ["Job Title", "JobTitle"],
  COMPANY: ["Company", "Company"],
  DEPARTMENT: ["Department", "Department"],
  STREET1: ["Address 1", "Address1", "Address", "Street"],
  STREET2: ["Address 2", "Address2"],
  CITY: ["City", "City"],
  STATE: ["State", "State"],
  POSTAL: ["Postal Code", "PostalCode", "Zip"],
  COUNTRY: ["Country or Region", "Country"],
};
const PIECE = /<<([^<>]*?)_([A-Z]+\d?)_([^<>]*?)>>/g;
const DEFAULT_GREETING = "<<_BEFORE_ Dear >><<_TITLE0_ >><<_LAST0_>><<_AFTER_ ,>>";
const DEFAULT_ADDRESS =
  "<<_TITLE0_ >><<_FIRST0_>><< _LAST0_>><< _SUFFIX0_>>\n<<_COMPANY_\n>><<_STREET1_\n>><<_STREET2_\n>><<_CITY_>><<, _STATE_>><< _POSTAL_>><<\n_COUNTRY_>>";

/** GREETINGLINE (17.16.5.24) as a string with tags: its format, or the words for those without a name. */
export function greetingText({ switches }: FieldInstruction, mapped: MappedNames): string {
  const format = switches.get("f")?.[0] ?? DEFAULT_GREETING;
  const names = partsOf(format).flatMap((part) => expressionOf(part, format, mapped) ?? []);
  const greeting = tagged(format, mapped, () => true);
  const otherwise = literal(switches.get("e")?.[0] ?? "");
  if (names.length === 0) return otherwise || greeting;
  if (otherwise === "") return greeting;
  return `{if ${names.map(isFilled).join(" || ")}}${greeting}{else}${otherwise}{/if}`;
}

/** ADDRESSBLOCK (17.16.5.1) as a string with tags. */
export function addressText({ switches }: FieldInstruction, mapped: MappedNames): string {
  const format = switches.get("f")?.[0] ?? DEFAULT_ADDRESS;
  const country = switches.get("c")?.[0];
  const home = switches.get("e")?.[0] ?? "";
  return tagged(format, mapped, (part) => part !== "COUNTRY" || country !== "0", country === "2" ? home : "");
}

/** The names of the fields that a greeting or an address reads when the file does not say which column is which. */
export function readNames(format: string | undefined, kind: string): string[] {
  const parts = partsOf(format ?? (kind === "GREETINGLINE" ? DEFAULT_GREETING : DEFAULT_ADDRESS));
  return [...new Set(parts.flatMap((part) => PARTS[part]?.[1] ?? []))];
}

const partsOf = (format: string): string[] => Array.from(format.matchAll(PIECE), ([, , part = ""]) => part);

function tagged(format: string, mapped: MappedNames, isWanted: (part: string) => boolean, homeCountry = ""): string {
  let text = "";
  let at = 0;
  for (const match of format.matchAll(PIECE)) {
    const [whole, before = "", part = "", after = ""] = match;
    text += literal(format.slice(at, match.index));
    at = match.index + whole.length;
    if (part === "BEFORE" || part === "AFTER") {
      text += literal(before + after).replace(/^ (?=\S)/, "");
      continue;
    }
    const value = expressionOf(part, format, mapped);
    if (value === undefined || !isWanted(part)) continue;
    const country = homeCountry.replace(/["'\\$`{}]/g, "");
    const isAbroad = part === "COUNTRY" && country !== "" ? ` && (${value}) != '${country}'` : "";
    text += `{if ${isFilled(value)}${isAbroad}}${literal(before)}{${value}}${literal(after)}{/if}`;
  }
  return text + literal(format.slice(at));
}

/** Lines without those in which nothing is, and without blanks that only divide parts. */
export function finalizedLines(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/ {2,}/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}

/** The expression of a part; undefined for parts that are not known. */
function expressionOf(part: string, format: string, mapped: MappedNames): string | undefined {
  const [name, ...usual] = PARTS[part] ?? [];
  if (name === undefined) return undefined;
  const column = mapped.get(name.toLowerCase());
  const own = column === undefined ? undefined : tagName(column);
  if (own !== undefined) return `$${own}`;
  // Without columns of its own a whole name is in one field.
  const isWhole = part === "FIRST0" ? !format.includes("_LAST0_") : part === "LAST0" && !format.includes("_FIRST0_");
  const [first = part, ...others] = isWhole ? [...usual, "Name"] : usual;
  return `$${first}${others.map((other) => `|default:$${other}`).join("")}`;
}

const isFilled = (value: string): string => `(${value}) != ''`;

/** Text of a format between the tags of a string. */
const literal = (text: string): string => text.replace(/[{}$`\\]/g, "").replaceAll('"', '\\"');
