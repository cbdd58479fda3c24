/** PDF files that other programs wrote go through the tools and keep what they show (test/fixtures/pdf). */

import fs from "node:fs";
import path from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { compressPdf } from "../../src/pdf/compress/compress-pdf.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { fillForm } from "../../src/pdf/form/fill-form.ts";
import { listFormFields } from "../../src/pdf/form/list-fields.ts";
import { combinePdfs } from "../../src/pdf/operations/combine.ts";
import { flattenPdf } from "../../src/pdf/operations/flatten.ts";
import { pdfInfo } from "../../src/pdf/operations/info.ts";
import { splitPdf } from "../../src/pdf/operations/split.ts";
import { writePdf } from "../../src/pdf/writer.ts";

const FOLDER = path.resolve(import.meta.dirname, "../fixtures/pdf");
const fixture = (name: string) => new Uint8Array(fs.readFileSync(path.join(FOLDER, `${name}.pdf`)));

/** The words of each page, as a viewer reads them. */
async function pageTexts(bytes: Uint8Array, password?: string): Promise<string[]> {
  const loading = getDocument({ data: bytes.slice(), password, verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    texts.push(text.replace(/\s+/g, " ").trim());
  }
  await loading.destroy();
  return texts;
}

const NOTES = ["Delivery note 1", "Delivery note 2"];
const TERMS = [
  "Terms of delivery Goods leave the house within two days.",
  "Terms of payment Thirty days, without deduction.",
];
const FILES: readonly { name: string; texts: readonly string[]; password?: string }[] = [
  { name: "ghostscript", texts: NOTES },
  { name: "cairo", texts: NOTES },
  { name: "qpdf-linearized", texts: NOTES },
  { name: "qpdf-plain", texts: NOTES },
  { name: "libreoffice", texts: TERMS },
  { name: "qpdf-encrypted", texts: TERMS, password: "user-word" },
  { name: "pdf-lib", texts: ["Order form", "Conditions"] },
];

describe.each(FILES)("a file by $name", ({ name, texts, password }) => {
  it("shows the same after compression", async () => {
    const compressed = compressPdf(fixture(name), { password });
    expect(await pageTexts(compressed, password)).toEqual(texts);
  });

  it("shows the same when it is combined with another, and taken out again", async () => {
    const input = { name: `${name}.pdf`, bytes: fixture(name), password };
    const combined = combinePdfs([{ name: "first.pdf", bytes: fixture("ghostscript") }, input]);
    expect(await pageTexts(combined)).toEqual([...NOTES, ...texts]);
    const [taken] = splitPdf(combined, { name: "combined.pdf", extract: "4" }).files;
    expect(await pageTexts(present(taken).bytes)).toEqual(texts.slice(1));
  });
});

describe("what info says about them", () => {
  it("pages of different sizes", () => {
    expect(pdfInfo(fixture("ghostscript"))).toMatchObject({
      version: "1.4",
      pageCount: 2,
      pageSizes: [
        { firstPage: 1, widthPoints: 300, heightPoints: 400 },
        { firstPage: 2, widthPoints: 400, heightPoints: 300 },
      ],
    });
  });

  it("tags and encryption", () => {
    expect(pdfInfo(fixture("libreoffice"))).toMatchObject({ isTagged: true, encryption: null });
    expect(pdfInfo(fixture("qpdf-encrypted"), { password: "user-word" }).encryption).toMatchObject({
      keyBits: 256,
      openedAsOwner: false,
    });
    expect(() => pdfInfo(fixture("qpdf-encrypted"))).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
  });
});

describe("a form by pdf-lib", () => {
  it("lists its fields", () => {
    const fields = listFormFields(openPdf(fixture("pdf-lib"))).map(({ name, type }) => [name, type]);
    expect(Object.fromEntries(fields)).toEqual({ "Customer.name": "text", Express: "checkbox", Size: "choice" });
  });

  it("shows what was filled in, even as plain pages", async () => {
    const document = openPdf(fixture("pdf-lib"));
    const report = fillForm(document, { "Customer.name": "Ann Example", Size: "large" });
    expect(report).toMatchObject({ unknown: [], notAChoice: [] });
    const [first] = await pageTexts(flattenPdf(writePdf(document)));
    expect(first).toContain("Ann Example");
    expect(first).toContain("large");
  });
});
