import { describe, expect, it } from "vitest";
import { png } from "../../image/testing/image-files.ts";
import { MarkupCount } from "../markup-count.ts";
import { rtfToParts } from "./rtf-to-parts.ts";

const HEAD =
  "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset2 Symbol;}{\\f3\\fcharset128 MS Mincho;}}" +
  "{\\colortbl;\\red255\\green0\\blue0;}{\\stylesheet{Normal;}{\\s1\\b heading 1;}}";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function read(content: string) {
  const { parts, warnings } = rtfToParts(bytesOf(`${HEAD}${content}}`));
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  return { body: part("word/document.xml").replace(/^.*?<w:body>/, ""), part, parts, warnings };
}
const shown = (markup: string) => [...markup.matchAll(/<w:t [^>]*>([^<]*)/g)].map(([, text]) => text).join("");

describe("text of RTF", () => {
  it.each([
    ["bytes of the file's code page", "Gr\\'fc\\'dfe", "Grüße"],
    ["bytes of the font's charset", "\\f1 \\'cf\\'f0\\'e8", "При"],
    ["characters of two bytes", "\\f3 \\'93\\'fa\\'96\\'7b", "日本"],
    ["characters by their codes", "\\u26085?\\u26412?", "日本"],
    ["those with longer stand-ins", "{\\uc2\\u8364\\'80\\'80}x", "€x"],
    ["those beyond 65,535", "\\u-10179?\\u-8704?", "😀"],
    ["signs by name", "\\lquote a\\rquote\\~\\emdash b\\_c", "‘a’\u00a0—b\u2011c"],
    ["braces", "\\{a\\\\b\\}", "{a\\b}"],
    ["symbols", "\\f2 \\'b7", "\uf0b7"],
  ])("has %s", (_, source, text) => {
    expect(shown(read(`\\pard ${source}\\par`).body)).toBe(text);
  });

  it("leaves out what is not text of the document", () => {
    const { body } = read("{\\info{\\title x}}{\\*\\unknown y{z}}{\\*\\generator w;}\\pard a{\\v b}\\bin3 123c\\par");
    expect(shown(body)).toBe("abc");
    expect(body).toContain("<w:vanish/>");
  });
});

describe("formats of RTF", () => {
  it("are those of the group they are in", () => {
    const { body } = read(
      "\\pard\\qc\\li720\\fi-360\\sb120\\sl480\\slmult1 a{\\b\\fs28\\cf1\\f1 b}c\\par\\pard d\\par",
    );
    expect(body).toContain('<w:spacing w:before="120" w:after="0" w:line="480" w:lineRule="auto"/>');
    expect(body).toContain('<w:ind w:left="720" w:hanging="360"/><w:jc w:val="center"/>');
    expect(body).toMatch(
      /<w:b\/><w:bCs\/><w:color w:val="ff0000"\/><w:sz w:val="28"\/><w:szCs w:val="28"\/><\/w:rPr><w:t [^>]*>b</,
    );
    expect(body).toContain('w:ascii="Arial"');
    expect(body.split("</w:p>")[1]).not.toContain("w:jc");
  });

  it("name headings, keep bookmarks, fields, notes, headers and sections", () => {
    const { body, part } = read(
      "\\paperw11906\\paperh16838\\margl1000{\\header\\pard Top\\par}{\\footerf\\pard First\\par}\\titlepg" +
        "\\pard\\s1 Title{\\*\\bkmkstart m}{\\*\\bkmkend m}\\par\\pard See{\\super\\chftn{\\footnote\\pard\\chftn A note\\par}} " +
        '{\\field{\\*\\fldinst HYPERLINK "https://a.example/?b&c"}{\\fldrslt there}}\\par\\sect\\sectd\\lndscpsxn\\pgwsxn16838\\pghsxn11906 \\pard End\\par',
    );
    expect(body).toContain('<w:pStyle w:val="s1"/>');
    expect(part("word/styles.xml")).toContain('w:styleId="s1"><w:name w:val="heading 1"/>');
    expect(body).toContain('<w:bookmarkStart w:id="1" w:name="m"/>');
    expect(body).toContain("https://a.example/?b&#38;c");
    expect(body).toMatch(/fldCharType="separate".*there.*fldCharType="end"/);
    expect(body).toContain('<w:footnoteReference w:id="1"/>');
    expect(shown(part("word/footnotes.xml"))).toBe("A note");
    expect(shown(part("word/header1.xml"))).toBe("Top");
    expect(body).toMatch(
      /<w:headerReference w:type="default"[^>]*\/><w:headerReference w:type="even"[^>]*\/><w:footerReference w:type="first"/,
    );
    expect(body).toContain(
      '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1000"',
    );
    expect(body).toContain('<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>');
  });

  it("number paragraphs of lists", () => {
    const { body, part } = read(
      "{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}\\fi-360\\li720}\\listid7}}" +
        "{\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls2}}{\\listtext 3.\\tab}\\pard\\ls2\\ilvl0 a\\par",
    );
    expect(shown(body)).toBe("a");
    expect(body).toContain('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>');
    expect(part("word/numbering.xml")).toMatch(
      /<w:start w:val="3"\/><w:numFmt w:val="decimal"\/>.*<w:lvlText w:val="%1."\/>/,
    );
  });
});

