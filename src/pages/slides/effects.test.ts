import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { testFonts } from "../../font/testing/fonts.ts";
import { presentationFile, slideBox, slideShape } from "../../layout/testing/presentation-file.ts";
import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { PdfStream } from "../../pdf/objects.ts";
import { pageContent } from "../../pdf/testing/read-pages.ts";
import { openPackage } from "../open-package.ts";
import { openSlidesFile } from "../open-slides-file.ts";
import { slidesToPdf } from "../slides-to-pdf.ts";

const OPTIONS = { now: new Date(0), maxPages: 9, meter: new WorkMeter() };
const FILL = '<a:prstGeom prst="ellipse"/><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
const GRADIENT =
  '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FF0000"/></a:gs><a:gs pos="100000"><a:srgbClr val="0000FF"/></a:gs></a:gsLst><a:lin ang="0"/></a:gradFill>';

async function drawn(objects: string): Promise<PdfDocument> {
  const result = openSlidesFile(openPackage("pptx", presentationFile([objects])), OPTIONS);
  const tools = { fonts: await testFonts(), images: result.image, fileName: "a.pptx", ...OPTIONS };
  return openPdf((await slidesToPdf(result.deck, tools)).bytes);
}

const shape = (properties: string, effects: string) =>
  slideShape(`${slideBox(50, 50, 100, 100)}${properties}<a:effectLst>${effects}</a:effectLst>`);
const texts = (properties: string) =>
  slideShape(slideBox(36, 36, 200, 50), `<a:p><a:r><a:rPr sz="1000">${properties}</a:rPr><a:t>ab</a:t></a:r></a:p>`);

function resource(document: PdfDocument, kind: string, name: string) {
  const resources = document.dict(document.pages[0]?.dict.get("Resources"));
  return document.resolve(document.dict(resources?.get(kind))?.get(name));
}

describe("effects of shapes", () => {
  it("let soft edges through by pixels, with nothing left on the edge", async () => {
    const document = await drawn(shape(FILL, '<a:softEdge rad="127000"/>'));
    expect(pageContent(document, 0)).toMatch(/q\n1 0 0 1 50 50 cm\n\/K0 gs\n/);
    const mask = document.dict(document.dict(resource(document, "ExtGState", "K0"))?.get("SMask"));
    const form = document.stream(mask?.get("G"));
    const image = document.stream(document.dict(document.dict(form?.dict.get("Resources"))?.get("XObject"))?.get("I"));
    expect(image?.dict.get("ColorSpace")).toMatchObject({ value: "DeviceGray" });
    // From the first pixel of the picture's box to the last.
    const [left = 0, , right = 0] = document.array(form?.dict.get("BBox"))?.map(Number) ?? [];
    expect([left < 0, right > 100]).toEqual([true, true]);
  });

  it("mirror a shape below itself, fading out over a part of its height", async () => {
    const reflection = '<a:reflection stA="50000" endPos="40000" dist="12700"/>';
    const document = await drawn(shape(FILL, reflection));
    expect(pageContent(document, 0)).toMatch(/1 0 0 -1 50 251 cm\n\/K0 gs\n/);
    const mask = document.dict(document.dict(resource(document, "ExtGState", "K0"))?.get("SMask"));
    const form = document.stream(mask?.get("G"));
    const shading = document.dict(document.dict(document.dict(form?.dict.get("Resources"))?.get("Shading"))?.get("S"));
    expect(document.array(shading?.get("Coords"))).toEqual([0, 100, 0, 60]);
  });

  it("cast shadows on the shape itself, within its outline", async () => {
    const inner =
      '<a:innerShdw blurRad="25400" dist="63500"><a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr></a:innerShdw>';
    const document = await drawn(shape(FILL, inner));
    expect(pageContent(document, 0)).toMatch(/f\*\n[\s\S]*W\* n[\s\S]*\/I0 Do/);
    const image = resource(document, "XObject", "I0");
    expect(image instanceof PdfStream && image.dict.has("SMask")).toBe(true);
  });

  it("colour lines along a gradient", async () => {
    const document = await drawn(shape(`<a:prstGeom prst="rect"/><a:noFill/><a:ln w="38100">${GRADIENT}</a:ln>`, ""));
    expect(pageContent(document, 0)).toContain("/Pattern CS /P0 SCN");
    expect(document.dict(resource(document, "Pattern", "P0"))?.get("PatternType")).toBe(2);
  });
});

