import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { png } from "../../image/testing/image-files.ts";
import { OpcPackage } from "../../office/package.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { PackageImages } from "./package-images.ts";

const text = (content: string) => new TextEncoder().encode(content);
const drawn = text('<svg viewBox="0 0 10 10"><path d="M0 0L1 1"/></svg>');
const turbulent = text(
  '<svg viewBox="0 0 10 10"><filter id="f"><feTurbulence/></filter><path filter="url(#f)" d="M0 0h1"/></svg>',
);
const image = png({ width: 4, height: 4, rows: new Uint8Array(4 * 13) });
const pixel = png({ width: 1, height: 1, rows: new Uint8Array(4) });
const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
/** A box in the second version of the format. */
const pict = Uint8Array.from([
  ...[...new Uint8Array(512), ...u16(0, 0, 0, 50, 100), ...u16(0x11, 0x2ff), ...u16(0x0c00), ...new Uint8Array(24)],
  ...u16(0x31, 5, 6, 15, 26, 0xff),
]);

describe("pictures of a package", () => {
  it.each([
    ["an SVG is drawn", drawn, image, "an SVG"],
    ["one that cannot be is replaced by its picture", turbulent, image, undefined],
    ["one with a single pixel in place of a picture is left out", turbulent, pixel, "nothing"],
  ])("%s", (_, vector, substitute, shown) => {
    const images = new PackageImages(new WorkMeter());
    const pack = OpcPackage.ofParts([
      ["a.svg", vector],
      ["a.png", substitute],
    ]);
    const source = images.source(pack, "a.svg", "a.png");
    const found = source === undefined ? undefined : images.lookUp(source);
    const isVector = found !== undefined && "vector" in found;
    expect(source === undefined ? undefined : isVector ? "an SVG" : "nothing").toBe(shown);
    expect(source === undefined || images.isDrawable(source, "picture")).toBe(shown !== "nothing");
  });

  it.each([
    ["is drawn, but fills nothing", buildPages(1), true],
    ["is not when it has a structure of its own", buildPages(1, { catalog: "/StructTreeRoot << >>" }), false],
    ["is not when it is damaged", text("%PDF-1.4 and nothing else"), false],
  ])("a PDF %s", (_, bytes, isDrawn) => {
    const images = new PackageImages(new WorkMeter());
    const source = images.source(OpcPackage.ofParts([["a.pdf", bytes]]), "a.pdf") ?? "";
    expect(images.isDrawable(source, "picture")).toBe(isDrawn);
    expect(images.isDrawable(source, "fill")).toBe(false);
  });

  it("recognises a PICT by its name alone", () => {
    const images = new PackageImages(new WorkMeter());
    const pack = OpcPackage.ofParts([
      ["a.pict", pict],
      ["a.bin", Uint8Array.from([...pict, 0])],
    ]);
    const isDrawable = (part: string) => images.isDrawable(images.source(pack, part) ?? "", "picture");
    expect(["a.pict", "a.bin"].map(isDrawable)).toEqual([true, false]);
  });
});
