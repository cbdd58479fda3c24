import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { JpegBitWriter } from "./jpeg-bit-writer.ts";
import { type HuffmanEncodingTable, optimalTable } from "./jpeg-huffman.ts";
import {
  acFirstScan,
  acRefineScan,
  type CodedComponent,
  dcScan,
  type ScanSpan,
  type SymbolSink,
  sequentialBlock,
} from "./jpeg-scan-symbols.ts";
import { ZIGZAG } from "./jpeg-tables.ts";

/** A JPEG as quantised coefficients. */
export interface CodedJpeg {
  readonly width: number;
  readonly height: number;
  readonly components: readonly CodedComponent[];
  /** `transform` of an Adobe APP14 marker to write; none if undefined. */
  readonly adobeTransform?: number;
  /** Component identifiers; 1, 2, 3, ... if not given. */
  readonly ids?: readonly number[];
}

/** Calls `visit` with the coefficients of each row of MCUs; may be asked to run more than once. */
export type McuRowSource = (visit: (mcuRow: number, rows: readonly Int16Array[]) => void) => void;

/** From here on a part of the blocks is enough to choose a script. */
const LARGE_BLOCKS = 4000;
const WHOLE_DC: ScanSpan = { spectralStart: 0, spectralEnd: 0, approximationHigh: 0, approximationLow: 0 };

class Counter implements SymbolSink {
  readonly frequencies: Uint32Array[] = Array.from({ length: 4 }, () => new Uint32Array(256));
  rawBits = 0;

  symbol(table: number, symbol: number): void {
    const counts = present(this.frequencies[table]);
    counts[symbol] = (counts[symbol] ?? 0) + 1;
  }

  bits(_value: number, count: number): void {
    this.rawBits += count;
  }
}

class Writer implements SymbolSink {
  readonly out: JpegBitWriter;
  readonly tables: readonly HuffmanEncodingTable[];

  constructor(out: JpegBitWriter, tables: readonly HuffmanEncodingTable[]) {
    this.out = out;
    this.tables = tables;
  }

  symbol(table: number, symbol: number): void {
    const { codes, lengths } = present(this.tables[table]);
    this.out.bits(codes[symbol] ?? 0, lengths[symbol] ?? 0);
  }

  bits(value: number, count: number): void {
    this.out.bits(value, count);
  }
}

interface PlannedScan {
  readonly span: ScanSpan;
  readonly tables: readonly HuffmanEncodingTable[];
  /** Bytes including marker segments. */
  readonly size: number;
}

/** Progressive JPEG with optimal Huffman tables; per component the cheaper of several scan scripts (T.81 annex G). */
export function writeProgressive(jpeg: CodedJpeg): Uint8Array {
  const { components } = jpeg;
  const out = new JpegBitWriter((jpeg.width * jpeg.height) >> 3);
  writeFrame(out, jpeg, 0xc2);
  writeDcScan(out, jpeg);
  for (const [index, component] of components.entries()) {
    for (const { span, tables } of cheapestScript(component)) {
      writeHuffman(out, 1, 0, present(tables[0]));
      writeScanHeader(out, jpeg, [index], [0], span);
      const writer = new Writer(out, tables);
      if (span.approximationHigh === 0) acFirstScan(writer, component, span);
      else acRefineScan(writer, component, span);
      out.align();
    }
  }
  return finish(out);
}

