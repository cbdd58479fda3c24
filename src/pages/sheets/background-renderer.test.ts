import { describe, expect, it } from "vitest";
import type { DataBar } from "../../layout/sheets/conditional/data-bar.ts";
import type { Sparkline } from "../../layout/sheets/model/sparkline.ts";
import { sparklineIn } from "../../layout/sheets/sparklines/sparkline-shapes.ts";
import type { DisplayItem, PathItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { drawBackground } from "./background-renderer.ts";

const BOX = { xPt: 10, yPt: 20, widthPt: 104.5, heightPt: 24.5 };

function drawn(part: Parameters<typeof drawBackground>[1]): DisplayItem[] {
  const builder = new DisplayListBuilder();
  return builder.record(() => drawBackground(builder, part));
}

const paths = (items: readonly DisplayItem[]) => items.filter((item): item is PathItem => item.kind === "path");

describe("a data bar", () => {
  const plain: DataBar = {
    ...{ from: 0.5, to: 1, color: "#00ff00", strongEnd: undefined, borderColor: undefined },
    axis: undefined,
  };

  it("is a box of one colour, or runs pale towards its end", () => {
    const [even] = drawn({ kind: "bar", box: BOX, bar: plain });
    expect(even).toMatchObject({ kind: "path", fill: { color: "#00ff00" } });
    const shade = (strongEnd: "left" | "right") => {
      const [group] = drawn({ kind: "bar", box: BOX, bar: { ...plain, strongEnd } });
      const [shading] = group?.kind === "group" ? group.items : [];
      return shading?.kind === "shading" ? shading.stops.map(({ color }) => color) : [];
    };
    expect(shade("left")[0]).toBe("#00ff00");
    expect(shade("right")).toEqual(shade("left").reverse());
  });

  it("has its border within itself, and an axis of dashes over the height of the cell", () => {
    const bar = { ...plain, borderColor: "#ff0000", axis: { at: 0.5, color: "#000000" } };
    const [box, border, axis] = paths(drawn({ kind: "bar", box: BOX, bar }));
    const [left = 0] = box?.outline.numbers ?? [];
    expect(border).toMatchObject({ fill: undefined, stroke: { color: "#ff0000", widthPt: 0.5 } });
    expect(border?.outline.numbers[0]).toBe(left + 0.25);
    expect(axis).toMatchObject({ outline: { numbers: [left, 20, left, 44.5] }, stroke: { dashesPt: [1.5, 1] } });
  });
});

describe("a sparkline", () => {
  const look: Sparkline["look"] = {
    ...{ kind: "line", lineWeightPt: 1, color: "#0000ff", axisColor: "#000000", rightToLeft: false },
    marks: {
      every: undefined,
      high: "#ff0000",
      low: undefined,
      first: undefined,
      last: undefined,
      negative: undefined,
    },
  };
  const points = [1, 3, undefined, 2].map((value, at) => ({ value, at }));
  const range = { row: 0, column: 0, lowest: -1, highest: 3, from: 0, to: 3 };

  function shown(sparkline: Sparkline): PathItem[] {
    const shapes = sparklineIn(sparkline, BOX);
    if (!shapes) throw new Error("the sparkline shows something");
    const [group] = drawn({ kind: "sparkline", box: BOX, look: sparkline.look, shapes });
    if (group?.kind !== "group") throw new Error("a sparkline is a group");
    expect(group.matrix).toEqual([1, 0, 0, 1, 12.25, 22.25]);
    return paths(group.items);
  }

  it("of lines has its axis, a line up to the gap, a dot for the lone point after it, and its marks", () => {
    const [axis, line, alone, mark, ...rest] = shown({ ...range, look, points });
    expect(rest).toEqual([]);
    expect(axis).toMatchObject({ stroke: { color: "#000000", widthPt: 0.5 }, outline: { numbers: [0, 15, 100, 15] } });
    expect(line).toMatchObject({
      stroke: { color: "#0000ff", widthPt: 1, cap: "round" },
      outline: { operators: "ML" },
    });
    expect(line?.outline.numbers[3]).toBe(0);
    expect(alone?.fill?.color).toBe("#0000ff");
    expect(mark?.fill?.color).toBe("#ff0000");
  });

  it("of columns has a bar for each value, the marked one in its colour", () => {
    const columns = { ...look, kind: "column", axisColor: undefined } as const;
    const bars = shown({ ...range, lowest: 0, look: columns, points });
    expect(bars.map(({ fill }) => fill?.color)).toEqual(["#0000ff", "#ff0000", "#0000ff"]);
    const heights = bars.map(({ outline: { numbers } }) => Math.max(...numbers.filter((_, index) => index % 2 === 1)));
    expect(new Set(heights).size).toBe(1);
  });
});
