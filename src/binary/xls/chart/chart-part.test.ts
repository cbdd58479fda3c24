import { describe, expect, it } from "vitest";
import { RecordStream } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { type Bytes, f64, shortText, u8, u16, u32 } from "../testing/biff-bytes.ts";
import { bof, EOF, font, PLAIN_GLOBALS, record, workbookStream } from "../testing/biff-writer.ts";
import { readGlobals } from "../workbook/globals-reader.ts";
import { chartXml, ownPrintSize } from "./chart-part.ts";
import { ChartRecord } from "./chart-record-type.ts";

const block = (type: number, body: Bytes, ...children: Bytes[]) => [
  ...record(type, body),
  ...record(ChartRecord.Begin),
  ...children.flat(),
  ...record(ChartRecord.End),
];
const solid = (red: number, green: number, blue: number) => u8(red, green, blue, 0);
const line = (color: Bytes, style = 0, weight = 0, flags = 0) =>
  record(ChartRecord.LineFormat, color, u16(style, weight, flags, 8));
const area = (color: Bytes, pattern = 1, flags = 0) =>
  record(ChartRecord.AreaFormat, color, solid(255, 255, 255), u16(pattern, flags, 8, 9));
const name = (text: string) => record(ChartRecord.SeriesText, u16(0), shortText(text));
const link = (id: number, tokens: Bytes = [], format = 0) =>
  record(ChartRecord.Brai, u8(id, 2), u16(0, format, tokens.length), tokens);
const series = (title: string, group: number, ...more: Bytes[]) =>
  block(
    ChartRecord.Series,
    u16(1, 1, 2, 2, 1, 0),
    link(0),
    name(title),
    link(1, [], 10),
    link(2),
    ...more,
    record(ChartRecord.SerToCrt, u16(group)),
  );
const format = (point: number, ...children: Bytes[]) => block(ChartRecord.DataFormat, u16(point, 0, 0, 0), ...children);
const group = (...children: Bytes[]) => block(ChartRecord.ChartFormat, [...u32(0, 0, 0, 0), ...u16(0, 0)], ...children);
const axis = (kind: number, ...children: Bytes[]) =>
  block(ChartRecord.Axis, [...u16(kind), ...u32(0, 0, 0, 0)], ...children);
const axes = (...children: Bytes[]) => block(ChartRecord.AxisParent, [...u16(0), ...u32(0, 0, 0, 0)], ...children);
const textNode = (link: number, words: string, flags = 1) =>
  block(
    ChartRecord.Text,
    [...u8(2, 2), ...u16(1), ...solid(1, 2, 3), ...u32(0, 0, 0, 0), ...u16(flags, 8, 0, 0)],
    name(words),
    record(ChartRecord.ObjectLink, u16(link, 0, 0)),
  );
const stored = (kind: number, ...points: [index: number, series: number, value: number][]) => [
  ...record(ChartRecord.SIIndex, u16(kind)),
  ...points.flatMap(([index, of, value]) => record(RecordType.Number, u16(index, of, 0), f64(value))),
];

function read(...children: Bytes[]): string {
  return readWith([], ...children);
}

function readWith(after: Bytes, ...children: Bytes[]): string {
  const sheet = [...bof(0x20), ...block(ChartRecord.Chart, u32(0, 0, 0, 0), ...children), ...after, ...EOF];
  const globals = readGlobals(new RecordStream(workbookStream([...PLAIN_GLOBALS, ...font("B")], []), 1000));
  const records = new RecordStream(Uint8Array.from(sheet), 1000).substream(0);
  const context = { globals, cellValues: () => ["a", "b"] };
  return chartXml(records, context) ?? "";
}

const bars = (flags: number) => group(record(ChartRecord.Bar, u16(0xffff - 24, 70, flags)));

