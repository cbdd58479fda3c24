/** Lines around paragraphs, cells and pages (Rich Text Format 1.9.1, "Paragraph borders"). */

import { element } from "../../binary/doc/xml-writer.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";

export interface Border {
  /** As `ST_Border` names it. */
  style: string;
  /** Eighths of a point. */
  size: number;
  /** Index in the table of colors. */
  color: number;
  /** Points. */
  space: number;
}

const STYLES: Readonly<Record<string, string>> = {
  brdrs: "single",
  brdrth: "thick",
  brdrsh: "single",
  brdrdb: "double",
  brdrdot: "dotted",
  brdrdash: "dashed",
  brdrdashsm: "dashSmallGap",
  brdrdashd: "dotDash",
  brdrdashdd: "dotDotDash",
  brdrhair: "single",
  brdrtriple: "triple",
  brdrtnthsg: "thinThickSmallGap",
  brdrthtnsg: "thickThinSmallGap",
  brdrtnthmg: "thinThickMediumGap",
  brdrthtnmg: "thickThinMediumGap",
  brdrtnthlg: "thinThickLargeGap",
  brdrthtnlg: "thickThinLargeGap",
  brdrwavy: "wave",
  brdrwavydb: "doubleWave",
  brdremboss: "threeDEmboss",
  brdrengrave: "threeDEngrave",
  brdroutset: "outset",
  brdrinset: "inset",
  brdrnone: "nil",
  brdrnil: "nil",
  brdrtbl: "nil",
};
const EIGHTHS_OF_A_TWIP = 8 / 20;
const HAIRLINE = 2;

export function newBorder(): Border {
  return { style: "single", size: 4, color: 0, space: 0 };
}

/** Whether the word says something of a border, which is noted. */
export function borderWord(border: Border, name: string, parameter: number | undefined): boolean {
  const style = STYLES[name];
  if (style) {
    border.style = style;
    if (name === "brdrhair") border.size = HAIRLINE;
    return true;
  }
  const value = parameter ?? 0;
  if (name === "brdrw") border.size = Math.max(HAIRLINE, Math.min(96, Math.round(value * EIGHTHS_OF_A_TWIP)));
  else if (name === "brdrcf") border.color = value;
  else if (name === "brsp") border.space = Math.round(Math.max(0, Math.min(620, value)) / TWIPS_PER_POINT);
  else return false;
  return true;
}

/** @param name of the element: `w:top` ... */
export function borderXml(
  name: string,
  border: Border | undefined,
  colorOf: (index: number) => string | undefined,
): string {
  if (!border) return "";
  if (border.style === "nil") return element(name, { "w:val": "nil" });
  const { style, size, space, color } = border;
  return element(name, { "w:val": style, "w:sz": size, "w:space": space, "w:color": colorOf(color) ?? "auto" });
}
