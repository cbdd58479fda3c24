import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { parseXml } from "../office/xml-tree.ts";
import { mergeWordFiles } from "./merge-word-files.ts";
import { merged } from "./testing/merged-files.ts";
import { faultsOf } from "./testing/package-faults.ts";
import { paragraph, wordFile } from "./testing/word-file.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);

const style = (id: string, members: string, attributes = 'w:type="paragraph"') =>
  `<w:style ${attributes} w:styleId="${id}"><w:name w:val="${id}"/>${members}</w:style>`;
const NORMAL = style("Normal", "", 'w:type="paragraph" w:default="1"');
const HEADER = (text: string) => paragraph(text);

describe("sections", () => {
  it("begin on a new page with page 1, and keep their own size", () => {
    const { all, values, document } = merged(
      { body: paragraph("A"), section: '<w:pgSz w:w="11906" w:h="16838"/>' },
      {
        body: paragraph("B"),
        section: '<w:type w:val="continuous"/><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>',
      },
    );
    expect(all("w:sectPr")).toHaveLength(2);
    expect(values("w:pgSz", "w:w")).toEqual(["11906", "16838"]);
    expect(values("w:type")).toEqual(["nextPage"]);
    expect(values("w:pgNumType", "w:start")).toEqual(["1"]);
    expect(document.indexOf("A</w:t>")).toBeGreaterThan(document.indexOf('w:w="11906"'));
  });

  it("end in a paragraph of their own after a table", () => {
    const table = `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${paragraph("cell")}</w:tc></w:tr></w:tbl>`;
    const { all } = merged({ body: table }, { body: paragraph("B") });
    const [first] = all("w:sectPr");
    expect(present(present(present(first).parent).parent).text()).toBe("");
    expect(present(present(present(first).parent).child("w:spacing")).attribute("w:lineRule")).toBe("exact");
  });

  it("have their own headers, and an empty one where they would inherit another file's", () => {
    const reference = (type: string, id: string) => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
    const { all, texts } = merged(
      { body: paragraph("A"), section: reference("default", "rId-header1"), parts: { header: [HEADER("first file")] } },
      { body: paragraph("B") },
      { body: paragraph("C"), section: reference("default", "rId-header1"), parts: { header: [HEADER("third file")] } },
    );
    const relationships = parseXml(present(texts.get("word/_rels/document.xml.rels"))).elements();
    const shown = all("w:sectPr").map((section) => {
      const id = section.child("w:headerReference")?.attribute("r:id");
      const destination = relationships.find((one) => one.attribute("Id") === id)?.attribute("Target");
      return parseXml(present(texts.get(`word/${destination}`))).text();
    });
    expect(shown).toEqual(["first file", "", "third file"]);
  });

  it("all distinguish left from right pages if one file does; the others show their header on both", () => {
    const both =
      '<w:headerReference w:type="default" r:id="rId-header1"/><w:headerReference w:type="even" r:id="rId-header2"/>';
    const { all, texts } = merged(
      { body: paragraph("A"), section: both, parts: { header: [HEADER("used"), HEADER("not used")] } },
      {
        body: paragraph("B"),
        section: both,
        parts: { header: [HEADER("right"), HEADER("left")], settings: "<w:evenAndOddHeaders/>" },
      },
    );
    expect(texts.get("word/settings.xml")).toContain("<w:evenAndOddHeaders/>");
    const ids = all("w:sectPr").map((section) =>
      section.elements("w:headerReference").map((one) => [one.attribute("w:type"), one.attribute("r:id")]),
    );
    expect(ids[0]).toEqual([
      ["default", "rId-header1"],
      ["even", "rId-header1"],
    ]);
    expect(new Set(present(ids[1]).map(([, id]) => id)).size).toBe(2);
  });
});

