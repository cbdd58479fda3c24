import { describe, expect, it } from "vitest";
import { allAtOnce } from "../../domain/steps.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { rotateDocument } from "../operations/rotate.ts";
import { stampSteps } from "../operations/stamp.ts";
import { buildPages } from "../testing/build-file.ts";
import { pdfaFile } from "../validate/testing/pdfa-file.ts";
import { validatePdf } from "../validate/validate-pdf.ts";
import { identificationsOf, writeChangedSteps } from "./preserved-identification.ts";

const now = new Date("2026-11-21T03:04:05Z");

function changed(bytes: Uint8Array, change: (document: PdfDocument) => void) {
  const document = openPdf(bytes);
  change(document);
  return allAtOnce(writeChangedSteps(document, now));
}

describe("writeChangedSteps", () => {
  it("keeps a claim that still holds", () => {
    const { bytes, warnings } = changed(pdfaFile(), (document) => rotateDocument(document, { degrees: 90 }));
    expect(warnings).toEqual([]);
    expect(identificationsOf(openPdf(bytes))).toEqual(["PDF/A-2A"]);
    expect(validatePdf(bytes, "2a").problems).toEqual([]);
  });

  it.each([
    ["that the change broke", pdfaFile(), "PDF/A-2A"],
    ["that nobody can check", pdfaFile({ identification: "<pdfaid:part>1</pdfaid:part>" }), "PDF/A-1"],
    ["that is one of two", pdfaFile({ properties: "<pdfuaid:part>1</pdfuaid:part>" }), "PDF/A-2A and PDF/UA-1"],
  ])("drops a claim %s, and says so", (_, file, named) => {
    // its font is not embedded
    const { bytes, warnings } = changed(file, (document) => allAtOnce(stampSteps(document, { text: "DRAFT" })));
    expect(warnings.join()).toContain(`conforms to ${named};`);
    expect(identificationsOf(openPdf(bytes))).toEqual([]);
  });

  it("says nothing about a file that claimed nothing, whatever is in the claim's place", () => {
    const odd = pdfaFile({ identification: "<pdfaid:part>2 or 3\n\n</pdfaid:part>" });
    for (const file of [buildPages(1), odd]) expect(changed(file, () => undefined).warnings).toEqual([]);
  });

  it("does not claim what takes too much work to check, and writes the change all the same", () => {
    const levels = Array.from({ length: 300 }, (_, level) => 100 + level);
    const elements = levels.map((number) => [number, `<</S/Div/P ${number - 1} 0 R/K[${number + 1} 0 R]>>`] as const);
    const deep = pdfaFile({
      objects: { 13: "<</S/Document/P 12 0 R/K[14 0 R 100 0 R]>>", ...Object.fromEntries(elements) },
    });
    expect(() => validatePdf(deep, "2a")).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
    const { bytes, warnings } = changed(deep, (document) => rotateDocument(document, { degrees: 90 }));
    expect([openPdf(bytes).pages.length, identificationsOf(openPdf(bytes)), warnings.length]).toEqual([1, [], 1]);
  });
});
