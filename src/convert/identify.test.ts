import { utils, write } from "cfb";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { ZipWriter } from "../office/zip-writer.ts";
import { decodeText, identify } from "./identify.ts";
import { compoundFile } from "./testing/compound-file.ts";

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
    ["application/vnd.ms-excel.sheet.binary.macroEnabled.main", "xlsb"],
    [`${OPEN_XML}.presentationml.presentation.main+xml`, "pptx"],
    [`${OPEN_XML}.presentationml.slideshow.main+xml`, "pptx"],
    ["application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "pptx"],
    ["application/vnd.ms-visio.drawing.main+xml", undefined],
  ])("knows a package by its main part %s", (mainType, type) => {
    expect(identify(packageWith(mainType)).format).toBe(type);
  });

  it("knows a package whose main part has its type by its extension alone", () => {
    const mainType = `${OPEN_XML}.spreadsheetml.sheet.main+xml`;
    const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="${mainType}"/></Types>`;
    expect(identify(zipSync({ "[Content_Types].xml": text(types) })).format).toBe("xlsx");
  });

  it.each([
    ["%PDF-1.7\n", "pdf"],
    ["\n\n%PDF-1.4", "pdf"],
    ["<!doctype html><p>{$Name}</p>", "html"],
    ["just words, ärmlich", "html"],
    ["{\\rtf1\\ansi x}", "rtf"],
  ])("knows %j by its text", (content, type) => {
    expect(identify(text(content)).format).toBe(type);
  });

  it.each([
    ["\x00\x01\x02\xff\xfe", "unknown"],
    ["", "empty"],
  ])("names what cannot be a template: %j", (content, word) => {
    const identity = identify(latin1(content));
    expect(identity.format).toBeUndefined();
    expect(identity.description).toContain(word);
  });

  it.each([
    ["\xff\xd8\xff\xe0", "jpeg"],
    ["\x89PNG\r\n\x1a\n", "png"],
    ["GIF89a", "gif"],
    ["II*\0", "tiff"],
    ["MM\0*", "tiff"],
    ["RIFF\x20\0\0\0WEBPVP8 ", "webp"],
    [`BM\x40\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${"\0".repeat(36)}`, "bmp"],
    ["BM is how some words begin, and they are long enough", "html"],
    ["RIFF\x20\0\0\0WAVEfmt ", undefined],
  ])("knows a picture by its signature: %j", (content, format) => {
    expect(identify(latin1(content)).format).toBe(format);
  });

  it.each([
    [[0x09, 0x08, 0x10, 0, 0, 6], { format: "xls" }],
    [[0x09, 0x08, 0x08, 0, 0, 5], { format: "xls" }],
    [[0x09, 0x04, 0x06, 0], { format: undefined, tooOld: "xlsx" }],
    [[0x09, 0x00, 0x04, 0], { format: undefined, tooOld: "xlsx" }],
  ])("knows a workbook without a container by its first record %j", (record, identity) => {
    expect(identify(Uint8Array.from([...record, 0, 0]))).toMatchObject(identity);
  });

  it.each([
    ["WordDocument", "doc"],
    ["WORKBOOK", "xls"],
    ["Workbook", "xls"],
    ["Book", "xls"],
    ["PowerPoint Document", "ppt"],
    ["PP97_DUALSTORAGE", "ppt"],
    ["PP40", "ppt"],
    ["Contents", undefined],
  ])("knows an old Office file by its stream %s", (stream, format) => {
    expect(identify(compoundFile(["\x05SummaryInformation", stream])).format).toBe(format);
  });

  it.each([
    ["small", 0],
    ["large", 9_000],
  ])("knows an old workbook under a password: %s stream", (_, padding) => {
    const beginning = [0x09, 0x08, 4, 0, 0, 6, 5, 0, 0x2f, 0, 2, 0, 1, 0];
    const workbook = (bytes: number[]) => {
      const file = utils.cfb_new();
      utils.cfb_add(file, "Workbook", Uint8Array.from([...bytes, ...Array(padding).fill(0)]) as never);
      return new Uint8Array(write(file, { type: "buffer" }));
    };
    expect(identify(workbook(beginning))).toMatchObject({ format: "xls", encrypted: true });
    expect(identify(workbook(beginning.slice(0, 8)))).toMatchObject({ format: "xls" });
    expect(identify(workbook(beginning.slice(0, 8))).encrypted).toBeUndefined();
  });

  it.each([
    [[0xec, 0xa5, 0xc1, 0], 0x0100, { format: "doc", encrypted: true }],
    [[0xec, 0xa5, 0xc1, 0], 0, { format: "doc", encrypted: undefined, tooOld: undefined }],
    [[0xec, 0xa5, 0x68, 0], 0x0100, { format: undefined, tooOld: "docx" }],
    [[0xdc, 0xa5, 0x65, 0], 0, { format: undefined, tooOld: "docx" }],
  ])(
    "tells version and encryption of a Word document that begins with %j and has the flags %i",
    (ident, flags, found) => {
      const head = [...ident, 0, 0, 0, 0, 0, 0, flags & 0xff, flags >> 8, ...new Array(5_000).fill(0)];
      const file = utils.cfb_new();
      utils.cfb_add(file, "/WordDocument", Uint8Array.from(head));
      const bytes = Uint8Array.from(write(file, { type: "array" }) as number[]);
      expect({ encrypted: undefined, tooOld: undefined, ...identify(bytes) }).toMatchObject(found);
    },
  );

  it("knows an old presentation under a password by its current user", () => {
    const presentation = (token: number[]) => {
      const file = utils.cfb_new();
      utils.cfb_add(file, "PowerPoint Document", Uint8Array.of(0) as never);
      utils.cfb_add(
        file,
        "Current User",
        Uint8Array.from([0, 0, 0xf6, 0x0f, 20, 0, 0, 0, 20, 0, 0, 0, ...token]) as never,
      );
      return new Uint8Array(write(file, { type: "buffer" }));
    };
    expect(identify(presentation([0xdf, 0xc4, 0xd1, 0xf3]))).toMatchObject({ format: "ppt", encrypted: true });
    expect(identify(presentation([0x5f, 0xc0, 0x91, 0xe3])).encrypted).toBeUndefined();
    expect(identify(compoundFile(["PowerPoint Document", "EncryptedSummary"]))).toMatchObject({ encrypted: true });
  });

  it("looks at the root storage only: a workbook may hold a Word document", () => {
    expect(identify(compoundFile(["Workbook"], ["WordDocument"])).format).toBe("xls");
  });

  it("knows a password-protected Office file", () => {
    expect(identify(compoundFile(["EncryptionInfo", "EncryptedPackage"]))).toMatchObject({
      format: undefined,
      encrypted: true,
      description: expect.stringContaining("password"),
    });
  });

  it.each([4, 100, 511, 600, 1100])("lives with a compound file that ends after %d bytes", (length) => {
    expect(identify(compoundFile(["WordDocument"]).subarray(0, length)).format).toBeUndefined();
  });

  it("names archives that are not Office packages", () => {
    expect(identify(zipSync({ "a.txt": text("a") })).description).toBe("a ZIP archive");
    const drawing = zipSync({ mimetype: text("application/vnd.oasis.opendocument.graphics") });
    expect(identify(drawing).description).toBe("an OpenDocument file");
  });

  it("knows OpenDocument texts, their templates, and those under a password", () => {
    const type = "application/vnd.oasis.opendocument.text";
    const file = (mimetype: string, manifest = "<manifest:manifest/>") =>
      zipSync({ mimetype: text(mimetype), "META-INF/manifest.xml": text(manifest) });
    expect(identify(file(type)).format).toBe("odt");
    expect(identify(file(`${type}-template`)).format).toBe("odt");
    expect(identify(file("application/vnd.oasis.opendocument.spreadsheet")).format).toBe("ods");
    const presentation = "application/vnd.oasis.opendocument.presentation";
    for (const kind of [presentation, `${presentation}-template`]) expect(identify(file(kind)).format).toBe("odp");
    const locked = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
    expect(identify(file(type, locked))).toMatchObject({ format: "odt", encrypted: true });
  });

  it("refuses an archive that is damaged", () => {
    const damaged = packageWith(`${OPEN_XML}.wordprocessingml.document.main+xml`).subarray(0, 200);
    expect(() => identify(damaged)).toThrow(Failure);
  });

  it("does not unpack a main part that is a bomb", () => {
    const bomb = new ZipWriter();
    bomb.add("[Content_Types].xml", new Uint8Array(40_000_000));
    expect(() => identify(bomb.finish())).toThrow(expect.objectContaining({ code: "archive_too_large" }));
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
