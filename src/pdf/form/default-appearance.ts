import type { PdfString } from "../objects.ts";
import { PdfName, type PdfObject } from "../objects.ts";
import { Parser, PdfKeyword } from "../parser.ts";
import { formatNumber } from "../serialize.ts";

/** What a default appearance string says (ISO 32000-2, 12.7.4.3). */
export interface DefaultAppearance {
  /** Name of the font in the form's resources. */
  fontName: string;
  /** 0 for a size that fits the field. */
  fontSizePoints: number;
  /** Operators that set the color. */
  color: string;
}

const COLOR_OPERATORS: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 };

/** Reads `/Helv 0 Tf 0 g`; defaults are Helvetica, automatic size, black. */
export function readDefaultAppearance(string: PdfString | undefined): DefaultAppearance {
  const result: DefaultAppearance = { fontName: "Helv", fontSizePoints: 0, color: "0 g" };
  if (!string) return result;
  const parser = new Parser(string.bytes, 0, string.bytes.length, false);
  let operands: PdfObject[] = [];
  for (let read = parser.read(); read !== undefined; read = parser.read()) {
    if (!(read instanceof PdfKeyword)) {
      operands.push(read);
      continue;
    }
    const count = Object.hasOwn(COLOR_OPERATORS, read.text) ? (COLOR_OPERATORS[read.text] ?? 0) : 0;
    const [font, size] = operands.slice(-2);
    if (read.text === "Tf" && font instanceof PdfName && typeof size === "number") {
      result.fontName = font.value;
      result.fontSizePoints = Math.abs(size);
    } else if (count > 0 && operands.length >= count) {
      const values = operands.slice(-count).map((value) => (typeof value === "number" ? formatNumber(value) : "0"));
      result.color = `${values.join(" ")} ${read.text}`;
    }
    operands = [];
  }
  return result;
}
