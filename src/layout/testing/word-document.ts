/** Lays out WordprocessingML that a test writes down: every character half an em wide, lines 1.2 em high. */

import { WorkMeter } from "../../domain/work-meter.ts";
import { OpcPackage } from "../../office/package.ts";
import { linesWithin } from "../flow/fragment-notes.ts";
import type { Page } from "../flow/fragments.ts";
import { LayoutContext } from "../flow/layout-context.ts";
import { paginate } from "../flow/paginate.ts";
import type { WordDocument } from "../model/blocks.ts";
import type { Line } from "../text/line.ts";
import { TextMeasurer } from "../text/measure.ts";
import { TextStyles } from "../text/text-style.ts";
import { readDocument } from "../word/document-reader.ts";

const NAMESPACES = [
  ["w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  ["r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"],
  ["wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"],
  ["a", "http://schemas.openxmlformats.org/drawingml/2006/main"],
  ["m", "http://schemas.openxmlformats.org/officeDocument/2006/math"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"],
  ["w14", "http://schemas.microsoft.com/office/word/2010/wordml"],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["v", "urn:schemas-microsoft-com:vml"],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Content of further parts by relationship type: `styles`, `footnotes`, `settings`, ... without the root element. */
export type FurtherParts = Partial<
  Record<"styles" | "numbering" | "settings" | "footnotes" | "endnotes" | "comments" | "header" | "footer", string>
>;

/**
 * Reads a document of Arial, 10 points, with this body. Parts get the relationship id `rId-` and their type, `extra` files
 * theirs by their names. A `.png` is a picture by its part's name.
 * @param addresses links by their relationship ids
 */
export function wordDocument(
  body: string,
  parts: FurtherParts = {},
  extra: Readonly<Record<string, Uint8Array>> = {},
  addresses: Readonly<Record<string, string>> = {},
): WordDocument {
  const encode = (xml: string) => new TextEncoder().encode(xml);
  const fonts = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="20"/>';
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${fonts}</w:rPr></w:rPrDefault></w:docDefaults>`;
  const contents: FurtherParts = { ...parts, styles: `${defaults}${parts.styles ?? ""}` };
  const roots: Record<string, string> = { header: "hdr", footer: "ftr" };
  const files: [string, Uint8Array][] = Object.entries(contents).map(([type, content]) => {
    const root = roots[type] ?? type;
    return [`word/${type}.xml`, encode(`<w:${root} ${NAMESPACES}>${content}</w:${root}>`)];
  });
  const links = Object.keys(contents).map(
    (type) => `<Relationship Id="rId-${type}" Type="${OFFICE_TYPES}/${type}" Target="${type}.xml"/>`,
  );
  for (const [name, bytes] of Object.entries(extra)) {
    files.push([`word/${name}`, bytes]);
    links.push(`<Relationship Id="rId-${name}" Type="${OFFICE_TYPES}/other" Target="${name}"/>`);
  }
  for (const [id, address] of Object.entries(addresses))
    links.push(`<Relationship Id="${id}" Type="${OFFICE_TYPES}/hyperlink" Target="${address}" TargetMode="External"/>`);
  const document = `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;
  const officeDocument = `<Relationship Id="r" Type="${OFFICE_TYPES}/officeDocument" Target="word/document.xml"/>`;
  files.push(
    ["_rels/.rels", encode(`<Relationships xmlns="${RELATIONSHIPS}">${officeDocument}</Relationships>`)],
    [
      "word/_rels/document.xml.rels",
      encode(`<Relationships xmlns="${RELATIONSHIPS}">${links.join("")}</Relationships>`),
    ],
    ["word/document.xml", encode(document)],
  );
  return readDocument(OpcPackage.ofParts(files), {
    now: new Date(0),
    fileName: "test.docx",
    imageUrl: (_, part) => (part.endsWith(".png") ? part : undefined),
  });
}

export function layoutContext(document: WordDocument): LayoutContext {
  return new LayoutContext(
    document,
    new TextStyles(() => ({ ascent: 0.9, descent: 0.3 })),
    new TextMeasurer((text) => [...text].length / 2),
    { meter: new WorkMeter() },
  );
}

export function layOut(document: WordDocument): Page[] {
  return paginate(layoutContext(document), 100).pages;
}

export function textOf(line: Line): string {
  return line.parts.map((part) => (part.kind === "text" ? part.text : part.kind === "gap" ? "\t" : "")).join("");
}

/** Texts of the lines of each page's body. */
export function bodyTexts(pages: readonly Page[]): string[][] {
  return pages.map((page) => linesWithin(page.body).map(textOf));
}

export const paragraph = (text: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A page of `lines` lines (12 points each) and of `characters` characters (5 points each). */
export const section = (lines: number, characters: number, properties = "") =>
  `<w:sectPr>${properties}<w:pgSz w:w="${characters * 100 + 400}" w:h="${lines * 240 + 400}"/>` +
  '<w:pgMar w:top="200" w:bottom="200" w:left="200" w:right="200" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>';
