import { describe, expect, it } from "vitest";
import { readPngImage } from "../../../image/png/png-image.ts";
import { WEBP_FILES, WEBP_SIZE } from "../../../image/testing/webp-files.ts";
import { docxEngine } from "../../docx/docx-engine.ts";
import { pptxEngine } from "../../pptx/pptx-engine.ts";
import { docx, paragraph } from "../../testing/docx-builder.ts";
import { pptx, textBox } from "../../testing/pptx-builder.ts";
import { merge } from "../../testing/render.ts";
import { mergeWorkbook } from "../../xlsx/testing/merged-workbook.ts";
import { buildWorkbook } from "../../xlsx/testing/workbook-builder.ts";
import { readSvg } from "./svg-image.ts";

const svg = (attributes: string, content = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const dataOf = (text: string) => ({ logo: `data:image/svg+xml,${encodeURIComponent(text)}` });
const PIXEL_EMU = 9_525;

describe("an SVG", () => {
  it.each([
    ['width="40" height="20"', 40, 20],
    ['width="1in" height="0.5in"', 96, 48],
    ['viewBox="0 0 200 100"', 200, 100],
    ['width="50" viewBox="0,0,200,100"', 50, 25],
    ['height="50" viewBox="0 0 200 100"', 100, 50],
    ['width="100%" height="100%" viewBox="0 0 30 60"', 30, 60],
    ["", 300, 150],
  ])("has its stated size: %s", (attributes, width, height) => {
    const read = readSvg(new TextEncoder().encode(svg(attributes)));
    expect(read).toMatchObject({ widthEmu: width * PIXEL_EMU, heightEmu: height * PIXEL_EMU });
  });

  it.each([
    svg("", "<script>alert(1)</script>"),
    svg('onload="x()"'),
    svg("", '<image href="https://e.test/x.png"/>'),
    svg("", "<style>@import 'x'</style>"),
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`,
    "<html></html>",
  ])("is left out if it runs or fetches something: %s", (text) => {
    expect(readSvg(new TextEncoder().encode(text))).toBeUndefined();
  });

  it("loses its document type, which parts may not have", () => {
    const read = readSvg(
      new TextEncoder().encode(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${svg("")}`),
    );
    expect(new TextDecoder().decode(read?.bytes)).not.toContain("DOCTYPE");
  });
});

describe("SVG pictures are beside a picture for programs that do not know SVG", () => {
  const drawing = dataOf(svg('width="40" height="20"'));
  const EXTENSION =
    /<a:blip [^>]*r:embed="(\w+)"><a:extLst><a:ext uri="\{96DAC541-7B7A-43D3-8B79-37D633B846F1\}"><asvg:svgBlip [^>]*r:embed="(\w+)"\/>/;

  it("in Word", async () => {
    const file = await merge(docxEngine, docx({ body: paragraph("{image src=$logo width=80}") }), drawing);
    expect(file.xml("word/document.xml")).toMatch(EXTENSION);
    expect(file.xml("word/document.xml")).toContain(`cx="${80 * PIXEL_EMU}" cy="${40 * PIXEL_EMU}"`);
    expect(file.xml("[Content_Types].xml")).toContain('Extension="svg" ContentType="image/svg+xml"');
    expect(file.zip.names().filter((name) => name.includes("media"))).toEqual([
      "word/media/merged1.png",
      "word/media/merged2.svg",
    ]);
  });

  it("in PowerPoint", async () => {
    const file = await merge(pptxEngine, pptx([{ shapes: textBox(2, "{image src=$logo}") }]), drawing);
    expect(file.xml("ppt/slides/slide1.xml")).toMatch(EXTENSION);
  });

  it("in Excel", async () => {
    const template = buildWorkbook({ sheets: [{ name: "S", cells: { A1: "{image src=$logo}" } }] });
    expect((await mergeWorkbook(template, drawing)).part("xl/drawings/merged-drawing1.xml")).toMatch(EXTENSION);
  });
});

it("shows a WebP as a PNG of its pixels", async () => {
  const [{ base64 } = { base64: "" }] = WEBP_FILES;
  const template = docx({ body: paragraph("{image src=$logo}") });
  const { zip, warnings } = await merge(docxEngine, template, { logo: `data:image/webp;base64,${base64}` });
  expect(warnings).toEqual([]);
  expect(readPngImage(zip.read("word/media/merged1.png") ?? new Uint8Array())).toMatchObject(WEBP_SIZE);
});

it("names other formats", async () => {
  const avif = `data:image/avif;base64,${btoa("\0\0\0\x1cftypavif")}`;
  const { warnings } = await merge(docxEngine, docx({ body: paragraph("{image src=$logo}") }), { logo: avif });
  expect(warnings.join()).toContain("it is AVIF. What works is PNG, JPEG, GIF, BMP, TIFF, WebP or SVG.");
});

it("reads the head of a drawing once, however many comments and types it has", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const comments = "<!-- -->".repeat(20_000);
  expect(readSvg(bytes(`${comments}<!DOCTYPE svg>${comments}${svg('width="2px" height="1px"')}`))).toMatchObject({
    widthEmu: 19_050,
    heightEmu: 9_525,
  });
  expect(readSvg(bytes(`${comments}x`))).toBeUndefined();
  expect(readSvg(bytes(svg("", "<!DOCTYPE ".repeat(100_000))))).toBeUndefined();
  expect(readSvg(bytes(svg("", `<a style="fill:url(${" ".repeat(300_000)})"/>`)))).toBeDefined();
});