describe("styles", () => {
  it("that look the same are shared, others come in under a free id and name with what they are based on", () => {
    const titled = (size: number) => ({
      body: paragraph("T", '<w:pStyle w:val="Title"/>') + paragraph("Q", '<w:pStyle w:val="Quote"/>'),
      parts: {
        styles:
          NORMAL +
          style("Title", `<w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="${size}"/></w:rPr>`) +
          style("Quote", '<w:basedOn w:val="Title"/><w:rPr><w:i/></w:rPr>'),
      },
    });
    const { values } = merged(titled(40), titled(40), titled(60));
    expect(values("w:pStyle")).toEqual(["Title", "Quote", "Title", "Quote", "Title_2", "Quote_2"]);
    expect(values("w:basedOn", "w:val", "word/styles.xml")).toEqual(["Normal", "Title", "Normal", "Title_2"]);
    expect(values("w:name", "w:val", "word/styles.xml")).toEqual([
      "Normal",
      "Title",
      "Quote",
      "Title (2)",
      "Quote (2)",
    ]);
  });

  it("stand in for document defaults that differ, in tables without what the table's style says", () => {
    const defaults = (after: number, size: number) =>
      `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="${size}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="${after}"/></w:pPr></w:pPrDefault></w:docDefaults>`;
    const tight = style("Tight", '<w:pPr><w:spacing w:after="0"/></w:pPr>', 'w:type="table"');
    const table = `<w:tbl><w:tblPr><w:tblStyle w:val="Tight"/></w:tblPr><w:tblGrid/><w:tr><w:tc>${paragraph("cell")}</w:tc></w:tr></w:tbl>`;
    const { all, values } = merged(
      { body: paragraph("A"), parts: { styles: defaults(160, 22) + NORMAL } },
      { body: paragraph("B") + table + paragraph("C"), parts: { styles: defaults(200, 24) + NORMAL + tight } },
    );
    expect(values("w:pStyle")).toEqual(["Normal_2", "Normal_3", "Normal_2"]);
    const styles = new Map(all("w:style", "word/styles.xml").map((one) => [one.attribute("w:styleId"), one]));
    const rootOf = (id: string) =>
      present(styles.get(present(present(styles.get(id)).child("w:basedOn")).attribute("w:val")));
    expect(present(present(rootOf("Normal_2").child("w:pPr")).child("w:spacing")).attribute("w:after")).toBe("200");
    expect(rootOf("Normal_3").child("w:pPr")).toBeUndefined();
    expect(present(present(rootOf("Normal_3").child("w:rPr")).child("w:sz")).attribute("w:val")).toBe("24");
  });

  it("reset what only the base's defaults say", () => {
    const { all } = merged(
      {
        body: paragraph("A"),
        parts: {
          styles: `<w:docDefaults><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${NORMAL}`,
        },
      },
      { body: paragraph("B"), parts: { styles: NORMAL } },
    );
    const added = all("w:style", "word/styles.xml").find((one) => one.attribute("w:styleId") === "DocDefaults");
    expect(present(present(added).child("w:pPr")).outer()).toBe(
      '<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>',
    );
  });
});

describe("hostile files", () => {
  it("with endless chains, circles and heaps of equal names are combined all the same", () => {
    const count = 5_000;
    const chain = Array.from({ length: count }, (_, index) => style(`s${index}`, `<w:basedOn w:val="s${index + 1}"/>`));
    const circle = style("a", '<w:basedOn w:val="b"/>') + style("b", '<w:basedOn w:val="a"/>');
    const names = Array.from({ length: count }, (_, index) => {
      const name = `${"long".repeat(8)}${index}`;
      return `<w:bookmarkStart w:id="${index}" w:name="${name}"/><w:bookmarkEnd w:id="${index}"/>`;
    });
    const file = {
      body: paragraph("x", '<w:pStyle w:val="s0"/>') + paragraph("y", '<w:pStyle w:val="a"/>') + names.join(""),
      parts: { styles: NORMAL + chain.join("") + circle },
    };
    const bytes = wordFile(file);
    const merged = mergeWordFiles([
      { name: "plain", bytes: wordFile({ body: paragraph("A") }) },
      { name: "a", bytes },
      { name: "b", bytes },
    ]);
    expect(faultsOf(merged).filter((fault) => /bookmark|stands \d+ times/.test(fault))).toEqual([]);
  });
});