describe("tables of RTF", () => {
  it("have one grid, merged cells and borders", () => {
    const row = (cells: string, texts: string) => `\\trowd\\trgaph70${cells}\\pard\\intbl ${texts}\\row`;
    const { body } = read(
      row("\\clvmgf\\clbrdrt\\brdrs\\brdrw15\\cellx1000\\cellx3000", "a\\cell b\\cell") +
        row("\\clvmrg\\cellx1000\\cellx2000\\clcbpat1\\cellx3000", "\\cell c\\cell d\\par e\\cell") +
        "\\pard after\\par",
    );
    expect(body.match(/<w:tbl>/g)).toHaveLength(1);
    expect(body).toContain('<w:gridCol w:w="1000"/><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/>');
    expect(body).toContain('<w:gridSpan w:val="2"/>');
    expect(body).toMatch(/<w:vMerge w:val="restart"\/>.*<w:vMerge\/>/);
    expect(body).toContain('<w:top w:val="single" w:sz="6"');
    expect(body).toContain('w:fill="ff0000"');
    expect(body.indexOf(">after<")).toBeGreaterThan(body.indexOf("</w:tbl>"));
  });

  it("stand within cells", () => {
    const { body } = read(
      "\\trowd\\cellx4000\\pard\\intbl\\itap2 inner\\nestcell{\\*\\nesttableprops\\trowd\\cellx2000\\nestrow}{\\nonesttables\\par}" +
        "\\pard\\intbl outer\\cell\\row\\pard\\par",
    );
    expect(body).toMatch(/<w:tc>.*<w:tbl>.*inner.*<\/w:tbl>.*outer.*<\/w:tc>/);
  });
});

