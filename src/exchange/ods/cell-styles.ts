/** Styles of cells -> the styles part of a workbook (ECMA-376 Part 1, 18.8). */

import { element } from "../../binary/doc/xml-writer.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { type Border, type Side, sideBorder } from "../open-document/borders.ts";
import { colorOf, twipsOf } from "../open-document/measures.ts";
import { firstFamily, type PropertyKind, type StyleBook } from "../open-document/style-book.ts";
import { NO_PROPERTIES, overlaid, type Properties } from "../open-document/style-properties.ts";

/** Where the value of a cell stands if its style does not say. */
export type ValueKind = "text" | "number";

const HORIZONTAL: Readonly<Record<string, string>> = {
  ...{ start: "left", left: "left", end: "right", right: "right", center: "center", justify: "justify" },
};
const VERTICAL: Readonly<Record<string, string>> = { top: "top", middle: "center", bottom: "bottom" };
const SIDES: readonly Side[] = ["left", "right", "top", "bottom"];
const DASHES: Readonly<Record<string, string>> = {
  dotted: "dotted",
  dashed: "dashed",
  double: "double",
  dotDash: "dashDot",
};
/** Twips of lines that are thin, medium and thick. */
const [MEDIUM, THICK] = [25, 45];
const TWIPS_PER_INDENT = 135;
const BOLD = /^(?:bold|[6-9]00)$/;
const ITALIC = /^(?:italic|oblique)$/;
/** Of cells that have no other. */
const USUAL_STYLE = "Default";

/**
 * Excel prints rows and columns in the proportion of the first font (docs/decisions/office-layout.md): with this one they are as large as
 * they say, and its digits are {@link TWIPS_PER_DIGIT} wide.
 */
const FIRST_FONT = '<font><sz val="9.651"/><name val="Times New Roman"/><family val="1"/></font>';
export const TWIPS_PER_DIGIT = 96;

/** Elements that are alike are one, by their place. */
class Table {
  readonly #places = new Map<string, number>();

  constructor(...first: readonly string[]) {
    for (const markup of first) this.place(markup);
  }

  place(markup: string): number {
    const known = this.#places.get(markup);
    if (known !== undefined) return known;
    this.#places.set(markup, this.#places.size);
    return this.#places.size - 1;
  }

  xml(name: string): string {
    return element(name, {}, [...this.#places.keys()].join(""));
  }
}

export class CellStyles {
  readonly #book: StyleBook;
  readonly #fonts = new Table(FIRST_FONT);
  readonly #fills = new Table("<fill/>", '<fill><patternFill patternType="gray125"/></fill>');
  readonly #borders = new Table("<border/>");
  readonly #formats = new Table('<xf fontId="0"/>');
  readonly #differentials = new Table();
  readonly #known = new Map<string, number>();
  readonly #knownDifferentials = new Map<string, number | undefined>();

  constructor(book: StyleBook) {
    this.#book = book;
  }

  /** The place of a cell's format. @param hasLines its text has several */
  place(styleName: string | undefined, kind: ValueKind, hasLines: boolean): number {
    const key = `${styleName} ${kind} ${hasLines}`;
    let place = this.#known.get(key);
    if (place === undefined) {
      place = this.#formats.place(this.#format(styleName, kind, hasLines));
      this.#known.set(key, place);
    }
    return place;
  }

  /** Whether an empty cell shows something. */
  isVisible(styleName: string | undefined): boolean {
    const said = this.#book.whole("table-cell", styleName, "table-cell").attributes;
    return (
      colorOf(said["fo:background-color"]) !== undefined || SIDES.some((side) => sideBorder(said, side) !== undefined)
    );
  }

  /** The place of what a style changes of cells that a condition gives it to; undefined for a style that there is not. */
  differential(styleName: string | undefined): number | undefined {
    if (styleName === undefined) return undefined;
    if (!this.#knownDifferentials.has(styleName)) {
      const markup = this.#differentialXml(styleName);
      this.#knownDifferentials.set(styleName, markup === undefined ? undefined : this.#differentials.place(markup));
    }
    return this.#knownDifferentials.get(styleName);
  }

  /** Of a style and those that it is made of; the one of all cells changes nothing. */
  #differentialXml(styleName: string): string | undefined {
    const book = this.#book;
    const style =
      book.style("table-cell", styleName) ??
      book.namedStyles("table-cell").find(({ displayName }) => displayName === styleName);
    if (!style) return undefined;
    const line = book.lineage(style).filter(({ name }) => name !== USUAL_STYLE);
    const said = (kind: PropertyKind) =>
      [...line].reverse().reduce((properties, each) => overlaid(properties, book.own(each, kind)), NO_PROPERTIES)
        .attributes;
    const cell = said("table-cell");
    const color = colorOf(cell["fo:background-color"]);
    const fill = color
      ? element("fill", {}, element("patternFill", { patternType: "solid" }, element("bgColor", { rgb: `FF${color}` })))
      : "";
    const lines = SIDES.map((side) => lineXml(side, sideBorder(cell, side))).join("");
    const font = changedFontXml(said("text"));
    return element("dxf", {}, font + fill + (lines === "" ? "" : element("border", {}, lines)));
  }

  /** Content of `styleSheet`. */
  xml(): string {
    return (
      this.#fonts.xml("fonts") +
      this.#fills.xml("fills") +
      this.#borders.xml("borders") +
      '<cellStyleXfs><xf fontId="0"/></cellStyleXfs>' +
      this.#formats.xml("cellXfs") +
      this.#differentials.xml("dxfs")
    );
  }

  #format(styleName: string | undefined, kind: ValueKind, hasLines: boolean): string {
    const of = (properties: "table-cell" | "text" | "paragraph") =>
      this.#book.whole("table-cell", styleName, properties).attributes;
    const cell = of("table-cell");
    const color = colorOf(cell["fo:background-color"]);
    const fill = color
      ? element("fill", {}, element("patternFill", { patternType: "solid" }, element("fgColor", { rgb: `FF${color}` })))
      : "<fill/>";
    const lines = SIDES.map((side) => lineXml(side, sideBorder(cell, side))).join("");
    return element(
      "xf",
      {
        fontId: this.#fonts.place(fontXml(of("text"))),
        fillId: this.#fills.place(fill),
        borderId: this.#borders.place(lines === "" ? "<border/>" : element("border", {}, lines)),
        applyFont: 1,
        applyFill: 1,
        applyBorder: 1,
        applyAlignment: 1,
      },
      alignmentXml(cell, of("paragraph"), kind, hasLines),
    );
  }
}

