import { describe, expect, it } from "vitest";
import { aligned, changed, type DrawnField, freeName, pagesOf, snapMoved, snapSized, within } from "./placed.ts";

const place = (left: number, top: number, width = 10, height = 10) => ({ left, top, width, height });
const field = (key: string, name: string, more: Partial<DrawnField> = {}): DrawnField => ({
  key,
  name,
  page: 1,
  box: [0, 0, 10, 10],
  kind: "text",
  required: false,
  ...more,
});

describe("places", () => {
  it("are held by lines nearby, and by none far away", () => {
    const guides = { x: [20, 100], y: [50] };
    expect(snapMoved(place(21, 48), guides, 3)).toEqual(place(20, 50));
    expect(snapMoved(place(88, 10), guides, 3)).toEqual(place(90, 10));
    expect(snapMoved(place(60, 20), guides, 3)).toEqual(place(60, 20));
    expect(snapSized(place(20, 30, 78, 19), guides, 3)).toEqual(place(20, 30, 80, 20));
  });

  it("stand in a line with the first, and stay on the page", () => {
    const places = [place(10, 10), place(30, 40, 20, 5)];
    expect(aligned(places, "right")).toEqual([place(10, 10), place(0, 40, 20, 5)]);
    expect(aligned(places, "bottom")).toEqual([place(10, 10), place(30, 15, 20, 5)]);
    expect(within(place(-5, 95, 1, 10), { width: 100, height: 100 })).toEqual(place(0, 90, 4, 10));
  });
});

describe("fields", () => {
  it("of one name change together in what they have in common", () => {
    const fields = [field("1", "a"), field("2", "a"), field("3", "b")];
    expect(changed(fields, "1", { text: "{$x}", align: "right" }).map(({ text, align }) => [text, align])).toEqual([
      ["{$x}", "right"],
      ["{$x}", undefined],
      [undefined, undefined],
    ]);
    expect(freeName([field("1", "Text 1")], "Text")).toBe("Text 2");
  });

  it("are copied to pages as people write them", () => {
    expect(pagesOf("2-4, 7", 9)).toEqual([2, 3, 4, 7]);
    expect(pagesOf("two", 9)).toEqual([]);
  });
});
