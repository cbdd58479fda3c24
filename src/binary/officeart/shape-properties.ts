/** Property tables of shapes (OfficeArtRGFOPTE, MS-ODRAW 2.2.7 to 2.2.9 and 2.3). */
import { ByteReader } from "../../office/byte-reader.ts";
import type { ArtRecord } from "./records.ts";

const ENTRY_BYTES = 6;
const IS_COMPLEX = 0x8000;
const ID_MASK = 0x3fff;
const ARRAY_HEADER_BYTES = 6;
/** Stands for elements of four bytes, of which only the low halves were kept (MS-ODRAW 2.2.51). */
const SHORT_ELEMENTS = 0xfff0;
const FIXED_ONE = 0x10000;

/** An IMsoArray (MS-ODRAW 2.2.51). */
export interface PropertyArray {
  count: number;
  elementBytes: number;
  bytes: Uint8Array;
}

interface PropertyValue {
  /** The 32 bits of a simple property, the length of a complex one. */
  value: number;
  data?: Uint8Array;
}

/**
 * What a shape says about itself, and as a fallback what its master or the document says.
 * Ids are those of MS-ODRAW 2.3, as named in `property-ids.ts`.
 */
export class ShapeProperties {
  readonly #values: Map<number, PropertyValue>;
  readonly #fallback: ShapeProperties | undefined;

  private constructor(values: Map<number, PropertyValue>, fallback?: ShapeProperties) {
    this.#values = values;
    this.#fallback = fallback;
  }

  /** Reads the tables of a shape (primary, secondary, tertiary): later tables add to earlier ones. */
  static read(tables: readonly ArtRecord[]): ShapeProperties {
    const values = new Map<number, PropertyValue>();
    for (const table of tables) readTable(table, values);
    return new ShapeProperties(values);
  }

  static readonly none = new ShapeProperties(new Map());

  /** The same properties with others as a fallback, which hold where a property is missing. */
  over(fallback: ShapeProperties | undefined): ShapeProperties {
    if (!fallback) return this;
    return new ShapeProperties(this.#values, this.#fallback ? this.#fallback.over(fallback) : fallback);
  }

  /** The same with this boolean said to be false. */
  without(flag: number): ShapeProperties {
    const group = flag | 0x3f;
    const value = (1 << (group - flag)) << 16;
    return new ShapeProperties(new Map([[group, { value: value >>> 0 }]]), this);
  }

  has(id: number): boolean {
    return this.#find(id) !== undefined;
  }

  /** The value as an unsigned 32-bit number. */
  number(id: number): number | undefined {
    return this.#find(id)?.value;
  }

  signed(id: number): number | undefined {
    const value = this.number(id);
    return value === undefined ? undefined : value | 0;
  }

  /** A FixedPoint (16.16). */
  fixed(id: number): number | undefined {
    const value = this.signed(id);
    return value === undefined ? undefined : value / FIXED_ONE;
  }

  /** The data of a complex property. */
  data(id: number): Uint8Array | undefined {
    return this.#find(id)?.data;
  }

  /** The text of a complex property, up to its NUL. */
  text(id: number): string | undefined {
    const data = this.data(id);
    return data && new ByteReader(data).utf16(0, data.length >> 1).split("\0")[0];
  }

  array(id: number): PropertyArray | undefined {
    const data = this.data(id);
    if (!data || data.length < ARRAY_HEADER_BYTES) return undefined;
    const reader = new ByteReader(data);
    const declared = reader.u16(4);
    const elementBytes = declared === SHORT_ELEMENTS ? 4 : declared;
    if (elementBytes === 0) return undefined;
    const bytes = data.subarray(ARRAY_HEADER_BYTES);
    return { count: Math.min(reader.u16(0), Math.floor(bytes.length / elementBytes)), elementBytes, bytes };
  }

  /**
   * A boolean: 64 ids share one entry under the last id of their block, with the values in its low half and in its high
   * half the bits that tell which of them are set at all (MS-ODRAW 2.3, e.g. 2.3.7.43). Undefined when unsaid.
   */
  flag(id: number): boolean | undefined {
    const group = id | 0x3f;
    const bit = 1 << (group - id);
    const own = this.#values.get(group)?.value;
    if (own !== undefined && (own >>> 16) & bit) return (own & bit) !== 0;
    return this.#fallback?.flag(id);
  }

  #find(id: number): PropertyValue | undefined {
    const own = this.#values.get(id);
    return own || !this.#fallback ? own : this.#fallback.#find(id);
  }
}

/** Entries first, then the data of the complex ones in the same order. */
function readTable(table: ArtRecord, into: Map<number, PropertyValue>): void {
  const reader = new ByteReader(table.body);
  const count = Math.min(table.instance, Math.floor(table.body.length / ENTRY_BYTES));
  let dataAt = count * ENTRY_BYTES;
  for (let index = 0; index < count; index++) {
    const opid = reader.u16(index * ENTRY_BYTES);
    const value = reader.u32(index * ENTRY_BYTES + 2);
    const id = opid & ID_MASK;
    if (opid & IS_COMPLEX) {
      const length = complexLength(reader, dataAt, value);
      into.set(id, { value, data: reader.bytes(dataAt, length) });
      dataAt += length;
    } else if ((id & 0x3f) === 0x3f) into.set(id, { value: mergeFlags(into.get(id)?.value, value) });
    else into.set(id, { value });
  }
}

/** Some writers do not count an array's header in its length. */
function complexLength(reader: ByteReader, at: number, declared: number): number {
  const elements = reader.u16(at);
  const elementBytes = reader.u16(at + 4) === SHORT_ELEMENTS ? 4 : reader.u16(at + 4);
  const leavesHeaderOut =
    declared > 0 && elements > 0 && elements <= reader.u16(at + 2) && elements * elementBytes === declared;
  return leavesHeaderOut ? declared + ARRAY_HEADER_BYTES : declared;
}

/** A second table may set further booleans of the same block. */
function mergeFlags(earlier: number | undefined, later: number): number {
  if (earlier === undefined) return later;
  const said = later >>> 16;
  return (((earlier & ~said) | (later & said) | (earlier & 0xffff0000) | (later & 0xffff0000)) & 0xffffffff) >>> 0;
}
