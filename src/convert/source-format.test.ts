import { describe, expect, it } from "vitest";
import { png } from "../image/testing/image-files.ts";
import { sourceFormat } from "./source-format.ts";
import { compoundFile } from "./testing/compound-file.ts";

const text = (value: string) => new TextEncoder().encode(value);
const image = png({ width: 1, height: 1, rows: Uint8Array.of(0, 1, 2, 3) });

describe("sourceFormat", () => {
  it.each([
    ["a.html", "just words"],
    ["a.HTM", "<p>x</p>"],
    ["a", "<!DOCTYPE html><p>x</p>"],
    ["a.txt", "\n<!-- made by hand -->\n<html><body>x</body></html>"],
  ])("%s with %j is html", (name, content) => {
    expect(sourceFormat(text(content), name)).toEqual({ format: "html", warning: undefined });
  });

  it.each([
    ["a.txt", text("words"), "txt"],
    ["a.TEXT", Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65), "txt"],
    ["a.csv", text("a,b"), "csv"],
    ["a.tsv", text("a\tb"), "csv"],
    ["a.rtf", text("{\\rtf1 x}"), "rtf"],
    ["a.doc", text("{\\rtf1 x}"), "rtf"],
    ["a.txt", Uint8Array.of(0xff, 0xfe, 0x61, 0), "txt"],
  ])("tells a text by its name, and RTF by its content: %s", (name, bytes, format) => {
    expect(sourceFormat(bytes, name).format).toBe(format);
  });

  it("takes html of an old encoding", () => {
    const bytes = Uint8Array.from("<html><body>Stra\xdfe</body></html>", (character) => character.charCodeAt(0));
    expect(sourceFormat(bytes, "a.htm").format).toBe("html");
  });

  it("goes by the content and names the mismatch", () => {
    const { format, warning } = sourceFormat(image, "photo.jpg");
    expect(format).toBe("png");
    expect(warning).toBe('"photo.jpg" is a PNG picture by its content and was converted as such.');
  });

  it("needs no name", () => {
    expect(sourceFormat(compoundFile(["WordDocument"]), "")).toEqual({ format: "doc", warning: undefined });
  });

  it.each([
    ["a.docx", text("words"), "file_type_mismatch", "plain text"],
    ["a.pdf", text("words"), "file_type_mismatch", "is not a PDF"],
    ["a.dat", text("words"), "file_type_unsupported", "docx, doc, xlsx"],
    ["a.dat", text("words"), "file_type_unsupported", "rtf, txt, csv, jpeg"],
    ["a.txt", Uint8Array.of(0x1f, 0x8b, 8, 0), "file_type_mismatch", "a gzip archive"],
    ["a.csv", Uint8Array.of(0x61, 0, 0x62), "file_type_mismatch", "is not a table as text"],
    ["a.tif", text("words"), "file_type_mismatch", "is not a TIFF picture"],
    ["a.docx", compoundFile(["EncryptedPackage"]), "file_encrypted", "password"],
    ["a.doc", Uint8Array.of(0xdb, 0xa5, 0x2d, 0), "file_type_unsupported", "save it as docx"],
    ["a.docx", new Uint8Array(), "file_missing", "empty"],
  ])("refuses %s", (name, bytes, code, words) => {
    expect(() => sourceFormat(bytes, name)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    );
  });
});

it("looks once through what precedes html", () => {
  for (const piece of ["<!---->", "\ufeff", " "])
    expect(sourceFormat(text(`${piece.repeat(300)}<table><tr><td>1</table>`), "a.xls")).toEqual(
      sourceFormat(text("<table><tr><td>1</table>"), "a.xls"),
    );
  expect(sourceFormat(text(`${"<!---->".repeat(300)}words`), "a.txt")).toEqual(sourceFormat(text("words"), "a.txt"));
});