describe("themes that differ", () => {
  const theme = (accent: string, font: string) =>
    `<a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="${accent}"/></a:accent1></a:clrScheme><a:fontScheme><a:majorFont><a:latin typeface="${font}"/></a:majorFont><a:minorFont><a:latin typeface="${font}"/></a:minorFont></a:fontScheme></a:themeElements>`;
  const body =
    '<w:p><w:r><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:color w:val="auto" w:themeColor="accent1"/></w:rPr><w:t>x</w:t></w:r><w:r><w:drawing><a:schemeClr val="accent1"><a:tint val="5"/></a:schemeClr></w:drawing></w:r></w:p>';

  it("are written out", () => {
    const { document } = merged(
      { body, parts: { theme: theme("FF0000", "Calibri") } },
      { body, parts: { theme: theme("00FF00", "Georgia") } },
    );
    expect(document).toContain('<w:rFonts w:asciiTheme="minorHAnsi"/>');
    expect(document).toContain('<w:rFonts w:ascii="Georgia"/><w:color w:val="00FF00"/>');
    expect(document).toContain('<a:srgbClr val="00FF00"><a:tint val="5"/></a:srgbClr>');
  });

  it("stay references if they look the same", () => {
    const file = { body, parts: { theme: theme("FF0000", "Calibri") } };
    expect(merged(file, file).document.match(/w:asciiTheme/g)).toHaveLength(2);
  });
});

describe("lists, notes and comments", () => {
  it("lists count separately", () => {
    const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>';
    const numbering =
      '<w:abstractNum w:abstractNumId="7"><w:nsid w:val="0ABC1234"/><w:lvl w:ilvl="0"><w:start w:val="1"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>';
    const file = { body: paragraph("one", list), parts: { numbering } };
    const { values } = merged(file, file);
    expect(values("w:numId")).toEqual(["3", "4"]);
    expect(values("w:abstractNumId", "w:val", "word/numbering.xml")).toEqual(["7", "8"]);
    expect(new Set(values("w:nsid", "w:val", "word/numbering.xml")).size).toBe(2);
  });

  it("notes keep their texts under new ids and begin with 1 in each file", () => {
    const noted = (text: string) => ({
      body: `<w:p><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r></w:p>`,
      parts: {
        footnotes: `<w:footnote w:id="2">${paragraph(`foot ${text}`)}</w:footnote>`,
        endnotes: `<w:endnote w:id="1">${paragraph(`end ${text}`)}</w:endnote>`,
      },
    });
    const { all, values, texts } = merged(noted("A"), noted("B"));
    const ids = values("w:footnoteReference", "w:id");
    const notes = new Map(all("w:footnote", "word/footnotes.xml").map((note) => [note.attribute("w:id"), note.text()]));
    expect(ids.map((id) => notes.get(id))).toEqual(["foot A", "foot B"]);
    expect(values("w:numRestart")).toEqual(["eachSect", "eachSect"]);
    expect(texts.get("word/settings.xml")).toContain('<w:pos w:val="sectEnd"/>');
  });

  it("comments keep their ranges, replies and state", () => {
    const commented = {
      body: '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>x</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>',
      parts: {
        comments:
          '<w:comment w:id="0" w:author="Ann"><w:p w14:paraId="11111111"><w:r><w:t>why</w:t></w:r></w:p></w:comment>',
      },
    };
    const { values, all } = merged(commented, commented);
    expect(values("w:commentReference", "w:id")).toEqual(["0", "1"]);
    expect(values("w:commentRangeStart", "w:id")).toEqual(["0", "1"]);
    expect(all("w:comment", "word/comments.xml").map((comment) => comment.text())).toEqual(["why", "why"]);
    expect(new Set(values("w:p", "w14:paraId", "word/comments.xml")).size).toBe(2);
  });

  it("a part that the base does not have is made", () => {
    const { values, texts } = merged(
      { body: paragraph("A") },
      {
        body: '<w:p><w:r><w:footnoteReference w:id="9"/></w:r></w:p>',
        parts: { footnotes: `<w:footnote w:id="9">${paragraph("note")}</w:footnote>` },
      },
    );
    expect(values("w:footnote", "w:type", "word/footnotes.xml")).toEqual([
      "separator",
      "continuationSeparator",
      undefined,
    ]);
    expect(texts.get("word/settings.xml")).toContain('<w:footnote w:id="-1"/><w:footnote w:id="0"/>');
  });
});