describe("pictures and shapes of RTF", () => {
  it("are drawn in their size", () => {
    const image = png({ width: 1, height: 1, rows: Uint8Array.of(0, 1, 2, 3) });
    const hex = Array.from(image, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const { body, parts } = read(
      `\\pard{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv 1}}}\\pngblip\\picwgoal1440\\pichgoal720\\picscalex50\\picscaley100 ${hex}}}{\\nonshppict{\\pict 00}}\\par`,
    );
    expect(parts.get("word/media/image1.png")).toEqual(image);
    expect(body).toContain('<wp:extent cx="457200" cy="457200"/>');
  });

  it("show their text", () => {
    const { body, warnings } = read(
      "\\pard a{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright1440\\shpbottom720\\shpbxpage{\\sp{\\sn fLine}{\\sv 0}}{\\shptxt\\pard boxed\\par}}{\\shprslt x}}{\\shp{\\*\\shpinst\\shpleft0}}\\par",
    );
    expect(body).toMatch(/relativeFrom="page".*<w:txbxContent>.*boxed.*<\/w:txbxContent>/);
    expect(shown(body)).toBe("aboxed");
    expect(warnings).toEqual(["Shapes of a kind that is not read are not shown."]);
  });
});

describe("shapes and groups of RTF", () => {
  const property = (name: string, value: string | number) => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;

  it("are drawn by their type where they have no text", () => {
    const { body, warnings } = read(
      `\\pard{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright1440\\shpbottom0${property("shapeType", 20)}${property("fFlipV", 1)}}}` +
        `{\\shp{\\*\\shpinst\\shpright1440\\shpbottom720${property("shapeType", 3)}${property("rotation", 90 * 65_536)}}}\\par`,
    );
    expect(body).toContain('<a:xfrm flipV="1">');
    expect(body).toContain('<a:prstGeom prst="line">');
    expect(body).toContain('<a:xfrm rot="5400000">');
    expect(body).toContain('<a:prstGeom prst="ellipse">');
    expect(warnings).toEqual([]);
  });

  it("stand where their group is, in its units, and say nothing of themselves", () => {
    const member = (name: string, left: number) =>
      `{\\shp{\\*\\shpinst${property("relLeft", left)}${property("relTop", 200)}${property("relRight", left + 50)}${property("relBottom", 300)}{\\shptxt\\pard ${name}\\par}}}`;
    const { body } = read(
      `\\pard{\\shpgrp{\\*\\shpinst\\shpleft1000\\shptop2000\\shpright3000\\shpbottom4000\\shpbxpage\\shpbypage${property("groupLeft", 100)}${property("groupTop", 200)}${property("groupRight", 200)}${property("groupBottom", 400)}${member("one", 100)}${member("two", 150)}}{\\shprslt x}}\\par`,
    );
    expect(shown(body)).toBe("onetwo");
    const places = [...body.matchAll(/relativeFrom="page"><wp:posOffset>(\d+)/g)].map(
      ([, offset]) => Number(offset) / 635,
    );
    expect(places).toEqual([1000, 2000, 2000, 2000]);
    expect(body.match(/<wp:extent cx="635000" cy="635000"\/>/g)).toHaveLength(2);
  });
});

describe("fields and lists of RTF", () => {
  it("have boxes that are ticked and entries that are chosen", () => {
    const { body } = read(
      "\\pard{\\field{\\*\\fldinst {FORMDROPDOWN }{{\\*\\datafield 00}{\\*\\formfield{\\fftype2\\ffres1{\\*\\ffname D}\\ffdefres0{\\*\\ffl x}{\\*\\ffl v}}}}}{\\fldrslt }}" +
        "{\\field{\\*\\fldinst FORMCHECKBOX {\\*\\formfield{\\fftype1\\ffres25\\ffdefres1}}}{\\fldrslt }}\\par",
    );
    expect(body).toContain(
      '<w:ddList><w:result w:val="1"/><w:listEntry w:val="x"/><w:listEntry w:val="v"/></w:ddList>',
    );
    expect(body).toContain('<w:checkBox><w:checked w:val="1"/></w:checkBox>');
    expect(body).toContain(">FORMDROPDOWN<");
  });

  it("number in all formats", () => {
    const { part } = read(
      "{\\*\\listtable{\\list{\\listlevel\\levelnfc30{\\leveltext\\'01\\'00;}{\\levelnumbers\\'01;}}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}\\pard\\ls1 a\\par",
    );
    expect(part("word/numbering.xml")).toContain('<w:numFmt w:val="ideographTraditional"/>');
  });
});

describe("RTF of strangers", () => {
  it("may end anywhere and be nested wrongly", () => {
    const whole = `${HEAD}\\trowd\\cellx100\\intbl\\itap3 a\\nestcell{\\field{\\*\\fldinst X}{\\fldrslt{\\b`;
    for (let length = 0; length <= whole.length; length += 7)
      expect(() => rtfToParts(bytesOf(whole.slice(0, length)))).not.toThrow();
    expect(shown(read("}}}\\pard a\\cell\\row\\nestrow\\u\\'zz\\bin99999 ").body)).toBe("a");
  });

  it("is refused when it is nested too deep or becomes too much", () => {
    expect(() => rtfToParts(bytesOf("{".repeat(100_000)))).toThrow("nested more than 2,000 deep");
    expect(() => new MarkupCount().add(1e8)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});
