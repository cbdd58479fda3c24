import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readCellProperties, readRowProperties, readTableProperties } from "./table-properties.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const theme = new Theme(undefined);
const properties = (content: string) => present(readXml(`<w:properties ${W}>${content}</w:properties>`));

describe("a table's properties", () => {
  it.each([
    ["a width in points", '<w:tblW w:w="2000" w:type="dxa"/>', { width: { kind: "points", value: 100 } }],
    ["fiftieths of a percent", '<w:tblW w:w="2500" w:type="pct"/>', { width: { kind: "share", value: 0.5 } }],
    ["a width in percent", '<w:tblW w:w="75%"/>', { width: { kind: "share", value: 0.75 } }],
    ["a width of nothing", '<w:tblW w:w="0" w:type="dxa"/>', { width: { kind: "auto" } }],
    ["room between cells", '<w:tblCellSpacing w:w="40" w:type="dxa"/>', { cellSpacingPt: 2 }],
    ["a shade", '<w:shd w:val="clear" w:fill="FF0000"/>', { shading: { fill: "#ff0000" } }],
    ["columns from the right", "<w:bidiVisual/>", { rightToLeft: true }],
    ["bands of rows", '<w:tblStyleRowBandSize w:val="2"/>', { rowBandSize: 2 }],
    ["bands of columns", '<w:tblStyleColBandSize w:val="3"/>', { columnBandSize: 3 }],
    ["an end for a side", '<w:jc w:val="end"/>', { alignment: "right" }],
  ])("are %s", (_, content, expected) => {
    expect(readTableProperties(properties(content), theme)).toEqual(expected);
  });

  it("are parts of its style by a mask, or by attributes that win over it", () => {
    const look = (attributes: string) =>
      readTableProperties(properties(`<w:tblLook ${attributes}/>`), theme).appearance;
    const masked = {
      ...{ firstRow: true, lastRow: false, firstColumn: true, lastColumn: false },
      ...{ horizontalBands: true, verticalBands: false },
    };
    expect(look('w:val="04A0"')).toEqual(masked);
    expect(look('w:val="04A0" w:firstRow="0" w:lastRow="1" w:noVBand="0"')).toEqual({
      ...masked,
      ...{ firstRow: false, lastRow: true, verticalBands: true },
    });
  });
});

it.each([
  ["a height that text may exceed", '<w:trHeight w:val="400"/>', { heightPt: 20, heightRule: "atLeast" }],
  ["a height of its own", '<w:trHeight w:val="400" w:hRule="exact"/>', { heightPt: 20, heightRule: "exact" }],
  ["to be repeated on each page", "<w:tblHeader/>", { header: true }],
  ["to be whole", "<w:cantSplit/>", { cantSplit: true }],
  ["not to be whole", '<w:cantSplit w:val="0"/>', { cantSplit: false }],
  ["columns left out before it", '<w:gridBefore w:val="2"/>', { gridBefore: 2 }],
  ["columns left out after it", '<w:gridAfter w:val="1"/>', { gridAfter: 1 }],
  ["a side", '<w:jc w:val="center"/>', { alignment: "center" }],
])("a row has %s", (_, content, expected) => {
  expect(readRowProperties(properties(content))).toEqual(expected);
});

it.each([
  ["begins a cell across columns", '<w:hMerge w:val="restart"/>', { horizontalMerge: "restart" }],
  ["goes on with one", "<w:hMerge/>", { horizontalMerge: "continue" }],
  ["goes on with one across rows", "<w:vMerge/>", { verticalMerge: "continue" }],
  ["is shaded", '<w:shd w:val="pct50" w:color="000000" w:fill="FFFFFF"/>', { shading: { fill: "#808080" } }],
  ["keeps its text in one line", "<w:noWrap/>", { noWrap: true }],
  ["fits its text into its width", "<w:tcFitText/>", { fitText: true }],
  ["makes no room for its mark", "<w:hideMark/>", { hideMark: true }],
  ["turns its text", '<w:textDirection w:val="btLr"/>', { textDirection: "btLr" }],
  ["spans no less than a column", '<w:gridSpan w:val="0"/>', { gridSpan: 1 }],
])("a cell %s", (_, content, expected) => {
  expect(readCellProperties(properties(content), theme)).toEqual(expected);
});
