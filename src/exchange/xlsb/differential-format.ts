/** Formats that conditions and table styles lay over cells (`BrtDXF`, MS-XLSB 2.4.355; 2.5.160) -> `dxf` elements. */

import { element } from "../../binary/doc/xml-writer.ts";
import { BOLD_WEIGHT, LINES, PATTERNS, UNDERLINES } from "../../binary/xls/markup/style-names.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { colorXml } from "./color-xml.ts";
import { RecordData } from "./records.ts";

const MOST_PROPERTIES = 200;
const SIDES: Readonly<Record<number, string>> = {
  6: "top",
  7: "bottom",
  8: "left",
  9: "right",
  11: "vertical",
  12: "horizontal",
};
const SIDE_ORDER = ["left", "right", "top", "bottom", "vertical", "horizontal"];
/** The order of the elements of a font. */
const FONT_ORDER = ["b", "i", "strike", "color", "sz", "u", "vertAlign", "name"];
const SCRIPTS = ["baseline", "superscript", "subscript"];

export function differentialXml(data: RecordData): string {
  data.skip(4);
  const font = new Map<string, string>();
  const sides = new Map<string, string>();
  const fill: { pattern?: string; front: string; back: string } = { front: "", back: "" };
  let format = "";
  const count = Math.min(MOST_PROPERTIES, data.u16());
  for (let at = 0; at < count && data.left > 0; at++) {
    const [type, size] = [data.u16(), data.u16()];
    const value = new RecordData(data.bytes(Math.max(0, size - 4)));
    const side = SIDES[type];
    if (side) sides.set(side, sideXml(side, value));
    else if (type === 0) fill.pattern = PATTERNS[value.u8()];
    else if (type === 1) fill.front = colorXml("fgColor", value);
    else if (type === 2) fill.back = colorXml("bgColor", value);
    else if (type === 5) font.set("color", colorXml("color", value));
    else if (type === 24) font.set("name", element("name", { val: value.utf16(value.u16()) }));
    else if (type === 25) font.set("b", element("b", { val: value.u16() >= BOLD_WEIGHT ? 1 : 0 }));
    else if (type === 26) font.set("u", element("u", { val: UNDERLINES[value.u16()] ?? "none" }));
    else if (type === 27) font.set("vertAlign", element("vertAlign", { val: SCRIPTS[value.u16()] }));
    else if (type === 28) font.set("i", element("i", { val: value.u8() }));
    else if (type === 29) font.set("strike", element("strike", { val: value.u8() }));
    else if (type === 36) font.set("sz", element("sz", { val: value.u32() / TWIPS_PER_POINT }));
    else if (type === 38) format = value.utf16(value.u16());
  }
  const inOrder = (order: readonly string[], parts: ReadonlyMap<string, string>) =>
    order.map((name) => parts.get(name) ?? "").join("");
  const list = (name: string, content: string) => (content === "" ? "" : element(name, {}, content));
  const colors = fill.front + fill.back;
  return element(
    "dxf",
    {},
    list("font", inOrder(FONT_ORDER, font)) +
      (format === "" ? "" : element("numFmt", { numFmtId: 0, formatCode: format })) +
      (colors === "" && fill.pattern === undefined
        ? ""
        : element("fill", {}, element("patternFill", { patternType: fill.pattern }, colors))) +
      list("border", inOrder(SIDE_ORDER, sides)),
  );
}

function sideXml(name: string, data: RecordData): string {
  const color = colorXml("color", data);
  const style = LINES[data.u16()] ?? "none";
  return style === "none" ? "" : element(name, { style }, color);
}
