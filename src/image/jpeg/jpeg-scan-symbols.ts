import { present } from "../../domain/present.ts";
import type { BlockGrid } from "./jpeg-header.ts";
import { ZIGZAG } from "./jpeg-tables.ts";

/** What a scan is made of: Huffman symbols, by table, and raw bits. */
export interface SymbolSink {
  symbol(table: number, symbol: number): void;
  bits(value: number, count: number): void;
}

/** Quantised coefficients of one component, as `decodeCoefficients` gives them. */
export interface CodedComponent extends BlockGrid {
  readonly coefficients: Int16Array;
  /** Row-major. */
  readonly quantization: Uint16Array;
}

/** One progressive scan over one component's AC coefficients, or over all components' DC (spectralStart 0). */
export interface ScanSpan {
  readonly spectralStart: number;
  readonly spectralEnd: number;
  readonly approximationHigh: number;
  readonly approximationLow: number;
}

const MAX_RUN_LENGTH = 0x7fff;
const MAX_CORRECTION_BITS = 937;

function magnitudeBits(value: number): number {
  return 32 - Math.clz32(value < 0 ? -value : value);
}

function putMagnitude(sink: SymbolSink, value: number, size: number): void {
  if (size > 0) sink.bits(value < 0 ? value + (1 << size) - 1 : value, size);
}

/** One block of a sequential scan (T.81 F.1.2). Returns the DC value, the next block's prediction. */
export function sequentialBlock(
  sink: SymbolSink,
  coefficients: Int16Array,
  at: number,
  prediction: number,
  dcTable: number,
  acTable: number,
): number {
  const dc = coefficients[at] ?? 0;
  const dcSize = magnitudeBits(dc - prediction);
  sink.symbol(dcTable, dcSize);
  putMagnitude(sink, dc - prediction, dcSize);
  let run = 0;
  for (let k = 1; k < 64; k++) {
    const value = coefficients[at + (ZIGZAG[k] ?? 0)] ?? 0;
    if (value === 0) {
      run++;
      continue;
    }
    for (; run > 15; run -= 16) sink.symbol(acTable, 0xf0);
    const size = magnitudeBits(value);
    sink.symbol(acTable, (run << 4) | size);
    putMagnitude(sink, value, size);
    run = 0;
  }
  if (run > 0) sink.symbol(acTable, 0);
  return dc;
}

/** DC of all components, interleaved (T.81 G.1.2.1). `tables` gives the DC table of each component. */
export function dcScan(
  sink: SymbolSink,
  components: readonly CodedComponent[],
  mcusPerRow: number,
  mcuRows: number,
  tables: readonly number[],
  span: ScanSpan,
): void {
  const predictions = components.map(() => 0);
  const put = (index: number, component: CodedComponent, row: number, column: number): void => {
    const y = Math.min(row, component.paddedRows - 1);
    const x = Math.min(column, component.strideBlocks - 1);
    const dc = (component.coefficients[(y * component.strideBlocks + x) * 64] ?? 0) >> span.approximationLow;
    if (span.approximationHigh > 0) {
      sink.bits(dc & 1, 1);
      return;
    }
    const difference = dc - (predictions[index] ?? 0);
    const size = magnitudeBits(difference);
    sink.symbol(tables[index] ?? 0, size);
    putMagnitude(sink, difference, size);
    predictions[index] = dc;
  };
  if (components.length === 1) {
    const component = present(components[0]);
    for (let row = 0; row < component.blockRows; row++) {
      for (let column = 0; column < component.blocksPerRow; column++) put(0, component, row, column);
    }
    return;
  }
  for (let mcuRow = 0; mcuRow < mcuRows; mcuRow++) {
    for (let mcu = 0; mcu < mcusPerRow; mcu++) {
      for (let index = 0; index < components.length; index++) {
        const component = present(components[index]);
        for (let row = 0; row < component.v; row++) {
          for (let column = 0; column < component.h; column++) {
            put(index, component, mcuRow * component.v + row, mcu * component.h + column);
          }
        }
      }
    }
  }
}

