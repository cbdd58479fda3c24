import { describe, expect, it } from "vitest";
import { BARCODE_TYPES } from "../../language/barcode-types.ts";
import { BarcodeError, barcodeSvg } from "./barcode.ts";

const VALUES: Record<string, string> = {
  ean13: "4006381333931",
  ean8: "96385074",
  upca: "036000291452",
  upce: "01234565",
  isbn: "978-3-16-148410-0",
  itf: "1234567890",
  itf14: "15400141288763",
  codabar: "A12345B",
  gs1128: "(01)09521234543213",
};

describe("barcodeSvg", () => {
  it.each(BARCODE_TYPES.map((type) => [type, VALUES[type] ?? "Docloom 42"]))("draws %s", (type, value) => {
    const svg = barcodeSvg(type, value);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
    expect(svg).toContain("<path");
    expect(barcodeSvg(type, value)).toBe(svg);
  });

  it("takes types as people write them", () => {
    expect(barcodeSvg("Code-128", "A1")).toBe(barcodeSvg("code128", "A1"));
  });

  it.each([
    ["nonsense", "1", "unknown barcode type"],
    ["ean13", "12345", "does not fit"],
    ["ean13", "4006381333930", "does not fit"],
    ["qrcode", "", "needs a value"],
    ["qrcode", "x".repeat(5_000), "at most"],
    ["code39", "ü", "does not fit"],
  ])("refuses %s %j", (type, value, message) => {
    expect(() => barcodeSvg(type, value)).toThrow(BarcodeError);
    expect(() => barcodeSvg(type, value)).toThrow(message);
  });

  it("encodes text that is not Latin as UTF-8", () => {
    expect(barcodeSvg("qrcode", "Grüße 你好")).toContain("<svg");
  });
});
