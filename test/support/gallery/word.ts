import { escapeXml, officePackage, type PackagePart } from "./office-package.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Text of a paragraph: `**bold**` in it is bold. */
function runs(text: string, more = ""): string {
  return text
    .split(/(\*\*[^*]+\*\*)/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const isBold = piece.startsWith("**");
      const properties = `${isBold ? "<w:b/>" : ""}${more}`;

      return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(isBold ? piece.slice(2, -2) : piece)}</w:t></w:r>`;
    })
    .join("");
}

/** A paragraph in a style of this file. */
export const wordParagraph = (text: string, style = "Normal", more = ""): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${runs(text)}</w:p>`;

/** A table of columns with widths in twips; the first row is its head, cells that begin with `>` are aligned right. */
export function wordTable(widths: readonly number[], rows: readonly (readonly string[])[]): string {
  const border = (side: string, color: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${color}"/>`;
  const cells = (row: readonly string[], isHead: boolean) =>
    row
      .map((text, column) => {
        const isRight = text.startsWith(">");
        const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="0F6E64"/>' : "";
        const paragraph = `<w:p><w:pPr><w:pStyle w:val="Cell"/>${isRight ? '<w:jc w:val="right"/>' : ""}</w:pPr>${runs(isRight ? text.slice(1) : text, isHead ? '<w:b/><w:color w:val="FFFFFF"/>' : "")}</w:p>`;

        return `<w:tc><w:tcPr><w:tcW w:w="${widths[column] ?? 0}" w:type="dxa"/>${shade}<w:vAlign w:val="center"/></w:tcPr>${paragraph}</w:tc>`;
      })
      .join("");
  const trs = rows.map(
    (row, index) =>
      `<w:tr><w:trPr><w:cantSplit/>${index === 0 ? "<w:tblHeader/>" : ""}</w:trPr>${cells(row, index === 0)}</w:tr>`,
  );
  const total = widths.reduce((sum, width) => sum + width, 0);

  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${border("bottom", "C9CED6")}${border("insideH", "E3E7EC")}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="90" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("")}</w:tblGrid>${trs.join("")}</w:tbl>`;
}

const style = (id: string, name: string, paragraph: string, run: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;

const STYLES = `<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:color w:val="1C2330"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
${style("Title", "Title", '<w:spacing w:before="240" w:after="60"/>', '<w:b/><w:color w:val="0F6E64"/><w:sz w:val="44"/>')}
${style("Heading1", "heading 1", '<w:keepNext/><w:spacing w:before="280" w:after="80"/><w:outlineLvl w:val="0"/>', '<w:b/><w:color w:val="0F6E64"/><w:sz w:val="26"/>')}
${style("Quiet", "Quiet", '<w:spacing w:after="60"/>', '<w:color w:val="667080"/><w:sz w:val="19"/>')}
${style("Cell", "Cell", '<w:spacing w:before="60" w:after="60" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="20"/>')}
${style("Total", "Total", '<w:spacing w:before="160" w:after="160"/><w:jc w:val="right"/>', '<w:b/><w:sz w:val="26"/>')}
${style("Footer", "footer", '<w:tabs><w:tab w:val="right" w:pos="9070"/></w:tabs><w:spacing w:after="0"/>', '<w:color w:val="667080"/><w:sz w:val="17"/>')}
</w:styles>`;

/** A page in twips; A4 by default. */
export interface WordPage {
  width: number;
  height: number;
  margin: number;
}

const A4: WordPage = { width: 11906, height: 16838, margin: 1418 };

/** A placeholder picture whose alternative text names a field; `rIdPicture` is the picture that the file has. */
export function wordImage(field: string, widthCm: number, heightCm: number): string {
  const [cx, cy] = [widthCm, heightCm].map((length) => Math.round(length * 360000));
  const A = "http://schemas.openxmlformats.org/drawingml/2006";
  const properties = `id="1" name="Picture 1" descr="${escapeXml(field)}"`;

  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${A}/wordprocessingDrawing"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${properties}/><a:graphic xmlns:a="${A}/main"><a:graphicData uri="${A}/picture"><pic:pic xmlns:pic="${A}/picture"><pic:nvPicPr><pic:cNvPr ${properties}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdPicture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

interface WordFileOptions {
  page?: WordPage;
  header?: string;
  image?: Uint8Array;
  /** Of text, with the room between them in twips; one when absent. */
  columns?: { count: number; between: number };
}

/** A Word file with a footer that counts its pages; `picture` is what {@link wordImage} shows. */
export function wordFile(
  body: string,
  footer: string,
  { page = A4, header = "", image, columns }: WordFileOptions = {},
): Uint8Array {
  const field = (name: string) => `<w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
  const namespaces = `xmlns:w="${W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
  const { width, height, margin } = page;
  const upright = Math.min(1247, margin);
  const headed = header === "" ? "" : '<w:headerReference w:type="default" r:id="rId3"/>';
  const section = `<w:sectPr>${headed}<w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="${upright}" w:right="${margin}" w:bottom="${upright}" w:left="${margin}" w:header="${page === A4 ? 709 : 340}" w:footer="${page === A4 ? 567 : 340}" w:gutter="0"/>${columns ? `<w:cols w:num="${columns.count}" w:space="${columns.between}"/>` : ""}</w:sectPr>`;
  const count =
    footer === "" ? "" : `<w:r><w:tab/></w:r>${runs("Page ")}${field("PAGE")}${runs(" of ")}${field("NUMPAGES")}`;
  const headerPart: Record<string, PackagePart> =
    header === ""
      ? {}
      : {
          "word/header1.xml": {
            xml: `<w:hdr ${namespaces}>${wordParagraph(header, "Quiet")}</w:hdr>`,
            type: "wordprocessingml.header",
          },
        };

  return officePackage(
    "word/document.xml",
    {
      "word/document.xml": {
        xml: `<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
        type: "wordprocessingml.document.main",
      },
      "word/styles.xml": { xml: STYLES, type: "wordprocessingml.styles" },
      "word/footer1.xml": {
        xml: `<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Footer"/>${page === A4 ? "" : `<w:tabs><w:tab w:val="clear" w:pos="9070"/><w:tab w:val="right" w:pos="${width - 2 * margin}"/></w:tabs>`}</w:pPr>${runs(footer)}${count}</w:p></w:ftr>`,
        type: "wordprocessingml.footer",
      },
      ...headerPart,
    },
    {
      "word/document.xml": {
        rId1: ["styles", "styles.xml"],
        rId2: ["footer", "footer1.xml"],
        ...(header === "" ? {} : { rId3: ["header", "header1.xml"] }),
        ...(image ? { rIdPicture: ["image", "media/picture.png"] } : {}),
      },
    },
    image ? { "word/media/picture.png": image } : {},
  );
}
