import { inflateSync } from "node:zlib";
import decode from "jsqr";
import { expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { BarcodeError } from "./barcode.ts";
import { barcodePng } from "./bitmap.ts";

/** The pixels of a one-bit greyscale PNG without filters, as this encoder writes it. */
function pixels(png: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const at = png.findIndex((_, index) => view.byteLength > index + 4 && view.getUint32(index) === 0x49444154);
  const rows = inflateSync(png.subarray(at + 4, at + 4 + view.getUint32(at - 4)));
  const stride = 1 + ((width + 7) >> 3);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const white = (present(rows[y * stride + 1 + (x >> 3)]) >> (7 - (x & 7))) & 1;
      data.set([white * 255, white * 255, white * 255, 255], (y * width + x) * 4);
    }
  return { data, width, height };
}

it.each(["https://example.com/t/1", "Grüße 你好", "x".repeat(600)])("draws a QR code that says %s", (text) => {
  const { data, width, height } = pixels(barcodePng("qrcode", text));
  expect(decode(data, width, height)?.data).toBe(text);
});

it("draws the bars of an EAN-13 with its guards", () => {
  const { data, width, height } = pixels(barcodePng("ean13", "4006381333931"));
  const line = Array.from({ length: width }, (_, x) =>
    data[(Math.floor(height / 3) * width + x) * 4] === 0 ? "1" : "0",
  );
  const runs = present(
    line
      .join("")
      .replace(/^0+|0+$/g, "")
      .match(/1+|0+/g),
  );
  // 95 modules in 59 bars and spaces, the first three of one module each.
  expect(runs).toHaveLength(59);
  const module = present(runs[0]).length;
  expect(runs.slice(0, 3).map((run) => run.length)).toEqual([module, module, module]);
  expect(runs.join("").length).toBe(95 * module);
});

it("gives the same bytes for the same value and refuses what does not fit", () => {
  expect(barcodePng("qrcode", "x")).toEqual(barcodePng("qrcode", "x"));
  expect(() => barcodePng("ean13", "1")).toThrow(BarcodeError);
});
