import { describe, expect, it } from "vitest";
import { openPdf } from "../document.ts";
import { finalizeDocument } from "../finalize/finalize-pdf.ts";
import { combineDocuments } from "../operations/combine.ts";
import { buildPages } from "../testing/build-file.ts";
import { accessibleFile, iccProfile, pdfaFile } from "../validate/testing/pdfa-file.ts";
import { validatePdf } from "../validate/validate-pdf.ts";
import { writePdf } from "../writer.ts";
import { jointIdentifications, keepOutputIntent } from "./combined-identification.ts";

const identification = (part: number, level: string) =>
  `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${level}</pdfaid:conformance>`;
const archive = (part: number, level: string) => pdfaFile({ identification: identification(part, level) });

describe("files that are combined", () => {
  it.each([
    ["the same", [archive(2, "A"), archive(2, "A")], { pdfA: "2a", pdfUa: false }],
    [
      "levels of one part: the lowest",
      [archive(3, "A"), archive(3, "B"), archive(3, "U")],
      { pdfA: "3b", pdfUa: false },
    ],
    ["two parts", [archive(2, "B"), archive(3, "B")], undefined],
    ["PDF/UA", [accessibleFile(), accessibleFile()], { pdfA: undefined, pdfUa: true }],
    ["different standards", [accessibleFile(), archive(2, "A")], undefined],
    ["nothing in one of them", [archive(2, "A"), buildPages(1)], undefined],
    ["what nobody here can check", [archive(1, "B"), archive(1, "B")], undefined],
  ])("claim %s", (_, files, joint) => {
    expect(jointIdentifications(files.map((file) => openPdf(file)))).toEqual(joint);
  });

  const combined = (files: readonly Uint8Array[]) => {
    const parts = files.map((file, index) => ({ name: `${index}.pdf`, document: openPdf(file) }));
    const document = combineDocuments(parts);
    const documents = parts.map((part) => part.document);
    keepOutputIntent(document, documents);
    finalizeDocument(document, { now: new Date("2026-11-21"), conformance: jointIdentifications(documents) });
    return writePdf(document);
  };

  it("conform as each of them did", () => {
    const file = combined([archive(2, "A"), archive(2, "A")]);
    expect(validatePdf(file, "2a").problems).toEqual([]);
    expect(openPdf(file).pages).toHaveLength(2);
  });

  it("have no output intent where theirs are different", () => {
    const gray = pdfaFile({ objects: { 7: { entries: "/N 1", bytes: iccProfile("GRAY") } } });
    expect(openPdf(combined([archive(2, "A"), gray])).catalog.has("OutputIntents")).toBe(false);
  });
});
