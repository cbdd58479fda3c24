import { expect, it } from "vitest";
import { readTextTable } from "./read-text-table.ts";

it("finds what stands between values by the first line that says something, however long the empty ones are", () => {
  for (const [mark, empty] of [
    [";", `${" ".repeat(200_000)}\n`],
    ["\t", "\n  \n"],
    ["|", "\n\n"],
    [",", ""],
  ] as const) {
    const { headings, rows } = readTextTable(`${empty}"a;b,c"${mark}Name\n1${mark}Ann`);
    expect(headings).toEqual(["a;b,c", "Name"]);
    expect(rows.map(({ cells }) => cells)).toEqual([["1", "Ann"]]);
  }
});
