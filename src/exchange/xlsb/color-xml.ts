/** Colors (MS-XLSB 2.5.13) -> `color` and elements like it. */
import { element } from "../../binary/doc/xml-writer.ts";
import type { RecordData } from "./records.ts";

const MOST_TINT = 32_767;

/** `color` or another element; nothing for one that is automatic. */
export function colorXml(name: string, data: RecordData): string {
  const kind = data.u8() >> 1;
  const index = data.u8();
  const tint = data.i16() / MOST_TINT;
  const [red, green, blue] = [data.u8(), data.u8(), data.u8()];
  data.skip(1);
  const shade = tint === 0 ? undefined : tint;
  if (kind === 1) return element(name, { indexed: index, tint: shade });
  if (kind === 3) return element(name, { theme: index, tint: shade });
  if (kind !== 2) return "";
  const digits = [red, green, blue].map((part) => part.toString(16).padStart(2, "0").toUpperCase());
  return element(name, { rgb: `FF${digits.join("")}`, tint: shade });
}
