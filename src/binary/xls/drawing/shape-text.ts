/** Texts of shapes -> `xdr:txBody`. */
import { escapeXmlText } from "../../../office/xml-text.ts";
import { PROPERTY } from "../../officeart/property-ids.ts";
import type { ShapeProperties } from "../../officeart/shape-properties.ts";
import { fontColor } from "../chart/chart-context.ts";
import type { ShapeText } from "../content/sheet-drawing.ts";
import { tag } from "../markup/xml.ts";
import { fontAt } from "../workbook/fonts-and-formats.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";

const BOLD_WEIGHT = 600;
const ALIGNMENTS = ["l", "l", "ctr", "r", "just", "l", "l", "dist"];
const ANCHORS = ["t", "t", "ctr", "b", "t"];
const ROTATIONS = ["horz", "wordArtVert", "vert270", "vert"];
const NO_WRAP = 2;
const DEFAULT_INSETS_EMU = { left: 91_440, top: 45_720, right: 91_440, bottom: 45_720 };
/** What Excel takes if the margins are left to it. */
const AUTOMATIC_INSET_EMU = 20_000;

export function textBody(text: ShapeText, properties: ShapeProperties, globals: WorkbookGlobals): string {
  const alignment = ALIGNMENTS[text.horizontal] ?? "l";
  const paragraphs = linesOf(text).map((pieces) => {
    const runs = pieces.map(
      ({ content, fontIndex }) => `<a:r>${runAppearance(fontIndex, globals)}<a:t>${escapeXmlText(content)}</a:t></a:r>`,
    );
    return `<a:p><a:pPr algn="${alignment}"/>${runs.join("")}</a:p>`;
  });
  return `<xdr:txBody>${bodyProperties(text, properties)}${paragraphs.join("")}</xdr:txBody>`;
}

/** TXO says how the text lies, the shape how far from its edges. */
function bodyProperties({ vertical, rotation }: ShapeText, properties: ShapeProperties): string {
  const isAutomatic = properties.flag(PROPERTY.automaticTextInsets) ?? false;
  const inset = (id: number, fallback: number) =>
    isAutomatic ? AUTOMATIC_INSET_EMU : (properties.signed(id) ?? fallback);
  const attributes = {
    vert: ROTATIONS[rotation] ?? "horz",
    wrap: properties.number(PROPERTY.textWrap) === NO_WRAP ? "none" : "square",
    lIns: inset(PROPERTY.textInsetLeft, DEFAULT_INSETS_EMU.left),
    tIns: inset(PROPERTY.textInsetTop, DEFAULT_INSETS_EMU.top),
    rIns: inset(PROPERTY.textInsetRight, DEFAULT_INSETS_EMU.right),
    bIns: inset(PROPERTY.textInsetBottom, DEFAULT_INSETS_EMU.bottom),
    anchor: ANCHORS[vertical] ?? "t",
  };
  const fit = properties.flag(PROPERTY.fitShapeToText) ? "<a:spAutoFit/>" : "<a:noAutofit/>";
  return tag("a:bodyPr", attributes, fit);
}

interface TextPiece {
  content: string;
  fontIndex: number;
}

/** The text by lines, each in pieces of one font. */
function linesOf({ text, runs }: ShapeText): TextPiece[][] {
  const lines: TextPiece[][] = [[]];
  const starts = runs.filter((run, index) => index === 0 || run.start < text.length);
  const pieces = starts.length > 0 ? starts : [{ start: 0, fontIndex: 0 }];
  for (const [index, run] of pieces.entries()) {
    const content = text.slice(index === 0 ? 0 : run.start, pieces[index + 1]?.start ?? text.length);
    for (const [place, line] of content.split(/\r\n|[\r\n]/).entries()) {
      if (place > 0) lines.push([]);
      if (line !== "") lines.at(-1)?.push({ content: line, fontIndex: run.fontIndex });
    }
  }
  return lines;
}

function runAppearance(fontIndex: number, globals: WorkbookGlobals): string {
  const font = fontAt(globals.fonts, fontIndex) ?? globals.fonts[0];
  if (!font) return "";
  const underline = font.underline ? ' u="sng"' : "";
  const strike = font.strike ? ' strike="sngStrike"' : "";
  return (
    `<a:rPr sz="${font.heightTwips * 5}" b="${Number(font.weight >= BOLD_WEIGHT)}" i="${Number(font.italic)}"${underline}${strike}>` +
    `<a:solidFill><a:srgbClr val="${fontColor(globals, font)}"/></a:solidFill><a:latin typeface="${escapeXmlText(font.name)}"/></a:rPr>`
  );
}
