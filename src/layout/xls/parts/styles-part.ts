/** Fonts, formats and colours of the workbook -> the styles part (ECMA-376 part 1, 18.8). */
import type { BiffCellFormat, BiffEdge, BiffFont } from "../workbook/fonts-and-formats.ts";
import type { FormatExtension, FullColor, GradientFill } from "../workbook/format-extensions.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { fontPosition } from "./text-markup.ts";
import { SPREADSHEET_NAMESPACE, tag } from "./xml.ts";

const BORDER_STYLES = [
  "none",
  "thin",
  "medium",
  "dashed",
  "dotted",
  "thick",
  "double",
  "hair",
  "mediumDashed",
  "dashDot",
  "mediumDashDot",
  "dashDotDot",
  "mediumDashDotDot",
  "slantDashDot",
];
const PATTERNS = [
  "none",
  "solid",
  "mediumGray",
  "darkGray",
  "lightGray",
  "darkHorizontal",
  "darkVertical",
  "darkDown",
  "darkUp",
  "darkGrid",
  "darkTrellis",
  "lightHorizontal",
  "lightVertical",
  "lightDown",
  "lightUp",
  "lightGrid",
  "lightTrellis",
  "gray125",
  "gray0625",
];
const HORIZONTAL = ["general", "left", "center", "right", "fill", "justify", "centerContinuous", "distributed"];
const VERTICAL = ["top", "center", "bottom", "justify", "distributed"];
const UNDERLINES: Readonly<Record<number, string>> = {
  1: "single",
  2: "double",
  0x21: "singleAccounting",
  0x22: "doubleAccounting",
};
const SCRIPTS = ["", "superscript", "subscript"];
const BOLD_WEIGHT = 600;
const AUTOMATIC_COLOR = 0x7fff;
/** Colours before the palette's own: the same eight in every workbook. */
const FIXED_COLORS = ["000000", "ffffff", "ff0000", "00ff00", "0000ff", "ffff00", "ff00ff", "00ffff"];

/** The styles part's XML. `differentials` is the content of `dxfs`. */
export function stylesXml(globals: WorkbookGlobals, differentials: readonly string[]): string {
  const { cellFormats, extensions, formats, palette } = globals;
  const fonts = globals.fonts.map((font) => `<font>${fontContent(font, "name")}</font>`);
  const xfs = cellFormats.map((format, index) => {
    const extension = extensions.get(index) ?? {};
    let fontId = fontPosition(format.fontIndex);
    if (extension.text) {
      const font = globals.fonts[fontId];
      if (font) fontId = fonts.push(`<font>${fontContent(font, "name", extension.text)}</font>`) - 1;
    }
    return tag(
      "xf",
      { numFmtId: format.formatIndex, fontId, fillId: index, borderId: index },
      alignmentMarkup(format, extension),
    );
  });
  const list = (name: string, entries: readonly string[]) => `<${name}>${entries.join("")}</${name}>`;
  const each = (markup: (format: BiffCellFormat, extension: FormatExtension) => string) =>
    cellFormats.map((format, index) => markup(format, extensions.get(index) ?? {}));
  return tag(
    "styleSheet",
    { xmlns: SPREADSHEET_NAMESPACE },
    list(
      "numFmts",
      [...formats].map(([numFmtId, formatCode]) => tag("numFmt", { numFmtId, formatCode })),
    ) +
      list("fonts", fonts) +
      list("fills", each(fillMarkup)) +
      list("borders", each(borderMarkup)) +
      list("cellStyleXfs", [tag("xf", { fontId: 0 })]) +
      list("cellXfs", xfs) +
      list("dxfs", differentials) +
      (palette
        ? `<colors>${list(
            "indexedColors",
            [...FIXED_COLORS, ...palette].map((hex) => tag("rgbColor", { rgb: `FF${hex}` })),
          )}</colors>`
        : ""),
  );
}