/** Sequential JPEG with optimal Huffman tables from a source that is read twice: needs no memory for coefficients. */
export function writeSequential(jpeg: CodedJpeg, source: McuRowSource): Uint8Array {
  const { components } = jpeg;
  const extended = components.some(({ quantization }) => quantization.some((step) => step > 255));
  const counter = new Counter();
  sequentialScan(counter, components, source);
  const tables = counter.frequencies.map(optimalTable);
  const out = new JpegBitWriter((jpeg.width * jpeg.height) >> 3);
  writeFrame(out, jpeg, extended ? 0xc1 : 0xc0);
  const groups = components.length > 1 && components.length < 4 ? 2 : 1;
  for (let group = 0; group < groups; group++) {
    writeHuffman(out, 0, group, present(tables[group]));
    writeHuffman(out, 1, group, present(tables[2 + group]));
  }
  const span = { spectralStart: 0, spectralEnd: 63, approximationHigh: 0, approximationLow: 0 };
  writeScanHeader(
    out,
    jpeg,
    components.map((_, index) => index),
    components.map((_, index) => tableGroup(index, components.length) * 0x11),
    span,
  );
  sequentialScan(new Writer(out, tables), components, source);
  out.align();
  return finish(out);
}

/** Luma (and every channel of CMYK) uses table 0, chroma table 1. */
function tableGroup(index: number, count: number): number {
  return index === 0 || count === 4 ? 0 : 1;
}

function sequentialScan(sink: SymbolSink, components: readonly CodedComponent[], source: McuRowSource): void {
  const predictions = components.map(() => 0);
  source((mcuRow, rows) => {
    const single = components.length === 1;
    const mcus = single
      ? present(components[0]).blocksPerRow
      : present(components[0]).strideBlocks / present(components[0]).h;
    if (single && mcuRow >= present(components[0]).blockRows) return;
    for (let mcu = 0; mcu < mcus; mcu++) {
      for (let index = 0; index < components.length; index++) {
        const { h, v, strideBlocks } = present(components[index]);
        const group = tableGroup(index, components.length);
        for (let row = 0; row < v; row++) {
          for (let column = 0; column < h; column++) {
            const at = (row * strideBlocks + mcu * h + column) * 64;
            predictions[index] = sequentialBlock(
              sink,
              present(rows[index]),
              at,
              predictions[index] ?? 0,
              group,
              2 + group,
            );
          }
        }
      }
    }
  });
}

function writeDcScan(out: JpegBitWriter, jpeg: CodedJpeg): void {
  const { components } = jpeg;
  const maxH = largestOf(components.map(({ h }) => h));
  const maxV = largestOf(components.map(({ v }) => v));
  const mcusPerRow = Math.ceil(jpeg.width / (8 * maxH));
  const mcuRows = Math.ceil(jpeg.height / (8 * maxV));
  const groups = components.map((_, index) => tableGroup(index, components.length));
  const counter = new Counter();
  dcScan(counter, components, mcusPerRow, mcuRows, groups, WHOLE_DC);
  const tables = counter.frequencies.slice(0, 2).map(optimalTable);
  writeHuffman(out, 0, 0, present(tables[0]));
  if (groups.includes(1)) writeHuffman(out, 0, 1, present(tables[1]));
  const indices = components.map((_, index) => index);
  const selectors = groups.map((group) => group << 4);
  writeScanHeader(out, jpeg, indices, selectors, WHOLE_DC);
  dcScan(new Writer(out, tables), components, mcusPerRow, mcuRows, groups, WHOLE_DC);
  out.align();
}

function band(start: number, end: number, high = 0, low = 0): ScanSpan {
  return { spectralStart: start, spectralEnd: end, approximationHigh: high, approximationLow: low };
}

/** Chooses by cost between one band, two bands, and successive approximation of one bit. */
function cheapestScript(component: CodedComponent): PlannedScan[] {
  const sample = sampled(component);
  const scripts = [[band(1, 63)], [band(1, 5), band(6, 63)], [band(1, 63, 0, 1), band(1, 63, 1, 0)]].map((spans) =>
    spans.map((span) => planScan(sample, span)),
  );
  const best = scripts.reduce((least, script) => (sizeOf(script) < sizeOf(least) ? script : least));
  return sample === component ? best : best.map(({ span }) => planScan(component, span));
}

