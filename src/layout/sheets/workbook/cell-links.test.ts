import { describe, expect, it } from "vitest";
import { cellKey } from "../../../spreadsheet/grid-range.ts";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";
import { LinkTargets } from "./cell-links.ts";

function links(link: string) {
  const rest = `<hyperlinks>${link}</hyperlinks>`;
  const related = [["h", "hyperlink", "https://example.com/a"]] as const;
  return firstSheet(testWorkbook([{ name: "One", rest, related }, { name: "My data" }])).links;
}

describe("hyperlinks of cells", () => {
  it("lead to the web, from every cell of their range", () => {
    const found = links('<hyperlink ref="A1:B2" r:id="h" location="b"/>');
    expect(found.size).toBe(4);
    expect(found.get(cellKey(1, 1))).toBe("https://example.com/a#b");
  });

  it("lead to cells of the workbook", () => {
    expect(links(`<hyperlink ref="A1" location="'My data'!B3:C4"/>`).get(0)).toBe("#sheet1-2-1");
    expect(links('<hyperlink ref="A1" location="D5"/>').get(0)).toBe("#sheet0-4-3");
  });

  it("are left out where they lead nowhere", () => {
    expect(links('<hyperlink ref="A1" location="Gone!A1"/><hyperlink ref="A2" location="no name"/>').size).toBe(0);
  });
});

describe("targets of links", () => {
  it("are marked once, on their own sheet, and those not printed are known", () => {
    const targets = new LinkTargets(1, [
      "#sheet1-2-1",
      "#sheet0-0-0",
      "#sheet1-90-0",
      "https://example.com/#sheet1-0-0",
    ]);
    const page = { top: 0, bottom: 9, left: 0, right: 9 };
    expect([...targets.without(({ row }) => row < 50)]).toEqual(["sheet1-90-0"]);
    expect([...targets.take(page)]).toEqual([{ id: "sheet1-2-1", row: 2, column: 1 }]);
    expect([...targets.take(page)]).toEqual([]);
    expect([...targets.take({ ...page, bottom: 99 })]).toEqual([]);
  });
});
