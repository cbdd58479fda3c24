import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { inflate } from "../../image/compression/flate.ts";
import { decodeLzw } from "../../image/compression/lzw.ts";
import { undoPrediction } from "../../image/compression/predictor.ts";
import { decodeRunLength } from "../../image/compression/run-length.ts";
import { dict, name, type PdfObject, PdfStream } from "../objects.ts";
import { decodeAscii85, decodeAsciiHex } from "./ascii.ts";
import { decodeStream } from "./decode-stream.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const LIMIT = 1_000_000;
const resolve = (object: PdfObject | undefined) => object ?? null;

describe("Flate", () => {
  const text = Array.from({ length: 5000 }, (_, index) => `${(index * 7919) % 1000} `).join("");
  const packed = new Uint8Array(deflateSync(text));

  it("gives what is there of truncated data", () => {
    const decoded = textOf(inflate(packed.subarray(0, packed.length >> 1), LIMIT));
    expect(decoded.length).toBeGreaterThan(1000);
    expect(text.startsWith(decoded)).toBe(true);
  });

  it("does not mind a wrong checksum or header", () => {
    const wrong = packed.slice();
    wrong[wrong.length - 1] = present(wrong.at(-1)) ^ 255;
    expect(textOf(inflate(wrong, LIMIT))).toBe(text);
    wrong[0] = 0;
    expect(textOf(inflate(wrong, LIMIT))).toBe(text);
  });

  it("gives what comes before damage", () => {
    const damaged = packed.slice();
    damaged.fill(255, packed.length - 200);
    const decoded = textOf(inflate(damaged, LIMIT));
    expect(decoded.length).toBeGreaterThan(1000);
    expect(text.startsWith(decoded.slice(0, 1000))).toBe(true);
  });

  it("stops a bomb", () => {
    const bomb = deflateSync(new Uint8Array(5_000_000));
    expect(() => inflate(bomb, LIMIT)).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
    expect(() => inflate(bomb.subarray(0, bomb.length - 6), LIMIT)).toThrow(
      expect.objectContaining({ code: "pdf_too_complex" }),
    );
  });
});

describe("LZW", () => {
  it("decodes the example of ISO 32000-2, 7.4.4.2", () => {
    const encoded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect([...decodeLzw(encoded, true, LIMIT)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it("stops a bomb and survives nonsense", () => {
    // every code is the one not yet in the table, so each string is one longer than the last
    const bits: number[] = [];
    let width = 9;
    const put = (code: number) => {
      for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1);
    };
    put(256);
    put(65);
    for (let code = 258; code < 4095; code++) {
      width = code + 1 >= 2048 ? 12 : code + 1 >= 1024 ? 11 : code + 1 >= 512 ? 10 : 9;
      put(code);
    }
    const bytes = new Uint8Array(Math.ceil(bits.length / 8));
    for (const [index, bit] of bits.entries()) {
      const at = index >> 3;
      bytes[at] = present(bytes[at]) | (bit << (7 - (index & 7)));
    }
    expect(() => decodeLzw(bytes, true, 100_000)).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
    expect(decodeLzw(Uint8Array.of(255, 255, 255), true, LIMIT)).toHaveLength(0);
  });
});

describe("ASCII and run-length filters", () => {
  it("decodes hexadecimal digits", () => expect(textOf(decodeAsciiHex(bytesOf("48 65 6C6c 6F7>zz")))).toBe("Hellop"));

  it("decodes base 85 with z and a short last group", () => {
    expect(textOf(decodeAscii85(bytesOf('<~87cURD]i,"Ebo80~>')))).toBe("Hello World!");
    expect([...decodeAscii85(bytesOf("z!!~>"))]).toEqual([0, 0, 0, 0, 0]);
  });

  it("decodes runs and literals", () => {
    expect(textOf(decodeRunLength(Uint8Array.of(2, 65, 66, 67, 253, 68, 128, 9, 9), LIMIT))).toBe("ABCDDDD");
    expect(() => decodeRunLength(new Uint8Array(100).fill(129), 50)).toThrow(
      expect.objectContaining({ code: "pdf_too_complex" }),
    );
  });
});

describe("predictors", () => {
  it("undoes every PNG filter", () => {
    const rows = [
      [0, 1, 2, 3],
      [1, 5, 1, 1],
      [2, 1, 1, 1],
      [3, 2, 2, 2],
      [4, 1, 1, 1],
    ];
    const parameters = { predictor: 15, colors: 1, bitsPerComponent: 8, columns: 3 };
    expect([...undoPrediction(Uint8Array.from(rows.flat()), parameters)]).toEqual([
      1, 2, 3, 5, 6, 7, 6, 7, 8, 5, 8, 10, 6, 9, 11,
    ]);
  });

  it("undoes TIFF prediction of 8, 16 and 4 bits", () => {
    const tiff = (bitsPerComponent: number, columns: number, ...data: number[]) => [
      ...undoPrediction(Uint8Array.from(data), { predictor: 2, colors: 1, bitsPerComponent, columns }),
    ];
    expect(tiff(8, 3, 10, 1, 255)).toEqual([10, 11, 10]);
    expect(tiff(16, 2, 0, 255, 0, 1)).toEqual([0, 255, 1, 0]);
    expect(tiff(4, 4, 0x12, 0x3f)).toEqual([0x13, 0x65]);
  });
});

describe("filter chains", () => {
  it("applies filters in order and stops at an image format", () => {
    const hex = Array.from(deflateSync("data"), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const entries = dict({ Filter: [name("AHx"), name("Fl"), name("DCTDecode")] });
    const decoded = decodeStream(new PdfStream(entries, bytesOf(hex)), resolve);
    expect(textOf(decoded.bytes)).toBe("data");
    expect(decoded.remaining.map((filter) => filter.name)).toEqual(["DCTDecode"]);
  });

  it("refuses chains without end", () => {
    const entries = dict({ Filter: Array.from({ length: 40 }, () => name("FlateDecode")) });
    const decode = () => decodeStream(new PdfStream(entries, deflateSync("x")), resolve);
    expect(decode).toThrow(expect.objectContaining({ code: "pdf_too_complex" }));
  });
});
