import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { resample } from "../scale.ts";
import { Scratch } from "../scratch.ts";
import { ssim } from "../ssim.ts";
import { photographPlane } from "../testing/images.ts";
import { UnsupportedImage } from "../unsupported-image.ts";
import { decodeCoefficients, decodePlanes } from "./jpeg-decode.ts";
import { JpegEncoder } from "./jpeg-encode.ts";
import { isLumaChroma, parseJpeg } from "./jpeg-header.ts";
import { optimalTable } from "./jpeg-huffman.ts";
import type { CodedComponent } from "./jpeg-scan-symbols.ts";
import { quantizationTable } from "./jpeg-tables.ts";
import { transcodeJpeg } from "./jpeg-transcode.ts";
import { writeProgressive, writeSequential } from "./jpeg-write.ts";

/** Coefficients of a small color image with 2x2 sampled luma; values of both signs in all bands. */
function coefficients(): CodedComponent[] {
  const component = (blocksPerRow: number, blockRows: number, sampling: number): CodedComponent => {
    const values = new Int16Array(blocksPerRow * blockRows * 64);
    let state = 7 * sampling;
    for (let i = 0; i < values.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const magnitude = i % 64 === 0 ? 200 : state % 11 === 0 ? 9 : 0;
      values[i] = magnitude === 0 ? 0 : ((state >>> 8) % (2 * magnitude)) - magnitude;
    }
    return {
      coefficients: values,
      h: sampling,
      v: sampling,
      blocksPerRow,
      blockRows,
      strideBlocks: blocksPerRow,
      paddedRows: blockRows,
      quantization: quantizationTable(70),
    };
  };
  return [component(6, 4, 2), component(3, 2, 1), component(3, 2, 1)];
}

const color = { width: 48, height: 32, components: coefficients() };

function sequentialColor(): Uint8Array {
  return writeSequential(color, (visit) => {
    for (let row = 0; row < 2; row++) {
      visit(
        row,
        color.components.map(({ coefficients, strideBlocks, v }) =>
          coefficients.subarray(row * strideBlocks * v * 64, (row + 1) * strideBlocks * v * 64),
        ),
      );
    }
  });
}

describe("JPEG coding", () => {
  it("gives the same coefficients back, progressive or sequential", () => {
    const progressive = decodeCoefficients(parseJpeg(writeProgressive(color)));
    const sequential = decodeCoefficients(parseJpeg(sequentialColor()));
    for (const [index, { coefficients }] of color.components.entries()) {
      expect(progressive[index]).toEqual(coefficients);
      expect(sequential[index]).toEqual(coefficients);
    }
  });

  it("decodes to the same samples, component by component or row by row, in clean buffers or used ones", () => {
    const progressive = parseJpeg(writeProgressive(color));
    const sequential = parseJpeg(sequentialColor());
    const used = new Scratch();
    used.coefficients(20_000).fill(-1);
    for (const scale of [8, 4, 2, 1] as const) {
      used.release();
      const planes = decodePlanes(progressive, scale, false, used);
      expect(planes).toEqual(decodePlanes(sequential, scale));
      expect(new Set(present(planes[0]).samples).size).toBeGreaterThan(4);
    }
  });

  it("refuses more scans of several components than any file needs", () => {
    const jpeg = parseJpeg(writeProgressive(color));
    const shared = present(jpeg.scans.find(({ components }) => components.length > 1));
    const repeated = { ...jpeg, scans: [...jpeg.scans, ...Array.from({ length: 20 }, () => shared)] };
    expect(() => decodePlanes(repeated, 8)).toThrow(UnsupportedImage);
  });

  it("transcodes without changing a coefficient", () => {
    const bytes = writeProgressive(color);
    const transcoded = transcodeJpeg(bytes);
    expect(decodeCoefficients(parseJpeg(transcoded))).toEqual(decodeCoefficients(parseJpeg(bytes)));
    expect(transcoded.length).toBeLessThanOrEqual(bytes.length);
  });

  it("keeps the similarity asked for, with fewer bytes for less of it", () => {
    const plane = photographPlane(130, 90);
    const encoder = new JpegEncoder([plane], false);
    const fineQuality = present(encoder.lowestQuality({ lowest: 30, highest: 98, similarity: 0.97 }));
    const coarseQuality = present(encoder.lowestQuality({ lowest: 30, highest: 98, similarity: 0.8 }));
    const fine = encoder.encode(fineQuality, undefined);
    const coarse = encoder.encode(coarseQuality, undefined);
    expect(encoder.reconstructed(fineQuality)).toEqual(decodePlanes(parseJpeg(fine), 8));
    const decoded = present(decodePlanes(parseJpeg(fine), 8)[0]);
    expect(ssim(plane, { ...decoded, width: 130, height: 90 })).toBeGreaterThan(0.965);
    expect(coarse.length).toBeLessThan(fine.length);
  });

  it("gives up when not even the highest quality is similar enough", () => {
    const plane = photographPlane(64, 64);
    const range = { lowest: 10, highest: 20, similarity: 0.9999 };
    expect(new JpegEncoder([plane], false).lowestQuality(range)).toBeUndefined();
  });

  it("decodes at reduced scale to the average of the pixels", () => {
    const plane = photographPlane(128, 64);
    const bytes = new JpegEncoder([plane], false).encode(95, undefined);
    for (const scale of [4, 2, 1] as const) {
      const small = present(decodePlanes(parseJpeg(bytes), scale)[0]);
      expect([small.width, small.height]).toEqual([16 * scale, 8 * scale]);
      const expected = resample(plane, 16 * scale, 8 * scale);
      const error = expected.samples.reduce((sum, value, i) => sum + Math.abs(value - present(small.samples[i])), 0);
      expect(error / expected.samples.length).toBeLessThan(3);
    }
  });

  it("reads what there is of a truncated file", () => {
    const bytes = writeProgressive(color);
    expect(decodePlanes(parseJpeg(bytes.subarray(0, bytes.length - 60)), 8)).toHaveLength(3);
  });

  it("refuses what it cannot read by its own error", () => {
    const arithmetic = writeProgressive(color);
    arithmetic[arithmetic.findIndex((byte, i) => byte === 0xff && arithmetic[i + 1] === 0xc2) + 1] = 0xca;
    expect(() => parseJpeg(Uint8Array.of(1, 2, 3))).toThrow(UnsupportedImage);
    expect(() => parseJpeg(arithmetic)).toThrow(UnsupportedImage);
  });

  it("tells YCbCr from RGB and CMYK", () => {
    const read = (adobeTransform?: number, ids?: number[]) =>
      isLumaChroma(parseJpeg(writeProgressive({ ...color, adobeTransform, ids })));
    expect(read()).toBe(true);
    expect(read(0)).toBe(false);
    expect(read(1)).toBe(true);
    expect(read(undefined, [0x52, 0x47, 0x42])).toBe(false);
  });
});

describe("optimal Huffman tables", () => {
  it("never use more than 16 bits nor the code of all ones", () => {
    const frequencies = new Uint32Array(256);
    for (let i = 0; i < 40; i++) frequencies[i] = 2 ** Math.min(31, i);
    const { lengths, codes, symbols } = optimalTable(frequencies);
    expect(symbols).toHaveLength(40);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(16);
    for (const symbol of symbols) expect(codes[symbol]).toBeLessThan((1 << present(lengths[symbol])) - 1);
  });
});
