import { describe, expect, it } from "vitest";
import { Face } from "../face.ts";
import { smallFont, words } from "../testing/small-font.ts";
import { kernTable } from "./kern-table.ts";

type Pair = readonly [left: number, right: number, value: number];

const HORIZONTAL = 1;
const VERTICAL = 0;
const OVERRIDE = 9;

function subtable(coverage: number, ...pairs: Pair[]): number[] {
  return words(0, 14 + 6 * pairs.length, coverage, pairs.length, 0, 0, 0, ...pairs.flat());
}

const table = (...subtables: number[][]) => Uint8Array.from([...words(0, subtables.length), ...subtables.flat()]);

describe("a kern table", () => {
  it("gives the space between the pairs that it names", () => {
    const kern = kernTable(table(subtable(HORIZONTAL, [1, 2, -80], [1, 3, 40], [7, 1, -5])));
    expect([kern?.(1, 2), kern?.(1, 3), kern?.(7, 1), kern?.(2, 1)]).toEqual([-80, 40, -5, 0]);
  });

  it("adds what its parts say, unless one overrides those before", () => {
    const first = subtable(HORIZONTAL, [1, 2, -80], [1, 3, -80]);
    const kern = kernTable(table(first, subtable(HORIZONTAL, [1, 2, 30]), subtable(OVERRIDE, [1, 3, 10])));
    expect([kern?.(1, 2), kern?.(1, 3)]).toEqual([-50, 10]);
  });

  it("says nothing in parts for vertical text or of another format", () => {
    expect(kernTable(table(subtable(VERTICAL, [1, 2, -80])))).toBeUndefined();
    expect(kernTable(table(subtable(HORIZONTAL + 0x200, [1, 2, -80])))).toBeUndefined();
  });

  it("ends where its bytes do, whatever it counts", () => {
    const whole = table(subtable(HORIZONTAL, [1, 2, -80], [3, 4, -60]));
    for (let length = 0; length < whole.length; length++) {
      const kern = kernTable(whole.subarray(0, length));
      expect([undefined, 0, -80]).toContain(kern?.(1, 2));
      expect([undefined, 0]).toContain(kern?.(3, 4));
    }
    expect(kernTable(Uint8Array.from(words(0, 0xffff, 0, 0, HORIZONTAL, 0xffff, 0, 0, 0)))?.(1, 2)).toBe(0);
  });

  it("kerns a face that has no GPOS", () => {
    const face = Face.open(smallFont({ tables: { kern: [...table(subtable(HORIZONTAL, [1, 2, -80]))] } }));
    expect(face?.kern(1, 2, "latn")).toBeCloseTo(-80 / (face?.unitsPerEm ?? 1));
    expect(face?.kern(2, 1, "latn")).toBe(0);
  });
});