/** Every fourth row of blocks of a large component: enough for the choice. */
function sampled(component: CodedComponent): CodedComponent {
  const { blocksPerRow, blockRows, strideBlocks, coefficients } = component;
  if (blocksPerRow * blockRows < LARGE_BLOCKS) return component;
  const rows = Math.ceil(blockRows / 4);
  const rowLength = strideBlocks * 64;
  const copy = new Int16Array(rows * rowLength);
  for (let row = 0; row < rows; row++) {
    copy.set(coefficients.subarray(4 * row * rowLength, (4 * row + 1) * rowLength), row * rowLength);
  }
  return { ...component, blockRows: rows, paddedRows: rows, coefficients: copy };
}

function sizeOf(scans: readonly PlannedScan[]): number {
  return scans.reduce((sum, { size }) => sum + size, 0);
}

function planScan(component: CodedComponent, span: ScanSpan): PlannedScan {
  const counter = new Counter();
  if (span.approximationHigh === 0) acFirstScan(counter, component, span);
  else acRefineScan(counter, component, span);
  const frequencies = present(counter.frequencies[0]);
  const table = optimalTable(frequencies);
  let bits = counter.rawBits;
  for (let symbol = 0; symbol < 256; symbol++) bits += (frequencies[symbol] ?? 0) * (table.lengths[symbol] ?? 0);
  return { span, tables: [table], size: Math.ceil(bits / 8) + 31 + table.symbols.length };
}

function writeFrame(out: JpegBitWriter, jpeg: CodedJpeg, startOfFrame: number): void {
  const { components, width, height, adobeTransform } = jpeg;
  out.uint16(0xffd8);
  if (adobeTransform !== undefined) {
    out.uint16(0xffee);
    out.uint16(14);
    for (const character of "Adobe") out.byte(character.charCodeAt(0));
    out.uint16(100);
    out.uint16(0);
    out.uint16(0);
    out.byte(adobeTransform);
  }
  const tables: Uint16Array[] = [];
  const ids = components.map(({ quantization }) => {
    const known = tables.findIndex((table) => table.every((step, index) => step === quantization[index]));
    return known >= 0 ? known : tables.push(quantization) - 1;
  });
  for (const [id, table] of tables.entries()) {
    const wide = table.some((step) => step > 255);
    out.uint16(0xffdb);
    out.uint16(wide ? 131 : 67);
    out.byte((wide ? 16 : 0) | id);
    for (const index of ZIGZAG) {
      if (wide) out.uint16(table[index] ?? 0);
      else out.byte(table[index] ?? 0);
    }
  }
  out.byte(0xff);
  out.byte(startOfFrame);
  out.uint16(8 + 3 * components.length);
  out.byte(8);
  out.uint16(height);
  out.uint16(width);
  out.byte(components.length);
  for (const [index, { h, v }] of components.entries()) {
    out.byte(componentId(jpeg, index));
    out.byte((h << 4) | v);
    out.byte(ids[index] ?? 0);
  }
}

function componentId(jpeg: CodedJpeg, index: number): number {
  return jpeg.ids?.[index] ?? index + 1;
}

function writeHuffman(out: JpegBitWriter, kind: number, id: number, table: HuffmanEncodingTable): void {
  out.uint16(0xffc4);
  out.uint16(19 + table.symbols.length);
  out.byte((kind << 4) | id);
  for (let length = 1; length <= 16; length++) out.byte(table.counts[length] ?? 0);
  for (const symbol of table.symbols) out.byte(symbol);
}

function writeScanHeader(
  out: JpegBitWriter,
  jpeg: CodedJpeg,
  components: readonly number[],
  tableSelectors: readonly number[],
  span: ScanSpan,
): void {
  out.uint16(0xffda);
  out.uint16(6 + 2 * components.length);
  out.byte(components.length);
  for (const [slot, index] of components.entries()) {
    out.byte(componentId(jpeg, index));
    out.byte(tableSelectors[slot] ?? 0);
  }
  out.byte(span.spectralStart);
  out.byte(span.spectralEnd);
  out.byte((span.approximationHigh << 4) | span.approximationLow);
}

function finish(out: JpegBitWriter): Uint8Array {
  out.uint16(0xffd9);
  return out.finish();
}
