import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { adobe, exif, gif, jfif, jpeg, png } from "../../image/testing/image-files.ts";
import { openPdf } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { PdfName, type PdfStream } from "../objects.ts";
import { imagesToPdf } from "./image-to-pdf.ts";

/** The page of a picture: its size in points, the content that places it, and the image itself. */
function imageOf(bytes: Uint8Array, format: "jpeg" | "png" | "gif") {
  const document = openPdf(imagesToPdf([{ bytes, format }]));
  const page = present(document.pages[0]).dict;
  const box = present(document.array(page.get("MediaBox"))).map(Number);
  const content = new TextDecoder().decode(
    decodeStream(present(document.stream(page.get("Contents"))), (object) => document.resolve(object)).bytes,
  );
  const xObjects = present(document.dict(present(document.dict(page.get("Resources"))).get("XObject")));
  const image = present(document.stream(xObjects.get("Picture")));
  const samples = (stream: PdfStream) => [...decodeStream(stream, (object) => document.resolve(object)).bytes];
  const plain = (key: string) => {
    const value = document.resolve(image.dict.get(key));
    return value instanceof PdfName ? value.value : value;
  };
  const mask = document.stream(image.dict.get("SMask"));
  return { document, size: [box[2], box[3]], content, image, plain, samples, mask };
}

/** Rows of samples without a pattern, each after the filter byte 0. */
function noise(length: number, rowBytes: number): Uint8Array {
  let seed = 1;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    seed = (seed * 48271) % 0x7fffffff;
    bytes[at] = at % rowBytes === 0 ? 0 : seed & 0xff;
  }
  return bytes;
}

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

describe("the page of a picture", () => {
  it.each([
    [jpeg({ width: 192, height: 96 }), [144, 72]],
    [jpeg({ width: 300, height: 150, segments: [jfif(1, 300, 150)] }), [72, 72]],
    [jpeg({ width: 100, height: 100, segments: [jfif(2, 100, 100)] }), [28.35, 28.35]],
    [jpeg({ width: 192, height: 96, segments: [jfif(1, 0, 0)] }), [144, 72]],
    [jpeg({ width: 192, height: 96, segments: [exif(6)] }), [72, 144]],
  ])("has its size at its resolution, turned as EXIF says", (bytes, size) => {
    expect(imageOf(bytes, "jpeg").size).toEqual(size);
  });

  it.each([
    [3, "q -1 0 0 -1 144 72 cm"],
    [6, "q 0 -1 1 0 0 144 cm"],
    [8, "q 0 1 -1 0 72 0 cm"],
  ])("orientation %d turns the picture", (orientation, start) => {
    const { content } = imageOf(jpeg({ width: 192, height: 96, segments: [exif(orientation)] }), "jpeg");
    expect(content.startsWith(start)).toBe(true);
  });

  it("is never larger than a page may be", () => {
    const { size } = imageOf(jpeg({ width: 60_000, height: 6_000 }), "jpeg");
    expect(size).toEqual([14_400, 1_440]);
  });
});

describe("JPEG", () => {
  it("goes into the PDF byte for byte", () => {
    const bytes = jpeg({ width: 8, height: 8 });
    expect([...imageOf(bytes, "jpeg").image.bytes()]).toEqual([...bytes]);
  });

  it("in four colours is inverted if Adobe wrote it", () => {
    const inverted = imageOf(jpeg({ width: 8, height: 8, components: 4, segments: [adobe] }), "jpeg");
    expect([inverted.plain("ColorSpace"), inverted.plain("Decode")]).toEqual(["DeviceCMYK", [1, 0, 1, 0, 1, 0, 1, 0]]);
    const other = imageOf(jpeg({ width: 8, height: 8, components: 4 }), "jpeg");
    expect(other.image.dict.has("Decode")).toBe(false);
  });
});

