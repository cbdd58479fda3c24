import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { parseXml } from "../office/xml-tree.ts";
import { mergeWordFiles } from "./merge-word-files.ts";
import { NAMESPACES } from "./namespaces.ts";
import { merged } from "./testing/merged-files.ts";
import { faultsOf } from "./testing/package-faults.ts";
import { paragraph, wordFile } from "./testing/word-file.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);

const style = (id: string, members: string, attributes = 'w:type="paragraph"') =>
  `<w:style ${attributes} w:styleId="${id}"><w:name w:val="${id}"/>${members}</w:style>`;
const NORMAL = style("Normal", "", 'w:type="paragraph" w:default="1"');
const HEADER = (text: string) => paragraph(text);
const ofSize = (halfPoints: number) => `<w:rPr><w:sz w:val="${halfPoints}"/></w:rPr>`;
const sign = (id: string, members: string) => style(id, members, 'w:type="character"');
const STYLES = "word/styles.xml";
const NUMBERING = "word/numbering.xml";

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

  it("count in the numbers that they have, from the page that they say", () => {
    const numbered = (attributes: string) => ({ body: paragraph("B"), section: `<w:pgNumType ${attributes}/>` });
    const { values } = merged(
      { body: paragraph("A") },
      numbered('w:fmt="lowerRoman"'),
      numbered('w:fmt="upperLetter" w:start="7"'),
    );
    expect(values("w:pgNumType", "w:fmt")).toEqual(["lowerRoman", "upperLetter"]);
    expect(values("w:pgNumType", "w:start")).toEqual(["1", "7"]);
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

describe("styles that others name", () => {
  it("are what comes next and what they are linked with, if that comes along", () => {
    const file = (halfPoints: number) => ({
      body:
        paragraph("T", '<w:pStyle w:val="Title"/>') +
        paragraph("B", '<w:pStyle w:val="Text"/>') +
        '<w:p><w:r><w:rPr><w:rStyle w:val="TitleSign"/></w:rPr><w:t>S</w:t></w:r></w:p>',
      parts: {
        styles:
          NORMAL +
          style("Title", `<w:next w:val="Text"/><w:link w:val="TitleSign"/>${ofSize(halfPoints)}`) +
          style("Text", `<w:next w:val="Away"/><w:link w:val="AwaySign"/>${ofSize(halfPoints)}`) +
          sign("TitleSign", ofSize(halfPoints)) +
          style("Away", "") +
          sign("AwaySign", ""),
      },
    });
    const { values } = merged(file(40), file(60));
    expect(values("w:next", "w:val", STYLES)).toEqual(["Text", "Away", "Text_2"]);
    expect(values("w:link", "w:val", STYLES)).toEqual(["TitleSign", "AwaySign", "TitleSign_2"]);
  });

  it("are those of tables that name none, where the default differs", () => {
    const table = (properties: string) =>
      `<w:tbl>${properties}<w:tblGrid/><w:tr><w:tc>${paragraph("cell")}</w:tc></w:tr></w:tbl>`;
    const plain = table("<w:tblPr/>") + table('<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>');
    const file = (indent: number) => ({
      body: plain + table('<w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr>') + paragraph("end"),
      parts: {
        styles:
          NORMAL +
          style("Grid", "", 'w:type="table"') +
          style("Table", `<w:tblPr><w:tblInd w:w="${indent}"/></w:tblPr>`, 'w:type="table" w:default="1"'),
      },
    });
    expect(merged(file(0), file(0)).values("w:tblStyle")).toEqual(["Grid", "Grid"]);
    expect(merged(file(0), file(9)).values("w:tblStyle")).toEqual(["Grid", "Table_2", "Table_2", "Grid"]);
  });

  it("have the properties of both documents' defaults in the order of the schema", () => {
    const file = (run: string) => ({
      body: paragraph("x"),
      parts: { styles: `<w:docDefaults><w:rPrDefault><w:rPr>${run}</w:rPr></w:rPrDefault></w:docDefaults>${NORMAL}` },
    });
    const { all } = merged(file('<w:i/><w:color w:val="FF0000"/>'), file('<w:sz w:val="24"/><w:b/>'));
    const added = all("w:style", STYLES).find((one) => one.attribute("w:styleId") === "DocDefaults");
    expect(present(added).child("w:rPr")?.outer()).toBe(
      '<w:rPr><w:b/><w:i w:val="0"/><w:color w:val="auto"/><w:sz w:val="24"/></w:rPr>',
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
    `<a:themeElements><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="111111"/></a:dk1><a:lt1><a:srgbClr val="EEEEEE"/></a:lt1><a:accent1><a:srgbClr val="${accent}"/></a:accent1><a:hlink><a:srgbClr val="0000FF"/></a:hlink></a:clrScheme><a:fontScheme><a:majorFont><a:latin typeface="${font}"/></a:majorFont><a:minorFont><a:latin typeface="${font}"/></a:minorFont></a:fontScheme></a:themeElements>`;
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

  it("are written out in the defaults of a document", () => {
    const fonts = '<w:rFonts w:asciiTheme="minorHAnsi"/><w:color w:val="auto" w:themeColor="accent1"/>';
    const styles = `<w:docDefaults><w:rPrDefault><w:rPr>${fonts}</w:rPr></w:rPrDefault></w:docDefaults>${NORMAL}`;
    const { all } = merged(
      { body: paragraph("A"), parts: { styles, theme: theme("FF0000", "Calibri") } },
      { body: paragraph("B"), parts: { styles, theme: theme("00FF00", "Georgia") } },
    );
    const added = all("w:style", STYLES).find((one) => one.attribute("w:styleId") === "DocDefaults");
    expect(present(added).child("w:rPr")?.outer()).toContain('<w:rFonts w:ascii="Georgia"/><w:color w:val="00FF00"/>');
  });

  it("are written out in charts, which bring along the files that they name", () => {
    const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const names = `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="${NAMESPACES.a}" xmlns:r="${NAMESPACES.r}"`;
    const chart = `<c:chartSpace ${names}><a:schemeClr val="accent1"/><a:schemeClr val="phClr"/><a:latin typeface="+mn-lt"/><a:latin typeface="Arial"/><c:externalData r:id="rId1"/></c:chartSpace>`;
    const charted = (accent: string, font: string) => ({
      body: `<w:p><w:bookmarkStart w:id="0" w:name="Top"/><w:bookmarkEnd w:id="0"/><w:r><w:drawing><wp:inline><wp:docPr id="1" name="C"/><c:chart ${names} r:id="rId7"/></wp:inline></w:drawing></w:r></w:p>`,
      parts: { theme: theme(accent, font) },
      links: { rId7: ["chart", "charts/chart1.xml"] as const },
      media: {
        "word/charts/chart1.xml": {
          bytes: new TextEncoder().encode(chart),
          type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
        },
        "word/embeddings/book1.xlsx": {
          bytes: PNG,
          type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        },
      },
      partLinks: {
        "charts/chart1":
          `<Relationship Id="rId1" Type="${office}/package" Target="../embeddings/book1.xlsx"/>` +
          `<Relationship Id="rId2" Type="${office}/hyperlink" Target="#Top" TargetMode="External"/>`,
      },
    });
    const { texts } = merged(charted("FF0000", "Calibri"), charted("00FF00", "Georgia"));
    expect(texts.get("word/charts/chart1.xml")).toBe(chart);
    expect(texts.get("word/charts/chart2.xml")).toContain(
      '<a:srgbClr val="00FF00"/><a:schemeClr val="phClr"/><a:latin typeface="Georgia"/><a:latin typeface="Arial"/>',
    );
    const relationships = texts.get("word/charts/_rels/chart2.xml.rels");
    expect(relationships).toContain('Target="../embeddings/book2.xlsx"');
    expect(relationships).toContain('Target="#Top_2"');
  });

  it("are written out by the colors that the file's settings map to others", () => {
    const colored = (name: string) =>
      `<w:r><w:rPr><w:color w:val="auto" w:themeColor="${name}"/></w:rPr><w:t>x</w:t></w:r>`;
    const text = `<w:p>${colored("text1")}${colored("background1")}${colored("hyperlink")}${colored("dark1")}</w:p>`;
    const mapping = '<w:clrSchemeMapping w:bg1="dark1" w:t1="light1" w:hyperlink="accent1"/>';
    const { values } = merged(
      { body: paragraph("A"), parts: { theme: theme("FF0000", "Calibri") } },
      { body: text, parts: { theme: theme("FF0000", "Calibri"), settings: mapping } },
    );
    expect(values("w:color")).toEqual(["EEEEEE", "111111", "FF0000", "111111"]);
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

  it("lists keep the styles of their levels and of their signs", () => {
    const levels =
      '<w:lvl w:ilvl="0"><w:pStyle w:val="Listed"/><w:rPr><w:rStyle w:val="Marker"/></w:rPr></w:lvl>' +
      '<w:lvl w:ilvl="1"><w:pStyle w:val="Away"/><w:rPr><w:rStyle w:val="Missing"/></w:rPr></w:lvl>';
    const { values } = merged(
      { body: paragraph("A"), parts: { styles: NORMAL + style("Listed", "") + sign("Marker", ofSize(20)) } },
      {
        body: paragraph("one", '<w:pStyle w:val="Listed"/>'),
        parts: {
          numbering: `<w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`,
          styles:
            NORMAL +
            style("Listed", '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>') +
            style("Away", '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr>') +
            sign("Marker", ofSize(30)),
        },
      },
    );
    expect(values("w:numId", "w:val", STYLES)).toEqual(["1"]);
    expect(values("w:pStyle", "w:val", NUMBERING)).toEqual(["Listed_2"]);
    expect(values("w:rStyle", "w:val", NUMBERING)).toEqual(["Marker_2"]);
  });

  it("lists of a style come with the style, and with the list that it names", () => {
    const file = {
      body: paragraph("one", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      parts: {
        numbering:
          '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Outline"/></w:abstractNum>' +
          '<w:abstractNum w:abstractNumId="2"><w:styleLink w:val="Outline"/><w:lvl w:ilvl="0"/></w:abstractNum>' +
          '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
        styles:
          NORMAL + style("Outline", '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>', 'w:type="numbering"'),
      },
    };
    const { values } = merged(file, file);
    expect(values("w:numStyleLink", "w:val", NUMBERING)).toEqual(["Outline", "Outline_2"]);
    expect(values("w:styleLink", "w:val", NUMBERING)).toEqual(["Outline", "Outline_2"]);
    expect(values("w:numId", "w:val", STYLES)).toEqual(["2", "4"]);
  });

  it("lists have their pictures, and none that nothing shows", () => {
    const bullet = (id: number) =>
      `<w:numPicBullet w:numPicBulletId="${id}"><w:pict><v:shape id="b${id}"><v:imagedata r:id="rId1"/></v:shape></w:pict></w:numPicBullet>`;
    const level = (index: number) => `<w:lvl w:ilvl="${index}"><w:lvlPicBulletId w:val="1"/></w:lvl>`;
    const file = {
      body: paragraph("one", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>'),
      parts: {
        numbering: `${bullet(0)}${bullet(1)}<w:abstractNum w:abstractNumId="7">${level(0)}${level(1)}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`,
      },
      partLinks: { numbering: `<Relationship Id="rId1" Type="${NAMESPACES.r}/image" Target="media/bullet.png"/>` },
      media: { "word/media/bullet.png": { bytes: PNG, type: "image/png" } },
    };
    const { values, texts } = merged(file, file);
    expect(values("w:numPicBullet", "w:numPicBulletId", NUMBERING)).toEqual(["0", "1", "2"]);
    expect(values("w:lvlPicBulletId", "w:val", NUMBERING)).toEqual(["1", "1", "2", "2"]);
    const [first, , last] = values("v:imagedata", "r:id", NUMBERING);
    const relationships = parseXml(present(texts.get("word/_rels/numbering.xml.rels"))).elements();
    const pictureOf = (id: string | undefined) =>
      relationships.find((one) => one.attribute("Id") === id)?.attribute("Target");
    expect([pictureOf(first), pictureOf(last)]).toEqual(["media/bullet.png", "media/bullet.png"]);
  });

  it("notes are numbered as the settings of their file say", () => {
    const noted = (format: string) => ({
      body: '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      parts: {
        footnotes: `<w:footnote w:id="2">${paragraph("note")}</w:footnote>`,
        settings: format && `<w:footnotePr><w:numFmt w:val="${format}"/></w:footnotePr>`,
      },
    });
    const { all } = merged(noted("upperRoman"), noted("lowerLetter"), noted(""));
    const formats = all("w:sectPr").map((one) => one.child("w:footnotePr")?.child("w:numFmt")?.attribute("w:val"));
    expect(formats).toEqual([undefined, "lowerLetter", "decimal"]);
  });

  it("endnotes that the base has none of get their settings where the schema wants them", () => {
    const numbers = '<w:numFmt w:val="decimal"/>';
    const { texts } = merged(
      {
        body: paragraph("A"),
        parts: { settings: `<w:zoom w:percent="100"/><w:endnotePr>${numbers}</w:endnotePr><w:compat/>` },
      },
      {
        body: '<w:p><w:r><w:endnoteReference w:id="1"/></w:r></w:p>',
        parts: {
          endnotes: `<w:endnote w:id="1">${paragraph("note")}</w:endnote>`,
          settings: "<w:evenAndOddHeaders/>",
        },
      },
    );
    const separators = '<w:endnote w:id="-1"/><w:endnote w:id="0"/>';
    expect(texts.get("word/settings.xml")).toContain(
      `<w:zoom w:percent="100"/><w:evenAndOddHeaders/><w:endnotePr><w:pos w:val="sectEnd"/>${numbers}${separators}</w:endnotePr><w:compat/>`,
    );
  });

  it("a note that is missing is an empty one", () => {
    const { all, values } = merged(
      { body: paragraph("A") },
      { body: '<w:p><w:r><w:footnoteReference w:id="9"/></w:r></w:p>' },
    );
    const [id] = values("w:footnoteReference", "w:id");
    const note = all("w:footnote", "word/footnotes.xml").find((one) => one.attribute("w:id") === id);
    expect(present(note).text()).toBe("");
  });

  it("comments keep what they answer, and whether they are done", () => {
    const comment = (id: number, paragraphId: string, text: string) =>
      `<w:comment w:id="${id}"><w:p w14:paraId="${paragraphId}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;
    const threads =
      '<w15:commentEx w15:paraId="11111111" w15:done="1"/>' +
      '<w15:commentEx w15:paraId="22222222" w15:paraIdParent="11111111" w15:done="0"/>';
    const commented = (more = "") => ({
      body: '<w:p><w:r><w:commentReference w:id="0"/></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>',
      parts: {
        comments: comment(0, "11111111", "why") + comment(1, "22222222", "because") + comment(2, "33333333", "unused"),
        commentsExtended: threads + more,
      },
    });
    const found = (...files: Parameters<typeof merged>) => {
      const { all } = merged(...files);
      const texts = new Map(all("w:p", "word/comments.xml").map((one) => [one.attribute("w14:paraId"), one.text()]));
      const text = (id: string | undefined) => texts.get(id);
      return all("w15:commentEx", "word/commentsExtended.xml").map((one) => [
        text(one.attribute("w15:paraId")),
        text(one.attribute("w15:paraIdParent")),
        one.attribute("w15:done"),
      ]);
    };
    const expected = [
      ["why", undefined, "1"],
      ["because", "why", "0"],
    ];
    expect(found(commented(), commented())).toEqual([...expected, ...expected]);
    const unused = '<w15:commentEx w15:paraId="33333333" w15:done="0"/>';
    expect(found({ body: paragraph("A") }, commented(unused))).toEqual(expected);
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

  it("in addresses of links follow bookmarks, too", () => {
    const file = {
      body: '<w:p><w:bookmarkStart w:id="0" w:name="Top"/><w:bookmarkEnd w:id="0"/><w:hyperlink r:id="rId5"/></w:p>',
      links: { rId5: ["hyperlink", "#Top", true] as const },
    };
    const targets = [
      ...(merged(file, file).texts.get("word/_rels/document.xml.rels") ?? "").matchAll(/Target="(#\w+)"/g),
    ];
    expect(targets.map(([, target]) => target)).toEqual(["#Top", "#Top_2"]);
  });

  it("follow styles that are renamed, headings by their level, too", () => {
    const heading = (halfPoints: number) =>
      `<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>${ofSize(halfPoints)}</w:style>`;
    const field = (instruction: string) => `<w:r><w:instrText>${instruction}</w:instrText></w:r>`;
    const file = (halfPoints: number) => ({
      body: `<w:p>${field(" STYLEREF 1 \\n ")}${field(' STYLEREF "Title" ')}${field(" STYLEREF Same ")}</w:p>`,
      parts: { styles: NORMAL + heading(halfPoints) + style("Title", ofSize(halfPoints)) + style("Same", "") },
    });
    const instructions = merged(file(40), file(60)).all("w:instrText");
    expect(instructions.slice(3).map((one) => one.text())).toEqual([
      ' STYLEREF "heading 1 (2)" \\n ',
      ' STYLEREF "Title (2)" ',
      " STYLEREF Same ",
    ]);
  });

  it("of form fields follow their bookmarks, those of objects their shapes", () => {
    const body =
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/></w:ffData></w:fldChar></w:r><w:bookmarkStart w:id="0" w:name="Text1"/><w:bookmarkEnd w:id="0"/>' +
      '<w:r><w:object><v:shape id="_x0000_i1025"/><o:OLEObject Type="Embed" ShapeID="_x0000_i1025"/></w:object></w:r></w:p>';
    const { values } = merged({ body }, { body });
    expect(values("w:name")).toEqual(["Text1", "Text1_2"]);
    expect(new Set(values("v:shape", "id")).size).toBe(2);
    expect(values("o:OLEObject", "ShapeID")).toEqual(values("v:shape", "id"));
  });

  it("to the file's name show the part's", () => {
    const field =
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> FILENAME </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
    const { all } = merged({ body: field }, { body: field });
    expect(all("w:p").map((one) => one.text())).toEqual(["0.docx", "1.docx"]);
  });

  it("to the file's name look as they did, in whatever style", () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const shown = '<w:r><w:rPr><w:rStyle w:val="Sign"/></w:rPr><w:t>old</w:t></w:r>';
    const field = (result: string) =>
      `<w:p>${mark("begin")}<w:r><w:instrText>FILENAME</w:instrText></w:r>${mark("separate")}${result}${mark("end")}</w:p>`;
    const simple = (result: string) => `<w:p><w:fldSimple w:instr="FILENAME \\p">${result}</w:fldSimple></w:p>`;
    const bookmark = '<w:bookmarkStart w:id="0" w:name="b"/><w:bookmarkEnd w:id="0"/>';
    const file = (halfPoints: number) => ({
      body:
        simple(shown) +
        simple("") +
        field(`<w:proofErr w:type="spellStart"/>${shown}<w:proofErr w:type="spellEnd"/>`) +
        field(bookmark + shown),
      parts: { styles: NORMAL + sign("Sign", ofSize(halfPoints)) },
    });
    const { all, values } = merged(file(20), file(30));
    // What is more than runs is left alone.
    expect(all("w:p").map((one) => one.text())).toEqual(
      ["0.docx", "1.docx"].flatMap((name) => [name, name, name, "FILENAMEold"]),
    );
    expect(values("w:rStyle")).toEqual(["Sign", "Sign", "Sign", "Sign_2", "Sign_2", "Sign_2"]);
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
