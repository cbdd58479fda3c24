import { Buffer } from "node:buffer";
import { zipSync, zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { paragraph, wordDocument } from "../../../test/support/office-files.ts";
import { buildFile, buildPages } from "../../pdf/testing/build-file.ts";
import { isLightMerge, isLightTemplate } from "./template-weight.ts";

const text = (value: string) => new TextEncoder().encode(value);
const markup = text(`<x>${"<y/>".repeat(200_000)}</x>`);

describe("a template that others wait for", () => {
  it.each([
    ["a letter", wordDocument(paragraph("Dear {$Name}"))],
    [
      "with large pictures",
      zipSync({ "media/a.png": [new Uint8Array(3e6).fill(0x89), { level: 0 }], "a.xml": text("<a/>") }),
    ],
    ["html", text("<p>{$Name}</p>")],
    ["text", text("Dear {$Name}")],
    ["a PDF form", buildPages(3)],
    ["what is no archive after all", text("PK, the initials")],
  ])("is light: %s", (_, bytes) => {
    expect(isLightTemplate(bytes)).toBe(true);
  });

  it.each([
    ["much markup, packed to a few kilobytes", zipSync({ "a.xml": markup })],
    ["whatever its name says", zipSync({ "a.png": markup, "b.bin": markup })],
    ["and if it is not packed", zipSync({ "word/document.png": [markup, { level: 0 }] })],
    ["much html", markup],
    ["a PDF whose objects unpack to 40 MB", packedObjects(40e6)],
  ])("is not: %s", (_, bytes) => {
    expect(isLightTemplate(bytes)).toBe(false);
  });

  it("is read once, and much data are not filled in while others wait", async () => {
    let reads = 0;
    const bytes = async () => {
      reads++;
      return text("{$a}");
    };
    const source = { versionKey: "weighed once", bytes };
    expect(await isLightMerge(source, {})).toBe(true);
    expect(await isLightMerge(source, {})).toBe(true);
    expect(await isLightMerge(source, { a: "b".repeat(70_000) })).toBe(false);
    expect(reads).toBe(1);
  });
});

/** A PDF with objects in a stream, as readers find them that search the file: its table of references is cut off. */
function packedObjects(size: number): Uint8Array {
  const content = new Uint8Array(size).fill(0x20);
  content.set(text("9 0 <</Type/Annot>>"));
  const file = buildFile({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 0/Kids[]>>",
    3: { entries: "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", bytes: zlibSync(content) },
  });
  return file.subarray(0, Buffer.from(file.buffer).indexOf("xref"));
}
