import { ZipWriter } from "../../office/zip-writer.ts";

/** Small Word packages for tests and benchmarks, written part by part. */

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";

export const WORD_NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"';

export interface DocxParts {
  /** Content of w:body. */
  body: string;
  /** Other parts by name, with the media type of each. */
  parts?: Record<string, { content: string | Uint8Array; type: string }>;
  /** Relationships of the document: id -> type, target and whether it is external. */
  relationships?: Record<string, { type: string; target: string; external?: boolean }>;
  mainType?: string;
  /** More relationships of the package. */
  packageRelationships?: Record<string, { type: string; target: string }>;
}

const encode = (text: string) => new TextEncoder().encode(text);
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A run of text. */
export const run = (text: string, properties = ""): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</w:t></w:r>`;
/** A paragraph of one run for each text. */
export const paragraph = (...texts: string[]): string => `<w:p>${texts.map((text) => run(text)).join("")}</w:p>`;
export const cell = (...paragraphs: string[]): string =>
  `<w:tc>${paragraphs.map((text) => paragraph(text)).join("")}</w:tc>`;
export const row = (...cells: string[]): string => `<w:tr>${cells.map((text) => cell(text)).join("")}</w:tr>`;
export const table = (...rows: string[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1800"/>'.repeat(rows[0]?.match(/<w:tc>/g)?.length ?? 1)}</w:tblGrid>${rows.join("")}</w:tbl>`;

/** A whole document. */
export function docx({
  body,
  parts = {},
  relationships = {},
  mainType = `${TYPES}.document.main+xml`,
  packageRelationships = {},
}: DocxParts): Uint8Array {
  const writer = new ZipWriter();
  const overrides = Object.entries(parts).map(
    ([name, { type }]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  writer.add(
    "[Content_Types].xml",
    encode(
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/>${overrides.join("")}</Types>`,
    ),
  );
  const ofPackage = Object.entries(packageRelationships).map(
    ([id, { type, target }]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  );
  const properties = Object.entries({
    "docProps/core.xml": `${PACKAGE}/relationships/metadata/core-properties`,
    "docProps/app.xml": `${OFFICE}/extended-properties`,
    "docProps/custom.xml": `${OFFICE}/custom-properties`,
  }).flatMap(([name, type], index) =>
    parts[name] ? [`<Relationship Id="rId${index + 2}" Type="${type}" Target="${name}"/>`] : [],
  );
  writer.add(
    "_rels/.rels",
    encode(
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>${properties.join("")}${ofPackage.join("")}</Relationships>`,
    ),
  );
  const related = Object.entries(relationships).map(
    ([id, { type, target, external }]) =>
      `<Relationship Id="${id}" Type="${type.includes(":") ? type : `${OFFICE}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`,
  );
  writer.add(
    "word/document.xml",
    encode(
      `${XML}<w:document ${WORD_NAMESPACES}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ),
  );
  writer.add(
    "word/_rels/document.xml.rels",
    encode(`${XML}<Relationships xmlns="${PACKAGE}/relationships">${related.join("")}</Relationships>`),
  );
  for (const [name, { content }] of Object.entries(parts))
    writer.add(name, typeof content === "string" ? encode(content) : content);
  return writer.finish();
}
