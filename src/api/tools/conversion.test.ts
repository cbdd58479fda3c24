import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { paragraph, presentation, wordDocument, wordDocumentWithFont } from "../../../test/support/office-files.ts";
import {
  openDocumentPresentation,
  openDocumentSpreadsheet,
  openDocumentText,
} from "../../../test/support/open-document.ts";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { agilePackage } from "../../convert/locked/testing/locked-packages.ts";
import { compoundFile } from "../../convert/testing/compound-file.ts";
import { present } from "../../domain/present.ts";
import { withTables } from "../../font/testing/font-tables.ts";
import { repeated, rulesOf } from "../../font/testing/hostile-lookups.ts";
import { bmp, pagedTiff } from "../../image/testing/bitmaps.ts";
import { gif, jpeg, png } from "../../image/testing/image-files.ts";
import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { shownText } from "../../pdf/extract/shown-text.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { pageContent } from "../../pdf/testing/read-pages.ts";
import { decodeText } from "../../pdf/text-strings.ts";
import { buildWorkbook } from "../../templates/xlsx/testing/workbook-builder.ts";
import { faultsOf } from "../../word/testing/package-faults.ts";

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const html = new TextEncoder().encode("<!doctype html><h1>Hello</h1><script>document.write('<p>x')</script>");
const RELATED_STYLES = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;
const image = png({ width: 96, height: 48, rows: new Uint8Array(289 * 48) });

