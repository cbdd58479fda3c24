import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { isTextWarp, presetShape } from "./preset-geometry.ts";
import { readTextWarp } from "./text-warp-reader.ts";
import warps from "./text-warps.json" with { type: "json" };

const NAMES = Object.keys(warps);
const HOSTILE = [Number.NaN, 1e9, -1e9, 1e300, Number.POSITIVE_INFINITY];

const lines = (name: string, adjustments: Record<string, number> = {}) =>
  presetShape(name, 200, 100, adjustments).paths.map(({ d }) => d);
const numbers = (d: string) => (d.match(/-?\d+(?:\.\d+)?(?:e[-+]\d+)?/g) ?? []).map(Number);

describe("text warps", () => {
  it("are the forty of the standard", () => {
    expect(NAMES).toHaveLength(40);
    expect(["textWave1", "textNoShape", "rect", "constructor"].map(isTextWarp)).toEqual([true, false, false, false]);
  });

  // ECMA-376 part 1, presetTextWarpDefinitions, for a box of 200 by 100
  it.each([
    ["textPlain", {}, ["M0 0L200 0", "M0 100L200 100"]],
    ["textPlain", { adj: 60_000 }, ["M0 0L160 0", "M40 100L200 100"]],
    ["textStop", {}, ["M0 25L66.667 0L133.333 0L200 25", "M0 75L66.667 100L133.333 100L200 75"]],
    ["textTriangle", { adj: 20_000 }, ["M0 20L100 0L200 20", "M0 100L200 100"]],
    ["textChevron", {}, ["M0 25L100 0L200 25", "M0 100L100 75L200 100"]],
    ["textFadeUp", {}, ["M66.666 0L133.334 0", "M0 100L200 100"]],
    ["textSlantUp", {}, ["M0 55.555L200 0", "M0 100L200 44.445"]],
    ["textCascadeDown", { adj: 100_000 }, ["M0 0L200 0", "M0 100L200 100"]],
    [
      "textWave1",
      {},
      ["M0 12.5C66.667 -29.167 133.333 54.167 200 12.5", "M0 87.5C66.667 45.833 133.333 129.167 200 87.5"],
    ],
    [
      "textInflate",
      {},
      ["M0 18.75C66.667 -6.25 133.333 -6.25 200 18.75", "M0 81.25C66.667 106.25 133.333 106.25 200 81.25"],
    ],
    ["textDeflateTop", {}, ["M0 0Q100 100 200 0", "M0 100L200 100"]],
    ["textArchUp", {}, ["M0 50A100 50 0 0 1 200.000 50.000"]],
    ["textArchDown", {}, ["M0 50A100 50 0 0 0 200.000 50.000"]],
    ["textCanUp", {}, ["M0 14.286A100 14.286 0 0 1 200.000 14.286", "M0 100A100 14.286 0 0 1 200.000 100.000"]],
  ] as const)("%s with %j", (name, adjustments, expected) => {
    const rounded = (d: string) =>
      d.replaceAll(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100));
    expect(lines(name, adjustments).map(rounded)).toEqual(expected.map(rounded));
  });

  it.each([
    ["textArchUp", 1],
    ["textCircle", 1],
    ["textButton", 3],
    ["textWave4", 2],
    ["textDeflateInflate", 4],
    ["textButtonPour", 6],
    ["textDeflateInflateDeflate", 6],
  ])("%s has %i lines", (name, count) => expect(lines(name)).toHaveLength(count));

  it.each(NAMES)("%s stays near its box whatever its adjust values are", (name) => {
    for (const value of HOSTILE) {
      for (const d of lines(name, { adj: value, adj1: value, adj2: value })) {
        expect(d).toMatch(/^M/);
        for (const number of numbers(d)) expect(Math.abs(number)).toBeLessThanOrEqual(400);
      }
    }
  });
});

describe("readTextWarp", () => {
  const read = (markup: string, attributes = "") =>
    readTextWarp(
      readXml(
        `<a:bodyPr xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ${attributes}>${markup}</a:bodyPr>`,
      ),
    );

  it("reads the preset and its adjust values", () => {
    const guide = '<a:gd name="adj" fmla="val 20000"/>';
    expect(read(`<a:prstTxWarp prst="textStop"><a:avLst>${guide}</a:avLst></a:prstTxWarp>`)).toEqual({
      guides: { kind: "preset", name: "textStop", adjustments: { adj: 20_000 } },
      fillsPath: false,
    });
  });

  it("knows text that came from old WordArt, and text that is not bent", () => {
    expect(read('<a:prstTxWarp prst="textArchUp"/>', 'fromWordArt="1"')?.fillsPath).toBe(true);
    expect(read('<a:prstTxWarp prst="textNoShape"/>')).toBeUndefined();
    expect(read("")).toBeUndefined();
  });

  it("stretches what it does not know", () => {
    expect(read('<a:prstTxWarp prst="constructor"/>')?.guides).toMatchObject({ name: "textPlain" });
  });
});
