import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { BLACK_RUNS, MAX_CODE_LENGTH, WHITE_RUNS } from "./ccitt/ccitt-codes.ts";
import { decodeCcitt } from "./ccitt/ccitt-decode.ts";
import { encodeJbig2 } from "./jbig2/jbig2-encode.ts";
import { bitmapRows } from "./testing/images.ts";
import { UnsupportedImage } from "./unsupported-image.ts";

const g4 = { k: -1, encodedByteAlign: false, blackIs1: false };

/** The bit string of a run, taken from the decoder's own table; the tables are checked apart. */
function codeOf(run: number, table: Uint16Array): string {
  const index = table.findIndex((entry) => entry !== 0 && (entry & 0xfff) === run);
  return index
    .toString(2)
    .padStart(MAX_CODE_LENGTH, "0")
    .slice(0, present(table[index]) >> 12);
}

function toBytes(bits: string): Uint8Array {
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

/** One-dimensional Group 3 of packed rows. */
function encodeRows(rows: Uint8Array, width: number, height: number): Uint8Array {
  let bits = "";
  for (let y = 0; y < height; y++) {
    const isBlack = (x: number) => ((present(rows[y * ((width + 7) >> 3) + (x >> 3)]) >> (7 - (x & 7))) & 1) === 0;
    for (let x = 0, black = false; x < width; black = !black) {
      let run = 0;
      while (x < width && isBlack(x) === black) {
        run++;
        x++;
      }
      const table = black ? BLACK_RUNS : WHITE_RUNS;
      if (run >= 64) bits += codeOf(run - (run % 64), table);
      bits += codeOf(run % 64, table);
    }
  }
  return toBytes(bits);
}

describe("fax codes", () => {
  it.each([
    ["white", WHITE_RUNS],
    ["black", BLACK_RUNS],
  ])("have a code for each %s run and waste none", (_, table) => {
    const runs = new Set([...table].filter((entry) => entry !== 0).map((entry) => entry & 0xfff));
    expect(runs.size).toBe(64 + 40);
    // codes fill the code space as often as their length says: none is a prefix of another
    for (const run of runs) {
      const entries = [...table].filter((entry) => entry !== 0 && (entry & 0xfff) === run);
      expect(entries).toHaveLength(1 << (MAX_CODE_LENGTH - (present(entries[0]) >> 12)));
    }
  });

  it("knows codes of the standard", () => {
    expect(codeOf(0, WHITE_RUNS)).toBe("00110101");
    expect(codeOf(63, BLACK_RUNS)).toBe("000001100111");
    expect(codeOf(1728, WHITE_RUNS)).toBe("010011011");
    expect(codeOf(2560, BLACK_RUNS)).toBe("000000011111");
  });
});

describe("decodeCcitt", () => {
  it("reads one-dimensional rows", () => {
    const rows = bitmapRows(200, 40);
    const parameters = { k: 0, columns: 200, encodedByteAlign: false, blackIs1: false };
    expect(decodeCcitt(encodeRows(rows, 200, 40), 40, parameters)).toEqual(rows);
  });

  it("reads Group 4: horizontal, vertical and pass mode", () => {
    // row 1: horizontal white 2, black 3; row 2: the same moved by one; row 3: the black run is gone
    const row1 = `001${codeOf(2, WHITE_RUNS)}${codeOf(3, BLACK_RUNS)}1`;
    const bits = `${row1}011${"011"}1${"0001"}1`;
    const rows = decodeCcitt(toBytes(bits), 3, { ...g4, columns: 8 });
    expect([...rows]).toEqual([0b11000111, 0b11100011, 0xff]);
  });

  it("turns black and white round when BlackIs1 says so", () => {
    expect([...decodeCcitt(toBytes("1"), 1, { ...g4, columns: 8, blackIs1: true })]).toEqual([0]);
  });

  it("refuses damaged and truncated data", () => {
    expect(() => decodeCcitt(new Uint8Array(4), 4, { ...g4, columns: 8 })).toThrow(UnsupportedImage);
    expect(() => decodeCcitt(Uint8Array.of(0x26), 9, { ...g4, columns: 1728 })).toThrow(UnsupportedImage);
  });
});

describe("encodeJbig2", () => {
  it.each([
    [64, 40],
    [203, 77],
    [1, 1],
    [9, 3],
  ])("is lossless at %i x %i", (width, height) => {
    const rows = bitmapRows(width, height);
    const decoded = decodeGenericRegion(encodeJbig2(rows, width, height));
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const bit = (present(rows[y * ((width + 7) >> 3) + (x >> 3)]) >> (7 - (x & 7))) & 1;
        expect(decoded[y * width + x]).toBe(bit ^ 1);
      }
    }
  });

  it("needs next to nothing for an empty page", () => {
    expect(encodeJbig2(new Uint8Array(310 * 3508).fill(255), 2480, 3508).length).toBeLessThan(200);
  });
});