async function call(tool: string, body: unknown): Promise<Response> {
  return service(`/api/tools/${tool}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const convert = (name: string, bytes: Uint8Array) =>
  call("convert_to_pdf", { file: { name, contents: base64(bytes) } });

async function pdfOf(response: Response): Promise<PdfDocument> {
  expect(response.headers.get("content-type")).toBe("application/pdf");
  return openPdf(new Uint8Array(await response.arrayBuffer()));
}

function pageSizes(document: PdfDocument): number[][] {
  return document.pages.map(({ dict, inherited }) => {
    const box = present(document.array(dict.get("MediaBox") ?? inherited.get("MediaBox"))).map(Number);
    return [Math.round(present(box[2])), Math.round(present(box[3]))];
  });
}

function outlineTitles(document: PdfDocument): string[] {
  const titles: string[] = [];
  const outlines = document.dict(document.catalog.get("Outlines"));
  for (let item = document.dict(outlines?.get("First")); item; item = document.dict(item.get("Next")))
    titles.push(decodeText(present(document.string(item.get("Title")))));
  return titles;
}

describe("convert_to_pdf", () => {
  it.each([
    ["Quarter.xlsx", buildWorkbook({ sheets: [{ name: "S", cells: { A1: "x" } }] }), "Quarter"],
    ["Talk.pptx", presentation([{ text: "One" }]), "Talk"],
    ["Letter.docx", wordDocument(paragraph("One")), "Letter"],
  ])("gives %s a title and writes its objects in streams", async (name, bytes, title) => {
    const answer = await convert(name, bytes);
    const pdf = new Uint8Array(await answer.arrayBuffer());
    const document = openPdf(pdf);
    const info = document.dict(document.trailer.get("Info"));
    expect(decodeText(present(document.string(info?.get("Title"))))).toBe(title);
    expect(Buffer.from(pdf).toString("latin1")).toContain("/ObjStm");
    // the same file gives the same bytes whenever it is converted
    expect(info?.has("CreationDate")).toBe(false);
    expect(info?.has("ModDate")).toBe(false);
  });

  it("lays a Word document out on its pages", async () => {
    const breakBefore = `<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>Two</w:t></w:r></w:p>`;
    const response = await convert("Letter.docx", wordDocument(paragraph("One") + breakBefore));
    expect(response.headers.get("content-disposition")).toContain('filename="Letter.pdf"');
    expect(pageSizes(await pdfOf(response))).toEqual([
      [612, 792],
      [612, 792],
    ]);
  });

  it("draws Word documents and workbooks, always the same, and leaves out what it cannot draw", async () => {
    const equation =
      '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x</m:t></m:r></m:oMath>';
    const shape =
      '<w:pict xmlns:v="urn:schemas-microsoft-com:vml" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
      '<v:shape style="width:9pt;height:9pt"><v:imagedata r:id="rId1"/></v:shape></w:pict>';
    const unknown = wordDocument(`<w:p><w:r>${shape}</w:r></w:p>`, {
      "word/_rels/document.xml.rels":
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ' +
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.jxr"/></Relationships>',
      "word/media/image1.jxr": "a picture of no known type",
    });
    const workbook = (text: string) => buildWorkbook({ sheets: [{ name: "S", cells: { A1: text } }] });
    const [plain, again, math, other, page, book, arabic] = await Promise.all([
      convert("Letter.docx", wordDocument(paragraph("One"))),
      convert("Letter.docx", wordDocument(paragraph("One"))),
      convert("Sum.docx", wordDocument(`<w:p>${equation}</w:p>`)),
      convert("Photo.docx", unknown),
      convert("page.htm", html),
      convert("Quarter.xlsx", workbook("x")),
      convert("Quarter.xlsx", workbook("\u0633\u0644")),
    ]);
    const statuses = [plain, again, math, other, page, book, arabic].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(math.headers.get("conversion-warnings")).toBeNull();
    expect(other.headers.get("conversion-warnings")).toMatch(/^"A picture is left out: only JPEG, PNG, /);
    expect(base64(new Uint8Array(await plain.arrayBuffer()))).toBe(base64(new Uint8Array(await again.arrayBuffer())));
  });

  it("takes the system for which a workbook is printed", async () => {
    const sheet = { name: "One", cells: { A1: "a", A2: "b" } };
    const file = { name: "a.xlsx", contents: base64(buildWorkbook({ sheets: [sheet] })) };
    const asked = { locale: "de-DE", timezone: "Europe/Berlin" };
    const contentOn = async (printer: string) =>
      pageContent(await pdfOf(await call("convert_to_pdf", { file, ...asked, printer })), 0);
    expect(await contentOn("mac")).not.toBe(await contentOn("windows"));
    for (const wrong of [{ locale: "no tag" }, { timezone: "Mars/Olympus" }, { printer: "linux" }]) {
      const refused = await call("convert_to_pdf", { file, ...wrong });
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining(Object.keys(wrong)[0] ?? ""),
      ]);
    }
  });

  it("says which part of a file is damaged", async () => {
    const files = { "word/_rels/document.xml.rels": RELATED_STYLES, "word/styles.xml": "<w:styles>" };
    const shown = await convert("Letter.docx", wordDocument(paragraph("One"), files));
    expect(shown.headers.get("conversion-warnings")).toContain("word/styles.xml");
    expect(await shown.arrayBuffer().then(({ byteLength }) => byteLength)).toBeGreaterThan(1_000);
    const refused = await convert("Letter.docx", wordDocument("<w:p><w:r></w:p>"));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: "file_not_readable",
      detail: expect.stringMatching(
        /^The file cannot be read: The part "word\/document\.xml" is damaged\. The XML closes <w:p> where <w:r> is open \(line 1, column \d+\)\.$/,
      ),
    });
  });

  describe("joins letters in fonts of strangers", () => {
    const text = { arabic: "\u0633\u0644\u0627\u0645", devanagari: "\u0939\u093f\u0928\u094d\u0926\u0940" };
    const fontOf = async (script: string) => {
      const path = `/faces/noto-sans-${script}/noto-sans-${script}-${script}-400-normal.ttf`;
      return new Uint8Array(await (await env.ASSETS.fetch(`https://assets.invalid${path}`)).arrayBuffer());
    };
    const inFont = (family: string, words: string) =>
      `<w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:cs="${family}"/></w:rPr><w:t>${words}</w:t></w:r></w:p>`;
    const send = (family: string, file: Uint8Array) =>
      service("/api/fonts", {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ file: base64(file), family }),
      });
    const drawn = async (file: Uint8Array) => {
      const response = await convert("Letter.docx", file);
      const document = await pdfOf(response);
      const operators = pageContent(document, 0);
      return {
        warnings: response.headers.get("conversion-warnings"),
        shown: shownText(document),
        isReordered: operators.includes("/ActualText"),
      };
    };

    it("that the workspace has", async () => {
      await send("House Deva", await fontOf("devanagari"));
      const own = await drawn(wordDocument(inFont("House Deva", text.devanagari)));
      expect(own).toEqual(await drawn(wordDocument(inFont("Arial", text.devanagari))));
      expect(own).toMatchObject({ warnings: null, isReordered: true });
    });

    it("that the document carries", async () => {
      const font = await fontOf("arabic");
      const file = wordDocumentWithFont(inFont("House Arab", text.arabic), "House Arab", font);
      const own = await drawn(file);
      expect(own).toEqual(await drawn(wordDocument(inFont("Arial", text.arabic))));
      expect(own.warnings).toBeNull();
    });

    it("but not by rules in circles, and names the font", async () => {
      await send("House Circle", withTables(await fontOf("arabic"), { GSUB: rulesOf([repeated(5, 0, 1)]) }));
      const own = await drawn(wordDocument(inFont("House Circle", text.arabic)));
      expect(own).toMatchObject({ shown: (await drawn(wordDocument(inFont("Arial", text.arabic)))).shown });
      expect(own.warnings).toContain("House Circle");
      expect(own.warnings).toContain("they apply themselves in a circle");
    });
  });

  it("makes a page of each slide that is shown", async () => {
    const slides = [{ text: "One" }, { text: "Secret", hidden: true }, { text: "Three" }];
    const response = await convert("Talk.pptx", presentation(slides));
    expect(response.headers.get("conversion-warnings")).toBeNull();
    expect(pageSizes(await pdfOf(response))).toEqual([
      [720, 540],
      [720, 540],
    ]);
  });

  it("prints html on US Letter and does not run its scripts", async () => {
    expect(pageSizes(await pdfOf(await convert("page.htm", html)))).toEqual([[612, 792]]);
  });

  it.each([
    ["the size of the request", { size_width: 5, size_height: "4" }, "<p>x", [360, 288]],
    ["a request for wide paper", { landscape: 1 }, "<p>x", [792, 612]],
    ["the page rule of its style sheet", {}, "<style>@page{size:15cm 9cm}</style><p>x", [425, 255]],
    [
      "the height of what is on it",
      { size_width: 4, size_height: "auto", margins: 0 },
      '<body style="margin:0"><div style="height:95px">x</div>',
      [288, 72],
    ],
  ])("prints html on paper of %s, by itself and combined", async (_, members, source, size) => {
    const file = { name: "page.html", contents: base64(new TextEncoder().encode(`<!doctype html>${source}`)) };
    expect(pageSizes(await pdfOf(await call("convert_to_pdf", { file, ...members })))).toEqual([size]);
    const combined = await call("combine", { output: "pdf", files: [file, file], ...members });
    expect(pageSizes(await pdfOf(combined))).toEqual([size, size]);
  });

  it("unpacks parts and rows of any size, where native inflate counts in chunks", async () => {
    const rows = new Uint8Array(301 * 200);
    const palette = Uint8Array.from([255, 0, 0, 0, 0, 255]);
    const chunks = [
      ["PLTE", palette],
      ["tRNS", Uint8Array.of(0)],
    ] as const;
    const bytes = png({ width: 300, height: 200, colorType: 3, rows, chunks });
    expect(pageSizes(await pdfOf(await convert("p.png", bytes)))).toEqual([[225, 150]]);
  });

  it.each([
    ["p.png", image.subarray(0, -28), "PNG"],
    ["p.jpg", jpeg({ width: 96, height: 48 }).subarray(0, -2), "JPEG"],
  ])("draws a picture that is cut off as far as it goes, and says so: %s", async (name, bytes, kind) => {
    const response = await convert(name, bytes);
    expect(response.headers.get("conversion-warnings")).toContain(`is cut off: the end of the ${kind} is missing`);
    expect(pageSizes(await pdfOf(response))).toEqual([[72, 36]]);
  });

  it("goes by the content and says so", async () => {
    const response = await convert("photo.jpg", image);
    expect(response.headers.get("conversion-warnings")).toBe(
      '"\\"photo.jpg\\" is a PNG picture by its content and was converted as such."',
    );
    expect(pageSizes(await pdfOf(response))).toEqual([[72, 36]]);
  });

  it.each([
    ["a.docx", compoundFile(["EncryptedPackage"]), "file_encrypted"],
    ["a.docx", new TextEncoder().encode("words"), "file_type_mismatch"],
    ["a.odg", new TextEncoder().encode("words"), "file_type_unsupported"],
    ["a.odt", new TextEncoder().encode("words"), "file_type_mismatch"],
    ["a.png", image.subarray(0, 30), "file_not_readable"],
    ["a.docx", wordDocument(paragraph("x")).subarray(0, 300), "archive_invalid"],
  ])("refuses %s with a clear problem", async (name, bytes, code) => {
    const response = await convert(name, bytes);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([422, code]);
  });
});

