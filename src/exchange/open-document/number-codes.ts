/** How numbers are written (OpenDocument 1.3 Part 3, 16.29) -> format codes of SpreadsheetML (ECMA-376 Part 1, 18.8.30). */
import { countOf } from "./measures.ts";
import { elementsOf, type OdfNode, textOf } from "./odf-nodes.ts";

const STYLE = /^number:(?:number|percentage|currency|date|time)-style$/;
const MOST_CODE = 200;
const MOST_DIGITS = 20;
/** Element -> what stands for it, short and long. */
const PARTS: Readonly<Record<string, readonly [short: string, long: string]>> = {
  "number:day": ["d", "dd"],
  "number:year": ["yy", "yyyy"],
  "number:day-of-week": ["ddd", "dddd"],
  "number:hours": ["h", "hh"],
  "number:minutes": ["m", "mm"],
  "number:seconds": ["s", "ss"],
  "number:am-pm": ["AM/PM", "AM/PM"],
};

export interface NumberCode {
  code: string;
  isDate: boolean;
}

export class NumberCodes {
  readonly #codes = new Map<string, NumberCode>();

  /** `office:styles` or `office:automatic-styles`. */
  addStyles(container: OdfNode | undefined): void {
    for (const node of elementsOf(container)) {
      if (!STYLE.test(node.name)) continue;
      const code = elementsOf(node).map(partOf).join("").slice(0, MOST_CODE);
      const isDate = node.name === "number:date-style" || node.name === "number:time-style";
      if (code !== "") this.#codes.set(node.attributes["style:name"] ?? "", { code, isDate });
    }
  }

  code(styleName: string | undefined): NumberCode | undefined {
    return this.#codes.get(styleName ?? "");
  }
}

function partOf(node: OdfNode): string {
  const { name, attributes } = node;
  const isLong = attributes["number:style"] === "long";
  const usual = PARTS[name];
  if (usual) return usual[isLong ? 1 : 0];
  switch (name) {
    case "number:month":
      return (attributes["number:textual"] === "true" ? ["mmm", "mmmm"] : ["m", "mm"])[isLong ? 1 : 0] ?? "";
    case "number:number":
      return digitsOf(node);
    case "number:scientific-number":
      return `${digitsOf(node)}E+${"0".repeat(countOf(attributes["number:min-exponent-digits"], MOST_DIGITS) ?? 2)}`;
    case "number:text":
    case "number:currency-symbol": {
      const text = textOf(node).replaceAll('"', "");
      return text === "" ? "" : /^[-%/:., ()$]+$/.test(text) ? text : `"${text}"`;
    }
    default:
      return "";
  }
}

function digitsOf({ attributes }: OdfNode): string {
  const whole = countOf(attributes["number:min-integer-digits"], MOST_DIGITS) ?? 0;
  const decimals = countOf(attributes["number:decimal-places"], MOST_DIGITS);
  // what says no number of places shows as many as there are
  if (decimals === undefined && whole <= 1 && attributes["number:grouping"] !== "true") return "General";
  const least = countOf(attributes["number:min-decimal-places"], MOST_DIGITS) ?? decimals ?? 0;
  const [places, zeros] = [decimals ?? 0, Math.min(least, decimals ?? 0)];
  const digits =
    attributes["number:grouping"] === "true" ? `#,##${"0".repeat(Math.max(1, whole))}` : "0".repeat(whole) || "#";
  return digits + (places > 0 ? `.${"0".repeat(zeros)}${"#".repeat(places - zeros)}` : "");
}
