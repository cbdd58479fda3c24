/** The look of cell text as CSS. */
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { CellFont } from "../../layout/sheets/styles/rich-text.ts";
import { pt } from "../elements/elements.ts";

export function fontCss(fonts: CellFonts, font: CellFont): string {
  const { familyCss, sizePt, raisePt } = fonts.setting(font);
  const lines = [font.underline === "none" ? "" : "underline", font.strike ? "line-through" : ""].filter(Boolean);
  return (
    `font:${font.italic ? "italic " : ""}${font.bold ? 700 : 400} ${pt(sizePt)} ${familyCss.replace(/"/g, "'")};` +
    // The shorthand resets these to the browser's defaults; widths are measured without.
    "font-kerning:none;font-variant-ligatures:none;" +
    `${font.color ? `color:${font.color};` : ""}` +
    `${lines.length > 0 ? `text-decoration:${lines.join(" ")}${font.underline === "double" ? " double" : ""};` : ""}` +
    `${raisePt ? `position:relative;top:${pt(-raisePt)};` : ""}`
  );
}