describe("references", () => {
  it("follow bookmarks that are renamed", () => {
    const body =
      '<w:p><w:bookmarkStart w:id="0" w:name="Top"/><w:bookmarkEnd w:id="0"/><w:hyperlink w:anchor="Top"/><w:r><w:instrText> REF Top \\h </w:instrText></w:r><w:fldSimple w:instr=" PAGEREF Top "/></w:p>';
    const { values, document } = merged({ body }, { body });
    expect(values("w:bookmarkStart", "w:name")).toEqual(["Top", "Top_2"]);
    expect(values("w:hyperlink", "w:anchor")).toEqual(["Top", "Top_2"]);
    expect(document).toContain(" REF Top_2 \\h ");
    expect(values("w:fldSimple", "w:instr")).toEqual([" PAGEREF Top ", " PAGEREF Top_2 "]);
  });

  it("to the file's name show the part's", () => {
    const field =
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> FILENAME </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
    const { all } = merged({ body: field }, { body: field });
    expect(all("w:p").map((one) => one.text())).toEqual(["0.docx", "1.docx"]);
  });

  it("of pictures lead to their own parts; equal pictures are one part", () => {
    const image = (bytes: Uint8Array) => ({
      body: '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="P"/><a:blip r:embed="rId9"/></wp:inline></w:drawing></w:r></w:p>',
      links: { rId9: ["image", "media/image1.png"] as const },
      media: { "word/media/image1.png": { bytes, type: "image/png" } },
    });
    const { values, texts } = merged(image(PNG), image(Uint8Array.of(...PNG, 9)), image(PNG));
    expect([...texts.keys()].filter((name) => name.includes("media/"))).toHaveLength(2);
    expect(values("wp:docPr", "id")).toEqual(["1", "2", "3"]);
    expect(new Set(values("a:blip", "r:embed")).size).toBe(3);
  });

  it("of fonts that are embedded come along, also for fonts that the base only names", () => {
    const fontTable = (members: string) =>
      `<w:font w:name="Known">${members}</w:font><w:font w:name="Other"><w:family w:val="roman"/></w:font>`;
    const { values, texts } = merged(
      { body: paragraph("A"), parts: { fontTable: fontTable("").replace(/<w:font w:name="Other".*/, "") } },
      {
        body: paragraph("B"),
        parts: { fontTable: fontTable('<w:embedRegular r:id="rId1"/>') },
        partLinks: {
          fontTable:
            '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/font" Target="fonts/font1.odttf"/>',
        },
        media: {
          "word/fonts/font1.odttf": {
            bytes: PNG,
            type: "application/vnd.openxmlformats-officedocument.obfuscatedFont",
          },
        },
      },
    );
    expect(values("w:font", "w:name", "word/fontTable.xml")).toEqual(["Known", "Other"]);
    expect(texts.has("word/fonts/font1.odttf")).toBe(true);
    expect(texts.get("word/settings.xml")).toContain("<w:embedTrueTypeFonts/>");
  });

  it("of links outside stay as they are", () => {
    const { texts } = merged(
      { body: paragraph("A") },
      {
        body: '<w:p><w:hyperlink r:id="rId5"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
        links: { rId5: ["hyperlink", "https://example.com/?a=1&b=2", true] },
      },
    );
    expect(texts.get("word/_rels/document.xml.rels")).toContain(
      'Target="https://example.com/?a=1&amp;b=2" TargetMode="External"',
    );
  });
});

describe("what is known by an id", () => {
  it("has it once: tracked changes, content controls, paragraphs and shapes", () => {
    const body =
      '<w:p w14:paraId="22222222"><w:ins w:id="1" w:author="A"><w:r><w:t>x</w:t></w:r></w:ins><w:sdt><w:sdtPr><w:id w:val="77"/><w:dataBinding w:xpath="/a"/></w:sdtPr><w:sdtContent><w:r><w:pict><v:shape id="_x0000_s1026" o:spid="_x0000_s1026"/></w:pict></w:r></w:sdtContent></w:sdt></w:p>';
    const { values, all } = merged({ body }, { body });
    for (const found of [values("w:ins", "w:id"), values("w:id"), values("w:p", "w14:paraId"), values("v:shape", "id")])
      expect(new Set(found).size).toBe(2);
    const shape = present(all("v:shape")[1]);
    expect(shape.attribute("id")).toBe(shape.attribute("o:spid"));
    expect(all("w:dataBinding")).toHaveLength(1);
  });
});
