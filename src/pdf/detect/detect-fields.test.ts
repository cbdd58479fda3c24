import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { openPdf } from "../document.ts";
import { found, pageOf, shortly, words } from "../testing/detect-page.ts";
import { detectFields } from "./detect-fields.ts";

describe("detectFields", () => {
  it("finds the line after a label, and not what underlines a heading", () => {
    const file = pageOf(
      `${words(20, 200, "Name:")}60 198 m 220 198 l S ${words(20, 100, "Heading of it")}20 98 m 85 98 l S`,
    );
    expect(shortly(file)).toEqual([["text", "Name", [60, 198, 220, 213]]]);
  });

  it("finds underscores and dots, each as long as it is", () => {
    const file = pageOf(
      words(20, 200, "City ____________ Zip ________") + words(20, 150, "Place ...................."),
    );
    const fields = found(file);
    expect(fields.map(({ kind, name }) => [kind, name])).toEqual([
      ["text", "City"],
      ["text", "Zip"],
      ["text", "Place"],
    ]);
    const [city] = fields;
    expect(city?.box[0]).toBeCloseTo(40, 1);
    expect((city?.box[2] ?? 0) - (city?.box[0] ?? 0)).toBeCloseTo(12 * 5.56, 1);
  });

  it("leaves spaced dots that lead to a frame alone", () => {
    const fields = shortly(pageOf(`${words(20, 200, "Total  .  .  .  .  .  .  .  .")}200 196 80 16 re S`));
    expect(fields).toEqual([["text", "Total", [200, 196, 280, 212]]]);
  });

  it("finds what a label leaves free of its cell, and empty cells of a table", () => {
    const file = pageOf(
      `20 200 200 40 re S ${words(24, 228, "Surname")}20 100 200 40 re S 20 120 m 220 120 l S 120 100 m 120 140 l S ${words(24, 126, "Item")}${words(124, 126, "Price")}`,
    );
    expect(shortly(file)).toEqual([
      ["text", "Surname", [20, 200, 220, 226]],
      ["text", "Item", [20, 100, 120, 120]],
      ["text", "Price", [120, 100, 220, 120]],
    ]);
  });

  it("finds boxes to tick that are drawn or are characters, named by the words after them", () => {
    const file = pageOf(
      `20 200 10 10 re S ${words(34, 202, "Yes")}80 200 10 10 re S ${words(94, 202, "No")}${words(20, 150, "o", "Z")}${words(34, 150, "Later")}`,
    );
    expect(found(file).map(({ kind, name }) => [kind, name])).toEqual([
      ["check", "Yes"],
      ["check", "No"],
      ["check", "Later"],
    ]);
  });

  it("takes equal cells in a row as one comb", () => {
    const cells = Array.from({ length: 6 }, (_, index) => `${100 + 14 * index} 200 14 16 re S`).join(" ");
    const [comb, ...rest] = found(pageOf(words(20, 204, "Tax number") + cells));
    expect(rest).toEqual([]);
    expect(comb).toMatchObject({ kind: "comb", count: 6, name: "Tax number", box: [100, 200, 184, 216] });
  });

  it("takes lines below each other as one field of several lines, and columns with heads as fields of their own", () => {
    const lines = (from: number) => [0, 20, 40].map((step) => `20 ${from - step} m 380 ${from - step} l S`).join(" ");
    expect(shortly(pageOf(words(20, 252, "Reasons:") + lines(230)))).toEqual([
      ["multiline", "Reasons", [20, 190, 380, 245]],
    ]);
    const table = found(pageOf(words(20, 252, "Name") + words(260, 252, "Born on") + lines(230)));
    expect(table.map(({ name, box }) => [name.split("_")[0], Math.round(box[0]), Math.round(box[1])])).toEqual(
      [230, 210, 190].flatMap((y) => [
        ["Name", 20, y],
        ["Born on", 258, y],
      ]),
    );
  });

  it("leaves out dark bars, tinted headings and pictures, and fills white places of a tint", () => {
    const tinted = "0.9 g 10 10 380 280 re f 1 g 100 200 120 16 re f 100 160 120 16 re f 100 120 120 16 re f 0 g ";
    expect(
      shortly(pageOf(`${tinted}${words(20, 204, "Street")}0.2 g 20 240 200 18 re f`)).map(([kind, , box]) => [
        kind,
        box,
      ]),
    ).toEqual([
      ["text", [100, 200, 220, 216]],
      ["text", [100, 160, 220, 176]],
      ["text", [100, 120, 220, 136]],
    ]);
  });

  it("finds the columns of a table without outer edges, and not the words that head them", () => {
    const rows = [200, 180, 160].map((y) => `20 ${y} m 380 ${y} l S`).join(" ");
    const file = pageOf(
      `${rows} 200 160 m 200 220 l S 20 220 m 380 220 l S ${words(24, 206, "Item")}${words(204, 206, "Price")}`,
    );
    expect(shortly(file)).toEqual([
      ["text", "Item", [20, 180, 200, 200]],
      ["text", "Price", [200, 180, 380, 200]],
      ["text", "Item_2", [20, 160, 200, 180]],
      ["text", "Price_2", [200, 160, 380, 180]],
    ]);
  });

  it("finds the room after each label of a frame, and before cents that are printed", () => {
    const file = pageOf(
      `20 160 360 60 re S ${words(24, 200, "NAME:")}${words(24, 180, "CITY:")}${words(200, 180, "ZIP:")}20 100 100 16 re S ${words(106, 104, "00")}`,
    );
    expect(found(file).map(({ name }) => name)).toEqual(["NAME", "CITY", "ZIP", "Field"]);
    expect(found(file).at(-1)?.box.map(Math.round)).toEqual([20, 100, 105, 116]);
  });

  it("takes dashes as a character each, and blanks between strokes as one date", () => {
    const dashes = [0, 1, 2, 3].map((step) => `${100 + 24 * step} 200 m ${118 + 24 * step} 200 l S`).join(" ");
    const fields = found(
      pageOf(`${words(20, 202, "Last digits")}${dashes} ${words(20, 100, "Date ____/____/______")}`),
    );
    expect(fields.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ["comb", "Last digits", 4],
      ["text", "Date", undefined],
    ]);
  });

  it("leaves dots that lead to a field alone, and the letters of the cell beside a box apart", () => {
    const file = pageOf(
      `${words(20, 204, "Total ..........................")}160 200 20 16 re S ${words(166, 204, "9")}180 200 90 16 re S`,
    );
    expect(shortly(file).map(([kind, , box]) => [kind, box])).toEqual([["text", [180, 200, 270, 216]]]);
  });

  it("takes empty rows below each other as one text, and as fields of their own where words stand beside them", () => {
    const rows = [0, 1, 2, 3].map((step) => `100 ${200 - 18 * step} 280 18 re S`).join(" ");
    expect(shortly(pageOf(words(100, 224, "Remarks") + rows))).toEqual([
      ["multiline", "Remarks", [100, 146, 380, 218]],
    ]);
    const labels = ["One", "Two", "Three", "Four"].map((word, step) => words(60, 204 - 18 * step, word)).join("");
    expect(found(pageOf(labels + rows)).map(({ name }) => name)).toEqual(["One", "Two", "Three", "Four"]);
  });

  it("answers in the page's own coordinates, whatever its crop, turn and unit of its forms", () => {
    const form = {
      entries: "/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Matrix[1 0 0 1 5 7]",
      bytes: "60 90 20 100 re S",
    };
    const [field] = found(pageOf("/X Do", "/Rotate 90/CropBox[10 20 390 280]", { 20: form }));
    expect(field?.box).toEqual([65, 97, 85, 197]);
  });

  it("says which pages are scans", () => {
    const image = {
      entries: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
      bytes: "a",
    };
    const { fields, scans } = detectFields(openPdf(pageOf("q 400 0 0 300 0 0 cm /X Do Q", "", { 20: image })));
    expect([fields, scans]).toEqual([[], [1]]);
  });

  it("ends within its budget, whatever a page draws", () => {
    const meter = new WorkMeter().share(0.01);
    const loop = {
      entries: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 20 0 R>>>>",
      bytes: "/X Do ".repeat(10),
    };
    expect(() => detectFields(openPdf(pageOf("/X Do", "", { 20: loop }), { meter }))).toThrow(
      expect.objectContaining({ code: "pdf_too_complex" }),
    );
  });
});
