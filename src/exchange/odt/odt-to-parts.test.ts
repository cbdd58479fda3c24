import { describe, expect, it } from "vitest";
import { openDocumentChart, openDocumentText } from "../../../test/support/open-document.ts";
import { png } from "../../image/testing/image-files.ts";
import { MarkupCount } from "../markup-count.ts";
import { odtToParts } from "./odt-to-parts.ts";

type Options = Parameters<typeof openDocumentText>[1];

function read(body: string, options?: Options) {
  const { parts, warnings } = odtToParts(openDocumentText(body, options));
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  return { body: part("word/document.xml").replace(/^.*?<w:body>/, ""), part, parts, warnings };
}
/** Text that does not pack to nothing. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(97 + ((index * index * 7) % 26))).join("");
const shown = (markup: string) => [...markup.matchAll(/<w:t [^>]*>([^<]*)/g)].map(([, text]) => text).join("");
const paragraph = (content: string, style?: string) =>
  `<text:p${style ? ` text:style-name="${style}"` : ""}>${content}</text:p>`;
const style = (name: string, family: string, properties: string, attributes = "") =>
  `<style:style style:name="${name}" style:family="${family}" ${attributes}>${properties}</style:style>`;

describe("text of OpenDocument", () => {
  it.each([
    ["white space as one space", "  a \n\t b  <text:span> c</text:span>", "a b c"],
    ["spaces that count", 'a<text:s text:c="3"/> b', "a    b"],
    [
      "text of fields as it was worked out",
      "<text:author-name>Ada</text:author-name> <text:chapter>One</text:chapter>",
      "Ada One",
    ],
    [
      "the base of ruby",
      "<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>",
      "漢",
    ],
    [
      "no comments, marks and hidden fields",
      'a<office:annotation><text:p>b</text:p></office:annotation><text:toc-mark/><text:hidden-text text:string-value="c"/>',
      "a",
    ],
    ["entities", "&lt;&amp;&#x20ac;", "&lt;&amp;€"],
  ])("has %s", (_, source, text) => {
    expect(shown(read(paragraph(source)).body)).toBe(text);
  });

  it("leaves out deleted text and hidden sections", () => {
    const { body } = read(
      "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>" +
        `<text:section text:display="none">${paragraph("hidden")}</text:section><text:section>${paragraph("shown")}</text:section>`,
    );
    expect(shown(body)).toBe("shown");
  });

  it("is known by namespaces, whatever their prefixes", () => {
    const content =
      '<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0">' +
      "<o:body><o:text><t:p>a<t:tab/>b</t:p></o:text></o:body></o:document-content>";
    expect(read("", { more: { "content.xml": content } }).body).toContain("<w:tab/>");
  });

  it("has what is known of the document, tables of contents, bookmarks and links", () => {
    const { body, part } = read(
      "<text:table-of-content><text:table-of-content-source><text:index-title-template>x</text:index-title-template></text:table-of-content-source>" +
        `<text:index-body><text:index-title>${paragraph("Contents")}</text:index-title>${paragraph('<text:a xlink:href="#One|outline">One</text:a>')}</text:index-body></text:table-of-content>` +
        paragraph(
          '<text:bookmark text:name="m"/><text:a xlink:href="https://example.com/?a=%22&quot;">b</text:a><text:a xlink:href="file:///c">d</text:a>',
        ),
      { meta: "<dc:title>Plan</dc:title>" },
    );
    expect(shown(body)).toBe("ContentsOnebd");
    expect(body).toContain(" HYPERLINK \\l &quot;One&quot; ");
    expect(body).toContain(" HYPERLINK &quot;https://example.com/?a=%22%22&quot; ");
    expect(body).toContain('<w:bookmarkStart w:id="1" w:name="m"/><w:bookmarkEnd w:id="1"/>');
    expect(part("docProps/core.xml")).toContain("<dc:title>Plan</dc:title>");
  });
});

describe("styles of OpenDocument", () => {
  const styles =
    '<style:default-style style:family="paragraph"><style:paragraph-properties style:tab-stop-distance="1cm"/><style:text-properties style:font-name="F" fo:font-size="10pt"/></style:default-style>' +
    style("Standard", "paragraph", '<style:paragraph-properties fo:margin="2mm" fo:margin-left="1cm"/>') +
    style(
      "Heading_20_1",
      "paragraph",
      '<style:paragraph-properties fo:keep-with-next="always"/><style:text-properties fo:font-size="150%" fo:font-weight="bold"/>',
      'style:display-name="Heading 1" style:parent-style-name="Standard" style:default-outline-level="1"',
    );

  it("are those of Word, with what parents say and shares of it", () => {
    const { part, body } = read('<text:h text:style-name="Heading_20_1" text:outline-level="1">a</text:h>', { styles });
    const all = part("word/styles.xml");
    expect(all).toContain('<w:name w:val="heading 1"/><w:basedOn w:val="Standard"/>');
    expect(all).toContain('<w:b/><w:sz w:val="30"/>');
    expect(all).toContain(
      '<w:spacing w:before="113" w:after="113" w:line="240" w:lineRule="auto"/><w:ind w:left="567" w:right="113" w:firstLine="0"/>',
    );
    expect(part("word/settings.xml")).toContain('<w:defaultTabStop w:val="567"/>');
    expect(body).toContain('<w:pStyle w:val="Heading_20_1"/>');
  });

  it("that a paragraph was given are its own", () => {
    const automatic = style(
      "P1",
      "paragraph",
      '<style:paragraph-properties fo:text-align="center" fo:line-height="150%" fo:break-before="page" fo:border-left="2pt solid #ff0000" fo:padding-left="1pt" fo:background-color="#eeeeee"><style:tab-stops><style:tab-stop style:position="5cm" style:type="right" style:leader-style="dotted"/></style:tab-stops></style:paragraph-properties><style:text-properties fo:color="#0000ff"/>',
      'style:parent-style-name="Standard"',
    );
    const { body } = read(paragraph("a", "P1"), { styles, automatic });
    expect(body).toContain('<w:pPr><w:pStyle w:val="Standard"/><w:pageBreakBefore/>');
    expect(body).toContain('<w:left w:val="single" w:sz="16" w:space="1" w:color="FF0000"/>');
    expect(body).toContain('<w:tab w:val="right" w:leader="dot" w:pos="3402"/>');
    expect(body).toContain('w:line="360" w:lineRule="auto"');
    expect(body).toContain('<w:ind w:left="627"');
    expect(body).toContain('<w:jc w:val="center"/>');
    expect(body).toContain('<w:r><w:rPr><w:color w:val="0000FF"/></w:rPr>');
  });

  it.each([
    ['fo:font-weight="bold"', "<w:b/>"],
    ['fo:font-style="italic"', "<w:i/>"],
    ["fo:font-family=\"'Open Sans', Arial\"", '<w:rFonts w:ascii="Open Sans" w:hAnsi="Open Sans"/>'],
    ['style:text-underline-style="wave" style:text-underline-type="double"', '<w:u w:val="wavyDouble"/>'],
    ['style:text-line-through-type="double"', "<w:dstrike/>"],
    ['style:text-position="super 58%"', '<w:vertAlign w:val="superscript"/>'],
    ['style:text-position="-20% 80%"', '<w:position w:val="-4"/><w:sz w:val="16"/>'],
    ['fo:text-transform="uppercase" fo:font-variant="small-caps"', "<w:caps/><w:smallCaps/>"],
    ['fo:letter-spacing="1pt" style:text-scale="80%"', '<w:spacing w:val="20"/><w:w w:val="80"/>'],
    ['text:display="none"', "<w:vanish/>"],
    ['fo:language="de" fo:country="AT"', '<w:lang w:val="de-AT"/>'],
  ])("of texts: %s", (attributes, markup) => {
    const automatic = style("T1", "text", `<style:text-properties ${attributes}/>`);
    const { body } = read(paragraph('<text:span text:style-name="T1">a</text:span>'), { styles, automatic });
    expect(body).toContain(`<w:rPr>${markup}</w:rPr>`);
  });

  it("that are each other's parents are read once", () => {
    const circle =
      style("A", "paragraph", "", 'style:parent-style-name="B"') +
      style("B", "paragraph", "", 'style:parent-style-name="A"');
    expect(shown(read(paragraph("a", "A"), { styles: circle }).body)).toBe("a");
  });
});

describe("lists of OpenDocument", () => {
  const level = (number: number, more: string) =>
    `<text:list-level-style-number text:level="${number}" style:num-format="1" style:num-suffix="." ${more}>` +
    '<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:margin-left="1cm" fo:text-indent="-5mm"/></style:list-level-properties></text:list-level-style-number>';
  const automatic = `<text:list-style style:name="L1">${level(1, "")}${level(2, 'text:display-levels="2"')}</text:list-style>`;
  const item = (content: string, more = "") => `<text:list-item ${more}>${content}</text:list-item>`;
  const list = (content: string, more = "") => `<text:list text:style-name="L1" ${more}>${content}</text:list>`;
  const numbers = (markup: string) =>
    [...markup.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/g)].map(([, at, id]) => `${at}:${id}`);

  it("keep their distance from numbers that have no width of their own", () => {
    const label = (more: string) =>
      read('<text:h text:outline-level="1">a</text:h>', {
        styles: `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."><style:list-level-properties ${more}/></text:outline-level-style></text:outline-style>`,
      });
    const heading = (more: string) => {
      const { part } = label(more);
      return /<w:lvlText w:val="([^"]*)"/.exec(part("word/numbering.xml"))?.[1];
    };
    expect(heading('text:min-label-distance="9pt"')).toBe("%1.\u00a0\u00a0\u00a0");
    expect(heading('text:min-label-distance="9pt" text:min-label-width="1cm"')).toBe("%1.");
  });

  it("number the first paragraph of an item, at the level of the list within lists", () => {
    const { body, part } = read(
      list(
        item(paragraph("a") + paragraph("b") + `<text:list>${item(paragraph("c"))}</text:list>`) +
          `<text:list-header>${paragraph("d")}</text:list-header>`,
      ),
      { automatic },
    );
    expect(numbers(body)).toEqual(["0:1", "1:1"]);
    expect(body.match(/<w:ind w:left="567" w:right="0" w:firstLine="0"\/>/g)).toHaveLength(2);
    expect(part("word/numbering.xml")).toContain('<w:lvlText w:val="%1.%2."/>');
    expect(part("word/numbering.xml")).toContain('<w:ind w:left="567" w:hanging="283"/>');
  });

  it("begin anew, go on, or begin from a number", () => {
    const { body, part } = read(
      list(item(paragraph("a")), 'xml:id="x"') +
        list(item(paragraph("b"))) +
        list(item(paragraph("c")), 'text:continue-numbering="true"') +
        list(item(paragraph("d")), 'text:continue-list="x"') +
        list(item(paragraph("e"), 'text:start-value="7"') + item(paragraph("f"))),
      { automatic },
    );
    expect(numbers(body)).toEqual(["0:1", "0:2", "0:2", "0:1", "0:3", "0:3"]);
    expect(part("word/numbering.xml")).toContain(
      '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>',
    );
  });

  it("leave paragraphs where they say that they are", () => {
    const own = style("P1", "paragraph", '<style:paragraph-properties fo:margin-left="3cm"/>');
    expect(read(list(item(paragraph("a", "P1"))), { automatic: automatic + own }).body).toContain(
      '<w:ind w:left="1701"',
    );
  });

  it("of headings are those of the outline", () => {
    const styles = `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="I" style:num-prefix="Part "/></text:outline-style>`;
    const { body, part } = read('<text:h text:outline-level="1">a</text:h><text:h text:outline-level="2">b</text:h>', {
      styles,
    });
    expect(numbers(body)).toEqual(["0:1"]);
    expect(part("word/numbering.xml")).toContain(
      '<w:numFmt w:val="upperRoman"/><w:suff w:val="nothing"/><w:lvlText w:val="Part %1"/>',
    );
  });
});

describe("tables of OpenDocument", () => {
  const automatic =
    style("T", "table", '<style:table-properties style:width="10cm" table:align="center"/>') +
    style("C", "table-column", '<style:table-column-properties style:column-width="2cm"/>') +
    style("R", "table-row", '<style:table-row-properties style:min-row-height="1cm" fo:keep-together="always"/>') +
    style(
      "Z",
      "table-cell",
      '<style:table-cell-properties fo:border="1pt solid #000000" fo:padding="1mm" fo:background-color="#ffff00" style:vertical-align="middle"/>',
    );
  const cell = (content: string, more = "") =>
    `<table:table-cell table:style-name="Z" ${more}>${paragraph(content)}</table:table-cell>`;
  const table = (rows: string, columns = 2) =>
    `<table:table table:style-name="T"><table:table-column table:style-name="C" table:number-columns-repeated="${columns}"/>${rows}</table:table>`;

  it("have columns, heads, heights, borders and padding", () => {
    const { body } = read(
      table(
        `<table:table-header-rows><table:table-row table:style-name="R">${cell("a")}${cell("b")}</table:table-row></table:table-header-rows>`,
      ),
      { automatic },
    );
    expect(body).toContain('<w:jc w:val="center"/>');
    expect(body).toContain('<w:tblGrid><w:gridCol w:w="2835"/><w:gridCol w:w="2835"/></w:tblGrid>');
    expect(body).toContain('<w:trPr><w:cantSplit/><w:trHeight w:val="567" w:hRule="atLeast"/><w:tblHeader/></w:trPr>');
    expect(body).toContain(
      '<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/><w:tcMar><w:top w:w="57" w:type="dxa"/>',
    );
    expect(body).toContain('<w:vAlign w:val="center"/>');
  });

  it("have cells that span columns and rows", () => {
    const covered = "<table:covered-table-cell/>";
    const { body } = read(
      table(
        `<table:table-row>${cell("a", 'table:number-columns-spanned="2" table:number-rows-spanned="2"')}${covered}${cell("b")}</table:table-row>` +
          `<table:table-row>${covered}${covered}${cell("c")}</table:table-row><table:table-row>${cell("d")}${cell("e")}${cell("f")}</table:table-row>`,
        3,
      ),
      { automatic },
    );
    expect(body.match(/<w:gridSpan w:val="2"\/><w:vMerge w:val="restart"\/>/g)).toHaveLength(1);
    expect(body.match(/<w:gridSpan w:val="2"\/><w:vMerge\/>/g)).toHaveLength(1);
    expect(shown(body)).toBe("abcdef");
  });

  it("that follow each other stay two, and those in cells end with a paragraph", () => {
    const row = (content: string) => `<table:table-row>${content}</table:table-row>`;
    const inner = table(row(cell("x")), 1);
    const { body } = read(table(row(`<table:table-cell>${inner}</table:table-cell>`), 1) + inner, { automatic });
    expect(body).not.toContain("</w:tbl><w:tbl>");
    expect(body).not.toContain("</w:tbl></w:tc>");
  });
});

describe("pages of OpenDocument", () => {
  const layouts =
    '<style:page-layout style:name="A"><style:page-layout-properties fo:page-width="20cm" fo:page-height="10cm" fo:margin="1cm" style:print-orientation="landscape" style:num-format="i"/>' +
    '<style:header-style><style:header-footer-properties fo:min-height="1cm" fo:margin-bottom="5mm"/></style:header-style></style:page-layout>' +
    '<style:page-layout style:name="B"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"><style:columns fo:column-count="2" fo:column-gap="1cm"/></style:page-layout-properties></style:page-layout>';
  const masters =
    `<style:master-page style:name="Standard" style:page-layout-name="A"><style:header>${paragraph("Head <text:page-number>1</text:page-number>/<text:page-count>9</text:page-count>")}</style:header><style:header-left>${paragraph("Left")}</style:header-left></style:master-page>` +
    '<style:master-page style:name="Two" style:page-layout-name="B"/>' +
    `<style:master-page style:name="First" style:page-layout-name="A" style:next-style-name="Standard"><style:header>${paragraph("Once")}</style:header></style:master-page>`;
  const automatic =
    style("P1", "paragraph", '<style:paragraph-properties style:page-number="5"/>', 'style:master-page-name="Two"') +
    style("P2", "paragraph", "", 'style:master-page-name="First"') +
    style(
      "S",
      "section",
      '<style:section-properties><style:columns fo:column-count="3" fo:column-gap="5mm"><style:column-sep style:width="1pt"/></style:columns></style:section-properties>',
    );

  it("have sizes, margins, headers and numbers", () => {
    const { body, part } = read(paragraph("a") + paragraph("b", "P1"), { layouts, masters, automatic });
    const [first = "", second = ""] = body.match(/<w:sectPr>.*?<\/w:sectPr>/g) ?? [];
    expect(first).toContain('<w:pgSz w:w="11339" w:h="5669" w:orient="landscape"/>');
    expect(first).toContain('w:top="1134"');
    expect(first).toContain('w:header="567"');
    expect(first).toContain('<w:pgNumType w:fmt="lowerRoman"/>');
    expect(second).toContain('<w:pgNumType w:fmt="decimal" w:start="5"/><w:cols w:num="2" w:space="567"/>');
    expect(part("word/header1.xml")).toContain(" PAGE ");
    expect(part("word/header1.xml")).toContain(" NUMPAGES ");
    expect(part("word/header1.xml")).toContain('w:line="283" w:lineRule="exact"');
    expect(part("word/settings.xml")).toContain("<w:evenAndOddHeaders/>");
  });

  it("have a first page of its own where another master page follows", () => {
    const { body, part } = read(paragraph("a", "P2"), { layouts, masters, automatic });
    expect(body).toContain("<w:titlePg/>");
    const id = /<w:headerReference w:type="first" r:id="(\w+)"/.exec(body)?.[1];
    const target = new RegExp(`Id="${id}"[^>]*Target="/([^"]+)"`).exec(part("word/_rels/document.xml.rels"))?.[1];
    expect(shown(part(target ?? ""))).toBe("Once");
  });

  it("have the line between their footer and the text", () => {
    const area = (border: string) =>
      `<style:page-layout style:name="A"><style:page-layout-properties/><style:footer-style><style:header-footer-properties fo:min-height="1cm" fo:margin-top="5mm" ${border}/></style:footer-style></style:page-layout>`;
    const footed = `<style:master-page style:name="Standard" style:page-layout-name="A"><style:footer>${paragraph("Foot")}</style:footer></style:master-page>`;
    const footer = (border: string) =>
      read(paragraph("a"), { layouts: area(border), masters: footed }).part("word/footer1.xml");
    expect(footer('fo:border-top="1pt solid #ff0000"')).toMatch(
      /<w:pBdr><w:bottom [^>]*w:color="FF0000"[^>]*\/><\/w:pBdr><w:spacing [^>]*w:line="283".*Foot/,
    );
    expect(footer('fo:border-bottom="1pt solid #ff0000"')).not.toContain("<w:pBdr>");
  });

  it("are narrower by the padding within their margins, whether there are lines or not", () => {
    const padded =
      '<style:page-layout style:name="A"><style:page-layout-properties fo:margin="1cm" fo:padding="5mm"/></style:page-layout>';
    const { body } = read(paragraph("a"), { layouts: padded, masters });
    expect(body).toContain('w:left="850"');
  });

  it("name their chapter in headers, where the text around it is that of the page", () => {
    const styles = style("H1", "paragraph", "", 'style:display-name="Part" style:default-outline-level="1"');
    const chapter = (display: string) =>
      paragraph(`<text:chapter text:display="${display}" text:outline-level="1">One</text:chapter>`);
    const header = (content: string) =>
      `<style:master-page style:name="Standard" style:page-layout-name="A"><style:header>${content}</style:header></style:master-page>`;
    const { body, part } = read(chapter("name"), { layouts, styles, masters: header(chapter("name")) });
    expect(part("word/header1.xml")).toContain(" STYLEREF &quot;H1&quot; ");
    expect(body).not.toContain("STYLEREF");
    const numbered = read(paragraph("a"), { layouts, styles, masters: header(chapter("number")) });
    expect(shown(numbered.part("word/header1.xml"))).toBe("One");
  });

  it("have sections with columns, after which the text goes on", () => {
    const { body } = read(
      `${paragraph("a")}<text:section text:style-name="S">${paragraph("b")}</text:section>${paragraph("c")}`,
      { automatic },
    );
    const sections = body.match(/<w:sectPr>.*?<\/w:sectPr>/g) ?? [];
    expect(sections.map((each) => /<w:type w:val="(\w+)"/.exec(each)?.[1])).toEqual([
      "nextPage",
      "continuous",
      "continuous",
    ]);
    expect(sections[1]).toContain('<w:cols w:num="3" w:space="283" w:sep="1"/>');
  });
});

describe("what else is in an OpenDocument text", () => {
  const picture = png({ width: 1, height: 1, rows: Uint8Array.of(0, 1, 2, 3) });
  const frame = (content: string, more = "") =>
    `<draw:frame draw:style-name="G" svg:width="2cm" svg:height="1cm" svg:x="3cm" svg:y="4cm" ${more}>${content}</draw:frame>`;
  const image = '<draw:image xlink:href="Pictures/a.png"/>';
  const automatic = style(
    "G",
    "graphic",
    '<style:graphic-properties style:wrap="parallel" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="top" style:vertical-rel="paragraph" fo:padding="1mm" fo:border="1pt solid #00ff00"/>',
  );
  const more = { "Pictures/a.png": picture };

  it("stands on the line or beside the text", () => {
    const inline = read(paragraph(frame(image, 'text:anchor-type="as-char"')), { automatic, more });
    expect(inline.body).toContain('<wp:extent cx="720000" cy="360000"/>');
    expect(inline.body).toContain("<wp:inline");
    expect(inline.parts.get("word/media/image1.png")).toEqual(picture);
    const beside = read(paragraph(frame(image, 'text:anchor-type="paragraph"')), { automatic, more });
    expect(beside.body).toContain(
      '<wp:positionH relativeFrom="page"><wp:posOffset>1080000</wp:posOffset></wp:positionH>',
    );
    expect(beside.body).toContain('<wp:positionV relativeFrom="paragraph"><wp:align>top</wp:align></wp:positionV>');
    expect(beside.body).toContain('<wp:wrapSquare wrapText="bothSides"/>');
  });

  it("has text of its own in boxes and shapes", () => {
    const { body } = read(
      frame(`<draw:text-box fo:min-height="1cm">${paragraph("box")}</draw:text-box>`, 'text:anchor-type="page"') +
        paragraph(
          `<draw:custom-shape svg:width="1cm" svg:height="1cm">${paragraph("shape")}<draw:enhanced-geometry draw:type="ellipse"/></draw:custom-shape>`,
        ),
      { automatic },
    );
    expect(shown(body)).toBe("boxshape");
    expect(body).toContain("<a:spAutoFit/>");
    expect(body).toContain('prst="ellipse"');
  });

  it("has pages with a color, a picture or another fill behind all else", () => {
    const file = png({ width: 96, height: 48, rows: new Uint8Array(48 * (96 * 3 + 1)) });
    const fillsOf = (attributes: string, inner = "") => {
      const size = 'fo:page-width="4in" fo:page-height="2in" fo:margin-left="1in"';
      const { body } = read(paragraph("a"), {
        layouts: `<style:page-layout style:name="L"><style:page-layout-properties ${size} ${attributes}>${inner}</style:page-layout-properties></style:page-layout>`,
        masters: '<style:master-page style:name="Standard" style:page-layout-name="L"/>',
        more: { "Pictures/a.png": file },
      });
      return [...body.matchAll(/<w:pageFill w:type="default">(.*?)<\/w:pageFill>/g)].map(([, fill]) => fill);
    };
    const green = '<a:solidFill><a:srgbClr val="00FF00"/></a:solidFill>';
    expect(fillsOf('fo:background-color="#00ff00"')).toEqual([green]);
    expect(fillsOf('fo:background-color="transparent"')).toEqual([]);
    expect(fillsOf("")).toEqual([]);
    expect(fillsOf('draw:fill="none"')).toEqual([]);
    // the paper is white
    expect(fillsOf('fo:background-color="#ffffff"')).toEqual([]);
    expect(fillsOf('draw:fill="solid" draw:fill-color="#ffffff"')).toEqual([]);
    expect(fillsOf('draw:fill="solid" draw:fill-color="#00ff00"')).toEqual([green]);
    const image = (more: string) => `<style:background-image xlink:href="Pictures/a.png" ${more}/>`;
    const place = (more: string) => fillsOf("", image(more))[0]?.replace(/^.*<a:blip [^>]*\/>/, "");
    expect(place("")).toBe('<a:tile sx="100000" sy="100000" algn="tl"/></a:blipFill>');
    expect(place('style:repeat="stretch"')).toBe("<a:stretch><a:fillRect/></a:stretch></a:blipFill>");
    // an inch by half an inch
    const once = (position: string) => place(`style:repeat="no-repeat" ${position}`);
    expect(once("")).toContain('<a:fillRect l="37500" t="37500" r="37500" b="37500"/>');
    expect(once('style:position="bottom right"')).toContain('<a:fillRect l="75000" t="75000" r="0" b="0"/>');
    expect(once('style:position="top left"')).toContain('<a:fillRect l="0" t="0" r="75000" b="75000"/>');
    // what the picture leaves free has the color; a picture that is missing leaves all
    expect(fillsOf('fo:background-color="#00ff00"', image('draw:opacity="50%"'))).toEqual([
      green,
      expect.stringContaining('<a:alphaModFix amt="50000"/>'),
    ]);
    expect(fillsOf('fo:background-color="#00ff00"', "<style:background-image/>")).toEqual([green]);
    expect(
      fillsOf('fo:background-color="#00ff00"', '<style:background-image xlink:href="https://example.com/a.png"/>'),
    ).toEqual([green]);
  });

  it("has a first page whose background is not that of the pages after it", () => {
    const layout = (name: string, color: string) =>
      `<style:page-layout style:name="${name}"><style:page-layout-properties ${color}/></style:page-layout>`;
    const fills = (first: string, rest: string) =>
      read(paragraph("a"), {
        layouts: layout("C", first) + layout("R", rest),
        masters:
          '<style:master-page style:name="Standard" style:page-layout-name="C" style:next-style-name="Rest"/>' +
          '<style:master-page style:name="Rest" style:page-layout-name="R"/>',
      }).body.match(/<w:pageFill.*<\/?w:pageFill[^>]*>/)?.[0];
    const red = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
    expect(fills('fo:background-color="#ff0000"', "")).toBe(`<w:pageFill w:type="first">${red}</w:pageFill>`);
    expect(fills("", 'fo:background-color="#ff0000"')).toBe(
      `<w:pageFill w:type="default">${red}</w:pageFill><w:pageFill w:type="first"/>`,
    );
  });

  it("has controls of forms, on a line with their text or beside it, in headers, too", () => {
    const control = (id: string, anchor: string) =>
      `<draw:control text:anchor-type="${anchor}" svg:width="2cm" svg:height="0.5cm" svg:x="3cm" draw:control="${id}"/>`;
    const { body, part, warnings } = read(
      '<office:forms><form:form><form:text form:id="a" form:current-value="Ada"/><form:checkbox form:id="b" form:label="Yes"/><form:text form:id="c" form:current-value="above"/><form:text form:id="d" form:printable="false" form:current-value="unseen"/></form:form></office:forms>' +
        paragraph(`Name ${control("a", "as-char")} ${control("b", "paragraph")}${control("d", "paragraph")}`),
      {
        layouts: '<style:page-layout style:name="L"/>',
        masters: `<style:master-page style:name="Standard" style:page-layout-name="L"><style:header>${paragraph(control("c", "paragraph"))}</style:header></style:master-page>`,
      },
    );
    expect(shown(body)).toBe("Name Ada Yes");
    expect(body).toMatch(/<wp:inline [^>]*><wp:extent cx="720000" cy="180000"\/>/);
    expect(body).toContain('<wp:positionH relativeFrom="column"><wp:posOffset>1080000</wp:posOffset></wp:positionH>');
    expect(shown(part("word/header1.xml"))).toBe("above");
    expect(warnings).toEqual([]);
    const group =
      '<office:forms><form:form><form:text form:id="a" form:current-value="Ada"/></form:form></office:forms>';
    expect(shown(read(group + paragraph(`<draw:g>${control("a", "paragraph")}</draw:g>`)).body)).toBe("Ada");
    expect(read(paragraph(control("z", "paragraph"))).warnings).toEqual([
      "Controls of forms of a kind that is not read, or that the file does not describe, are left out.",
    ]);
  });

  it("has the text of linked frames in the first one, wherever that stands, and says which the others are", () => {
    const linked = (name: string, next: string | undefined, text: string) =>
      `<draw:frame draw:name="${name}" svg:width="2cm" svg:height="1cm"><draw:text-box${next ? ` draw:chain-next-name="${next}"` : ""}>${paragraph(text)}</draw:text-box></draw:frame>`;
    const { body } = read(
      paragraph(linked("C", undefined, "")) +
        paragraph(linked("A", "B", "first")) +
        `<text:section>${paragraph(linked("B", "C", ""))}</text:section>` +
        paragraph(linked("X", "Y", "other") + linked("Y", "X", "") + linked("Z", undefined, "alone")),
    );
    const boxes = [...body.matchAll(/<wps:(?:linkedTxbx|txbx)[^>]*>/g)].map(([tag]) => tag);
    expect(boxes).toEqual([
      '<wps:linkedTxbx id="1" seq="2"/>',
      '<wps:txbx id="1">',
      '<wps:linkedTxbx id="1" seq="1"/>',
      // frames that follow each other in a circle are no chain
      "<wps:txbx>",
      "<wps:txbx>",
      "<wps:txbx>",
    ]);
    expect(shown(body)).toBe("firstotheralone");
  });

  it("has shapes that are drawn by their own path, with all that fills them", () => {
    const { body } = read(
      paragraph(
        '<draw:custom-shape draw:style-name="F" svg:width="2cm" svg:height="1cm"><draw:enhanced-geometry svg:viewBox="0 0 10 10" draw:type="non-primitive" draw:enhanced-path="M 0 0 L 10 0 5 10 Z N"/></draw:custom-shape>' +
          '<draw:polygon draw:style-name="F" svg:width="1cm" svg:height="1cm" svg:viewBox="0 0 10 10" draw:points="0,0 10,0 5,10"/>' +
          '<draw:line draw:style-name="F" svg:x1="3cm" svg:y1="2cm" svg:x2="1cm" svg:y2="4cm"/>',
      ),
      {
        styles:
          '<draw:gradient draw:name="Dawn" draw:style="linear" draw:start-color="#ff0000" draw:end-color="#0000ff"/>',
        automatic: style(
          "F",
          "graphic",
          '<style:graphic-properties draw:fill="gradient" draw:fill-gradient-name="Dawn" svg:stroke-color="#00ff00"/>',
        ),
      },
    );
    expect(body.match(/<a:custGeom>/g)).toHaveLength(2);
    expect(body.match(/<a:gradFill /g)).toHaveLength(2);
    expect(body).toContain('<wp:positionH relativeFrom="column"><wp:posOffset>360000</wp:posOffset></wp:positionH>');
    expect(body).toContain('<a:xfrm flipH="1">');
  });

  it.each([
    ["a shape", (more: string) => `<draw:rect ${more}/>`],
    ["a picture", (more: string) => `<draw:frame text:anchor-type="paragraph" ${more}>${image}</draw:frame>`],
  ])("has %s turned where it stands", (_, turned) => {
    const content = turned(
      'svg:width="4cm" svg:height="2cm" draw:transform="rotate (1.5707963267949) translate (1cm 6cm)"',
    );
    const { body } = read(paragraph(content), { automatic, more });
    // its corner is where the middle of both is the same
    expect(body).toContain('<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>');
    expect(body).toContain(
      '<wp:positionV relativeFrom="paragraph"><wp:posOffset>1080000</wp:posOffset></wp:positionV>',
    );
    expect(body).toContain('<a:xfrm rot="16200000">');
    expect(body).toContain('<wp:extent cx="1440000" cy="720000"/>');
  });

  it("has frames of a page where the text comes to that page, and beyond the text on pages of their own", () => {
    const onPage = (number: number) =>
      `<draw:frame text:anchor-type="page" text:anchor-page-number="${number}" svg:width="2cm" svg:height="1cm"><draw:text-box>${paragraph(`frame ${number}`)}</draw:text-box></draw:frame>`;
    const { body } = read(
      [5, 3, 2, 1].map(onPage).join("") +
        paragraph("one") +
        paragraph("to<text:soft-page-break/>two") +
        paragraph("two") +
        paragraph("three", "B"),
      { automatic: style("B", "paragraph", '<style:paragraph-properties fo:break-before="page"/>') },
    );
    expect(shown(body)).toBe("frame 1onetotwoframe 2twoframe 3threeframe 5");
    expect(body).toMatch(/<w:pageBreakBefore\/>(?:(?!<\/w:p>).)*frame 5/);
  });

  it("has formulas on the line and in frames, in their own size", () => {
    const formula =
      '<?xml version="1.0"?><!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd"><math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi>x</math:mi></math:math>';
    const settings =
      '<office:document-settings xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><office:settings><config:config-item-set><config:config-item config:name="BaseFontHeight">14</config:config-item></config:config-item-set></office:settings></office:document-settings>';
    const object = '<draw:object xlink:href="./Object 1"/>';
    const { body, warnings } = read(
      paragraph(`a ${frame(object, 'text:anchor-type="as-char"')} b${frame(object, 'text:anchor-type="paragraph"')}`),
      { automatic, more: { "Object 1/content.xml": formula, "Object 1/settings.xml": settings } },
    );
    const x = '<m:oMath><m:r><w:rPr><w:sz w:val="28"/></w:rPr><m:t xml:space="preserve">x</m:t></m:r></m:oMath>';
    expect(body).toContain(`a </w:t></w:r>${x}<w:r><w:t xml:space="preserve"> b</w:t></w:r>`);
    expect(body).toContain(`<w:txbxContent><w:p>${x}</w:p></w:txbxContent>`);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['<draw:image xlink:href="https://example.com/a.png"/>', "Pictures that are not in the file are left out."],
    ['<draw:object xlink:href="./Object 1"/>', "Objects of the document without a picture are not shown."],
  ])("is named if it is left out: %s", (content, warning) => {
    const { body, warnings } = read(paragraph(frame(content)), { automatic });
    expect(warnings).toContain(warning);
    // its room stays
    expect(body).toContain('<wp:extent cx="720000" cy="360000"/>');
  });

  it("has notes with their numbers", () => {
    const note = (kind: string, content: string, label = "") =>
      `<text:note text:note-class="${kind}"><text:note-citation ${label}>1</text:note-citation><text:note-body>${paragraph(content)}</text:note-body></text:note>`;
    const styles =
      '<text:notes-configuration text:note-class="footnote" style:num-format="a" text:start-value="2" text:start-numbering-at="page"/>';
    const { body, part } = read(
      paragraph(
        `a${note("footnote", "below")}b${note("endnote", "after")}${note("footnote", "star", 'text:label="*"')}`,
      ),
      { styles },
    );
    expect(body).toContain('<w:footnoteReference w:id="1"/>');
    expect(body).toContain('<w:footnoteReference w:customMarkFollows="1" w:id="2"/>');
    expect(shown(part("word/footnotes.xml"))).toContain("below");
    expect(shown(part("word/endnotes.xml"))).toContain("after");
    expect(part("word/settings.xml")).toContain(
      '<w:footnotePr><w:numFmt w:val="lowerLetter"/><w:numStart w:val="3"/><w:numRestart w:val="eachPage"/></w:footnotePr>',
    );
  });

  it("has notes whose number fills their hanging indent", () => {
    const note = (more: string) =>
      read(
        paragraph(
          `a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${paragraph("b", "N")}${paragraph("c", "N")}</text:note-body></text:note>`,
        ),
        { automatic: style("N", "paragraph", `<style:paragraph-properties fo:margin-left="5mm" ${more}/>`) },
      ).part("word/footnotes.xml");
    expect(note('fo:text-indent="-5mm"').match(/<w:footnoteRef\/>.*?<w:tab\/>.*?b/)).not.toBeNull();
    expect(note('fo:text-indent="-5mm"').match(/<w:tab\/>/g)).toHaveLength(1);
    expect(note("")).not.toContain("<w:tab/>");
  });

  it("has endnotes on a page of their own, or after the text", () => {
    const note =
      '<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>b</text:p></text:note-body></text:note>';
    const sections = (settings: Record<string, string>) =>
      read(paragraph(`a${note}`), { settings }).body.match(/<w:sectPr>/g)?.length;
    expect([sections({}), sections({ ContinuousEndnotes: "true" })]).toEqual([2, 1]);
  });

  it("has dates of today, and texts that stand for others if they are printed", () => {
    const automatic =
      '<number:date-style style:name="N1"><number:day-of-week/><number:text>, </number:text><number:day/><number:text>. of </number:text><number:month number:textual="true" number:style="long"/><number:text> </number:text><number:year number:style="long"/></number:date-style>' +
      '<number:time-style style:name="N2"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:am-pm/></number:time-style>';
    const content = paragraph(
      '<text:date style:data-style-name="N1">then</text:date><text:time style:data-style-name="N2">then</text:time>' +
        '<text:date style:data-style-name="N1" text:fixed="true">fixed</text:date><text:placeholder>who</text:placeholder>',
    );
    const { body } = read(content, { automatic });
    expect(body).toContain(" DATE \\@ &quot;ddd, d'. of 'MMMM yyyy&quot; ");
    expect(body).toContain(" DATE \\@ &quot;h:mmAM/PM&quot; ");
    expect(shown(body)).toContain("fixed");
    expect(shown(body)).not.toContain("who");
    expect(shown(read(content, { automatic, settings: { PrintTextPlaceholder: "true" } }).body)).toContain("who");
  });

  it("counts the spaces at the edges of cells as the file says", () => {
    const spaced = style("P1", "paragraph", '<style:paragraph-properties fo:margin-top="1cm" fo:margin-bottom="1cm"/>');
    const cell = `<table:table><table:table-column/><table:table-row><table:table-cell>${paragraph("a", "P1")}${paragraph("b", "P1")}</table:table-cell></table:table-row></table:table>`;
    const spaces = (settings: Record<string, string>) =>
      [
        ...read(cell, { automatic: spaced, settings }).body.matchAll(/w:before="(\d+)" w:after="(\d+)" w:line="240"/g),
      ].map(([, before, after]) => `${before} ${after}`);
    expect(spaces({ AddParaSpacingToTableCells: "true" })).toEqual(["567 567", "567 567"]);
    expect(spaces({ AddParaTableSpacingAtStart: "false" })).toEqual(["0 567", "567 0"]);
  });

  it("is laid out by Word's rules or by those of the file", () => {
    const settings = (names: Record<string, string>) =>
      read(paragraph("a"), { settings: names }).part("word/settings.xml");
    expect(settings({})).toContain("<w:doNotUseHTMLParagraphAutoSpacing/>");
    expect(settings({ AddParaTableSpacing: "false" })).not.toContain("<w:doNotUseHTMLParagraphAutoSpacing/>");
  });
});

describe("charts of OpenDocument", () => {
  const cell = (text: string) => {
    const number = Number(text);
    const value = text !== "" && Number.isFinite(number) ? ` office:value="${number}"` : "";
    return `<table:table-cell${value}><text:p>${text}</text:p></table:table-cell>`;
  };
  const table = (rows: string[][]) =>
    `<table:table table:name="local-table"><table:table-rows>${rows.map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`).join("")}</table:table-rows></table:table>`;
  const series = (column: string, more = "", inner = "") =>
    `<chart:series chart:values-cell-range-address="local-table.$${column}$2:.$${column}$3" chart:label-cell-address="local-table.$${column}$1" ${more}>${inner}</chart:series>`;
  const axes =
    '<chart:axis chart:dimension="x" chart:name="primary-x"><chart:categories table:cell-range-address="local-table.$A$2:.$A$3"/></chart:axis>' +
    '<chart:axis chart:dimension="y" chart:name="primary-y" chart:style-name="Y"><chart:title><text:p>Tons</text:p></chart:title><chart:grid chart:class="major"/></chart:axis>';
  const automatic =
    style("Y", "chart", '<style:chart-properties chart:minimum="2" chart:interval-major="5" chart:gap-width="80"/>') +
    style("S", "chart", '<style:graphic-properties draw:fill-color="#123456" svg:stroke-color="#654321"/>') +
    style("V", "chart", '<style:chart-properties chart:vertical="true" chart:stacked="true"/>') +
    style("L", "chart", '<style:chart-properties chart:data-label-number="value" chart:data-label-series="true"/>') +
    style("N", "chart", '<style:chart-properties chart:data-label-number="none" chart:data-label-series="false"/>');
  const values = table([
    ["", "One", "Two"],
    ["a", "1", "2.5"],
    ["b", "", "4"],
  ]);
  const object = '<draw:frame svg:width="5cm" svg:height="3cm"><draw:object xlink:href="./Object 1"/></draw:frame>';
  const chart = (content: string, kind: string) => {
    const { part, warnings } = read(paragraph(object), {
      more: { "Object 1/content.xml": openDocumentChart(content, kind, automatic) },
    });
    expect(warnings).toEqual([]);
    return part("word/charts/chart1.xml");
  };

  it("are those of Word with their series, axes, titles and colors", () => {
    const markup = chart(
      `<chart:title><text:p>Sum</text:p></chart:title><chart:legend chart:legend-position="bottom"/><chart:plot-area chart:style-name="V">${axes}${series("B", 'chart:style-name="S"')}${series("C", 'chart:class="chart:line" chart:attached-axis="secondary-y" chart:style-name="S"')}</chart:plot-area>${values}`,
      "bar",
    );
    expect(markup).toContain('<c:barDir val="bar"/><c:grouping val="stacked"/>');
    expect(markup).toContain('<c:gapWidth val="80"/><c:overlap val="100"/><c:axId val="1"/><c:axId val="2"/>');
    expect(markup).toContain("<c:lineChart>");
    expect(markup).toContain('<c:crosses val="max"/>');
    expect(markup).toContain('<c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numLit>');
    expect(markup).toContain('<a:srgbClr val="123456"/>');
    expect(markup).toContain('<a:srgbClr val="654321"/>');
    expect(markup).toContain('<c:min val="2"/>');
    expect(markup).toContain('<c:majorUnit val="5"/>');
    expect(markup).toContain("<a:t>Tons</a:t>");
    expect(markup).toContain('<c:legendPos val="b"/>');
  });

  it("have pieces in colors of their own", () => {
    const pieces = '<chart:data-point chart:style-name="S"/><chart:data-point/>';
    const markup = chart(`<chart:plot-area>${axes}${series("C", "", pieces)}</chart:plot-area>${values}`, "circle");
    expect(markup).toContain('<c:dPt><c:idx val="0"/><c:spPr><a:solidFill><a:srgbClr val="123456"/>');
    expect(markup).toContain('<c:dPt><c:idx val="1"/>');
    expect(markup).not.toContain("<c:axId");
  });

  it("have labels of their own at single points, and a second title", () => {
    const points =
      '<chart:data-point chart:style-name="N"/><chart:data-point><chart:data-label><text:p>most</text:p></chart:data-label></chart:data-point>';
    const labeled = chart(
      `<chart:title><text:p>Sum</text:p></chart:title><chart:subtitle><text:p>of all</text:p></chart:subtitle><chart:plot-area>${axes}${series("C", 'chart:style-name="L"', points)}</chart:plot-area>${values}`,
      "bar",
    );
    expect(labeled).toContain('<a:t>Sum</a:t></a:r></a:p><a:p><a:r><a:rPr b="0"/><a:t>of all</a:t></a:r></a:p>');
    expect(labeled).toContain(
      '<c:dLbls><c:dLbl><c:idx val="0"/><c:delete val="1"/></c:dLbl><c:dLbl><c:idx val="1"/><c:tx>',
    );
    expect(labeled).toContain("<a:t>most</a:t>");
    expect(labeled).toContain('<c:showSerName val="1"/>');
  });

  it("of points have numbers on both axes", () => {
    const domain = '<chart:domain table:cell-range-address="local-table.$B$2:.$B$3"/>';
    const markup = chart(`<chart:plot-area>${axes}${series("C", "", domain)}</chart:plot-area>${values}`, "scatter");
    expect(markup).toContain("<c:xVal><c:numLit>");
    expect(markup.match(/<c:valAx>/g)).toHaveLength(2);
  });

  it("that are damaged are left out", () => {
    const { warnings } = read(paragraph(object), { more: { "Object 1/content.xml": "<a" } });
    expect(warnings).toHaveLength(1);
  });
});

describe("files that are no good", () => {
  it("are refused", () => {
    expect(() => read("", { more: { "content.xml": "<a" } })).toThrow(expect.objectContaining({ code: "xml_invalid" }));
    expect(() => read("", { more: { "content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a/>' } })).toThrow(
      expect.objectContaining({ code: "xml_invalid" }),
    );
    expect(() => read("", { more: { "content.xml": "<a/>" } })).toThrow("It has no text.");
  });

  it("do not grow beyond what a document may be", () => {
    const columns = '<table:table-column table:number-columns-repeated="1000000"/>';
    const cell = `<table:table-cell table:number-columns-repeated="1000000">${paragraph(letters(20_000))}</table:table-cell>`;
    const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
    const tooComplex = expect.objectContaining({ code: "too_complex" });
    expect(() => read(`<table:table>${columns}${row}</table:table>`)).toThrow(tooComplex);
    const spaces = Array.from({ length: 100_001 }, (_, index) => `<a>${index}<b/><c/></a>`).join("");
    expect(() => read(`<text:list>${spaces}</text:list>`)).toThrow(tooComplex);
  });

  it("count their markup", () => {
    const count = new MarkupCount();
    expect(() => count.add(30_000_000)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});
