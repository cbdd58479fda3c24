import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import type { Plane } from "../plane.ts";
import { Scratch } from "../scratch.ts";
import { UnsupportedImage } from "../unsupported-image.ts";
import { EntropyDecoder } from "./jpeg-entropy.ts";
import type { Jpeg, JpegComponent, JpegScan } from "./jpeg-header.ts";
import { type BlockScale, inverseTransform } from "./jpeg-inverse-dct.ts";

/** DC of a progressive file comes in at most 14 scans (T.81 table B.3), and these are read once per component. */
const MAX_SHARED_SCANS = 16;

/** Number of coefficients of the whole file; two bytes each where all are held. */
export function coefficientCount(jpeg: Jpeg): number {
  return jpeg.components.reduce((sum, component) => sum + componentLength(component), 0);
}

function componentLength({ strideBlocks, paddedRows }: JpegComponent): number {
  return strideBlocks * paddedRows * 64;
}

/** True if the file can be read row by row, without holding all coefficients. */
export function isStreamable(jpeg: Jpeg): boolean {
  return (
    !jpeg.progressive && jpeg.scans.length === 1 && present(jpeg.scans[0]).components.length === jpeg.components.length
  );
}

/** Quantised coefficients of every component: blocks in rows of `strideBlocks`, 64 row-major numbers each. */
export function decodeCoefficients(jpeg: Jpeg, scratch: Scratch = new Scratch()): Int16Array[] {
  const coefficients = jpeg.components.map((component) => scratch.coefficients(componentLength(component)).fill(0));
  for (const scan of jpeg.scans) decodeScan(jpeg, scan, coefficients);
  return coefficients;
}

/**
 * Calls `visit` for each row of MCUs of a file that is streamable with the coefficients of that row: per component `v`
 * rows of `strideBlocks` blocks. The arrays are only valid during the call.
 */
export function visitMcuRows(jpeg: Jpeg, visit: (mcuRow: number, rows: readonly Int16Array[]) => void): void {
  const scan = present(jpeg.scans[0]);
  const decoder = new EntropyDecoder(jpeg.bytes, scan);
  const rows = jpeg.components.map((component) => new Int16Array(mcuRowLength(component)));
  for (let mcuRow = 0; mcuRow < jpeg.mcuRows; mcuRow++) {
    for (const row of rows) row.fill(0);
    decodeMcuRow(jpeg, scan, decoder, rows, 0);
    visit(mcuRow, rows);
  }
}

/** Number of coefficients of a component in a row of MCUs. */
function mcuRowLength({ strideBlocks, v }: JpegComponent): number {
  return strideBlocks * v * 64;
}

/**
 * Samples of every component (not upsampled, not converted), each block scaled to `scale` x `scale` samples.
 * @param halveChroma second and third component at half that scale where the file has them at full resolution
 */
export function decodePlanes(
  jpeg: Jpeg,
  scale: BlockScale,
  halveChroma = false,
  scratch: Scratch = new Scratch(),
): Plane[] {
  const scales = jpeg.components.map(({ h, v }, index): BlockScale => {
    const isFull = h === jpeg.maxH && v === jpeg.maxV;
    return halveChroma && isFull && scale > 1 && (index === 1 || index === 2) ? ((scale / 2) as BlockScale) : scale;
  });
  // the largest array first, so that it finds the place of the last image
  const room = isStreamable(jpeg) ? undefined : scratch.coefficients(largestOf(jpeg.components.map(componentLength)));
  const planes = jpeg.components.map((component, index) => ({
    width: Math.ceil((Math.ceil((jpeg.width * component.h) / jpeg.maxH) * (scales[index] ?? 0)) / 8),
    height: Math.ceil((Math.ceil((jpeg.height * component.v) / jpeg.maxV) * (scales[index] ?? 0)) / 8),
    stride: component.strideBlocks * (scales[index] ?? 0),
    samples: scratch.samples(component.strideBlocks * component.paddedRows * (scales[index] ?? 0) ** 2),
  }));
  if (!room) {
    visitMcuRows(jpeg, (mcuRow, rows) => {
      for (const [index, component] of jpeg.components.entries()) {
        transformMcuRow(component, present(rows[index]), mcuRow, present(planes[index]), present(scales[index]));
      }
    });
    return planes;
  }
  if (jpeg.scans.filter(({ components }) => components.length > 1).length > MAX_SHARED_SCANS) {
    throw new UnsupportedImage("too many scans of several components");
  }
  for (const [index, component] of jpeg.components.entries()) {
    const length = mcuRowLength(component);
    const coefficients = room.subarray(0, componentLength(component)).fill(0);
    decodeComponent(jpeg, index, coefficients);
    for (let mcuRow = 0; mcuRow < jpeg.mcuRows; mcuRow++) {
      const row = coefficients.subarray(mcuRow * length, (mcuRow + 1) * length);
      transformMcuRow(component, row, mcuRow, present(planes[index]), present(scales[index]));
    }
  }
  scratch.giveBack(room);
  return planes;
}

