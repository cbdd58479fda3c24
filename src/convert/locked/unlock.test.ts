import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { buildDoc, paragraph } from "../../binary/doc/testing/doc-builder.ts";
import { shape, text, textBox } from "../../binary/ppt/testing/ppt-shapes.ts";
import { compound, currentUser, documentStream } from "../../binary/ppt/testing/ppt-writer.ts";
import { longText, u16 } from "../../binary/xls/testing/biff-bytes.ts";
import { container, PLAIN_GLOBALS, record, workbookStream } from "../../binary/xls/testing/biff-writer.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import { CompoundFile } from "../../office/compound-file.ts";
import { openPackage } from "../../pages/open-package.ts";
import type { OfficeKind } from "../identify.ts";
import { agilePackage, lockedContainer, standardPackage } from "./testing/locked-packages.ts";
import { lockedDocument, lockedPresentation, lockedWorkbook, rc4Header } from "./testing/locked-streams.ts";
import { unlock } from "./unlock.ts";
import { xorKey } from "./xor-key.ts";

const PASSWORD = "Grüße 42";
const content = Uint8Array.from({ length: 9_001 }, (_, index) => (index * 31) & 0xff);

const open = (bytes: Uint8Array, password: string | undefined = PASSWORD) =>
  unlock({ name: "Plan.docx", bytes, password }, new WorkMeter());
const failure = (code: string, words = "") =>
  expect.objectContaining({ code, message: expect.stringContaining(words) });
const partText = (kind: OfficeKind, bytes: Uint8Array, part: string) => openPackage(kind, bytes).text(part) ?? "";

// Office 2007 hashes a password 50,000 times, which a busy machine has to be given time for
describe("a package under a password", { timeout: 60_000 }, () => {
  it.each([
    ["sha1", 128],
    ["sha256", 192],
    ["sha384", 256],
    ["sha512", 256],
  ] as const)("of %s and keys of %i bits opens", (hash, keyBits) => {
    expect(open(agilePackage(content, PASSWORD, { hash, keyBits }))).toEqual(content);
  });

  it.each([128, 192, 256] as const)("of Office 2007 with keys of %i bits opens", (keyBits) => {
    expect(open(standardPackage(content, PASSWORD, keyBits))).toEqual(content);
  });

  it.each([
    ["agile", agilePackage(content, PASSWORD)],
    ["standard", standardPackage(content, PASSWORD)],
  ])("asks for the password, and says when it is another one: %s", (_, bytes) => {
    expect(() => open(bytes, "")).toThrow(failure("file_encrypted", '"Plan.docx" is a password-protected'));
    expect(() => open(bytes, "gruesse")).toThrow(failure("file_wrong_password", 'does not open "Plan.docx"'));
  });

  it("opens without one if it is Excel's own", () => {
    expect(open(agilePackage(content, "VelvetSweatshop"), "")).toEqual(content);
    expect(open(agilePackage(content, "VelvetSweatshop"), "mine")).toEqual(content);
  });

  it("is refused if it was changed", () => {
    const bytes = agilePackage(content, PASSWORD);
    const file = new CompoundFile(bytes);
    const encrypted = file.stream("EncryptedPackage") ?? new Uint8Array();
    const changed = encrypted.map((byte, index) => (index === 5_000 ? byte ^ 1 : byte));
    expect(() => open(file.withStreams(new Map([["EncryptedPackage", changed]])))).toThrow(
      failure("file_not_readable", "cut off or was changed"),
    );
  });

  it.each([
    ["10000001", "file_not_readable"],
    ["-1", "file_not_readable"],
    ["many", "file_not_readable"],
    ["10000000", "too_complex"],
  ])("that says to hash its password %s times is refused before it is hashed", (saidRounds, code) => {
    expect(() => open(agilePackage(content, PASSWORD, { saidRounds }))).toThrow(failure(code));
  });

  it.each([
    ["no markup", Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), "xml_invalid"],
    ["another document", Buffer.from("\u0004\0\u0004\0@\0\0\0<a/>"), "file_not_readable"],
    ["a cut off header", Buffer.from([4, 0, 2, 0, 0x24, 0, 0, 0]), "file_not_readable"],
  ])("with %s as its description is refused", (_, info, code) => {
    expect(() => open(lockedContainer(info, content))).toThrow(failure(code));
  });

  it("without a password, as rights management makes them, stays as it is", () => {
    const bytes = lockedContainer(Buffer.from([1, 0, 9, 0]), content);
    expect(open(bytes)).toBe(bytes);
  });

  it("is refused wherever it is cut off", () => {
    const bytes = agilePackage(content, PASSWORD);
    const codes = new Set<unknown>();
    for (let length = 512; length < bytes.length; length += 256) {
      try {
        open(bytes.subarray(0, length));
      } catch (error) {
        codes.add((error as { code?: unknown }).code);
      }
    }
    for (const code of codes) expect(["file_not_readable", "file_encrypted", "xml_invalid"]).toContain(code);
  });
});

