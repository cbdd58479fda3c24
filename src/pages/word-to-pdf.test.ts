import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkMeter } from "../domain/work-meter.ts";
import { Face } from "../font/face.ts";
import { arimo, mathematics, testFonts } from "../font/testing/fonts.ts";
import { png } from "../image/testing/image-files.ts";
import { wordDocument } from "../layout/testing/word-document.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import type { PdfObject } from "../pdf/objects.ts";
import { pageContent } from "../pdf/testing/read-pages.ts";
import { decodeText } from "../pdf/text-strings.ts";
import { inspectDocument } from "./word/inspect-document.ts";
import { wordToPdf } from "./word-to-pdf.ts";

function openFace(bytes: Uint8Array): Face {
  const face = Face.open(bytes);
  if (!face) throw new Error("not a font");
  return face;
}

const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph(run(text))}</w:tc>`;

const OPTIONS = { maxPages: 100, meter: new WorkMeter(), images: () => undefined, fileName: "test.docx" };

async function converted(
  body: string,
  parts: Parameters<typeof wordDocument>[1] = {},
  faces: Parameters<typeof testFonts>[0] = [],
) {
  const pdf = await wordToPdf(wordDocument(body, parts), { ...OPTIONS, fonts: await testFonts(faces) });
  return { ...pdf, document: openPdf(pdf.bytes) };
}

/** The directions of text, each once, by the matrices around it. */
function baselines(operators: string): string[] {
  const stack: number[][] = [];
  let matrix = [1, 0, 0, 1];
  const found = new Set<string>();
  for (const line of operators.split("\n")) {
    const [, a = 1, b = 0, c = 0, d = 1] = (/^(?:q )?(\S+) (\S+) (\S+) (\S+) \S+ \S+ cm$/.exec(line) ?? []).map(Number);
    if (line.startsWith("q")) stack.push(matrix);
    if (line.endsWith(" cm")) {
      const [ma = 1, mb = 0, mc = 0, md = 1] = matrix;
      matrix = [a * ma + b * mc, a * mb + b * md, c * ma + d * mc, c * mb + d * md];
    }
    if (line === "Q") matrix = stack.pop() ?? matrix;
    // The page's own y grows downwards.
    if (line.endsWith(" ET")) found.add(`${matrix[0]} ${matrix[1] === 0 ? 0 : -(matrix[1] ?? 0)}`);
  }
  return [...found];
}

/** The elements of the structure, in their order. */
function elementsOf(document: PdfDocument): { role: string; alternative: string | undefined }[] {
  const visit = (object: PdfObject | undefined): { role: string; alternative: string | undefined }[] => {
    const element = document.dict(object);
    const role = document.name(element?.get("S"));
    if (!element || !role) return [];
    const kids = document.array(element.get("K")) ?? [element.get("K")];
    const alternative = document.string(element.get("Alt"));
    return [{ role, alternative: alternative && decodeText(alternative) }, ...kids.flatMap(visit)];
  };
  return visit(document.dict(document.catalog.get("StructTreeRoot"))?.get("K"));
}

describe("a Word document", () => {
  it("becomes pages with its text where layout put it", async () => {
    const { document, pageCount, warnings } = await converted(
      `${paragraph(run("First"))}${paragraph(`<w:r><w:br w:type="page"/></w:r>${run("Second")}`)}`,
    );
    expect(pageCount).toBe(2);
    expect(warnings).toEqual([]);
    // Arial, 10 points: below a margin of an inch by its ascent
    expect(pageContent(document, 0)).toContain("1 0 0 -1 90 81.38 Tm");
  });

  it("has the structure of its paragraphs, headings, lists and tables", async () => {
    const heading = paragraph(run("Title"), '<w:outlineLvl w:val="0"/>');
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl>`;
    const { document } = await converted(heading + paragraph(run("Text")) + table + paragraph(run("End")));
    const operators = pageContent(document, 0);
    expect([...operators.matchAll(/\/(\w+) <<\/MCID/g)].map(([, role]) => role)).toEqual(["H1", "P", "P", "P", "P"]);
    expect(document.catalog.has("Outlines")).toBe(true);
    expect(document.catalog.has("StructTreeRoot")).toBe(true);
  });

  it("draws what is marked as decoration only for the eye", async () => {
    const mark = (value: string) =>
      `<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="${value}"/></a:ext></a:extLst>`;
    const square =
      '<a:graphic><a:graphicData><wps:wsp><wps:spPr><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></wps:spPr></wps:wsp></a:graphicData></a:graphic>';
    const drawn = (value: string) =>
      `<w:r><w:drawing><wp:inline><wp:extent cx="127000" cy="127000"/><wp:docPr id="1" name="S">${mark(value)}</wp:docPr>${square}</wp:inline></w:drawing></w:r>`;
    const operators = pageContent((await converted(paragraph(drawn("1") + drawn("0")))).document, 0);
    const marks = [...operators.matchAll(/\/(\w+) (?:<<\/MCID|BMC)/g)].map(([, role]) => role);
    expect(marks).toEqual(["Artifact", "Figure"]);
  });

  it("has what its pages show behind all else, as decoration, and text that is read on it", async () => {
    const solid = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
    const fill = (type: string, color?: string) =>
      `<w:pageFill w:type="${type}">${color ? solid(color) : ""}</w:pageFill>`;
    const drawn = async (fills: string, body = paragraph(run("a"))) => {
      const size = '<w:pgSz w:w="2000" w:h="2000"/><w:pgMar w:left="200" w:right="200" w:top="200" w:bottom="200"/>';
      const { document, pageCount } = await converted(`${body}<w:sectPr>${size}<w:titlePg/>${fills}</w:sectPr>`);
      return Array.from({ length: pageCount }, (_, index) => pageContent(document, index));
    };
    const [dark = ""] = await drawn(fill("default", "000080"));
    expect(dark).toContain("/Artifact BMC\n0 0 .502 rg\n0 0 m 100 0 l 100 100 l 0 100 l h f*\nEMC");
    expect(dark).toMatch(/1 1 1 rg[\s\S]*BT/);
    const [plain = ""] = await drawn("");
    expect(plain).not.toContain("rg");
    const two = paragraph(run("a")) + paragraph(run("b"), "<w:pageBreakBefore/>");
    const isRed = (pages: string[]) => pages.map((page) => page.includes("1 0 0 rg"));
    expect(isRed(await drawn(fill("default", "FF0000"), two))).toEqual([true, true]);
    expect(isRed(await drawn(fill("default", "FF0000") + fill("first"), two))).toEqual([false, true]);
    expect(isRed(await drawn(fill("first", "FF0000"), two))).toEqual([true, false]);
  });

  it("stretches justified lines and underlines text", async () => {
    const words = Array.from({ length: 60 }, () => "word").join(" ");
    const body = paragraph(run(words, '<w:u w:val="single"/>'), '<w:jc w:val="both"/>');
    const operators = pageContent((await converted(body)).document, 0);
    expect(operators).toMatch(/\] TJ/);
    expect(operators).toMatch(/ l S/);
  });

  it("draws waves around paragraphs, cells and letters, and bars beside the text, as decoration", async () => {
    const line = (side: string, style: string) => `<w:${side} w:val="${style}" w:sz="8" w:space="4" w:color="FF0000"/>`;
    const drawn = async (content: string) => pageContent((await converted(content)).document, 0);
    const lined = (lines: string) => drawn(paragraph(run("a"), `<w:pBdr>${lines}</w:pBdr>`));
    expect(await lined(line("top", "wave"))).toMatch(/\/Artifact BMC[\s\S]*1 0 0 RG[\s\S]* c [\s\S]*S\nEMC/);
    expect(await lined(line("top", "single"))).not.toContain(" c ");
    expect(await lined(line("bar", "single"))).toMatch(/\/Artifact BMC[\s\S]*85\.5 \S+ m 85\.5 \S+ l S\nEMC/);
    expect(await drawn(paragraph(run("a", line("bdr", "wave"))))).toContain(" c ");
    const borders = `<w:tblPr><w:tblBorders>${line("insideV", "doubleWave")}</w:tblBorders></w:tblPr>`;
    const grid = '<w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>';
    expect(await drawn(`<w:tbl>${borders}${grid}<w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl>`)).toContain(" c ");
  });

  it("draws a tab as the letters around it are drawn", async () => {
    const tabbed = async (properties: string, leader = "") => {
      const tab = `<w:r><w:rPr>${properties}</w:rPr><w:tab/></w:r>`;
      const stop = `<w:tabs><w:tab w:val="left" w:pos="2000" w:leader="${leader || "none"}"/></w:tabs>`;
      const line = paragraph(run("a", properties) + tab + run("b", properties), stop);
      return pageContent((await converted(line)).document, 0);
    };
    /** Heights of lines and of rectangles, from the top. */
    const linesOf = (operators: string) => [...operators.matchAll(/ (\S+) m \S+ (\S+) l S/g)].map(([, from]) => from);
    for (const underline of ["single", "double"]) {
      const lines = linesOf(await tabbed(`<w:u w:val="${underline}" w:color="FF0000"/>`));
      expect([lines.length, new Set(lines).size]).toEqual(underline === "double" ? [6, 2] : [3, 1]);
    }
    const struck = linesOf(await tabbed("<w:strike/>"));
    expect([struck.length, new Set(struck).size]).toEqual([3, 1]);
    const marked = await tabbed('<w:highlight w:val="yellow"/>');
    const heights = [...marked.matchAll(/^\S+ (\S+) m .* \S+ (\S+) l \S+ \S+ l h f\*$/gm)].map(
      ([, top, bottom]) => `${top} ${bottom}`,
    );
    expect([heights.length, new Set(heights).size]).toEqual([3, 1]);
    const dotted = await tabbed("", "dot");
    // 100 points to the stop, less an a of 5.56: dots of 2.78 that end where the b starts.
    const [, dots = ""] = /\/Artifact BMC[\s\S]*?<([0-9a-f]+)> Tj/.exec(dotted) ?? [];
    expect(dots.length / 4).toBe(33);
    expect(dotted).toMatch(/1 0 0 -1 98\.\d+ [\d.]+ Tm/);
  });

  it("draws leaders in the color of the text, which is white on what is dark", async () => {
    const stop = '<w:tabs><w:tab w:val="left" w:pos="1000" w:leader="dot"/></w:tabs>';
    const dark = '<w:shd w:val="clear" w:color="auto" w:fill="202020"/>';
    const line = paragraph(`${run("a")}<w:r><w:tab/></w:r>${run("b")}`, stop + dark);
    const operators = pageContent((await converted(line)).document, 0);
    expect(operators).toContain("1 1 1 rg");
    // Nothing is in black.
    expect(operators).not.toContain("0 0 0 rg");
  });

  it("draws what floats behind the text before it, and what is in front after it", async () => {
    const floating = (color: string, behind: number, order: number) =>
      `<w:r><w:drawing><wp:anchor behindDoc="${behind}" relativeHeight="${order}" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>127000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>254000</wp:posOffset></wp:positionV><wp:extent cx="381000" cy="127000"/><wp:wrapNone/><wp:docPr id="1" name="S"/><a:graphic><a:graphicData><wps:wsp><wps:spPr><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
    const shapes = floating("0000FF", 0, 9) + floating("00FF00", 0, 3) + floating("FF0000", 1, 7);
    const operators = pageContent((await converted(paragraph(shapes + run("text")))).document, 0);
    const order = [...operators.matchAll(/(1 0 0|0 1 0|0 0 1) rg|Tj/g)].map(([found]) => found);
    expect(order).toEqual(["1 0 0 rg", "Tj", "0 1 0 rg", "0 0 1 rg"]);
    expect(operators).toMatch(/10 20 (m|cm)/);
  });

  it("has links over their letters, each once in the structure, and the places they lead to", async () => {
    const link = `<w:hyperlink w:anchor="there">${run("one ")}${run("two", "<w:b/>")}</w:hyperlink>`;
    const target = '<w:bookmarkStart w:id="1" w:name="there"/><w:bookmarkEnd w:id="1"/>';
    const { document } = await converted(paragraph(run("see ") + link) + paragraph(target + run("here")));
    const annotations = (document.array(document.pages[0]?.dict.get("Annots")) ?? []).map((each) =>
      document.dict(each),
    );
    const boxes = annotations.map((each) =>
      (document.array(each?.get("Rect")) ?? []).map((value) => document.number(value) ?? 0),
    );
    expect(boxes).toHaveLength(2);
    // "see " is 18.9 points wide, and "one " 19.5; the first line is an inch below the paper's top.
    expect(boxes[0]?.map(Math.round)).toEqual([109, 709, 128, 721]);
    expect(boxes[1]?.[0]).toBeCloseTo(boxes[0]?.[2] ?? 0, 0);
    expect(elementsOf(document).filter(({ role }) => role === "Link")).toHaveLength(1);
  });

  it("separates footnotes by a line of two inches", async () => {
    const note = '<w:footnote w:id="2"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote>';
    const separator = '<w:footnote w:id="0" w:type="separator"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>';
    const { document } = await converted(paragraph(`${run("a")}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
      footnotes: separator + note,
    });
    // from the margin on
    const [, from, to] = /1 0 0 1 90 \S+ cm\n[^S]*?(\S+) \S+ m (\S+) \S+ l S/.exec(pageContent(document, 0)) ?? [];
    expect([Number(from), Number(to)]).toEqual([0, 144]);
  });

  it.each([
    "<w:shadow/>",
    "<w:emboss/>",
    '<w14:shadow w14:blurRad="0" w14:dist="38100"><w14:srgbClr w14:val="000000"/></w14:shadow>',
  ])("casts the shadow of letters behind them, readable once: %s", async (properties) => {
    const operators = pageContent((await converted(paragraph(run("ab", properties)))).document, 0);
    expect(operators).toMatch(/\/Artifact BMC[\s\S]* c [\s\S]*h f\nEMC[\s\S]*BT/);
    expect(operators.match(/\bTj\b/g)).toHaveLength(1);
  });

  it("draws a substitute in the room of the font that it replaces", async () => {
    const verdana = run("mm", '<w:rFonts w:ascii="Verdana" w:hAnsi="Verdana"/>');
    expect(pageContent((await converted(paragraph(verdana))).document, 0)).toMatch(/-?\.?\d+ Tc/);
    expect(pageContent((await converted(paragraph(run("mm")))).document, 0)).not.toContain("Tc");
  });

  it("has lines that run downwards, from the right, if a section does, with ideographs upright", async () => {
    const down = (direction: string) =>
      `<w:sectPr><w:textDirection w:val="${direction}"/><w:pgSz w:w="6000" w:h="4000"/><w:pgMar w:top="400" w:right="600" w:bottom="400" w:left="800"/></w:sectPr>`;
    const { document } = await converted(`${paragraph(run("Downwards"))}${down("tbRl")}`);
    const operators = pageContent(document, 0);
    // The paper stays as it is; its text is a quarter turned about the upper right corner.
    expect(document.pages[0]?.dict.get("MediaBox")).toEqual([0, 0, 300, 200]);
    expect(operators).toContain("q\n0 1 -1 0 300 0 cm");
    // 20 points from the top of the paper, the first line 30 from its right edge.
    expect(operators).toMatch(/1 0 0 -1 20 39\.\d+ Tm/);
    const cells = (direction: string) =>
      `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="2000"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/><w:textDirection w:val="${direction}"/></w:tcPr>${paragraph(run("\u65e5"))}</w:tc></w:tr></w:tbl>`;
    const stepsIn = async (body: string) =>
      pageContent((await converted(body)).document, 0).match(/0 -1 1 0 \S+ \S+ cm/g) ?? [];
    expect(await stepsIn(cells("tbRl"))).toHaveLength(1);
    expect(await stepsIn(cells("tbRlV"))).toHaveLength(0);
    expect(await stepsIn(paragraph(run("\u65e5\u672c\u300c")) + down("tbRl"))).toHaveLength(2);
    expect(await stepsIn(paragraph(run("\u65e5\u672c\u300c")) + down("tbRlV"))).toHaveLength(0);
  });

  it("turns cells as their direction says from the paper, whichever way the section runs", async () => {
    const cells = (direction: string) =>
      `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="2000"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${direction && `<w:textDirection w:val="${direction}"/>`}</w:tcPr>${paragraph(run("a\u65e5"))}</w:tc></w:tr></w:tbl>`;
    const section = (direction: string) => `<w:sectPr><w:textDirection w:val="${direction}"/></w:sectPr>`;
    /** Directions of the text's baseline, and of the ideograph's, on the paper. */
    const steps = async (cell: string, around: string) => {
      const { document } = await converted(cells(cell) + paragraph("") + section(around));
      return baselines(pageContent(document, 0));
    };
    expect(await steps("", "tbRl")).toEqual(["0 1", "1 0"]);
    expect(await steps("tbRl", "tbRl")).toEqual(["0 1", "1 0"]);
    expect(await steps("tbRlV", "tbRl")).toEqual(["0 1"]);
    expect(await steps("lrTb", "tbRl")).toEqual(["1 0"]);
    expect(await steps("btLr", "tbRl")).toEqual(["0 -1"]);
    expect(await steps("tbRl", "tbRlV")).toEqual(["0 1", "1 0"]);
    expect(await steps("tbRl", "lrTb")).toEqual(["0 1", "1 0"]);
    expect(await steps("btLr", "lrTb")).toEqual(["0 -1"]);
  });

  it("bends WordArt in its shape", async () => {
    const shape = (preset: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2540000" cy="1270000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData><wps:wsp><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2540000" cy="1270000"/></a:xfrm></wps:spPr><wps:txbx><w:txbxContent>${paragraph(run("ab"))}</w:txbxContent></wps:txbx><wps:bodyPr><a:prstTxWarp prst="${preset}"/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const warped = pageContent((await converted(shape("textWave1"))).document, 0);
    expect(warped).toMatch(/3 Tr[\s\S]*Tj ET[\s\S]* c h f$/m);
    expect(pageContent((await converted(shape("textNoShape"))).document, 0)).not.toContain("3 Tr");
    const old = `<w:p><w:r><w:pict><v:shape o:spt="156" style="width:200pt;height:50pt" fillcolor="#ff0000" stroked="f"><v:textpath on="t" string="ab"/></v:shape></w:pict></w:r></w:p>`;
    expect(pageContent((await converted(old)).document, 0)).toMatch(/3 Tr[\s\S]*Tj ET[\s\S]*1 0 0 rg\n.* c h f$/m);
  });

  it.each<[string, string, string, RegExp[]]>([
    ["in one color", 'fillcolor="#ff0000" stroked="f"', "", [/1 0 0 rg/, /0 Tr|^(?![\s\S]* Tr)/]],
    [
      "with a line",
      'fillcolor="#ff0000" strokecolor="#0000ff" strokeweight="2pt"',
      "",
      [/1 0 0 rg/, /0 0 1 RG/, /2 Tr/],
    ],
    ["of a line alone", 'filled="f" strokecolor="#0000ff"', "", [/0 0 1 RG/, /1 Tr/]],
    [
      "in a gradient",
      'fillcolor="#ff0000" stroked="f"',
      '<v:fill type="gradient" color2="#0000ff"/>',
      [/\/Pattern cs/],
    ],
  ])("draws WordArt in a box %s", async (_, attributes, fill, expected) => {
    const shape = `<w:p><w:r><w:pict><v:shape o:spt="136" style="width:200pt;height:50pt" ${attributes}>${fill}<v:textpath on="t" string="ab"/></v:shape></w:pict></w:r></w:p>`;
    const operators = pageContent((await converted(shape)).document, 0);
    for (const each of [/Tj/, ...expected]) expect(operators).toMatch(each);
    // As wide as its box: two letters of 0.556 em in 50 points are 55.6 points.
    const [, scale = "100"] = /([\d.]+) Tz/.exec(operators) ?? [];
    expect(Number(scale)).toBeCloseTo(100 * (200 / 55.6), -1);
  });

  it("cuts the picture that fills WordArt to its letters, which are read", async () => {
    const shape = `<w:p><w:r><w:pict><v:shape o:spt="136" style="width:200pt;height:50pt" stroked="f"><v:textpath on="t" string="ab"/></v:shape></w:pict></w:r></w:p>`;
    const document = wordDocument(shape);
    const shapes: { fill: unknown }[] = [];
    JSON.stringify(document, (key, value) => {
      if (key === "drawing" && value?.textPath) shapes.push(value);
      return value;
    });
    for (const each of shapes) each.fill = { kind: "picture", source: "p", tile: false, opacity: 1 };
    const source = { format: "png", bytes: png({ width: 1, height: 1, rows: new Uint8Array(4) }) } as const;
    const pdf = await wordToPdf(document, { ...OPTIONS, images: () => source, fonts: await testFonts() });
    expect(pageContent(openPdf(pdf.bytes), 0)).toMatch(/ c h W\* n[\s\S]* Do Q[\s\S]*3 Tr[\s\S]*Tj/);
  });

  it("runs from right to left if a paragraph does", async () => {
    const startOf = async (properties: string) => {
      const { document } = await converted(paragraph(run("ab"), properties));
      return Number(/1 0 0 -1 (\S+) \S+ Tm/.exec(pageContent(document, 0))?.[1]);
    };
    const width = ((1139 + 1139) / 2048) * 10;
    expect(await startOf("<w:bidi/>")).toBeCloseTo(612 - 90 - width, 0);
    expect(await startOf("")).toBe(90);
  });

  it("cuts words at the ends of lines, by the patterns of its language", async () => {
    const asked: string[] = [];
    const path = join(import.meta.dirname, "../../public/layout/hyphenation");
    const readAsset = async (asset: string) => {
      asked.push(asset);
      return new Uint8Array(readFileSync(join(path, asset.split("/").at(-1) ?? "")));
    };
    const words = Array.from({ length: 30 }, () => "hyphenation").join(" ");
    const settings = "<w:autoHyphenation/>";
    const hyphens = async (more: { readAsset?: typeof readAsset }) => {
      const document = wordDocument(paragraph(run(words, '<w:lang w:val="en-US"/>')), { settings });
      const pdf = await wordToPdf(document, { ...OPTIONS, ...more, fonts: await testFonts() });
      return pageContent(openPdf(pdf.bytes), 0).split("0010").length - 1;
    };
    expect(await hyphens({ readAsset })).toBeGreaterThan(0);
    expect(await hyphens({})).toBe(0);
    expect(asked).toEqual(["/layout/hyphenation/en-us.json"]);
  });

  it("names characters that no font has", async () => {
    const { warnings } = await converted(paragraph(run("\u4e00")));
    expect(warnings).toEqual(["no font has U+4E00"]);
  });
});

