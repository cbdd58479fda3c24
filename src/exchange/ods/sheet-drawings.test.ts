import { describe, expect, it } from "vitest";
import { openDocumentChart, openDocumentSpreadsheet } from "../../../test/support/open-document.ts";
import { png } from "../../image/testing/image-files.ts";
import { odsToParts } from "./ods-to-parts.ts";

type Options = Parameters<typeof openDocumentSpreadsheet>[1];

const SIZE = 'svg:width="3in" svg:height="1in"';
/** Columns of an inch, rows of half an inch; the second row is hidden. */
const AUTOMATIC =
  '<style:style style:name="W" style:family="table-column"><style:table-column-properties style:column-width="1in"/></style:style>' +
  '<style:style style:name="H" style:family="table-row"><style:table-row-properties style:row-height="0.5in"/></style:style>' +
  '<style:style style:name="F" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#ff0000" fo:clip="rect(0in, 0in, 0in, 0.125in)"/></style:style>';
const COLUMNS = '<table:table-column table:style-name="W" table:number-columns-repeated="20"/>';
const row = (content: string, more = "") =>
  `<table:table-row table:style-name="H" ${more}><table:table-cell/><table:table-cell>${content}</table:table-cell></table:table-row>`;

function read(rows: string, more: Options = {}, shapes = "") {
  const file = openDocumentSpreadsheet(
    `<table:table table:name="It's"><table:shapes>${shapes}</table:shapes>${COLUMNS}${rows}</table:table>`,
    { automatic: AUTOMATIC, ...more },
  );
  const { parts, warnings } = odsToParts(file);
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  return { part, drawing: part("xl/drawings/drawing1.xml"), parts, warnings };
}

