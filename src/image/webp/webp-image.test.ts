import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { drawnImage } from "../drawable-image.ts";
import type { Pixels } from "../pixels.ts";
import { readPngImage } from "../png/png-image.ts";
import { WEBP_FILES, WEBP_SIZE } from "../testing/webp-files.ts";
import { readWebpImage } from "./webp-image.ts";

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const [lossy = "", lossless = ""] = ["lossy", "lossless"].map(
  (name) => WEBP_FILES.find((file) => file.name === name)?.base64,
);

function withAlpha({ kind, samples }: Pixels): Uint8Array {
  if (kind === "rgbAlpha") return samples;
  const found = new Uint8Array((samples.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < samples.length; from += 3, to += 4) found.set(samples.subarray(from, from + 3), to);
  return found;
}

function chunk(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}

const riff = (...chunks: Buffer[]) => new Uint8Array(chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks])));

describe("a WebP", () => {
  it.each(WEBP_FILES)("$name has the pixels that libwebp's decoder finds", ({ base64, pixels }) => {
    const image = readWebpImage(bytesOf(base64));
    expect(image).toMatchObject(WEBP_SIZE);
    expect(createHash("sha256").update(withAlpha(image)).digest("hex").slice(0, 16)).toBe(pixels);
  });

  it("is drawn as a PNG that keeps its orientation", () => {
    const exif = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
    const image = Buffer.from(bytesOf(lossy).subarray(12));
    for (const body of [exif, Buffer.concat([Buffer.from("Exif\0\0"), exif])]) {
      const drawn = drawnImage(riff(image, chunk("EXIF", body)));
      expect(drawn?.format).toBe("png");
      expect(readPngImage(drawn?.bytes ?? new Uint8Array())).toMatchObject({ ...WEBP_SIZE, orientation: 6 });
    }
  });

  it("of an animation is in its place on a canvas that is transparent elsewhere", () => {
    const canvas = Buffer.from("02000000630000310000", "hex");
    const place = Buffer.from("0a000002000034000024000000000000", "hex");
    const frame = Buffer.concat([place, bytesOf(lossless).subarray(12)]);
    const image = readWebpImage(riff(chunk("VP8X", canvas), chunk("ANMF", frame)));
    expect(image).toMatchObject({ widthPixels: 100, heightPixels: 50, kind: "rgbAlpha" });
    const alphaAt = (x: number, y: number) => image.samples[4 * (100 * y + x) + 3];
    expect([alphaAt(19, 4), alphaAt(20, 3), alphaAt(20, 4), alphaAt(72, 40), alphaAt(73, 40), alphaAt(72, 41)]).toEqual(
      [0, 0, 255, 255, 0, 0],
    );
  });

  it.each([
    ["nothing but its header", riff()],
    ["a frame that is no key frame", bytesOf(lossy).map((byte, at) => (at === 20 ? byte | 1 : byte))],
    ["codes that end too early", bytesOf(lossless).subarray(0, 200)],
    ["modes that end too early", bytesOf(lossy).subarray(0, 60)],
    ["a version to come", bytesOf(lossless).map((byte, at) => (at === 24 ? byte | 0x80 : byte))],
    [
      "alpha of a compression to come",
      riff(chunk("ALPH", Buffer.from([2, 0])), Buffer.from(bytesOf(lossy).subarray(12))),
    ],
  ])("with %s is refused", (_, bytes) => {
    expect(() => readWebpImage(bytes)).toThrow(Failure);
    expect(drawnImage(bytes)).toBeUndefined();
  });

  it("with more pixels than there is room for is refused before they are read", () => {
    // 16,384 by 16,384 pixels of no bits each.
    const header = Buffer.concat([Buffer.from("2fffffff0f", "hex"), Buffer.alloc(9)]);
    expect(() => readWebpImage(riff(chunk("VP8L", header)))).toThrow("more pixels");
  });
});
