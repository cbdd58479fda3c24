import { PdfName, type PdfObject, PdfString } from "../objects.ts";
import { Parser, PdfKeyword } from "../parser.ts";

/** A range of codes of one length. */
interface CodeRange {
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

interface MappedRange<Value> extends CodeRange {
  readonly value: Value;
}

/** What a CMap file says (ISO 32000-1, 9.7.5 and 9.10.3). */
export interface CharacterMap {
  readonly codeSpaces: readonly CodeRange[];
  /** The first CID of each range. */
  readonly cids: readonly MappedRange<number>[];
  /** The text of a range's first code, or of each of its codes. */
  readonly texts: readonly MappedRange<string | readonly string[]>[];
  readonly writingMode: number;
  /** The CMap that this one builds on. */
  readonly uses: string | undefined;
  readonly maxCid: number;
}

const MAX_RANGES = 500_000;
/** Every code is compared with them. */
const MAX_CODE_SPACES = 256;

/** Reads a CMap. Damage is skipped. */
export function readCharacterMap(bytes: Uint8Array): CharacterMap {
  const parser = new Parser(bytes, 0, bytes.length, false);
  const codeSpaces: CodeRange[] = [];
  const cids: MappedRange<number>[] = [];
  const texts: MappedRange<string | readonly string[]>[] = [];
  let writingMode = 0;
  let uses: string | undefined;
  let maxCid = 0;
  let operands: PdfObject[] = [];
  for (let read = parser.read(); read !== undefined; read = parser.read()) {
    if (!(read instanceof PdfKeyword)) {
      operands.push(read);
      if (operands.length > 4 * MAX_RANGES) break;
      continue;
    }
    const word = read.text;
    if (word === "def") {
      const [key, value] = operands.slice(-2);
      if (key instanceof PdfName && key.value === "WMode" && typeof value === "number") writingMode = value;
    } else if (word === "usecmap") {
      const named = operands.at(-1);
      if (named instanceof PdfName) uses = named.value;
    } else if (word === "endcodespacerange") {
      for (const [low, high] of groups(operands, 2)) {
        const range = codeRange(low, high);
        if (range && codeSpaces.length < MAX_CODE_SPACES) codeSpaces.push(range);
      }
    } else if (word === "endcidrange" || word === "endcidchar") {
      const isRange = word === "endcidrange";
      for (const group of groups(operands, isRange ? 3 : 2)) {
        const value = group.at(-1);
        const range = codeRange(group[0], isRange ? group[1] : group[0]);
        if (!range || typeof value !== "number") continue;
        cids.push({ ...range, value });
        maxCid = Math.max(maxCid, value + range.high - range.low);
      }
    } else if (word === "endbfrange" || word === "endbfchar") {
      const isRange = word === "endbfrange";
      for (const group of groups(operands, isRange ? 3 : 2)) {
        const range = codeRange(group[0], isRange ? group[1] : group[0]);
        const value = textOf(group.at(-1));
        if (range && value !== undefined) texts.push({ ...range, value });
      }
    }
    operands = [];
  }
  texts.sort((left, right) => left.low - right.low);
  cids.sort((left, right) => left.low - right.low);
  return { codeSpaces, cids, texts, writingMode, uses, maxCid };
}

/** The text of a code; undefined if the map has none. */
export function textOfCode(map: CharacterMap, code: number): string | undefined {
  const range = rangeOf(map.texts, code);
  if (!range) return undefined;
  const offset = code - range.low;
  if (typeof range.value !== "string") return range.value[offset];
  const last = range.value.length - 1;
  // codes of a range differ in the last unit of their texts
  return offset === 0
    ? range.value
    : range.value.slice(0, last) + String.fromCharCode(range.value.charCodeAt(last) + offset);
}

/** The CID of a code; undefined if the map has none. */
export function cidOfCode(map: CharacterMap, code: number): number | undefined {
  const range = rangeOf(map.cids, code);
  return range && range.value + code - range.low;
}

/** Splits a string into codes by the map's code spaces; bytes outside of all are codes of the shortest length. */
export function codesIn(map: CharacterMap, bytes: Uint8Array): number[] {
  const codes: number[] = [];
  const lengths = [...new Set(map.codeSpaces.map((range) => range.bytes))].sort();
  for (let at = 0; at < bytes.length; ) {
    let code = 0;
    let taken = 0;
    for (const length of lengths) {
      if (at + length > bytes.length) break;
      const candidate = number(bytes.subarray(at, at + length));
      if (!map.codeSpaces.some((range) => range.bytes === length && isWithin(range, candidate))) continue;
      code = candidate;
      taken = length;
      break;
    }
    if (taken === 0) {
      taken = lengths[0] ?? 1;
      code = number(bytes.subarray(at, at + taken));
    }
    codes.push(code);
    at += taken;
  }
  return codes;
}

/** Every byte of a code lies between those of the range's ends. */
function isWithin({ bytes, low, high }: CodeRange, code: number): boolean {
  for (let shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    const byte = (code >>> shift) & 255;
    if (byte < ((low >>> shift) & 255) || byte > ((high >>> shift) & 255)) return false;
  }
  return true;
}

function rangeOf<Value>(ranges: readonly MappedRange<Value>[], code: number): MappedRange<Value> | undefined {
  let from = 0;
  let to = ranges.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[middle]?.low ?? 0) <= code) from = middle + 1;
    else to = middle;
  }
  // ranges may overlap, but few do
  for (let index = from - 1; index >= Math.max(0, from - 16); index--) {
    const range = ranges[index];
    if (range && code <= range.high) return range;
  }
  return undefined;
}

function codeRange(low: PdfObject | undefined, high: PdfObject | undefined): CodeRange | undefined {
  if (!(low instanceof PdfString) || !(high instanceof PdfString) || low.bytes.length > 4) return undefined;
  return { bytes: low.bytes.length, low: number(low.bytes), high: number(high.bytes) };
}

function number(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

function textOf(object: PdfObject | undefined): string | readonly string[] | undefined {
  if (object instanceof PdfString) return utf16(object.bytes);
  if (Array.isArray(object)) return object.map((item) => (item instanceof PdfString ? utf16(item.bytes) : ""));
  return undefined;
}

function utf16(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  }
  return text;
}

function* groups(operands: readonly PdfObject[], size: number): Generator<readonly PdfObject[]> {
  // the count comes before the operator that begins the list
  const from = operands.length % size;
  for (let at = from; at + size <= operands.length; at += size) yield operands.slice(at, at + size);
}