describe("chartXml", () => {
  it("has bars with their stored values, names and looks", () => {
    const xml = readWith(
      [...stored(2, [0, 0, 2001], [1, 0, 2002]), ...stored(1, [0, 0, 1.5], [1, 0, 2.5])],
      series("Sales", 0, format(0xffff, line(solid(0, 0, 255), 1, 1), area(solid(255, 0, 0)))),
      axes(bars(1 | 2)),
    );
    expect(xml).toContain('<c:barChart><c:barDir val="bar"/><c:grouping val="stacked"/>');
    expect(xml).toContain('<c:gapWidth val="70"/><c:overlap val="25"/><c:axId val="1001"/><c:axId val="1002"/>');
    expect(xml).toContain("<c:tx><c:v>Sales</c:v></c:tx>");
    expect(xml).toContain('<a:solidFill><a:srgbClr val="ff0000"/></a:solidFill><a:ln w="25400">');
    expect(xml).toContain('<a:prstDash val="dash"/>');
    expect(xml).toContain(
      '<c:val><c:numRef><c:numCache><c:formatCode>0.00%</c:formatCode><c:ptCount val="2"/><c:pt idx="0"><c:v>1.5</c:v></c:pt>',
    );
    expect(xml).toContain('<c:pt idx="1"><c:v>2002</c:v></c:pt></c:numCache></c:numRef></c:cat>');
  });

  it("reads cells where no values are stored", () => {
    const reference = [0x3b, ...u16(0, 0, 1, 0, 0)];
    const names = [...record(RecordType.SupBook, u16(1, 0x0401)), ...record(RecordType.ExternSheet, u16(1, 0, 0, 0))];
    const globals = readGlobals(
      new RecordStream(workbookStream([...PLAIN_GLOBALS, ...names], [{ name: "Data", records: [] }]), 1000),
    );
    const records = [
      ...block(
        ChartRecord.Chart,
        u32(0, 0, 0, 0),
        block(ChartRecord.Series, [], link(0, reference), link(1, reference), record(ChartRecord.SerToCrt, u16(0))),
        axes(bars(0)),
      ),
      ...EOF,
    ];
    const asked: unknown[] = [];
    const xml = chartXml(new RecordStream(Uint8Array.from([...bof(0x20), ...records]), 1000).substream(0), {
      globals,
      cellValues: (sheet, range) => {
        asked.push(sheet, range);
        return [3, 4];
      },
    });
    expect(asked).toContainEqual("Data");
    expect(asked).toContainEqual({ top: 0, bottom: 1, left: 0, right: 0 });
    expect(xml).toContain('<c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>4</c:v></c:pt>');
  });

  it("takes the innermost level of categories from the cells", () => {
    const reference = [0x3b, ...u16(0, 0, 4, 0, 1)];
    const names = [...record(RecordType.SupBook, u16(1, 0x0401)), ...record(RecordType.ExternSheet, u16(1, 0, 0, 0))];
    const globals = readGlobals(
      new RecordStream(workbookStream([...PLAIN_GLOBALS, ...names], [{ name: "Data", records: [] }]), 1000),
    );
    const records = [
      ...bof(0x20),
      ...block(
        ChartRecord.Chart,
        u32(0, 0, 0, 0),
        block(ChartRecord.Series, [], link(1), link(2, reference), record(ChartRecord.SerToCrt, u16(0))),
        axes(bars(0)),
      ),
      ...stored(2, [0, 0, 2008]),
      ...stored(1, [0, 0, 1]),
      ...EOF,
    ];
    const xml = chartXml(new RecordStream(Uint8Array.from(records), 1000).substream(0), {
      globals,
      cellValues: (_, range) => (range.left === 1 && range.right === 1 && range.bottom === 4 ? ["Qtr 1"] : ["wrong"]),
    });
    expect(xml).toContain("<c:v>Qtr 1</c:v>");
    expect(xml).not.toContain("2008");
  });

  it.each([
    ["bars", record(ChartRecord.Bar, u16(0, 150, 2)), 2, "serLines", '<c:overlap val="0"/>', "</c:barChart>"],
    ["a line", record(ChartRecord.Line, u16(0)), 0, "dropLines", "</c:ser>", "</c:lineChart>"],
    ["an area", record(ChartRecord.Area, u16(0)), 0, "dropLines", "</c:ser>", "</c:areaChart>"],
  ])("has the lines between the points of %s", (_, kind, id, name, before, end) => {
    const xml = (...more: Bytes[]) => readWith(stored(1, [0, 0, 1]), series("A", 0), axes(group(kind, ...more)));
    const lines = [...record(ChartRecord.CrtLine, u16(id)), ...line(solid(255, 0, 0))];
    expect(xml(lines)).toContain(
      `${before}<c:${name}><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="ff0000"/></a:solidFill><a:prstDash val="solid"/></a:ln></c:spPr></c:${name}>`,
    );
    for (const other of [[], record(ChartRecord.CrtLine, u16(3))]) expect(xml(other)).not.toContain(`c:${name}`);
    expect(xml(lines)).toContain(end);
  });

  it("gives each slice of a pie a colour and a place", () => {
    const xml = readWith(
      stored(1, [0, 0, 1], [1, 0, 2]),
      series("A", 0, format(1, record(ChartRecord.PieFormat, u16(20)), area(solid(0, 255, 0)))),
      axes(group(record(ChartRecord.Pie, u16(90, 0, 0)))),
    );
    expect(xml).toContain('<c:pieChart><c:varyColors val="1"/>');
    expect(xml).toContain('<c:firstSliceAng val="90"/></c:pieChart>');
    expect(xml).toContain('<c:dPt><c:idx val="0"/><c:spPr><a:solidFill><a:srgbClr val="9999ff"/>');
    expect(xml).toContain(
      '<c:dPt><c:idx val="1"/><c:explosion val="20"/><c:spPr><a:solidFill><a:srgbClr val="00ff00"/>',
    );
    expect(xml).not.toContain("c:catAx");
  });

  it.each([
    ["a line", record(ChartRecord.Line, u16(2)), '<c:lineChart><c:grouping val="percentStacked"/>'],
    ["an area", record(ChartRecord.Area, u16(1)), '<c:areaChart><c:grouping val="stacked"/>'],
    ["a ring", record(ChartRecord.Pie, u16(0, 60, 0)), "<c:doughnutChart>"],
    ["points", record(ChartRecord.Scatter, u16(100, 1, 0)), '<c:scatterChart><c:scatterStyle val="lineMarker"/>'],
    ["bubbles", record(ChartRecord.Scatter, u16(100, 1, 1)), "<c:bubbleChart>"],
    ["a radar", record(ChartRecord.Radar, u16(1, 0)), '<c:radarChart><c:radarStyle val="marker"/>'],
    ["a surface", record(ChartRecord.Surf, u16(0)), "<c:surfaceChart>"],
  ])("knows %s", (_, kind, expected) => {
    expect(readWith(stored(1, [0, 0, 1]), series("A", 0), axes(group(kind)))).toContain(expected);
  });

  it("has titles, a legend and axes", () => {
    const range = record(ChartRecord.ValueRange, f64(1, 9, 2, 1, 0), u16(0x04 | 0x08 | 0x10 | 0x40));
    const xml = read(
      series("A", 0),
      axes(
        axis(0, record(ChartRecord.CatSerRange, u16(1, 1, 1, 1 | 4))),
        axis(
          1,
          range,
          record(ChartRecord.IFmtRecord, u16(4)),
          record(ChartRecord.Tick, u8(2, 0, 1, 1), solid(9, 9, 9), u32(0, 0, 0, 0), u16(0, 8, 0)),
          record(ChartRecord.AxisLine, u16(1)),
          line(solid(10, 10, 10)),
        ),
        textNode(2, "Amount"),
        group(
          record(ChartRecord.Bar, u16(0, 150, 0)),
          block(ChartRecord.Legend, [...u32(0, 0, 0, 0), ...u8(0, 1), ...u16(0)]),
        ),
      ),
      textNode(1, "Sales & more\nof it", 0),
    );
    expect(xml).toContain("<a:t>Sales &amp; more</a:t>");
    expect(xml).toContain('<a:srgbClr val="010203"/>');
    expect(xml).toContain('<c:autoTitleDeleted val="0"/>');
    expect(xml).toContain('<c:legendPos val="b"/>');
    expect(xml).toContain('<c:orientation val="maxMin"/><c:max val="9"/><c:min val="1"/>');
    expect(xml).toContain('<c:numFmt formatCode="#,##0.00" sourceLinked="0"/>');
    expect(xml).toContain('<c:tickLblPos val="low"/>');
    expect(xml).toContain('<c:majorGridlines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="0a0a0a"/>');
    expect(xml).toContain("<a:t>Amount</a:t>");
  });

  it.each([
    ["each second label and third mark", [1, 2, 3], [], '<c:tickLblSkip val="2"/><c:tickMarkSkip val="3"/>'],
    ["what fits", [1, 2, 1], u16(0x0856, 0, 100, 2, 1, 0), ""],
    ["each label", [1, 1, 1], u16(0x0856, 0, 100, 2, 0, 0), '<c:tickLblSkip val="1"/>'],
    ["nothing in particular", [1, 1, 1], [], ""],
  ])("has intervals of categories: %s", (_, scale, labels, expected) => {
    const more = labels.length > 0 ? record(ChartRecord.CatLab, labels) : [];
    const xml = read(series("A", 0), axes(axis(0, record(ChartRecord.CatSerRange, u16(...scale, 1)), more), bars(0)));
    expect(/<c:crosses val="autoZero"\/>(<c:tick\w+Skip[^>]*>)*/.exec(xml)?.[0]).toBe(
      `<c:crosses val="autoZero"/>${expected}`,
    );
  });

  it("shows labels of series", () => {
    const labels = record(ChartRecord.AttachedLabel, u16(0x01 | 0x10));
    const xml = readWith(stored(1, [0, 0, 1]), series("A", 0, format(0xffff, labels)), axes(bars(0)));
    expect(xml).toContain('<c:showVal val="1"/><c:showCatName val="1"/><c:showSerName val="0"/>');
  });

  it("is undefined for records without a chart, and does not grow with nesting", () => {
    const records = new RecordStream(Uint8Array.from([...bof(0x20), ...EOF]), 10).substream(0);
    const globals = readGlobals(new RecordStream(workbookStream(PLAIN_GLOBALS, []), 1000));
    expect(chartXml(records, { globals, cellValues: () => [] })).toBeUndefined();
    const deep = Array.from({ length: 200 }, () => [
      ...record(ChartRecord.Frame, u16(0, 0)),
      ...record(ChartRecord.Begin),
    ]).flat();
    expect(readWith(deep, series("A", 0))).toContain("<c:plotArea>");
  });
});

describe("ownPrintSize", () => {
  const size = (mode: number) =>
    ownPrintSize(
      new RecordStream(
        Uint8Array.from([
          ...bof(0x20),
          ...record(RecordType.PrintSize, u16(mode)),
          ...record(ChartRecord.Chart, u32(0, 0, 100 << 16, 50 << 16)),
          ...EOF,
        ]),
        10,
      ).substream(0),
    );

  it("is said in points, where the chart does not fill its page", () => {
    expect(size(3)).toEqual({ width: 1_270_000, height: 635_000 });
    expect(size(1)).toBeUndefined();
  });
});