const corner = (name: string, [column, across, line, down]: readonly number[]) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${across}</xdr:colOff><xdr:row>${line}</xdr:row><xdr:rowOff>${down}</xdr:rowOff></xdr:${name}>`;

describe("shapes of OpenDocument spreadsheets", () => {
  it("are anchored to the cells that they cover", () => {
    const rectangle = (more: string) => `<draw:rect draw:style-name="F" ${SIZE} ${more}><text:p>a</text:p></draw:rect>`;
    const { part, drawing, warnings } = read(
      row("") + row("", 'table:visibility="collapse"') + row(rectangle('svg:x="0.5in" svg:y="0.25in"')),
      {},
      rectangle('svg:x="0.5in" svg:y="0.75in"'),
    );
    expect(part("xl/worksheets/sheet1.xml")).toContain('<drawing r:id="rId1"/>');
    expect(part("xl/worksheets/_rels/sheet1.xml.rels")).toContain('Target="/xl/drawings/drawing1.xml"');
    const anchors = drawing.split("<xdr:twoCellAnchor>").slice(1);
    expect(anchors[0]).toContain(corner("from", [0, 457_200, 2, 228_600]) + corner("to", [3, 457_200, 7, 35_560]));
    expect(anchors[1]).toContain(corner("from", [1, 457_200, 2, 228_600]) + corner("to", [4, 457_200, 7, 35_560]));
    expect(anchors[1]).toContain(
      '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="3" name=""/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>',
    );
    expect(anchors[1]).toContain("<xdr:txBody>");
    expect(warnings).toEqual([]);
  });

  it("are controls of forms, on the sheet and in cells", () => {
    const control = (id: string) => `<draw:control ${SIZE} draw:control="${id}"/>`;
    const form = (id: string, value: string) => `<form:text form:id="${id}" form:current-value="${value}"/>`;
    const file = openDocumentSpreadsheet(
      `<table:table table:name="S"><office:forms><form:form>${form("a", "one")}${form("b", "two")}</form:form></office:forms>` +
        `<table:shapes>${control("a")}</table:shapes>${COLUMNS}${row("")}${row(control("b"))}</table:table>`,
      { automatic: AUTOMATIC },
    );
    const { parts, warnings } = odsToParts(file);
    const drawing = new TextDecoder().decode(parts.get("xl/drawings/drawing1.xml"));
    expect([...drawing.matchAll(/<a:t>([^<]*)/g)].map(([, text]) => text)).toEqual(["one", "two"]);
    expect(drawing).toContain(corner("from", [0, 0, 0, 0]) + corner("to", [3, 0, 2, 0]));
    expect(drawing).toContain(corner("from", [1, 0, 1, 0]));
    expect(warnings).toEqual([]);
  });

  it("are pictures, of which a part may be cut off", () => {
    const picture = `<draw:frame draw:style-name="F" ${SIZE}><draw:image xlink:href="Pictures/a.png"/></draw:frame>`;
    const file = png({ width: 24, height: 24, rows: new Uint8Array(24 * 73) });
    const { drawing, parts } = read(row(picture), { more: { "Pictures/a.png": file } });
    expect(parts.get("xl/media/image1.png")).toEqual(file);
    // a quarter of an inch at 96 pixels to the inch
    expect(drawing).toMatch(/<xdr:blipFill><a:blip r:embed="rId\d"\/><a:srcRect l="50000"\/><a:stretch>/);
  });

  it("are charts of the cells of the file", () => {
    const series =
      "<chart:series chart:values-cell-range-address=\"'It''s'.B2:'It''s'.B5\" chart:label-cell-address=\"'It''s'.B1\"/>";
    const axis =
      '<chart:axis chart:dimension="x" chart:name="primary-x"><chart:categories table:cell-range-address="\'It\'\'s\'.$A$2:.$B$5"/></chart:axis>';
    const unnamed = "<chart:series chart:values-cell-range-address=\"'It''s'.C2:'It''s'.C5\"/>";
    const content = openDocumentChart(`<chart:plot-area>${axis}${series}${unnamed}</chart:plot-area>`, "bar");
    const frame = `<draw:frame ${SIZE}><draw:object xlink:href="./Object 1"/></draw:frame>`;
    const { part, drawing } = read(row(frame), { more: { "Object 1/content.xml": content } });
    expect(drawing).toContain("<xdr:graphicFrame>");
    const chart = part("xl/charts/chart1.xml");
    expect(chart).toContain("<c:tx><c:strRef><c:f>'It''s'!$B$1:$B$1</c:f></c:strRef></c:tx>");
    expect(chart).toContain("<c:cat><c:strRef><c:f>'It''s'!$A$2:$B$5</c:f></c:strRef></c:cat>");
    expect(chart).toContain("<c:v>Column C</c:v>");
    expect(chart).toContain("<c:val><c:numRef><c:f>'It''s'!$B$2:$B$5</c:f><c:numCache>");
  });

  it.each([
    ['chart:connect-bars="true" chart:stacked="true"', "bar", true],
    ['chart:connect-bars="true" chart:percentage="true"', "bar", true],
    ['chart:connect-bars="false" chart:stacked="true"', "bar", false],
    ['chart:connect-bars="true"', "bar", false],
    ['chart:connect-bars="true" chart:stacked="true"', "line", false],
  ])("are charts whose bars are joined where they are stacked: %s, %s", (properties, kind, isJoined) => {
    const style = `<style:style style:name="P" style:family="chart"><style:chart-properties ${properties}/></style:style>`;
    const series = "<chart:series chart:values-cell-range-address=\"'It''s'.B2:'It''s'.B5\"/>";
    const plot = `<chart:plot-area chart:style-name="P">${series}</chart:plot-area>`;
    const frame = `<draw:frame ${SIZE}><draw:object xlink:href="./Object 1"/></draw:frame>`;
    const content = openDocumentChart(plot, kind, style);
    const { part } = read(row(frame), { more: { "Object 1/content.xml": content } });
    expect(part("xl/charts/chart1.xml").includes("<c:serLines/><c:axId")).toBe(isJoined);
  });
});