/** First pass over a band of AC coefficients of one component (T.81 G.1.2.2), table 0. */
export function acFirstScan(sink: SymbolSink, component: CodedComponent, span: ScanSpan): void {
  const { coefficients, blockRows, blocksPerRow, strideBlocks } = component;
  const { spectralStart, spectralEnd, approximationLow } = span;
  let blocksEnded = 0;
  const flush = (): void => {
    if (blocksEnded === 0) return;
    const size = magnitudeBits(blocksEnded) - 1;
    sink.symbol(0, size << 4);
    sink.bits(blocksEnded - (1 << size), size);
    blocksEnded = 0;
  };
  for (let row = 0; row < blockRows; row++) {
    for (let column = 0; column < blocksPerRow; column++) {
      const at = (row * strideBlocks + column) * 64;
      let run = 0;
      for (let k = spectralStart; k <= spectralEnd; k++) {
        const raw = coefficients[at + (ZIGZAG[k] ?? 0)] ?? 0;
        const value = raw < 0 ? -(-raw >> approximationLow) : raw >> approximationLow;
        if (value === 0) {
          run++;
          continue;
        }
        flush();
        for (; run > 15; run -= 16) sink.symbol(0, 0xf0);
        const size = magnitudeBits(value);
        sink.symbol(0, (run << 4) | size);
        putMagnitude(sink, value, size);
        run = 0;
      }
      if (run > 0 && ++blocksEnded === MAX_RUN_LENGTH) flush();
    }
  }
  flush();
}

/** Refinement by one bit of a band of AC coefficients of one component (T.81 G.1.2.3), table 0. */
export function acRefineScan(sink: SymbolSink, component: CodedComponent, span: ScanSpan): void {
  const { coefficients, blockRows, blocksPerRow, strideBlocks } = component;
  const { spectralStart, spectralEnd, approximationLow } = span;
  const corrections = new Uint8Array(MAX_CORRECTION_BITS + 64);
  let blocksEnded = 0;
  let ended = 0; // correction bits that belong to the ended blocks
  let pending = 0; // correction bits of the block at work, kept after them
  const flushRun = (): void => {
    if (blocksEnded === 0) return;
    const size = magnitudeBits(blocksEnded) - 1;
    sink.symbol(0, size << 4);
    sink.bits(blocksEnded - (1 << size), size);
    for (let i = 0; i < ended; i++) sink.bits(corrections[i] ?? 0, 1);
    corrections.copyWithin(0, ended, ended + pending);
    blocksEnded = 0;
    ended = 0;
  };
  const flushPending = (): void => {
    for (let i = 0; i < pending; i++) sink.bits(corrections[i] ?? 0, 1);
    pending = 0;
  };
  for (let row = 0; row < blockRows; row++) {
    for (let column = 0; column < blocksPerRow; column++) {
      const at = (row * strideBlocks + column) * 64;
      let lastNew = 0;
      for (let k = spectralEnd; k >= spectralStart && lastNew === 0; k--) {
        if (Math.abs(coefficients[at + (ZIGZAG[k] ?? 0)] ?? 0) >> approximationLow === 1) lastNew = k;
      }
      let run = 0;
      for (let k = spectralStart; k <= spectralEnd; k++) {
        const value = coefficients[at + (ZIGZAG[k] ?? 0)] ?? 0;
        const magnitude = Math.abs(value) >> approximationLow;
        if (magnitude === 0) {
          run++;
          continue;
        }
        for (; run > 15 && k <= lastNew; run -= 16) {
          flushRun();
          sink.symbol(0, 0xf0);
          flushPending();
        }
        if (magnitude > 1) {
          corrections[ended + pending++] = magnitude & 1;
          continue;
        }
        flushRun();
        sink.symbol(0, (run << 4) | 1);
        sink.bits(value < 0 ? 0 : 1, 1);
        flushPending();
        run = 0;
      }
      if (run === 0 && pending === 0) continue;
      blocksEnded++;
      ended += pending;
      pending = 0;
      if (blocksEnded === MAX_RUN_LENGTH || ended > MAX_CORRECTION_BITS - 63) flushRun();
    }
  }
  flushRun();
}