function fontXml(said: Properties): string {
  const color = colorOf(said["fo:color"]);
  const line = said["style:text-underline-style"];
  const vertical = said["style:text-position"] ?? "";
  return element(
    "font",
    {},
    (BOLD.test(said["fo:font-weight"] ?? "") ? "<b/>" : "") +
      (ITALIC.test(said["fo:font-style"] ?? "") ? "<i/>" : "") +
      (line !== undefined && line !== "none" ? "<u/>" : "") +
      ((said["style:text-line-through-style"] ?? "none") !== "none" ? "<strike/>" : "") +
      (/^super/.test(vertical)
        ? '<vertAlign val="superscript"/>'
        : /^sub/.test(vertical)
          ? '<vertAlign val="subscript"/>'
          : "") +
      element("sz", { val: (twipsOf(said["fo:font-size"]) ?? 10 * TWIPS_PER_POINT) / TWIPS_PER_POINT }) +
      (color ? element("color", { rgb: `FF${color}` }) : "") +
      element("name", { val: firstFamily(said["fo:font-family"]) ?? "Liberation Sans" }),
  );
}

/** Only what is said. */
function changedFontXml(said: Properties): string {
  const flag = (name: string, attribute: string, isOn: RegExp) => {
    const value = said[attribute];
    return value === undefined ? "" : element(name, { val: isOn.test(value) ? undefined : 0 });
  };
  const [size, color] = [twipsOf(said["fo:font-size"]), colorOf(said["fo:color"])];
  const [line, family] = [said["style:text-underline-style"], firstFamily(said["fo:font-family"])];
  const content =
    flag("b", "fo:font-weight", BOLD) +
    flag("i", "fo:font-style", ITALIC) +
    (line === undefined ? "" : element("u", { val: line === "none" ? "none" : undefined })) +
    flag("strike", "style:text-line-through-style", /^(?!none$)/) +
    (size === undefined ? "" : element("sz", { val: size / TWIPS_PER_POINT })) +
    (color ? element("color", { rgb: `FF${color}` }) : "") +
    (family ? element("name", { val: family }) : "");
  return content === "" ? "" : element("font", {}, content);
}

function lineXml(side: Side, border: Border | undefined): string {
  if (!border) return "";
  const plain = border.width >= THICK ? "thick" : border.width >= MEDIUM ? "medium" : "thin";
  return element(
    side,
    { style: DASHES[border.style] ?? plain },
    element("color", { rgb: `FF${border.color ?? "000000"}` }),
  );
}

function alignmentXml(cell: Properties, paragraph: Properties, kind: ValueKind, hasLines: boolean): string {
  const isFixed = cell["style:text-align-source"] === "fix";
  const own = isFixed ? HORIZONTAL[paragraph["fo:text-align"] ?? ""] : undefined;
  const indent = own === "left" ? (twipsOf(paragraph["fo:margin-left"]) ?? 0) : 0;
  const angle = Number(cell["style:rotation-angle"] ?? 0);
  return element("alignment", {
    horizontal: own ?? (kind === "number" ? "right" : "left"),
    vertical: VERTICAL[cell["style:vertical-align"] ?? ""] ?? "bottom",
    indent: indent > 0 ? Math.min(15, Math.round(indent / TWIPS_PER_INDENT)) : undefined,
    wrapText: hasLines || cell["fo:wrap-option"] === "wrap" ? 1 : undefined,
    shrinkToFit: cell["style:shrink-to-fit"] === "true" ? 1 : undefined,
    textRotation: rotationOf(angle),
  });
}

/** 1 to 90 is to the left, 91 to 180 to the right (ECMA-376 Part 1, 18.8.1). */
function rotationOf(angle: number): number | undefined {
  if (!Number.isFinite(angle) || angle === 0) return undefined;
  const turned = ((angle % 360) + 360) % 360;
  if (turned <= 90) return Math.round(turned) || undefined;
  return turned >= 270 ? Math.round(90 + 360 - turned) : undefined;
}