/** The elements within `font` or `rPr`, whose name elements differ. */
export function fontContent(font: BiffFont, nameTag: "name" | "rFont", color?: FullColor): string {
  const underline = UNDERLINES[font.underline];
  const script = SCRIPTS[font.script];
  return (
    (font.weight >= BOLD_WEIGHT ? "<b/>" : "") +
    (font.italic ? "<i/>" : "") +
    (font.strike ? "<strike/>" : "") +
    (underline ? tag("u", { val: underline }) : "") +
    (script ? tag("vertAlign", { val: script }) : "") +
    tag("sz", { val: font.heightTwips / 20 }) +
    (color ? fullColorMarkup("color", color) : indexedMarkup("color", font.colorIndex)) +
    (font.name ? tag(nameTag, { val: font.name }) : "") +
    tag("family", { val: font.family })
  );
}

/** A colour of the palette; nothing for the automatic one. */
export function indexedMarkup(name: string, index: number): string {
  return index === AUTOMATIC_COLOR ? "" : tag(name, { indexed: index });
}

export function fullColorMarkup(name: string, color: FullColor): string {
  switch (color.kind) {
    case "automatic":
      return "";
    case "indexed":
      return indexedMarkup(name, color.index);
    case "rgb":
      return tag(name, { rgb: `FF${color.hex}`, tint: color.tint || undefined });
    case "theme":
      return tag(name, { theme: color.slot, tint: color.tint || undefined });
  }
}

function colorMarkup(name: string, index: number, extended: FullColor | undefined): string {
  return extended && extended.kind !== "automatic" ? fullColorMarkup(name, extended) : indexedMarkup(name, index);
}

export function patternMarkup(pattern: number, foreground: string, background: string): string {
  const content = pattern === 0 ? "" : foreground + background;
  return `<fill>${tag("patternFill", { patternType: PATTERNS[pattern] ?? "none" }, content)}</fill>`;
}

function fillMarkup(format: BiffCellFormat, extension: FormatExtension): string {
  if (extension.gradient) return gradientMarkup(extension.gradient);
  return patternMarkup(
    format.pattern,
    colorMarkup("fgColor", format.foreground, extension.foreground),
    colorMarkup("bgColor", format.background, extension.background),
  );
}

function gradientMarkup({ isPath, degrees, left, right, top, bottom, stops }: GradientFill): string {
  const content = stops.map(({ position, color }) =>
    tag("stop", { position }, fullColorMarkup("color", color) || '<color rgb="FFFFFFFF"/>'),
  );
  const attributes = isPath ? { type: "path", left, right, top, bottom } : { degree: degrees };
  return `<fill>${tag("gradientFill", attributes, content.join(""))}</fill>`;
}

export function edgeMarkup(name: string, edge: BiffEdge, extended?: FullColor): string {
  const style = BORDER_STYLES[edge.style] ?? "none";
  if (style === "none") return "";
  return tag(name, { style }, colorMarkup("color", edge.colorIndex, extended));
}

function borderMarkup(format: BiffCellFormat, extension: FormatExtension): string {
  return tag(
    "border",
    { diagonalUp: format.diagonalUp || undefined, diagonalDown: format.diagonalDown || undefined },
    edgeMarkup("left", format.left, extension.left) +
      edgeMarkup("right", format.right, extension.right) +
      edgeMarkup("top", format.top, extension.top) +
      edgeMarkup("bottom", format.bottom, extension.bottom) +
      edgeMarkup("diagonal", format.diagonal, extension.diagonal),
  );
}

function alignmentMarkup(format: BiffCellFormat, extension: FormatExtension): string {
  return tag("alignment", {
    horizontal: HORIZONTAL[format.horizontal],
    vertical: VERTICAL[format.vertical] ?? "bottom",
    wrapText: format.wrap || undefined,
    shrinkToFit: format.shrink || undefined,
    indent: (extension.indent ?? format.indent) || undefined,
    textRotation: format.rotation || undefined,
    readingOrder: format.readingOrder || undefined,
  });
}
