import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { jpeg } from "../image/testing/image-files.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { barcodePng } from "./barcode/bitmap.ts";
import { docxEngine } from "./docx/docx-engine.ts";
import { htmlEngine } from "./html/html-engine.ts";
import { pdfEngine } from "./pdf/pdf-engine.ts";
import { pptxEngine } from "./pptx/pptx-engine.ts";
import { docx, paragraph } from "./testing/docx-builder.ts";
import { pptx, textBox } from "./testing/pptx-builder.ts";
import { merge, TEST_ENVIRONMENT } from "./testing/render.ts";
import { mergeWorkbook } from "./xlsx/testing/merged-workbook.ts";
import { buildWorkbook } from "./xlsx/testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx/xlsx-engine.ts";

const BASE64 = Buffer.from(barcodePng("qrcode", "x")).toString("base64");
const URI = `data:image/png;base64,${BASE64}`;
const DOCUMENT = "word/document.xml";
const SLIDE = "ppt/slides/slide1.xml";

const wordImage = (description: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3000" cy="1000"/><wp:docPr id="7" name="P" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="7" name="P"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/><a:stretch/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const slidePlaceholder = (description: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="4" name="Picture Placeholder 3" descr="${description}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="pic" idx="1"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="2"/><a:ext cx="3000" cy="1000"/></a:xfrm></p:spPr></p:sp>`;

const render = async (html: string, data: Record<string, unknown>, framesMissingImages = false) => {
  const source = { versionKey: `${html}${framesMissingImages}`, bytes: async () => new TextEncoder().encode(html) };
  const { bytes, warnings } = await htmlEngine.render(source, data, { ...TEST_ENVIRONMENT, framesMissingImages });
  return { html: new TextDecoder().decode(bytes), warnings };
};

describe("placeholder pictures", () => {
  it("keep the picture's proportions inside the box unless their tag says otherwise", async () => {
    const contained = await merge(docxEngine, docx({ body: wordImage("{$Logo}") }), { Logo: URI });
    expect(contained.xml(DOCUMENT)).toMatch(/r:embed="\w+"[^<]*(?:<\/a:blip>)?<a:srcRect l="-100000" r="-100000"\/>/);
    const body = wordImage("{image src=$Logo fit=cover anchor='top left'}");
    expect((await merge(docxEngine, docx({ body }), { Logo: BASE64 })).xml(DOCUMENT)).toContain(
      '<a:srcRect b="66667"/>',
    );
  });

  it("of slides are filled and stay placeholders of their layout; without a picture they go", async () => {
    const template = pptx([{ shapes: slidePlaceholder("{$Logo}") }]);
    const xml = (await merge(pptxEngine, template, { Logo: URI })).xml(SLIDE);
    expect(xml).toMatch(/<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture Placeholder 3" descr=""/);
    expect(xml).toContain('<p:ph type="pic" idx="1"/>');
    expect(xml).toMatch(/<a:blip [^>]*r:embed="\w+"\/><a:srcRect l="-100000" r="-100000"\/><a:stretch>/);
    expect((await merge(pptxEngine, template, { Logo: "" })).xml(SLIDE)).not.toMatch(/<p:pic>|<p:ph/);
  });

  it("are listed as pictures", async () => {
    const type = async (engine: typeof docxEngine, template: Uint8Array) =>
      (await engine.inspect(template, {})).fields.map((field) => `${field.name}:${field.type}`);
    expect(await type(docxEngine, docx({ body: wordImage("{$Logo}") }))).toEqual(["Logo:image"]);
    expect(await type(pptxEngine, pptx([{ shapes: slidePlaceholder("{$Logo}") }]))).toEqual(["Logo:image"]);
  });
});

describe("a picture that could not be read", () => {
  it("is always a warning, and a frame in test merges", async () => {
    const template = docx({ body: wordImage("{$Logo}") });
    const plain = await merge(docxEngine, template, { Logo: "logo.png" });
    expect(plain.warnings).toEqual([
      "The picture {$Logo} could not be read: “logo.png” is neither an address that begins with http:// or https:// nor a picture in base64.",
    ]);
    expect(plain.xml(DOCUMENT)).not.toContain("w:drawing");
    const framed = await merge(docxEngine, template, { Logo: "logo.png" }, { framesMissingImages: true });
    expect(framed.warnings).toEqual(plain.warnings);
    expect(framed.xml(DOCUMENT)).toMatch(/<a:blip r:embed="\w+"[^<]*(?:<\/a:blip>)?<a:stretch/);
  });

  const uri = (type: string, bytes: Uint8Array | string) =>
    `data:image/${type};base64,${Buffer.from(bytes as string, "latin1").toString("base64")}`;
  const png = barcodePng("qrcode", "x");
  const heic = "\0\0\0\x1cftypheic".padEnd(200, "\0");

  it.each([
    ["a PNG without its end", uri("png", png.subarray(0, 20)), "the end of the PNG is missing. Send the whole file."],
    ["the first half of a PNG", uri("png", png.subarray(0, png.length / 2)), "the end of the PNG is missing."],
    ["HEIC", uri("heic", heic), "it is HEIC. What works is PNG, JPEG, GIF, BMP, TIFF, WebP or SVG."],
    ["HEIC in base64 alone", Buffer.from(heic, "latin1").toString("base64"), "it is HEIC. What works is PNG"],
    ["a web page", uri("png", "<!DOCTYPE html><html>Not found</html>"), "it is a web page. What works is"],
    ["a PDF", uri("png", "%PDF-1.7"), "it is a PDF. What works is"],
    ["a drawing that runs", uri("svg+xml", "<svg><script/></svg>"), "it is an SVG with scripts, links or mistakes."],
    ["text", uri("png", "hello"), "it is not a picture. What works is"],
    ["nothing", "data:image/png;base64,", "it is empty."],
    ["escapes that are none", "data:image/svg+xml,%zz", "its data: address cannot be decoded."],
    ["a TIFF of nothing", uri("tiff", "II*\0\x08\0\0\0\0\0"), "the TIFF is damaged, or of a rare kind."],
  ])("says why: %s", async (_, Logo, why) => {
    const { warnings } = await merge(docxEngine, docx({ body: wordImage("{$Logo}") }), { Logo });
    expect(warnings).toEqual([expect.stringContaining(`The picture {$Logo} could not be read: ${why}`)]);
  });

  it("shows a JPEG that is cut off, and says so", async () => {
    const photograph = jpeg({ width: 8, height: 8 });
    const allWarnings = async (bytes: Uint8Array) =>
      merge(docxEngine, docx({ body: wordImage("{$Logo}") }), { Logo: uri("jpeg", bytes) });
    const half = await allWarnings(photograph.subarray(0, -2));
    expect(half.warnings).toEqual([
      "The picture {$Logo} is cut off: the end of the JPEG is missing, and that part is not shown. Send the whole file.",
    ]);
    expect(half.xml(DOCUMENT)).toContain("w:drawing");
    expect((await allWarnings(photograph)).warnings).toEqual([]);
  });

  it("is shown in html as far as it goes, and named once", async () => {
    const png = barcodePng("qrcode", "x");
    const photograph = jpeg({ width: 8, height: 8 });
    const loop = "{foreach $Logos as $l}{image src=$l}{/foreach}";
    const allWarnings = async (...Logos: string[]) => render(loop, { Logos });
    const warning = (kind: string) =>
      `The picture {image src=$l} is cut off: the end of the ${kind} is missing, and that part is not shown. Send the whole file.`;
    const halfPng = Buffer.from(png.subarray(0, png.length / 2)).toString("base64");
    const half = await allWarnings(halfPng, halfPng, uri("jpeg", photograph.subarray(0, -2)));
    expect(half.warnings).toEqual([warning("PNG"), warning("JPEG")]);
    expect(half.html.match(/<img /g)).toHaveLength(3);
    expect((await allWarnings(uri("png", png), uri("jpeg", photograph), URI, "https://e.test/a.png")).warnings).toEqual(
      [],
    );
  });

  it("says that a bitmap has too many pixels", async () => {
    const header = Buffer.alloc(54);
    header.write("BM");
    header.writeUInt32LE(54, 2);
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(30_000, 18);
    header.writeInt32LE(30_000, 22);
    header.writeUInt16LE(24, 28);
    const field = "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Btn/Ff 65536/T(Logo)>>";
    const form = buildPages(1, {
      catalog: "/AcroForm<</Fields[50 0 R]>>",
      page: () => "/Annots[50 0 R]",
      objects: { 50: field },
    });
    const source = { versionKey: "large", bytes: async () => form };
    const data = { Logo: uri("bmp", header) };
    expect((await pdfEngine.render(source, data, TEST_ENVIRONMENT)).warnings).toEqual([
      'The picture of the field "Logo" could not be read: the BMP has too many pixels: more than 40 MiB uncompressed. Make it smaller.',
    ]);
  });

  it("of html, too", async () => {
    expect(await render("{image src=$Logo width=90}", { Logo: "logo.png" })).toEqual({
      html: "",
      warnings: [
        expect.stringContaining("The picture {image src=$Logo width=90} could not be read: “logo.png” is neither"),
      ],
    });
    const { html } = await render("{image src=$Logo width=90}", { Logo: "logo.png" }, true);
    expect(html).toMatch(/^<span role="img".*border:1px solid #999;width:90px;"><\/span>$/);
  });
});

describe("base64 never lands in text", () => {
  it.each([URI, BASE64])("%.30s in a paragraph of Word is the picture", async (image) => {
    const xml = (await merge(docxEngine, docx({ body: paragraph("Photo: {$Photo}.") }), { Photo: image })).xml(
      DOCUMENT,
    );
    expect(xml).toContain("<pic:pic ");
    expect(xml).not.toContain(BASE64.slice(20, 60));
  });

  it.each([URI, BASE64])("%.30s in a text box of a slide is the picture", async (image) => {
    const file = await merge(pptxEngine, pptx([{ shapes: textBox(4, "Photo: {$Photo}") }]), { Photo: image });
    expect(file.xml(SLIDE)).toContain("<p:pic>");
    expect(file.xml(SLIDE)).not.toContain(BASE64.slice(20, 60));
  });

  it.each([URI, BASE64])("%.30s in a cell is the picture over it", async (image) => {
    const cells = { A1: "{$Photo}", A2: "Photo: {$Photo}" };
    const file = await mergeWorkbook(buildWorkbook({ sheets: [{ name: "S", cells }] }), { Photo: image });
    expect(file.values("S")).toEqual({ A2: "Photo: " });
    const drawing = file.names().find((name) => name.startsWith("xl/drawings/") && name.endsWith(".xml")) ?? "";
    expect(file.part(drawing).match(/<xdr:pic>/g)).toHaveLength(2);
  });

  it("in html is the picture, and stays text where something reads it", async () => {
    const { html } = await render(`<p>{$Photo}</p><img src="{$Photo}"><i style="background:url({$Photo})"></i>`, {
      Photo: URI,
    });
    expect(html).toBe(
      `<p><img src="${URI}" alt="" style="max-width:100%"></p><img src="${URI}"><i style="background:url(${URI})"></i>`,
    );
  });

  it("in an alternative text prints nothing, and is a warning", async () => {
    const shapes = textBox(4, "x").replace('name="Text 4"', 'name="Text 4" descr="Photo {$Photo} of it"');
    const file = await merge(pptxEngine, pptx([{ shapes }]), { Photo: URI });
    expect(file.xml(SLIDE)).toContain('descr="Photo  of it"');
    expect(file.warnings.join()).toContain("where only text can");
  });
});

describe("pictures of workbooks", () => {
  it("say how they fit", async () => {
    const drawing = (description: string) =>
      `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>4</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="P" descr="${description}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000" cy="1000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
    const template = (description: string) =>
      buildWorkbook({
        sheets: [
          {
            name: "S",
            cells: { A1: "x" },
            tail: '<drawing r:id="rId1"/>',
            relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
          },
        ],
        parts: {
          "xl/drawings/drawing1.xml": {
            content: drawing(description),
            type: "application/vnd.openxmlformats-officedocument.drawing+xml",
          },
        },
      });
    const merged = async (description: string) => {
      expect((await xlsxEngine.inspect(template(description), {})).errors).toEqual([]);
      const file = await mergeWorkbook(template(description), { Logo: URI });
      return file.part(file.names().find((name) => name.startsWith("xl/drawings/") && name.endsWith(".xml")) ?? "");
    };
    expect(await merged("{$Logo}")).toMatch(/<a:blip r:embed="\w+"\/><a:srcRect l="-100000" r="-100000"\/>/);
    expect(await merged("{image src=$Logo fit=height}")).toMatch(
      /<xdr:oneCellAnchor>.*<xdr:ext cx="1000" cy="1000"\/>/,
    );
    expect((await xlsxEngine.inspect(template("{$Logo}"), {})).fields).toMatchObject([{ name: "Logo", type: "image" }]);
  });
});

describe("a code that cannot be drawn is named by its tag as written", () => {
  const tag = '{barcode value=$Code type="ean13"}';
  const data = { Code: "12" };
  const warning = [
    expect.stringMatching(/^"12" does not fit a barcode of type ean13: .* \(\{barcode value=\$Code type="ean13"\}\)$/),
  ];

  it("in html", async () => {
    expect((await render(`<p>${tag}</p>`, data)).warnings).toEqual(warning);
  });

  it("in Word, PowerPoint and Excel", async () => {
    const sheet = buildWorkbook({ sheets: [{ name: "S", cells: { A1: tag } }] });
    expect((await merge(docxEngine, docx({ body: paragraph(tag) }), data)).warnings).toEqual(warning);
    expect((await merge(pptxEngine, pptx([{ shapes: textBox(2, tag) }]), data)).warnings).toEqual(warning);
    expect((await mergeWorkbook(sheet, data)).warnings).toEqual(warning);
  });
});
