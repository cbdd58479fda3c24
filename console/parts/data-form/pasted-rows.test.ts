import { describe, expect, it } from "vitest";
import { cellsOf, isFromCells, withRows } from "./pasted-rows.ts";

const item = { type: "object", properties: { name: { type: "string" }, price: { type: "number" }, unit: {} } };

describe("rows pasted from a spreadsheet", () => {
  it("are cells, also with tabs, line ends and quotes in them", () => {
    expect(cellsOf('Chair\t12.5\r\n"a ""round""\ntable"\t3\r\n')).toEqual([
      ["Chair", "12.5"],
      ['a "round"\ntable', "3"],
    ]);
    expect(cellsOf("Chair\t\n\tx")).toEqual([
      ["Chair", ""],
      ["", "x"],
    ]);
    expect(isFromCells("two\nlines")).toBe(false);
  });

  it("go to the members in their order, from where they were pasted", () => {
    const rows = [
      ["Chair", "12.5", "piece"],
      ["Table", "1.200,00"],
    ];
    expect(withRows([{ name: "old", note: "kept" }], rows, item, { entry: 0, member: "name" })).toEqual([
      { name: "Chair", price: 12.5, unit: "piece", note: "kept" },
      { name: "Table", price: "1.200,00" },
    ]);
    expect(withRows([{ name: "x" }], [["7"], ["007"]], item, { entry: 0, member: "price" })).toEqual([
      { name: "x", price: 7 },
      { price: "007" },
    ]);
  });

  it("are told apart by a row of titles, if there is one", () => {
    const rows = [
      ["Price", "Name"],
      ["3", "Lamp"],
    ];
    expect(withRows([], rows, item, { entry: 0, member: undefined })).toEqual([{ price: 3, name: "Lamp" }]);
    expect(withRows([], [["Name", "Price"]], item, { entry: 0, member: undefined })).toEqual([
      { name: "Name", price: "Price" },
    ]);
  });
});