describe("a long table", () => {
  it("has each of its rows once in the structure, whatever page it is on", async () => {
    const rows = Array.from(
      { length: 300 },
      (_, index) =>
        `<w:tr>${index === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : ""}${cell(`a${index}`)}${cell("b")}</w:tr>`,
    );
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>${rows.join("")}</w:tbl>`;
    const { document, pageCount } = await converted(table);
    expect(pageCount).toBeGreaterThan(4);
    const counts = new Map<string, number>();
    for (const { role } of elementsOf(document)) counts.set(role, (counts.get(role) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ Document: 1, Table: 1, TR: 300, TH: 2, TD: 598, P: 600 });
  });
});

describe("an equation", () => {
  const mathRun = (text: string, properties = "") => `<m:r><w:rPr>${properties}</w:rPr><m:t>${text}</m:t></m:r>`;
  const equation = (content: string) => `<m:oMath>${content}</m:oMath>`;
  const half = `<m:f><m:num>${mathRun("1")}</m:num><m:den>${mathRun("2")}</m:den></m:f>`;
  const faces = [mathematics()];
  const operatorsOf = async (content: string, parts = {}) => {
    const { document, warnings } = await converted(paragraph(content), parts, faces);
    expect(warnings).toEqual([]);
    return pageContent(document, 0);
  };
  /** Where each text starts, from the left. */
  const startsOf = (operators: string) =>
    [...operators.matchAll(/1 0 0 -1 ([\d.]+) [\d.]+ Tm/g)].map(([, left]) => Number(left));

  it("is in its line as a formula that is read", async () => {
    const { document } = await converted(paragraph(run("One ") + equation(half) + run(" cup")), {}, faces);
    const operators = pageContent(document, 0);
    expect([...operators.matchAll(/\/(\w+) <<\/MCID/g)].map(([, role]) => role)).toEqual(["P", "Formula", "P"]);
    // The bar.
    expect(operators).toMatch(/ h f/);
    expect(elementsOf(document).flatMap(({ alternative }) => alternative ?? [])).toEqual(["1/2"]);
  });

  it("is in the middle of its line if it has one of its own, or where it says", async () => {
    const alone = (properties: string) =>
      operatorsOf(`<m:oMathPara>${properties}${equation(mathRun("x"))}</m:oMathPara>`);
    const at = async (properties: string) => startsOf(await alone(properties))[0] ?? 0;
    const justified = (side: string) => `<m:oMathParaPr><m:jc m:val="${side}"/></m:oMathParaPr>`;
    const [middle, left, right] = [await at(""), await at(justified("left")), await at(justified("right"))];
    expect(left).toBeCloseTo(90, 1);
    expect(middle - left).toBeCloseTo(right - middle, 0);
    const settings = { settings: '<m:mathPr><m:defJc m:val="left"/></m:mathPr>' };
    const body = `<m:oMathPara>${equation(mathRun("x"))}</m:oMathPara>`;
    expect(startsOf(await operatorsOf(body, settings))[0]).toBeCloseTo(90, 1);
  });

  it("takes further lines if it is too long, each from an operator on", async () => {
    const sum = Array.from({ length: 60 }, () => "1000").join("+");
    const operators = await operatorsOf(equation(mathRun(sum)));
    const lines = new Set([...operators.matchAll(/1 0 0 -1 [\d.]+ ([\d.]+) Tm/g)].map(([, baseline]) => baseline));
    expect(lines.size).toBeGreaterThan(1);
    const { document } = await converted(paragraph(equation(mathRun(sum))), {}, faces);
    expect(elementsOf(document).filter(({ role }) => role === "Formula")).toHaveLength(1);
  });

  it("has the size and the colour of its runs", async () => {
    const operators = await operatorsOf(
      equation(mathRun("x", '<w:sz w:val="40"/><w:color w:val="FF0000"/>') + mathRun("y", '<w:sz w:val="20"/>')),
    );
    expect(operators).toMatch(/ 20 Tf/);
    expect(operators).toMatch(/ 10 Tf/);
    expect(operators).toContain("1 0 0 rg");
  });

  it("is in the title of its heading", async () => {
    const heading = paragraph(run("Of ") + equation(half), '<w:outlineLvl w:val="0"/>');
    const { document } = await converted(heading, {}, faces);
    const outlines = document.dict(document.catalog.get("Outlines"));
    const title = document.string(document.dict(outlines?.get("First"))?.get("Title"));
    expect(title && decodeText(title)).toBe("Of 1/2");
  });

  it("makes room for itself between lines", async () => {
    const below = async (content: string) => {
      const { document } = await converted(paragraph(content) + paragraph(run("below")), {}, faces);
      return Number([...pageContent(document, 0).matchAll(/ ([\d.]+) Tm/g)].at(-1)?.[1]);
    };
    expect(await below(equation(half))).toBeGreaterThan((await below(run("1"))) + 2);
  });

  it("is text if the document's own font of that name has no formulas", async () => {
    const own = { family: "STIX Two Math", weight: 400, italic: false, face: openFace(arimo) };
    const { document } = await converted(paragraph(equation(half)), {}, [own]);
    expect(pageContent(document, 0)).toMatch(/Tj|TJ/);
    expect(pageContent(document, 0)).not.toMatch(/ h f/);
  });
});

describe("the memory that a document takes", () => {
  const megabytes = (body: string) => inspectDocument(wordDocument(body), () => true).memoryBytes / 1024 ** 2;
  const words = paragraph(run("word ".repeat(100_000)));

  it("grows with its text, in tables, too", () => {
    expect(megabytes(words)).toBeGreaterThan(1.8);
    expect(megabytes(`<w:tbl><w:tr><w:tc>${words.repeat(3)}</w:tc></w:tr></w:tbl>`)).toBeGreaterThan(5.4);
  });

  it("counts the elements of equations", () => {
    expect(megabytes(paragraph(`<m:oMath>${"<m:rad><m:e/></m:rad>".repeat(9_000)}</m:oMath>`))).toBeGreaterThan(3);
  });
});