describe("PNG", () => {
  const redBlue = Uint8Array.from([0, ...RED, ...BLUE]);

  it("keeps its compressed rows", () => {
    const { image, samples, plain } = imageOf(png({ width: 2, height: 1, rows: redBlue }), "png");
    expect(plain("ColorSpace")).toBe("DeviceRGB");
    expect(samples(image)).toEqual([...RED, ...BLUE]);
  });

  it("of 16 bits with alpha keeps 16 bits", () => {
    const rows = Uint8Array.from([0, 0x12, 0x34, 0x56, 0x78]);
    const { image, samples, plain, mask } = imageOf(png({ width: 1, height: 1, bits: 16, colorType: 4, rows }), "png");
    expect(plain("BitsPerComponent")).toBe(16);
    expect([samples(image), samples(present(mask))]).toEqual([
      [0x12, 0x34],
      [0x56, 0x78],
    ]);
  });

  it("with alpha keeps the filters of its rows for both parts, and no mask that hides nothing", () => {
    // The second row says how it differs from the one above, its second pixel from the average of its neighbors.
    const rows = (alpha: number) => Uint8Array.from([1, ...RED, 7, 0, 0, 9, alpha, 3, 1, 2, 3, 4, 0, 0, 0, 0]);
    const { image, samples, mask } = imageOf(png({ width: 2, height: 2, colorType: 6, rows: rows(3) }), "png");
    expect(samples(image)).toEqual([255, 0, 0, 255, 0, 9, 128, 2, 3, 191, 1, 6]);
    expect(mask && samples(mask)).toEqual([7, 10, 7, 8]);
    const opaque = Uint8Array.from([0, ...RED, 255, 0, ...BLUE, 255]);
    const whole = imageOf(png({ width: 1, height: 2, colorType: 6, rows: opaque }), "png");
    expect([whole.mask, whole.samples(whole.image)]).toEqual([undefined, [...RED, ...BLUE]]);
  });

  it("with one transparent colour gets a colour key", () => {
    const chunks = [["tRNS", Uint8Array.from([0, 255, 0, 0, 0, 0])]] as const;
    const { plain } = imageOf(png({ width: 2, height: 1, rows: redBlue, chunks }), "png");
    expect(plain("Mask")).toEqual([255, 255, 0, 0, 0, 0]);
  });

  it("with a palette of colours and alphas gets a soft mask", () => {
    const chunks = [
      ["PLTE", Uint8Array.from([...RED, ...BLUE])],
      ["tRNS", Uint8Array.from([7])],
    ] as const;
    const bytes = png({ width: 2, height: 1, bits: 1, colorType: 3, rows: Uint8Array.from([0, 0b01000000]), chunks });
    const { mask, samples } = imageOf(bytes, "png");
    expect(samples(present(mask))).toEqual([7, 255]);
  });

  it("is assembled from its passes if it is interlaced", () => {
    // 2 x 2: passes 1 (0,0), 6 (1,0) and 7 (0,1 and 1,1), in gray
    const rows = Uint8Array.from([0, 10, 0, 20, 0, 30, 40]);
    const { image, samples } = imageOf(png({ width: 2, height: 2, colorType: 0, interlaced: true, rows }), "png");
    expect(samples(image)).toEqual([10, 20, 30, 40]);
  });

  it("takes its resolution from pHYs", () => {
    const perMetre = [0, 0, 0x0b, 0x13]; // 2,835 per metre: 72 per inch
    const chunks = [["pHYs", Uint8Array.from([...perMetre, ...perMetre, 1])]] as const;
    const { size } = imageOf(png({ width: 72, height: 36, rows: new Uint8Array(217 * 36), chunks }), "png");
    expect(size[0]).toBeCloseTo(72, 0);
    expect(size[1]).toBeCloseTo(36, 0);
  });
});

describe("GIF", () => {
  it("shows its first frame at its place on the screen, transparent where it is", () => {
    const { size, image, samples, plain, content } = imageOf(gif, "gif");
    expect(size).toEqual([3, 2.25].map((side) => Math.max(3, side)));
    // three pixels a row, a bit each
    expect(samples(image)).toEqual([0b101_00000, 0b010_00000]);
    expect(plain("Mask")).toEqual([0, 0]);
    expect(content).toContain("2.25 0 0 2 .75 0 cm");
  });
});

describe("damaged pictures", () => {
  const whole = {
    jpeg: jpeg({ width: 8, height: 8 }),
    png: png({ width: 1, height: 1, rows: Uint8Array.of(0, 1, 2, 3) }),
    gif,
  };

  it.each(["jpeg", "png", "gif"] as const)("%s: cut off anywhere gives a PDF or a failure", (format) => {
    for (let length = 4; length < whole[format].length; length++) {
      try {
        expect(openPdf(imagesToPdf([{ bytes: whole[format].subarray(0, length), format }])).pages).toHaveLength(1);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }
  });

  it.each([
    ["small", 20],
    ["large", 1_300],
  ])("a %s PNG that is cut off becomes a complete stream", (_, side) => {
    const bytes = png({ width: side, height: side, rows: noise((3 * side + 1) * side, 3 * side + 1) });
    const { image } = imageOf(bytes.subarray(0, bytes.length / 3), "png");
    expect(inflateSync(image.bytes())).toHaveLength((3 * side + 1) * side);
  });

  it("a PNG that claims to be huge is refused before anything is unpacked", () => {
    const bytes = png({ width: 60_000, height: 60_000, colorType: 6, rows: new Uint8Array(10) });
    expect(() => imagesToPdf([{ bytes, format: "png" }])).toThrow(expect.objectContaining({ code: "file_too_large" }));
  });

  it("a JPEG of a kind that PDF does not support is refused", () => {
    const bytes = jpeg({ width: 8, height: 8 });
    bytes[bytes.indexOf(0xc0)] = 0xc9;
    expect(() => imagesToPdf([{ bytes, format: "jpeg" }])).toThrow(
      expect.objectContaining({ code: "file_not_readable" }),
    );
  });
});