function transformMcuRow(
  { v, strideBlocks, quantization }: JpegComponent,
  coefficients: Int16Array,
  mcuRow: number,
  { samples, stride }: Plane,
  scale: BlockScale,
): void {
  const transform = inverseTransform(quantization, scale);
  for (let row = 0; row < v; row++) {
    const top = (mcuRow * v + row) * scale * stride;
    for (let column = 0; column < strideBlocks; column++) {
      const block = (row * strideBlocks + column) * 64;
      transform(coefficients, block, samples, top + column * scale, stride);
    }
  }
}

/**
 * Reads the coefficients of just one component, which take a fraction of the memory of all. Scans that it shares with
 * others (of a progressive file those of DC, which are short) are read once for each.
 */
function decodeComponent(jpeg: Jpeg, wanted: number, coefficients: Int16Array): void {
  const length = mcuRowLength(present(jpeg.components[wanted]));
  const targets = jpeg.components.map((component, index) =>
    index === wanted ? coefficients : new Int16Array(mcuRowLength(component)),
  );
  for (const scan of jpeg.scans) {
    if (!scan.components.includes(wanted)) continue;
    if (scan.components.length === 1) {
      decodeScan(jpeg, scan, targets);
      continue;
    }
    const decoder = new EntropyDecoder(jpeg.bytes, scan);
    for (let mcuRow = 0; mcuRow < jpeg.mcuRows; mcuRow++) {
      const row = coefficients.subarray(mcuRow * length, (mcuRow + 1) * length);
      decodeMcuRow(jpeg, scan, decoder, targets.with(wanted, row), 0);
    }
  }
}

function decodeScan(jpeg: Jpeg, scan: JpegScan, coefficients: readonly Int16Array[]): void {
  const decoder = new EntropyDecoder(jpeg.bytes, scan);
  if (scan.components.length > 1) {
    for (let mcuRow = 0; mcuRow < jpeg.mcuRows; mcuRow++) decodeMcuRow(jpeg, scan, decoder, coefficients, mcuRow);
    return;
  }
  const index = scan.components[0] ?? 0;
  const { blocksPerRow, blockRows, strideBlocks } = present(jpeg.components[index]);
  const out = present(coefficients[index]);
  for (let row = 0; row < blockRows; row++) {
    for (let column = 0; column < blocksPerRow; column++) {
      decoder.beginMcu();
      const at = (row * strideBlocks + column) * 64;
      if (jpeg.progressive) decoder.progressiveBlock(0, out, at);
      else decoder.sequentialBlock(0, out, at);
    }
  }
}

/** Decodes one row of interleaved MCUs into the given row of `coefficients`. */
function decodeMcuRow(
  jpeg: Jpeg,
  scan: JpegScan,
  decoder: EntropyDecoder,
  coefficients: readonly Int16Array[],
  mcuRow: number,
): void {
  for (let mcu = 0; mcu < jpeg.mcusPerRow; mcu++) {
    decoder.beginMcu();
    for (let slot = 0; slot < scan.components.length; slot++) {
      const index = scan.components[slot] ?? 0;
      const { h, v, strideBlocks } = present(jpeg.components[index]);
      const out = present(coefficients[index]);
      for (let row = 0; row < v; row++) {
        for (let column = 0; column < h; column++) {
          const at = ((mcuRow * v + row) * strideBlocks + mcu * h + column) * 64;
          if (jpeg.progressive) decoder.progressiveBlock(slot, out, at);
          else decoder.sequentialBlock(slot, out, at);
        }
      }
    }
  }
}
