import { NAMESPACES } from "./namespaces.ts";

const HEADING_HALF_POINTS = [36, 30, 26, 24, 22, 22];

function style(type: string, id: string, name: string, members: string, isDefault = false): string {
  const marked = isDefault ? ' w:default="1"' : "";
  return `<w:style w:type="${type}"${marked} w:styleId="${id}"><w:name w:val="${name}"/>${members}</w:style>`;
}

const headings = HEADING_HALF_POINTS.map((size, index) =>
  style(
    "paragraph",
    `Heading${index + 1}`,
    `heading ${index + 1}`,
    `<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${index}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr>`,
  ),
);
const cellMargins =
  '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar>';
const grid = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`)
  .join("");

/** The styles part of new documents: a plain text face and the styles that html and sheets need. */
export const NEW_STYLES = `<w:styles xmlns:w="${NAMESPACES.w}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${[
  style("paragraph", "Normal", "Normal", "<w:qFormat/>", true),
  style("character", "DefaultParagraphFont", "Default Paragraph Font", "<w:semiHidden/>", true),
  style("table", "TableNormal", "Normal Table", `<w:semiHidden/><w:tblPr>${cellMargins}</w:tblPr>`, true),
  style("numbering", "NoList", "No List", "<w:semiHidden/>", true),
  ...headings,
  style(
    "paragraph",
    "ListParagraph",
    "List Paragraph",
    '<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:after="60"/><w:ind w:left="720"/></w:pPr>',
  ),
  style(
    "paragraph",
    "Quote",
    "Quote",
    '<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:ind w:left="567" w:right="567"/></w:pPr>',
  ),
  style(
    "paragraph",
    "HTMLPreformatted",
    "HTML Preformatted",
    '<w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>',
  ),
  style(
    "paragraph",
    "TableText",
    "Table Text",
    '<w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>',
  ),
  style("character", "Hyperlink", "Hyperlink", '<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>'),
  style(
    "table",
    "TableGrid",
    "Table Grid",
    `<w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${grid}</w:tblBorders></w:tblPr>`,
  ),
].join("")}</w:styles>`;
