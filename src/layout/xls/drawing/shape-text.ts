/** Texts of shapes -> `xdr:txBody`. */
import { escapeXmlText } from "../../../opc/xml-text.ts";
import type { ShapeProperties } from "../../officeart/shape-properties.ts";
import { bodyPropertiesXml } from "../../officeart/text-body-xml.ts";
import { fontColor } from "../chart/chart-context.ts";
import { fontAt } from "../parts/text-markup.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import type { ShapeText } from "./drawing-records.ts";

const BOLD_WEIGHT = 600;
const ALIGNMENTS = ["l", "l", "ctr", "r", "just", "l", "l", "dist"];
/** MSOANCHOR by the places of TXO. */
const ANCHORS = [0, 0, 1, 2, 0];
const TURNS = ["", "wordArtVert", "vert270", "vert"];

export function textBody(text: ShapeText, properties: ShapeProperties, globals: WorkbookGlobals): string {
  let body = bodyPropertiesXml(properties, { anchor: ANCHORS[text.vertical] ?? 0 }).replace(
    / anchor="\w+"/,
    ` anchor="${["t", "t", "ctr", "b", "t"][text.vertical] ?? "t"}"`,
  );
  const turn = TURNS[text.rotation];
  if (turn) body = body.replace(/vert="\w+"/, `vert="${turn}"`);
  const alignment = ALIGNMENTS[text.horizontal] ?? "l";
  const lines = linesOf(text);
  const paragraphs = lines.map((pieces) => {
    const runs = pieces.map(
      ({ content, fontIndex }) => `<a:r>${runLook(fontIndex, globals)}<a:t>${escapeXmlText(content)}</a:t></a:r>`,
    );
    return `<a:p><a:pPr algn="${alignment}"/>${runs.join("")}</a:p>`;
  });
  return `<xdr:txBody>${body}${paragraphs.join("")}</xdr:txBody>`;
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

function runLook(fontIndex: number, globals: WorkbookGlobals): string {
  const font = fontAt(globals.fonts, fontIndex) ?? globals.fonts[0];
  if (!font) return "";
  const underline = font.underline ? ' u="sng"' : "";
  const strike = font.strike ? ' strike="sngStrike"' : "";
  return (
    `<a:rPr sz="${font.heightTwips * 5}" b="${Number(font.weight >= BOLD_WEIGHT)}" i="${Number(font.italic)}"${underline}${strike}>` +
    `<a:solidFill><a:srgbClr val="${fontColor(globals, font)}"/></a:solidFill><a:latin typeface="${escapeXmlText(font.name)}"/></a:rPr>`
  );
}
