import { expect, it } from "vitest";
import type { DisplayItem, MarkItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { drawDecoration } from "./text-decorations.ts";

/** The parts of a rule of 80 points, centered at 10 points and a point thick. */
function lines(kind: string) {
  const builder = new DisplayListBuilder();
  const [mark] = builder.record(() => drawDecoration(builder, kind, 0, 10, 80, 1, "#000000"));
  expect(mark).toMatchObject({ kind: "mark", element: "artifact" });
  return (mark as MarkItem).items.map((item: DisplayItem) => {
    if (item.kind !== "path") throw new Error("a rule is made of paths");
    const { outline, stroke } = item;
    return {
      operators: outline.operators,
      yPt: outline.numbers[1],
      widthPt: stroke?.widthPt,
      dashesPt: stroke?.dashesPt,
    };
  });
}

it.each([
  ["single", [10], 1, []],
  ["double", [9, 11], 1, []],
  ["thick", [10], 2, []],
  ["dotted", [10], 1, [1, 1]],
  ["dashedHeavy", [10], 2, [6, 4]],
  ["dotDotDash", [10], 1, [3, 1, 1, 1, 1, 1]],
])("%s", (kind, heights, widthPt, dashesPt) => {
  expect(lines(kind)).toEqual(heights.map((yPt) => ({ operators: "ML", yPt, widthPt, dashesPt })));
});

it.each([
  ["wave", 1, 20],
  ["wavyHeavy", 1, 10],
  ["wavyDouble", 2, 20],
])("%s goes up and down", (kind, count, waves) => {
  const found = lines(kind);
  expect(found).toHaveLength(count);
  for (const { operators } of found) expect(operators).toBe(`M${"C".repeat(waves)}`);
});
