/** Records of binary workbooks (MS-XLSB 2.1.4): a type and a size in one to four bytes each, then the data. */
import { ByteCursor } from "../../office/byte-reader.ts";

/** Kinds of records that are read (MS-XLSB 2.3.2). */
export const RECORD = {
  ...{ rowHeader: 0, blank: 1, shortNumber: 2, error: 3, boolean: 4, number: 5, text: 6, sharedText: 7 },
  ...{ formulaText: 8, formulaNumber: 9, formulaBoolean: 10, formulaError: 11, sharedItem: 19, name: 39 },
  ...{ font: 43, format: 44, fill: 45, border: 46, cellFormat: 47, column: 60, richText: 62 },
  ...{ sheetProperties: 147, workbookProperties: 153, sheet: 156, sheetView: 137, merge: 176 },
  ...{ rowBreaks: 392, columnBreaks: 394, break: 396, conditional: 461, margins: 476, printOptions: 477 },
  ...{ pageSetup: 478, headerFooter: 479, sheetFormat: 485, drawing: 550, headerDrawing: 552, tablePart: 661 },
  ...{ rule: 463, endRule: 464, iconSet: 465, dataBar: 467, threshold: 471, color: 564 },
  ...{ table: 343, tableStyleUse: 513, tableStyle: 510, tableStyleElement: 512 },
  ...{ fonts: 611, cellStyleFormats: 626, cellFormats: 617, differential: 507, endCellFormats: 618 },
} as const;

const MOST_TYPE_BYTES = 2;
const MOST_SIZE_BYTES = 4;
const NO_TEXT = 0xffff_ffff;

/** The data of a record, read from its beginning on. What is beyond its end is 0, or no text. */
export class RecordData extends ByteCursor {
  u24(): number {
    return this.u16() + this.u8() * 0x1_0000;
  }

  f64(): number {
    const low = this.u32();
    return doubleOf(low, this.u32());
  }

  /** A number in thirty bits, which may be of hundredths (MS-XLSB 2.5.122). */
  shortNumber(): number {
    const bits = this.u32();
    const value = bits & 2 ? (bits | 0) >> 2 : doubleOf(0, (bits & ~3) >>> 0);
    return bits & 1 ? value / 100 : value;
  }

  text(): string {
    return this.nullableText() ?? "";
  }

  /** Undefined for what is no text (MS-XLSB 2.5.166). */
  nullableText(): string | undefined {
    const length = this.u32();
    return length === NO_TEXT ? undefined : this.utf16(length);
  }
}

function doubleOf(low: number, high: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, low, true);
  view.setUint32(4, high, true);
  const value = view.getFloat64(0, true);
  return Number.isFinite(value) ? value : 0;
}

/** All records of a part; one that goes beyond the part's end is the last, as far as it goes. */
export function* recordsOf(part: Uint8Array): Generator<readonly [type: number, data: RecordData]> {
  let at = 0;
  const variable = (most: number): number => {
    let value = 0;
    for (let place = 0; place < most; place++) {
      const byte = part[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < part.length) {
    const type = variable(MOST_TYPE_BYTES);
    const size = variable(MOST_SIZE_BYTES);
    yield [type, new RecordData(part.subarray(at, at + size))];
    at += size;
  }
}