describe("files that other programs write", () => {
  it.each([
    ["a.txt", "Plain words", "Plainwords"],
    ["a.csv", "Name,Sum\nBolt,12", "Bolt"],
    ["a.rtf", "{\\rtf1\\ansi\\pard {\\b Rich} words\\par}", "Richwords"],
    ["a.odt", openDocumentText("<text:p>Open <text:span>words</text:span></text:p>"), "Openwords"],
    [
      "a.ods",
      openDocumentSpreadsheet(
        '<table:table table:name="A"><table:table-row><table:table-cell><text:p>Cells</text:p></table:table-cell></table:table-row></table:table>',
      ),
      "Cells",
    ],
    [
      "a.odp",
      openDocumentPresentation(
        '<draw:page><draw:frame svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>Slides</text:p></draw:text-box></draw:frame></draw:page>',
      ),
      "Slides",
    ],
  ])("become PDFs and parts of Word documents: %s", async (name, content, words) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    expect(shownText(await pdfOf(await convert(name, bytes)))).toContain(words);
    const files = [{ name, contents: base64(bytes) }];
    expect((await call("combine", { output: "docx", files })).status).toBe(200);
  });
});

describe("Office files under a password", () => {
  const locked = agilePackage(wordDocument(paragraph("Confidential")), "geheim", { rounds: 1_000 });
  const file = (password?: string) => ({ name: "plan.docx", contents: base64(locked), password });

  it("are converted and combined with it", async () => {
    const converted = await pdfOf(await call("convert_to_pdf", { file: file("geheim") }));
    expect(shownText(converted)).toContain("Confidential");
    expect((await pdfOf(await call("combine", { output: "pdf", files: [file("geheim")] }))).pages).toHaveLength(1);
    expect((await call("combine", { output: "docx", files: [file("geheim")] })).status).toBe(200);
    expect((await call("convert_to_pdf", { file: file("geheim"), pdf_a: "2b" })).status).toBe(200);
  });

  it.each([
    [{ file: file() }, "file_encrypted", "as password of the file"],
    [{ file: file(), password: "geheim" }, "file_encrypted", "was ignored"],
    [{ file: file("Geheim") }, "file_wrong_password", 'does not open "plan.docx"'],
  ])("are refused without it: %#", async (body, code, words) => {
    const response = await call("convert_to_pdf", body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code, detail: expect.stringContaining(words) });
  });
});

