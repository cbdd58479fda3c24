import { describe, expect, it } from "vitest";
import {
  u16 as art16,
  u32 as art32,
  record as artRecord,
  bytesOf,
  container,
  options,
  shapeHead,
} from "../../officeart/testing/art-records.ts";
import { RecordStream } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { readSheetRecords } from "../sheet/sheet-reader.ts";
import { type Bytes, u8, u16, u32, wide } from "../testing/biff-bytes.ts";
import { bof, EOF, PLAIN_GLOBALS, record, workbookStream } from "../testing/biff-writer.ts";
import { readGlobals } from "../workbook/globals-reader.ts";
import { drawingPart } from "./drawing-part.ts";

const RECTANGLE = 1;
const IMAGE = 75;
const anchor = (...places: number[]) => artRecord(0xf010, art16(0, ...places));
const CLIENT_DATA = artRecord(0xf011, new Uint8Array());
const CLIENT_TEXT = artRecord(0xf00d, new Uint8Array());
const object = (kind: number, flags = 0x11) => record(RecordType.Obj, u16(0x15, 18, kind, 1, flags), u32(0, 0, 0));
const textObject = (text: string) => [
  ...record(RecordType.Txo, u16(0x0212, 0), u16(0, 0, 0), u16(text.length, 16, 0, 0)),
  ...record(RecordType.Continue, u8(1), wide(text)),
  ...record(RecordType.Continue, u16(0, 0, 0, 0, text.length, 0, 0, 0)),
];

/** A drawing's head counts the shapes that follow in later records. */
function drawingHead(total: number): Uint8Array {
  const group = container(0xf004, artRecord(0xf009, art32(0, 0, 0, 0), 0, 1), shapeHead(0, 1, 5));
  const inner = bytesOf(art16(0xf, 0xf003), art32(group.length + total), group);
  return bytesOf(art16(0xf, 0xf002), art32(inner.length + total), inner);
}

function drawing(shapes: readonly { art: Uint8Array; host: Bytes }[]): number[] {
  const total = shapes.reduce((sum, { art }) => sum + art.length, 0);
  return shapes.flatMap(({ art, host }, index) => [
    ...record(RecordType.MsoDrawing, [...(index === 0 ? drawingHead(total) : []), ...art]),
    ...host,
  ]);
}

function write(records: Bytes) {
  const globals = readGlobals(new RecordStream(workbookStream(PLAIN_GLOBALS, []), 100));
  const stream = new RecordStream(Uint8Array.from([...bof(0x10), ...records, ...EOF]), 1000);
  const sheet = readSheetRecords(stream.substream(0), globals, []);
  const charts: number[] = [];
  const part = drawingPart(sheet, {
    globals,
    defaults: undefined,
    addImage: (blip) => `../media/image${blip}.png`,
    addChart: (inner) => {
      charts.push(inner.length);
      return `../charts/chart${charts.length}.xml`;
    },
  });
  return { part, charts };
}

const shape = (type: number, id: number, places: Uint8Array, values: Readonly<Record<number, number>> = {}) =>
  container(0xf004, shapeHead(type, id, 0xa00), options(values), places, CLIENT_DATA);

describe("drawingPart", () => {
  it("anchors pictures to parts of cells", () => {
    const art = shape(IMAGE, 5, anchor(1, 512, 2, 64, 3, 0, 6, 128), { 0x104: 2 });
    const { part } = write(drawing([{ art, host: object(8) }]));
    expect(part?.relationships).toEqual([{ id: "rId1", type: "image", target: "../media/image2.png" }]);
    expect(part?.xml).toContain('<xdr:col>1</xdr:col><xdr:colOff share="0.5">');
    expect(part?.xml).toContain('<xdr:row>2</xdr:row><xdr:rowOff share="0.25">');
    expect(part?.xml).toContain('<xdr:col>3</xdr:col><xdr:colOff share="0">0</xdr:colOff><xdr:row>6</xdr:row>');
    expect(part?.xml).toContain('<a:blip r:embed="rId1">');
  });

  it("puts texts into the shapes before them", () => {
    const places = anchor(0, 0, 0, 0, 2, 0, 4, 0);
    const box = container(0xf004, shapeHead(RECTANGLE, 7, 0xa00), options({ 0x181: 0x0000ff }), places, CLIENT_DATA);
    const { part } = write(
      drawing([
        { art: box, host: object(2) },
        { art: CLIENT_TEXT, host: [] },
      ]),
    );
    expect(part?.xml).toContain('<a:srgbClr val="FF0000">');
    const withText = container(
      0xf004,
      shapeHead(202, 8, 0xa00),
      options({ 0x181: 0x0000ff }),
      places,
      CLIENT_DATA,
      CLIENT_TEXT,
    );
    const data = withText.subarray(0, withText.length - CLIENT_TEXT.length);
    const { part: texts } = write([
      ...record(RecordType.MsoDrawing, [...drawingHead(withText.length), ...data]),
      ...object(6),
      ...record(RecordType.MsoDrawing, [...CLIENT_TEXT]),
      ...textObject("Grüße\nan alle"),
    ]);
    expect(texts?.xml).toContain('anchor="t"');
    expect(texts?.xml).toContain('<a:pPr algn="l"/>');
    expect(texts?.xml).toContain("<a:t>Grüße</a:t>");
    expect(texts?.xml).toContain("<a:t>an alle</a:t>");
  });

  it("hands charts on, and leaves out notes and what is not printed", () => {
    const places = anchor(0, 0, 0, 0, 2, 0, 4, 0);
    const chart = [...bof(0x20), ...record(0x1002, u32(0, 0, 0, 0)), ...EOF];
    const { part, charts } = write(
      drawing([
        { art: shape(201, 2, places), host: [...object(5), ...chart] },
        { art: shape(202, 3, places), host: object(0x19) },
        { art: shape(RECTANGLE, 4, places), host: object(2, 0x01) },
      ]),
    );
    expect(charts).toEqual([1]);
    expect(part?.xml.match(/<xdr:twoCellAnchor>/g)).toHaveLength(1);
    expect(part?.relationships).toEqual([{ id: "rId1", type: "chart", target: "../charts/chart1.xml" }]);
  });

  it("leaves out shapes on hidden rows", () => {
    const art = shape(RECTANGLE, 4, anchor(0, 0, 3, 0, 2, 0, 3, 0));
    expect(write(drawing([{ art, host: object(2) }])).part).toBeUndefined();
  });
});
