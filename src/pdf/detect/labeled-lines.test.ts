import { describe, expect, it } from "vitest";
import { found, pageOf, shortly, words } from "../testing/detect-page.ts";

describe("lines to write on", () => {
  it("begin after the label that stands well above them", () => {
    const line = "20 200 m 220 200 l S ";
    expect(shortly(pageOf(words(20, 209, "Land:") + line))).toEqual([["text", "Land", [47, 200, 220, 215]]]);
    // words without a colon so far above are what is written about
    expect(shortly(pageOf(words(20, 209, "Land") + line))[0]?.[2]).toEqual([20, 200, 220, 207]);
  });

  it("are as wide as the page only if a label stands on them", () => {
    const line = "20 200 m 380 200 l S ";
    const text = words(20, 240, "A sentence that goes from one side of the page to the other, as they do");
    expect(shortly(pageOf(text + words(20, 204, "Number (of booking):") + line))).toEqual([
      ["text", "Number", [115, 200, 380, 215]],
    ]);
    expect(found(pageOf(text + line))).toEqual([]);
  });

  it("are one field after a label and another below it", () => {
    const lines = `${words(20, 202, "Reasons:")}70 200 m 240 200 l S 20 180 m 240 180 l S 20 160 m 240 160 l S `;
    expect(shortly(pageOf(lines)).map(([kind, , box]) => [kind, box])).toEqual([
      ["text", [70, 200, 240, 215]],
      ["multiline", [20, 160, 240, 195]],
    ]);
  });

  it("are divided by what is in parentheses below underscores, and not by other words", () => {
    const underscores = words(20, 200, "_".repeat(50));
    const divided = found(pageOf(underscores + words(60, 190, "\\(Street\\)") + words(180, 190, "\\(Town\\)")));
    expect(divided.map(({ name, box }) => [name, Math.round(box[0])])).toEqual([
      ["Field", 20],
      ["Field_2", 178],
    ]);
    expect(found(pageOf(underscores + words(60, 190, "Street") + words(180, 190, "Town")))).toHaveLength(1);
  });

  it("are no columns below words that label lines of their own", () => {
    const file = pageOf(
      `${words(20, 240, "No ________ ")}${words(200, 240, "Code __________")}${[220, 200, 180].map((y) => `20 ${y} m 290 ${y} l S`).join(" ")}`,
    );
    expect(found(file).map(({ kind }) => kind)).toEqual(["text", "text", "multiline"]);
  });

  it("follow labels in a frame, except those that lead to lines below them", () => {
    const frame = "10 100 380 100 re S ";
    const file = pageOf(
      `${frame}${words(20, 185, "Company:")}${words(20, 165, "Number:")}${words(20, 145, "Address:")}${words(20, 132, "No ........ Road ................")}`,
    );
    expect(found(file).map(({ name }) => name)).toEqual(["Company", "Number", "No", "Road"]);
  });

  it("are left to the office where they say so", () => {
    const cell = (label: string) => `20 200 200 40 re S ${words(24, 228, label)}`;
    expect(found(pageOf(cell("Docket no. \\(for court use only\\)")))).toEqual([]);
    expect(found(pageOf(cell("Address of the office")))).toHaveLength(1);
  });
});
