import { expect, it } from "vitest";
import { PdfString } from "./objects.ts";
import { decodeText, encodePdfDocEncoding, encodeText } from "./text-strings.ts";

const bytes = (...values: number[]) => new PdfString(Uint8Array.from(values));

it("reads PDFDocEncoding, UTF-16 of both orders and UTF-8", () => {
  expect(decodeText(bytes(0x41, 0x80, 0xa0, 0xe4, 0x18))).toBe("A•€ä˘");
  expect(decodeText(bytes(0xfe, 0xff, 0x04, 0x16, 0xd8, 0x3d, 0xde, 0x00))).toBe("Ж\u{1f600}");
  expect(decodeText(bytes(0xff, 0xfe, 0x16, 0x04))).toBe("Ж");
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0xd0, 0x96))).toBe("Ж");
});

it("leaves out language codes", () => {
  expect(decodeText(bytes(0xfe, 0xff, 0, 0x1b, 0, 0x65, 0, 0x6e, 0, 0x1b, 0, 0x41))).toBe("A");
});

it.each(["plain", "", "ä€•", "Ж\u{1f600}", "þÿ looks like a mark", "ï»¿"])("reads back %j", (text) => {
  expect(decodeText(encodeText(text))).toBe(text);
});

it("writes one byte for a character if it can", () => {
  expect([...encodeText("ä€").bytes]).toEqual([0xe4, 0xa0]);
  expect(encodePdfDocEncoding("Ж")).toBeUndefined();
});
