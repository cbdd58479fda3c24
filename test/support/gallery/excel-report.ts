import { escapeXml, OFFICE_RELATIONSHIPS, officePackage } from "./office-package.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const PLACED = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";

/** Formats by index: plain, title, quiet, head, text, amount, share, total text, total amount. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="5"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="20"/><color rgb="FF0F6E64"/><name val="Calibri"/></font><font><sz val="10"/><color rgb="FF667080"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0F6E64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6F6F3"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FFE3E7EC"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="3" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1"/><xf numFmtId="9" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1"/><xf numFmtId="0" fontId="4" fillId="3" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="3" fontId="4" fillId="3" borderId="0" xfId="0" applyFont="1" applyFill="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A cell: text, or a formula after `=`. */
export function cell(reference: string, content: string, style: number): string {
  if (content.startsWith("=")) return `<c r="${reference}" s="${style}"><f>${escapeXml(content.slice(1))}</f></c>`;

  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(content)}</t></is></c>`;
}

export const row = (number: number, cells: string, height = 20): string =>
  `<row r="${number}" ht="${height}" customHeight="1">${cells}</row>`;

/** A series of a chart on the sheet "Report": its name, its categories and its values. */
export const seriesOf = (index: number, name: string, categories: string, values: string, color: string): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>Report!${name}</c:f></c:strRef></c:tx><c:spPr><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>Report!${categories}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>Report!${values}</c:f></c:numRef></c:val></c:ser>`;

const series = (index: number, column: string, color: string): string =>
  seriesOf(index, `$${column}$4`, "$A$5:$A$5", `$${column}$5:$${column}$5`, color);

export const chartXml = (title: string, series: string): string =>
  `<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="1300" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series}<c:gapWidth val="80"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="E3E7EC"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;

/** A project report: a row for each part of the project, totals as formulas, and a chart that grows with the rows. */
export function excelReport(): Uint8Array {
  const head = ["Part", "Planned", "Spent", "Left", "Done", "State"];
  const columns = ["A", "B", "C", "D", "E", "F"];
  const line = [
    "{tablerow from=$Parts item=part}{$part.name}",
    "{$part.planned}",
    "{$part.spent}",
    "=B5-C5",
    "{$part.done}",
    "{if $part.spent > $part.planned}over budget{elseif $part.done == 1}finished{else}in work{/if}{/tablerow}",
  ];
  const sheet = [
    row(1, cell("A1", "{$Project}", 1), 30),
    row(2, cell("A2", "{$Month|date_format:'%B %Y'}, reported by {$Author}", 2)),
    row(4, head.map((text, index) => cell(`${columns[index]}4`, text, 3)).join("")),
    row(5, line.map((text, index) => cell(`${columns[index]}5`, text, [4, 5, 5, 5, 6, 4][index] ?? 4)).join("")),
    row(
      6,
      ["Total", "=SUM(B5:B5)", "=SUM(C5:C5)", "=SUM(D5:D5)", "", ""]
        .map((text, index) => cell(`${columns[index]}6`, text, index === 0 || index > 3 ? 7 : 8))
        .join(""),
    ),
  ];
  return reportWorkbook({
    rows: sheet,
    widths: [30, 14, 14, 14, 10, 16],
    chart: {
      xml: chartXml("Planned and spent", series(0, "B", "9FB3C8") + series(1, "C", "0F6E64")),
      row: 7,
      description: "Planned and spent amounts",
    },
  });
}

/** Rows of a sheet "Report", as markup, and a chart below them. */
export interface ReportSheet {
  rows: readonly string[];
  /** Widths of the columns, in characters. */
  widths: readonly number[];
  /** `row` is the row, counted from 0, where it begins. */
  chart?: { xml: string; row: number; description: string };
  /** Number of the paper's size (ECMA-376 Part 1, 18.3.1.63): 9 is A4, 11 is A5. */
  paper?: number;
}

/** A workbook of one sheet, in the formats of this file. */
export function reportWorkbook({ rows, widths, chart, paper = 9 }: ReportSheet): Uint8Array {
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const orientation = paper === 9 ? "portrait" : "landscape";
  const namespaces = `xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONSHIPS}"`;
  const anchor =
    chart &&
    `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${chart.row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="6400800" cy="3200400"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart" descr="${escapeXml(chart.description)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`;

  return officePackage(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": {
        xml: `<workbook ${namespaces}><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        type: "spreadsheetml.sheet.main",
      },
      "xl/styles.xml": { xml: STYLES, type: "spreadsheetml.styles" },
      "xl/worksheets/sheet1.xml": {
        xml: `<worksheet ${namespaces}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><cols>${cols.join("")}</cols><sheetData>${rows.join("")}</sheetData><pageMargins left="0.6" right="0.6" top="0.7" bottom="0.7" header="0.3" footer="0.3"/><pageSetup paperSize="${paper}" orientation="${orientation}" fitToHeight="0"/>${chart ? '<drawing r:id="rId1"/>' : ""}</worksheet>`,
        type: "spreadsheetml.worksheet",
      },
      ...(chart
        ? {
            "xl/drawings/drawing1.xml": {
              xml: `<xdr:wsDr xmlns:xdr="${PLACED}" xmlns:a="${DRAWING}" xmlns:r="${OFFICE_RELATIONSHIPS}">${anchor}</xdr:wsDr>`,
              type: "drawing",
            },
            "xl/charts/chart1.xml": { xml: chart.xml, type: "drawingml.chart" },
          }
        : {}),
    },
    {
      "xl/workbook.xml": { rId1: ["worksheet", "worksheets/sheet1.xml"], rId2: ["styles", "styles.xml"] },
      ...(chart
        ? {
            "xl/worksheets/sheet1.xml": { rId1: ["drawing", "../drawings/drawing1.xml"] },
            "xl/drawings/drawing1.xml": { rId1: ["chart", "../charts/chart1.xml"] },
          }
        : {}),
    },
  );
}
