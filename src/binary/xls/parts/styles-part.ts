/** Fonts, formats and colors of the workbook -> the styles part (ECMA-376 part 1, 18.8). */

import {
  colorMarkup,
  edgeMarkup,
  FIXED_COLORS,
  fontContent,
  fullColorMarkup,
  patternMarkup,
} from "../markup/style-markup.ts";
import { SPREADSHEET_NAMESPACE, tag } from "../markup/xml.ts";
import type { BiffCellFormat } from "../workbook/fonts-and-formats.ts";
import { fontPosition } from "../workbook/fonts-and-formats.ts";
import type { FormatExtension, GradientFill } from "../workbook/format-extensions.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";

const HORIZONTAL = ["general", "left", "center", "right", "fill", "justify", "centerContinuous", "distributed"];
const VERTICAL = ["top", "center", "bottom", "justify", "distributed"];

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
