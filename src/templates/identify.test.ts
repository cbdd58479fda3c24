import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { decodeText, identify } from "./identify.ts";

const text = (value: string) => new TextEncoder().encode(value);
const latin1 = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));

function packageWith(mainType: string): Uint8Array {
  const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="xml" ContentType="application/xml"/>
    <Override PartName="/main.xml" ContentType="${mainType}"/></Types>`;
  return zipSync({ "[Content_Types].xml": text(contentTypes), "main.xml": text("<main/>") });
}

const OPEN_XML = "application/vnd.openxmlformats-officedocument";

describe("identify", () => {
  it.each([
    [`${OPEN_XML}.wordprocessingml.document.main+xml`, "docx"],
    [`${OPEN_XML}.wordprocessingml.template.main+xml`, "docx"],
    ["application/vnd.ms-word.document.macroEnabled.main+xml", "docx"],
    [`${OPEN_XML}.spreadsheetml.sheet.main+xml`, "xlsx"],
    ["application/vnd.ms-excel.sheet.macroEnabled.main+xml", "xlsx"],
    [`${OPEN_XML}.presentationml.presentation.main+xml`, "pptx"],
    [`${OPEN_XML}.presentationml.slideshow.main+xml`, "pptx"],
    ["application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "pptx"],
    ["application/vnd.ms-excel.sheet.binary.macroEnabled.main", undefined],
    ["application/vnd.ms-visio.drawing.main+xml", undefined],
  ])("knows a package by its main part %s", (mainType, type) => {
    expect(identify(packageWith(mainType)).type).toBe(type);
  });

  it.each([
    ["%PDF-1.7\n", "pdf"],
    ["\n\n%PDF-1.4", "pdf"],
    ["<!doctype html><p>{$Name}</p>", "html"],
    ["just words, ärmlich", "html"],
  ])("knows %j by its text", (content, type) => {
    expect(identify(text(content)).type).toBe(type);
  });

  it.each([
    ["\xff\xd8\xff\xe0", "JPEG"],
    ["\x89PNG\r\n\x1a\n", "PNG"],
    ["GIF89a", "GIF"],
    ["{\\rtf1", "RTF"],
    ["\x00\x01\x02\xff\xfe", "unknown"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0", "(doc)"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 W\0o\0r\0k\0b\0o\0o\0k\0", "(xls)"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", "password"],
    ["", "empty"],
  ])("names what cannot be a template: %j", (content, word) => {
    const identity = identify(latin1(content));
    expect(identity.type).toBeUndefined();
    expect(identity.description).toContain(word);
  });

  it("names archives that are no Office packages", () => {
    expect(identify(zipSync({ "a.txt": text("a") })).description).toBe("a ZIP archive");
    expect(identify(zipSync({ mimetype: text("application/vnd.oasis.opendocument.text") })).description).toBe(
      "an OpenDocument file",
    );
  });

  it("refuses an archive that is damaged", () => {
    const damaged = packageWith(`${OPEN_XML}.wordprocessingml.document.main+xml`).subarray(0, 200);
    expect(() => identify(damaged)).toThrow(Failure);
  });

  it("does not unpack a main part that is a bomb", () => {
    const bomb = zipSync({ "[Content_Types].xml": new Uint8Array(40_000_000) }, { level: 1 });
    expect(() => identify(bomb)).toThrow(expect.objectContaining({ code: "archive_too_large" }));
  });
});

describe("decodeText", () => {
  it("reads UTF-8 and UTF-16 with or without a byte order mark", () => {
    expect(decodeText(text("ä"))).toBe("ä");
    expect(decodeText(latin1("\xef\xbb\xbf\xc3\xa4"))).toBe("ä");
    expect(decodeText(latin1("\xff\xfe\xe4\x00"))).toBe("ä");
    expect(decodeText(latin1("\xfe\xff\x00\xe4"))).toBe("ä");
    expect(() => decodeText(latin1("\xe4\xe4"))).toThrow(TypeError);
  });
});
