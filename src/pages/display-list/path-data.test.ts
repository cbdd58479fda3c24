import { describe, expect, it } from "vitest";
import { pathEnds } from "./outline.ts";
import { readPathData } from "./path-data.ts";

const rounded = (d: string) => {
  const { operators, numbers } = readPathData(d);
  return [operators, numbers.map((value) => Math.round(value * 100) / 100)];
};

describe("path data", () => {
  it.each([
    ["M1 2L3 4H5V6Z", "MLLLZ", [1, 2, 3, 4, 5, 4, 5, 6]],
    ["m1,2 3,4h5v-6z", "MLLLZ", [1, 2, 4, 6, 9, 6, 9, 0]],
    ["M0 0 1 1 2 0", "MLL", [0, 0, 1, 1, 2, 0]],
    ["M0 0C1 1 2 1 3 0S5-1 6 0", "MCC", [0, 0, 1, 1, 2, 1, 3, 0, 4, -1, 5, -1, 6, 0]],
    ["M0 0Q3 3 6 0", "MC", [0, 0, 2, 2, 4, 2, 6, 0]],
    ["M0 0Q3 3 6 0T12 0", "MCC", [0, 0, 2, 2, 4, 2, 6, 0, 8, -2, 10, -2, 12, 0]],
    ["M1e1.5L-1-2", "ML", [10, 0.5, -1, -2]],
    ["M0 0A0 5 0 0 1 4 4", "ML", [0, 0, 4, 4]],
  ])("%s", (d, operators, numbers) => {
    expect(rounded(d)).toEqual([operators, numbers]);
  });

  it("turns an arc into curves of at most a quarter that end where it ends", () => {
    const [operators, numbers] = rounded("M0 5A5 5 0 1 1 10 5") as [string, number[]];
    expect(operators).toBe("MCC");
    expect(numbers.slice(6, 8)).toEqual([5, 0]);
    expect(numbers.slice(-2)).toEqual([10, 5]);
  });

  it("ends before what it cannot read", () => {
    expect(rounded("M0 0L1")).toEqual(["M", [0, 0]]);
    expect(rounded("M0 0Z5 5")).toEqual(["MZ", [0, 0]]);
    expect(rounded("nonsense")).toEqual(["", []]);
  });

  it("finds the ends of an open path", () => {
    expect(pathEnds(readPathData("M0 0L0 0L5 0L5 7"))).toEqual({
      start: { x: 0, y: 0, fromX: 5, fromY: 0 },
      end: { x: 5, y: 7, fromX: 5, fromY: 0 },
    });
    expect(pathEnds(readPathData("M0 0L1 1Z"))).toBeUndefined();
  });
});