describe("a workbook of Excel 97 to 2003 under a password", () => {
  const cells = record(0x0204, u16(0, 0, 0), longText("Umsätze"));
  const stream = workbookStream(PLAIN_GLOBALS, [
    {
      name: "Ergebnis",
      records: [
        ...cells,
        ...Array.from({ length: 60 }, () => record(0x0204, u16(1, 1, 0), longText("viele Zellen"))).flat(),
      ],
    },
  ]);

  it.each(["rc4-office97", "rc4-40", "rc4-128", "xor"] as const)("opens: %s", (method) => {
    const locked = container(lockedWorkbook(stream, method, PASSWORD));
    const opened = open(locked);
    expect(partText("xls", opened, "xl/workbook.xml")).toContain("Ergebnis");
    expect(
      partText("xls", opened, "xl/worksheets/sheet1.xml") + partText("xls", opened, "xl/sharedStrings.xml"),
    ).toContain("Umsätze");
    expect(() => open(locked, "")).toThrow(failure("file_encrypted"));
    expect(() => open(locked, "other")).toThrow(failure("file_wrong_password"));
    expect(open(container(lockedWorkbook(stream, method, "VelvetSweatshop")), "")).toBeDefined();
  });
});

describe("a document of Word 97 to 2003 under a password", () => {
  const file = buildDoc({
    paragraphs: [paragraph("Sehr geehrte Damen und Herren"), paragraph("viel Text ".repeat(200))],
  });

  it.each(["rc4-office97", "rc4-40", "rc4-128", "xor"] as const)("opens: %s", (method) => {
    const locked = lockedDocument(file, method, PASSWORD, compound);
    const plain = partText("doc", file, "word/document.xml");
    expect(plain).toContain("Damen und Herren");
    expect(partText("doc", open(locked), "word/document.xml")).toBe(plain);
    expect(() => open(locked, "")).toThrow(failure("file_encrypted"));
    expect(() => open(locked, "other")).toThrow(failure("file_wrong_password"));
  });
});

describe("a presentation of PowerPoint 2003 under a password", () => {
  const slide = { shapes: [shape(1, [0, 0, 2_000, 400], {}, textBox(text(0, "Quartalszahlen")))] };
  const locked = lockedPresentation(documentStream({ slides: [slide] }), PASSWORD);
  const bytes = compound({
    "PowerPoint Document": locked.bytes,
    "Current User": currentUser(locked.editAt, 0xf3d1_c4df),
  });

  it("opens", () => {
    expect(partText("ppt", open(bytes), "ppt/slides/slide1.xml")).toContain("Quartalszahlen");
    expect(() => open(bytes, "")).toThrow(failure("file_encrypted"));
    expect(() => open(bytes, "other")).toThrow(failure("file_wrong_password"));
  });
});

describe("keys of passwords", () => {
  it("of XOR are those that Excel writes", () => {
    expect(xorKey("VelvetSweatshop")).toMatchObject({ key: 0xb359, verifier: 0x9a0a });
  });

  it("differ for each block", () => {
    const { keys } = rc4Header("rc4-128", PASSWORD);
    expect(keys(0)).not.toEqual(keys(1));
  });
});
