import { present } from "../../domain/present.ts";
import type { ParsedZone } from "./date-fields.ts";
import type { FieldReader } from "./field-reader.ts";
import { abbreviationOffset } from "./zone-abbreviations.ts";
import { isTimeZone } from "./zone-offsets.ts";

/** Reads "+02:00", "GMT-5", "(EST)", "Z" or "Europe/Berlin"; undefined when there is no such zone. */
export function readZone(reader: FieldReader): ParsedZone | undefined {
  const text = reader.rest.replace(/^[ \t(\u00a0\u202f]+/, "").replace(/^GMT(?=[+-])/, "");
  const sign = text[0];
  if (sign === "+" || sign === "-") {
    const seconds = offsetSeconds(present(/^[\d:]*/.exec(text.slice(1)))[0]);
    return seconds === undefined ? undefined : { kind: "offset", seconds: sign === "-" ? -seconds : seconds };
  }
  const word = present(/^[A-Za-z0-9/_+-]*/.exec(text))[0];
  if (word === "UTC") return { kind: "name", name: word };
  const offset = abbreviationOffset(word);
  if (offset !== undefined) return { kind: "offset", seconds: offset };
  return word !== "" && isTimeZone(word) ? { kind: "name", name: word } : undefined;
}

/** H, HH, H:M, HH:MM, HHMM, HHMMSS or HH:MM:SS. */
function offsetSeconds(text: string): number | undefined {
  if (text === "") return undefined;
  const parts = text.split(":");
  if (parts.length > 1) {
    const [hours, minutes, seconds = "0"] = parts;
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  const value = Number(text);
  if (text.length <= 2) return value * 3600;
  if (text.length <= 4) return Math.floor(value / 100) * 3600 + (value % 100) * 60;
  if (text.length !== 6) return undefined;
  return Math.floor(value / 10000) * 3600 + (Math.floor(value / 100) % 100) * 60 + (value % 100);
}