/** Decodes what `encodeJbig2` writes by ISO/IEC 14492: MQ decoder (annex E.3) and 6.2.5, template 0. */
function decodeGenericRegion(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  const region = 11 + view.getUint32(7) + 11;
  const width = view.getUint32(region);
  const height = view.getUint32(region + 4);
  const decode = arithmeticDecoder(file.subarray(region + 26));
  const out = new Uint8Array(width * height);
  const pixel = (x: number, y: number) => (x < 0 || x >= width || y < 0 ? 0 : present(out[y * width + x]));
  let typical = 0;
  for (let y = 0; y < height; y++) {
    typical ^= decode(0x9b25);
    for (let x = 0; x < width; x++) {
      if (typical === 1) {
        out[y * width + x] = pixel(x, y - 1);
        continue;
      }
      let context = 0;
      for (let dx = -2; dx <= 2; dx++) context = (context << 1) | pixel(x + dx, y - 2);
      for (let dx = -3; dx <= 3; dx++) context = (context << 1) | pixel(x + dx, y - 1);
      for (let dx = -4; dx <= -1; dx++) context = (context << 1) | pixel(x + dx, y);
      out[y * width + x] = decode(context);
    }
  }
  return out;
}

function arithmeticDecoder(data: Uint8Array): (context: number) => number {
  const estimates =
    "5601 3401 1801 0ac1 0521 0221 5601 5401 4801 3801 3001 2401 1c01 1601 5601 5401 5101 4801 3801 3401 3001 2801 2401 2201 1c01 1801 1601 1401 1201 1101 0ac1 09c1 08a1 0521 0441 02a1 0221 0141 0111 0085 0049 0025 0015 0009 0005 0001 5601"
      .split(" ")
      .map((value) => Number.parseInt(value, 16));
  const more = [1, 2, 3, 4, 5, 38, 7, 8, 9, 10, 11, 12, 13, 29, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28];
  for (let state = 28; state < 45; state++) more.push(state + 1);
  more.push(45, 46);
  const less = [
    1, 6, 9, 12, 29, 33, 6, 14, 14, 14, 17, 18, 20, 21, 14, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 46,
  ];
  const states = new Uint8Array(65536);
  const symbols = new Uint8Array(65536);
  let at = 0;
  let c = (data[0] ?? 0xff) << 16;
  let ct = 0;
  const byteIn = () => {
    if (data[at] === 0xff) {
      if ((data[at + 1] ?? 0xff) > 0x8f) {
        c += 0xff00;
        ct = 8;
      } else {
        at++;
        c += present(data[at]) << 9;
        ct = 7;
      }
    } else {
      at++;
      c += (data[at] ?? 0xff) << 8;
      ct = 8;
    }
  };
  byteIn();
  c <<= 7;
  ct -= 7;
  let a = 0x8000;
  return (context) => {
    const state = present(states[context]);
    const estimate = present(estimates[state]);
    let bit = present(symbols[context]);
    const exchange = () => {
      if (a < estimate) states[context] = present(more[state]);
      else {
        bit ^= 1;
        if (state === 0 || state === 6 || state === 14) symbols[context] = bit;
        states[context] = present(less[state]);
      }
    };
    a -= estimate;
    if (c >>> 16 < estimate) {
      // lower sub-interval
      exchange();
      a = estimate;
    } else {
      c -= estimate * 65536;
      if ((a & 0x8000) !== 0) return bit;
      if (a < estimate) {
        bit ^= 1;
        if (state === 0 || state === 6 || state === 14) symbols[context] = bit;
        states[context] = present(less[state]);
      } else states[context] = present(more[state]);
    }
    do {
      if (ct === 0) byteIn();
      a <<= 1;
      c = (c << 1) >>> 0;
      ct--;
    } while ((a & 0x8000) === 0);
    return bit;
  };
}