describe("combine of files of any kind", () => {
  const files = {
    "Letter.docx": wordDocument(paragraph("One")),
    "Talk.pptx": presentation([{ text: "One" }]),
    "page.html": html,
    "photo.jpg": jpeg({ width: 96, height: 96 }),
    "logo.png": image,
    "dot.gif": gif,
    "paint.bmp": bmp(8, [[0, 1]]),
    "fax.tif": pagedTiff([
      { width: 96, height: 48 },
      { width: 48, height: 96 },
    ]),
    "scan.pdf": buildPages(2),
  };
  const titles = ["Letter", "Talk", "page", "photo", "logo", "dot", "paint", "fax", "scan"];

  it("keeps the order, with an outline entry for each, by JSON", async () => {
    const body = Object.entries(files).map(([name, bytes]) => ({ name, contents: base64(bytes) }));
    const document = await pdfOf(await call("combine", { output: "pdf", files: body }));
    expect(outlineTitles(document)).toEqual(titles);
    expect(pageSizes(document)).toEqual([
      [612, 792],
      [720, 540],
      [612, 792],
      [72, 72],
      [72, 36],
      [3, 3],
      [3, 3],
      [72, 36],
      [36, 72],
      [200, 300],
      [200, 300],
    ]);
  });

  it("takes form fields and file parts, too", async () => {
    const form = new FormData();
    form.append("output", "pdf");
    for (const [index, [name, bytes]] of Object.entries(files).entries()) {
      if (index % 2 === 0) form.append(`files[${index}]`, new File([bytes as Uint8Array<ArrayBuffer>], name));
      else {
        form.append(`files[${index}][name]`, name);
        form.append(`files[${index}][contents]`, base64(bytes));
      }
    }
    const response = await service("/api/tools/combine", { method: "POST", headers: { authorization }, body: form });
    expect(outlineTitles(await pdfOf(response))).toEqual(titles);
  });

  it("names the file that cannot be converted", async () => {
    const body = [
      { name: "logo.png", contents: base64(image) },
      { name: "notes.odg", contents: base64(new TextEncoder().encode("words")) },
    ];
    const response = await call("combine", { output: "pdf", files: body });
    const problem = await response.json<{ code: string; errors: unknown[] }>();
    expect([response.status, problem.code]).toEqual([422, "file_type_unsupported"]);
    expect(problem.errors).toMatchObject([{ pointer: "/files/1" }]);
  });

  it("makes one Word document of all, with each file's words and pages", async () => {
    const body = Object.entries(files).map(([name, bytes]) => ({ name, contents: base64(bytes) }));
    const response = await call("combine", { output: "docx", files: body });
    expect(response.headers.get("content-disposition")).toContain('filename="combined.docx"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(faultsOf(bytes)).toEqual([]);
    const parts = unzipSync(bytes);
    const document = strFromU8(present(parts["word/document.xml"]));
    expect(document.match(/<w:sectPr/g)).toHaveLength(11);
    expect(document.indexOf("One")).toBeLessThan(document.indexOf("Hello"));
    // One slide, four pictures, two pages of a fax and two of a PDF.
    expect(document.match(/<pic:pic>/g)).toHaveLength(9);
    expect(Object.keys(parts).filter((name) => name.startsWith("word/media/"))).toHaveLength(9);
    expect(pageSizes(await pdfOf(await convert("combined.docx", bytes)))).toEqual([
      [612, 792],
      [720, 540],
      [612, 792],
      [612, 792],
      [612, 792],
      [612, 792],
      [612, 792],
      [72, 36],
      [36, 72],
      [200, 300],
      [200, 300],
    ]);
  });
});