describe("letters", () => {
  const line = '<a:ln w="25400"><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></a:ln>';
  it.each([
    [
      "are filled, with a line along them",
      `${line}<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>`,
      ["1 0 0 rg", "0 1 0 RG", "2 w 0 J", "2 Tr"],
    ],
    ["are hollow, as thick as their line says", `${line}<a:noFill/>`, ["0 1 0 RG", "2 w 0 J", "1 Tr"]],
    ["run through the colours of a gradient", GRADIENT, ["/Pattern cs /P0 scn"]],
    [
      "let through what is behind them",
      '<a:solidFill><a:srgbClr val="FF0000"><a:alpha val="40000"/></a:srgbClr></a:solidFill>',
      ["1 0 0 rg", "/G0 gs"],
    ],
  ])("%s", async (_, properties, operators) => {
    const content = pageContent(await drawn(texts(properties)), 0);
    for (const operator of operators) expect(content).toContain(operator);
  });

  it("have the mean opacity of their gradient", async () => {
    const faint = GRADIENT.replace('val="0000FF"/>', 'val="0000FF"><a:alpha val="50000"/></a:srgbClr>');
    const document = await drawn(texts(faint));
    expect(document.dict(resource(document, "ExtGState", "G0"))?.get("ca")).toBe(0.75);
  });

  const white = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';
  const shadow = (blur: number) =>
    `<a:effectLst><a:outerShdw blurRad="${blur}" dist="25400"><a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr></a:outerShdw></a:effectLst>`;
  const textObjects = (content: string) => content.match(/\bBT\b/g)?.length;

  it("cast sharp shadows as outlines behind them, which nobody reads", async () => {
    const content = pageContent(await drawn(texts(white + shadow(0))), 0);
    expect(content).toMatch(/\/Artifact BMC\n[\s\S]* c [\s\S]*h f\nEMC[\s\S]*1 1 1 rg[\s\S]*BT/);
    expect(textObjects(content)).toBe(1);
  });

  it.each([
    ["blurred shadows", shadow(38100)],
    ["glows", '<a:effectLst><a:glow rad="63500"><a:srgbClr val="FFC000"/></a:glow></a:effectLst>'],
  ])("cast %s as veils behind them", async (_, effects) => {
    const document = await drawn(texts(white + effects));
    const content = pageContent(document, 0);
    expect(content).toMatch(/\/Artifact BMC\n[\s\S]*\/I0 Do[\s\S]*EMC[\s\S]*BT/);
    const image = resource(document, "XObject", "I0");
    expect(image instanceof PdfStream && image.dict.has("SMask")).toBe(true);
  });

  it("cast the shadow of their shape if that has no fill", async () => {
    const within = (fill: string) =>
      slideShape(slideBox(36, 36, 200, 50) + fill + shadow(0), '<a:p><a:r><a:rPr sz="1000"/><a:t>ab</a:t></a:r></a:p>');
    const curves = async (fill: string) => pageContent(await drawn(within(fill)), 0).match(/ c /g)?.length ?? 0;
    expect(await curves("<a:noFill/>")).toBeGreaterThan(20);
    expect(await curves(white)).toBe(0);
  });

  it("cast the shadow of their list style, unless they have effects of their own", async () => {
    const run = (effects: string) => `<a:r><a:rPr sz="1000">${effects}</a:rPr><a:t>ab</a:t></a:r>`;
    const style = `<a:lstStyle><a:lvl1pPr><a:defRPr>${shadow(38100)}</a:defRPr></a:lvl1pPr></a:lstStyle>`;
    const text = (effects: string) =>
      slideShape(slideBox(36, 36, 200, 50), `<a:p>${run(effects)}</a:p>`).replace("<a:lstStyle/>", style);
    expect(pageContent(await drawn(text("")), 0)).toContain("/I0 Do");
    expect(pageContent(await drawn(text("<a:effectLst/>")), 0)).not.toContain("/I0 Do");
  });
});

describe("shadows within letters", () => {
  const shadow = (kind: string) =>
    `<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill><a:effectLst><a:${kind} blurRad="25400" dist="25400"><a:srgbClr val="000000"/></a:${kind}></a:effectLst>`;

  it("lie over them and are cut to their outlines", async () => {
    const content = pageContent(await drawn(texts(shadow("innerShdw"))), 0);
    expect(content).toMatch(/Tj ET[\s\S]*W\* n[\s\S]*\/I0 Do/);
    expect(content.match(/Tj/g)).toHaveLength(1);
  });

  it("are not those that letters cast", async () => {
    const content = pageContent(await drawn(texts(shadow("outerShdw"))), 0);
    expect(content).toMatch(/\/I0 Do[\s\S]*Tj ET/);
    expect(content).not.toContain("W* n");
  });
});

describe("WordArt", () => {
  const art = (preset: string, look: string, text = "ab") => {
    const warp = `<a:bodyPr><a:prstTxWarp prst="${preset}"/></a:bodyPr>`;
    const paragraph = `<a:p><a:r><a:rPr sz="1000">${look}</a:rPr><a:t>${text}</a:t></a:r></a:p>`;
    return slideShape(slideBox(100, 50, 200, 100), paragraph).replace("<a:bodyPr/>", warp);
  };
  const red = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
  const content = async (objects: string) => pageContent(await drawn(objects), 0);
  /** Points of the fills. */
  const filled = (operators: string) => {
    const path = /^\S+ \S+ m .* f$/m.exec(operators)?.[0] ?? "";
    return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+) [mlc]/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  };

  it("fills its shape with its letters, which are still there to be read", async () => {
    const operators = await content(art("textPlain", red));
    expect(operators).toMatch(/3 Tr[\s\S]*Tj ET/);
    const [xs, ys] = [0, 1].map((axis) => filled(operators).map((point) => point[axis] ?? 0));
    expect([Math.min(...(xs ?? [])), Math.max(...(xs ?? []))].map(Math.round)).toEqual([100, 300]);
    expect([Math.min(...(ys ?? [])), Math.max(...(ys ?? []))].map(Math.round)).toEqual([50, 150]);
  });

  it("keeps lines, gradients and shadows of its letters", async () => {
    expect(await content(art("textWave1", `<a:ln w="12700">${red}</a:ln>${red}`))).toMatch(/1 0 0 RG[\s\S]* h B/);
    expect(await content(art("textWave1", GRADIENT))).toMatch(/W\*? n[\s\S]*\/\w+ sh/);
    const shadow = '<a:effectLst><a:outerShdw blurRad="50800"><a:srgbClr val="000000"/></a:outerShdw></a:effectLst>';
    expect(await content(art("textArchUp", red + shadow))).toMatch(/\/I0 Do[\s\S]*3 Tr/);
  });

  it("is stretched if letters have outlines that are too long", async () => {
    const operators = await content(art("textWave1", red, "e".repeat(3_000)));
    expect(operators).not.toContain("3 Tr");
    expect(operators).toContain("Tj ET");
  });
});
