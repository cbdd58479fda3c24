import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { undoPrediction } from "./compression/predictor.ts";
import { asInputProfile } from "./icc-profile.ts";
import { toFewerGrayBits, toGray, toPalette } from "./palette.ts";
import { filterRows } from "./png/png-filters.ts";
import { expandPalette, packSamples, type Raster, unpackSamples } from "./raster.ts";
import { resample } from "./scale.ts";
import { screenSimilarity, screenView } from "./screen-similarity.ts";
import { ssim } from "./ssim.ts";
import { photographPlane } from "./testing/images.ts";

const raster = (components: number, ...samples: number[]): Raster => ({
  width: samples.length / components,
  height: 1,
  components,
  samples: Uint8Array.from(samples),
});

describe("png predictors", () => {
  it("are undone by the decoder", () => {
    const plane = photographPlane(60, 20);
    const data = new Uint8Array(plane.samples);
    const filtered = filterRows(data, 20, { bytesPerRow: 60, bytesPerPixel: 3 });
    expect(undoPrediction(filtered, { predictor: 15, colors: 3, bitsPerComponent: 8, columns: 20 })).toEqual(data);
  });
});

describe("rasters", () => {
  it.each([1, 2, 4, 8] as const)("pack and unpack samples of %i bits", (bits) => {
    const samples = Uint8Array.from({ length: 39 }, (_, i) => (i * 5) % (1 << bits));
    const packed = packSamples({ width: 13, height: 3, components: 1, samples }, bits);
    expect(packed).toHaveLength(Math.ceil((13 * bits) / 8) * 3);
    expect(unpackSamples(packed, 13, 3, 1, bits).samples).toEqual(samples);
  });

  it("keep the high byte of 16 bits", () => {
    expect([...unpackSamples(Uint8Array.of(1, 2, 3, 4), 2, 1, 1, 16).samples]).toEqual([1, 3]);
  });

  it("become a palette of the same colours", () => {
    const image = raster(3, 9, 8, 7, 1, 2, 3, 9, 8, 7, 255, 0, 0);
    const indexed = present(toPalette(image, 256));
    expect(indexed.bits).toBe(2);
    expect(expandPalette(indexed.indices, indexed.colors, 3).samples).toEqual(image.samples);
    expect(toPalette(image, 2)).toBeUndefined();
  });

  it("lose grey levels only if they are not in use", () => {
    expect(present(toFewerGrayBits(raster(1, 0, 255, 255))).bits).toBe(1);
    expect([...present(toFewerGrayBits(raster(1, 0, 85, 255))).values.samples]).toEqual([0, 1, 3]);
    expect(present(toFewerGrayBits(raster(1, 0, 17, 255))).bits).toBe(4);
    expect(toFewerGrayBits(raster(1, 0, 18))).toBeUndefined();
  });

  it("become grey only if they are grey", () => {
    expect([...present(toGray(raster(3, 5, 5, 5, 9, 9, 9))).samples]).toEqual([5, 9]);
    expect(toGray(raster(3, 5, 5, 6))).toBeUndefined();
  });
});

describe("resample", () => {
  it("averages by area and keeps a flat image flat", () => {
    const plane = { width: 4, height: 2, stride: 4, samples: Uint8ClampedArray.of(0, 100, 50, 50, 200, 100, 50, 50) };
    expect([...resample(plane, 2, 1).samples]).toEqual([100, 50]);
    const flat = { width: 7, height: 5, stride: 7, samples: new Uint8ClampedArray(35).fill(77) };
    expect(new Set(resample(flat, 3, 2).samples)).toEqual(new Set([77]));
    expect(new Set(resample(flat, 11, 9).samples)).toEqual(new Set([77]));
  });
});

describe("similarity", () => {
  it("is 1 for equal images and falls with noise", () => {
    const plane = photographPlane(80, 60);
    const noisy = { ...plane, samples: plane.samples.map((value, i) => value + (i % 3 === 0 ? 40 : -20)) };
    expect(ssim(plane, plane)).toBeCloseTo(1, 9);
    expect(ssim(plane, noisy)).toBeLessThan(0.7);
    expect(ssim(plane, noisy, 7)).toBeCloseTo(ssim(plane, noisy), 1);
  });

  it("sees on a screen that fine lines are gone", () => {
    const samples = Uint8ClampedArray.from({ length: 400 * 400 }, (_, i) => ((i % 400) % 7 < 2 ? 0 : 255));
    const lines = { width: 400, height: 400, stride: 400, samples };
    const screen = { width: 80, height: 80 };
    expect(
      screenSimilarity(screenView(lines, { width: 120, height: 120 }, screen, false), resample(lines, 120, 120)),
    ).toBeLessThan(0.9);
    expect(screenSimilarity(screenView(lines, lines, screen, false), lines)).toBeCloseTo(1, 9);
  });
});

describe("asInputProfile", () => {
  /** A profile of this class with tags of four bytes each. */
  function profile(deviceClass: string, tags: string[]): Uint8Array {
    const bytes = Buffer.alloc(132 + 16 * tags.length);
    bytes.write(deviceClass, 12, "latin1");
    bytes.write("acsp", 36, "latin1");
    bytes.writeUInt32BE(tags.length, 128);
    for (const [index, tag] of tags.entries()) {
      const data = 132 + 12 * tags.length + 4 * index;
      bytes.write(tag, 132 + 12 * index, "latin1");
      bytes.writeUInt32BE(data, 136 + 12 * index);
      bytes.writeUInt32BE(4, 140 + 12 * index);
      bytes.write(tag.toLowerCase(), data, "latin1");
    }
    return new Uint8Array(bytes);
  }

  it("keeps only the conversion out of the colours", () => {
    const reduced = Buffer.from(present(asInputProfile(profile("prtr", ["desc", "A2B0", "B2A0", "gamt"]))));
    expect(reduced.toString("latin1", 12, 16)).toBe("scnr");
    expect(reduced.readUInt32BE(0)).toBe(reduced.length);
    expect(reduced.readUInt32BE(128)).toBe(2);
    expect(reduced.toString("latin1", 144, 148)).toBe("A2B0");
    const data = reduced.readUInt32BE(148);
    expect(reduced.toString("latin1", data, data + 4)).toBe("a2b0");
  });

  it("leaves other profiles alone", () => {
    expect(asInputProfile(profile("mntr", ["A2B0", "B2A0"]))).toBeUndefined();
    expect(asInputProfile(profile("prtr", ["B2A0"]))).toBeUndefined();
    expect(asInputProfile(new Uint8Array(20))).toBeUndefined();
  });
});
