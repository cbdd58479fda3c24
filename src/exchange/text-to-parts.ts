/** A plain text -> the parts of a WordprocessingML package: each line is a paragraph, as in Word. */
import { MAIN_PART, PackageBuilder, PartRelationships } from "../binary/doc/package-builder.ts";
import { element } from "../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import { decodeText } from "./decode-text.ts";
import type { ReadParts } from "./read-parts.ts";

/** 10 points of a font whose characters are equally wide: 80 of them fit between the margins, which are those of peers. */
const STYLES =
  "<w:docDefaults><w:rPrDefault><w:rPr>" +
  '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/><w:szCs w:val="20"/>' +
  '</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:widowControl w:val="0"/></w:pPr></w:style>';
/** A4, as for whatever says nothing about its paper (docs/decisions/sheets.md); twips. */
const SECTION =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>';
const DEFAULT_TAB = '<w:defaultTabStop w:val="709"/>';

/** The first letter that has a direction is one of Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

export function textToParts(bytes: Uint8Array): ReadParts {
  const { text, warnings } = decodeText(bytes);
  const builder = new PackageBuilder(text.length);
  const relationships = new PartRelationships();
  for (const [part, root, content] of [
    ["styles", "w:styles", STYLES],
    ["settings", "w:settings", DEFAULT_TAB],
  ] as const) {
    builder.add(`word/${part}.xml`, root, content);
    relationships.to(part, `word/${part}.xml`);
  }
  builder.add(MAIN_PART, "w:document", element("w:body", {}, bodyOf(text) + SECTION), relationships);
  builder.finish();
  return { parts: builder.parts, warnings };
}

function bodyOf(text: string): string {
  // a line's end at the end of the file begins no other one
  const lines = text
    .replace(/\r\n?|\u2029|\n$/g, (end, at: number) => (at + end.length === text.length ? "" : "\n"))
    .split("\n");
  return lines.map(paragraph).join("");
}

/** A form feed is the end of a page, a vertical tab that of a line within its paragraph, as Unicode's own mark is. */
function paragraph(line: string): string {
  const properties = RIGHT_TO_LEFT.test(line) ? "<w:pPr><w:bidi/></w:pPr>" : "";
  const pieces = line.split(/([\t\f\v\u2028])/).map((piece) => {
    if (piece === "\t") return "<w:tab/>";
    if (piece === "\v" || piece === "\u2028") return "<w:br/>";
    if (piece === "\f") return '<w:br w:type="page"/>';
    return piece === "" ? "" : `<w:t xml:space="preserve">${escapeXmlText(piece)}</w:t>`;
  });
  const run = pieces.join("");
  return `<w:p>${properties}${run === "" ? "" : `<w:r>${run}</w:r>`}</w:p>`;
}
