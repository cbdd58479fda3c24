import { describe, expect, it } from "vitest";
import { readXml } from "../../../office/xml-node.ts";
import { builtInTableStyle } from "./built-in-styles.ts";
import { partsOfCell, stylePiece, TableStyles } from "./table-styles.ts";

const NONE = {
  firstRow: false,
  lastRow: false,
  firstColumn: false,
  lastColumn: false,
  bandRows: false,
  bandColumns: false,
};
const at = (row: number, column: number) => ({ row, column, rows: 4, columns: 3 });
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

describe("partsOfCell", () => {
  it("is only the whole table without flags", () => {
    expect(partsOfCell(at(0, 0), NONE)).toEqual(["wholeTbl"]);
  });

  it("counts bands from the first row below the header", () => {
    const flags = { ...NONE, firstRow: true, bandRows: true };
    expect(partsOfCell(at(0, 1), flags)).toEqual(["wholeTbl", "firstRow"]);
    expect(partsOfCell(at(1, 1), flags)).toEqual(["wholeTbl", "band1H"]);
    expect(partsOfCell(at(2, 1), flags)).toEqual(["wholeTbl", "band2H"]);
    expect(partsOfCell(at(0, 1), { ...flags, firstRow: false })).toEqual(["wholeTbl", "band1H"]);
  });

  it("lets rows win over columns and corners over both", () => {
    const flags = { ...NONE, firstRow: true, lastRow: true, firstColumn: true, lastColumn: true };
    expect(partsOfCell(at(0, 0), flags)).toEqual(["wholeTbl", "firstCol", "firstRow", "nwCell"]);
    expect(partsOfCell(at(3, 2), flags)).toEqual(["wholeTbl", "lastCol", "lastRow", "seCell"]);
  });
});

describe("TableStyles", () => {
  const properties = (id: string) => readXml(`<a:tblPr ${A}><a:tableStyleId>${id}</a:tableStyleId></a:tblPr>`);

  it("prefers the presentation's own definition", () => {
    const styles = new TableStyles(
      readXml(
        `<a:tblStyleLst ${A}><a:tblStyle styleId="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}" styleName="mine"/></a:tblStyleLst>`,
      ),
    );
    expect(styles.styleOf(properties("{5c22544a-7ee6-4342-b048-85bdc9fd1c3a}"))?.attributes.styleName).toBe("mine");
  });

  it("knows Office's own styles by their ids", () => {
    const style = new TableStyles(undefined).styleOf(properties("{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}"));
    const color = stylePiece(style, "firstRow", "a:tcStyle", "a:fill", "a:solidFill", "a:schemeClr");
    expect(color?.attributes.val).toBe("accent2");
    expect(stylePiece(style, "firstRow", "a:tcTxStyle")?.attributes.b).toBe("on");
    expect(stylePiece(style, "wholeTbl", "a:tcStyle", "a:tcBdr", "a:insideH", "a:ln")?.attributes.w).toBe("12700");
  });

  it("leaves tables without a known id plain", () => {
    expect(builtInTableStyle("{00000000-0000-0000-0000-000000000000}")).toBeUndefined();
    expect(new TableStyles(undefined).styleOf(undefined)).toBeUndefined();
  });
});
