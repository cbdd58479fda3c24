import { appendAll } from "../../domain/collections/long-lists.ts";
import {
  HLINETO,
  HVCURVETO,
  type PathOperation,
  RLINETO,
  RRCURVETO,
  type Stem,
  type Type1Glyph,
  VHCURVETO,
  VLINETO,
} from "./type1-charstring.ts";

const HSTEM = 1;
const VSTEM = 3;
const HSTEMHM = 18;
const VSTEMHM = 23;
const HINT_MASK = 19;
const END_CHARACTER = 14;
const MAX_OPERANDS = 48;
/** Two operands each, and the width before them. */
const MAX_STEMS = 22;

/**
 * A glyph as a Type 2 charstring (Adobe Technical Note 5177).
 * @param defaultWidth the width that need not be written; nominalWidthX is 0
 */
export function writeType2(glyph: Type1Glyph, defaultWidth: number): Uint8Array {
  const out: number[] = [];
  const width = glyph.width === defaultWidth ? [] : [glyph.width];
  const stems = sortedStems(glyph.stems);
  const sets = glyph.operations.filter((operation) => operation.stems).length;
  const hinted = glyph.stems.length > 0 && stems.length > 0;
  const masks = hinted && (sets > 1 || (sets === 1 && glyph.operations[0]?.stems === undefined));
  let pending = width;
  if (hinted) {
    for (const vertical of [false, true]) {
      const lines = stems.filter(({ stem }) => stem.vertical === vertical);
      if (lines.length === 0) continue;
      const operator = vertical ? (masks ? VSTEMHM : VSTEM) : masks ? HSTEMHM : HSTEM;
      write(out, [...pending, ...edges(lines.map(({ stem }) => stem))], operator);
      pending = [];
    }
  }
  for (const operation of joined(glyph.operations)) {
    if (masks && operation.stems) {
      appendAll(out, [HINT_MASK, ...maskBytes(stems, operation.stems)]);
    }
    write(out, [...pending, ...operation.operands], operation.operator);
    pending = [];
  }
  write(out, pending, END_CHARACTER);
  return Uint8Array.from(out);
}

interface NumberedStem {
  readonly stem: Stem;
  readonly index: number;
}

/** Horizontal stems, then vertical ones, each in ascending order; none if there are too many. */
function sortedStems(stems: readonly Stem[]): NumberedStem[] {
  const numbered = stems.map((stem, index) => ({ stem, index }));
  const order = ({ stem }: NumberedStem) => (stem.vertical ? 1 : 0);
  numbered.sort((a, b) => order(a) - order(b) || a.stem.position - b.stem.position || a.stem.width - b.stem.width);
  const vertical = numbered.filter(({ stem }) => stem.vertical).length;
  return Math.max(vertical, numbered.length - vertical) > MAX_STEMS ? [] : numbered;
}

/** Position and width of each stem, positions counted from the end of the one before. */
function edges(stems: readonly Stem[]): number[] {
  const operands: number[] = [];
  let end = 0;
  for (const { position, width } of stems) {
    operands.push(position - end, width);
    end = position + width;
  }
  return operands;
}

function maskBytes(stems: readonly NumberedStem[], active: readonly number[]): number[] {
  const bytes = new Array<number>((stems.length + 7) >> 3).fill(0);
  for (const [place, { index }] of stems.entries()) {
    if (active.includes(index)) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
  }
  return bytes;
}

/** Joins operations that one operator can draw: lines, curves, and those that turn by right angles. */
function joined(operations: readonly PathOperation[]): PathOperation[] {
  const result: PathOperation[] = [];
  let turns = 0;
  for (const operation of operations) {
    const last = result.at(-1);
    const fits = last && !operation.stems && last.operands.length + operation.operands.length <= MAX_OPERANDS - 2;
    const { operator } = operation;
    const same = operator === RLINETO || operator === RRCURVETO ? last?.operator === operator : false;
    const turned = last !== undefined && operator === turnedOperator(last.operator, turns);
    if (fits && (same || turned)) {
      appendAll(last.operands, operation.operands);
      turns++;
      continue;
    }
    result.push({ ...operation, operands: [...operation.operands] });
    turns = 1;
  }
  return result;
}

/** What has to come after `turns` lines or curves that began with this operator. */
function turnedOperator(operator: number, turns: number): number | undefined {
  const even = turns % 2 === 0;
  switch (operator) {
    case HLINETO:
      return even ? HLINETO : VLINETO;
    case VLINETO:
      return even ? VLINETO : HLINETO;
    case HVCURVETO:
      return even ? HVCURVETO : VHCURVETO;
    case VHCURVETO:
      return even ? VHCURVETO : HVCURVETO;
    default:
      return undefined;
  }
}

function write(out: number[], operands: readonly number[], operator: number): void {
  for (const operand of operands) writeNumber(out, operand);
  out.push(operator);
}

/** Section 3.2; fractions as 16.16 fixed point. */
function writeNumber(out: number[], value: number): void {
  if (!Number.isInteger(value) || value < -32_768 || value > 32_767) {
    const fixed = Math.round(value * 65_536);
    out.push(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
  } else if (value >= -107 && value <= 107) out.push(value + 139);
  else if (value >= 108 && value <= 1131) out.push(247 + ((value - 108) >> 8), (value - 108) & 255);
  else if (value >= -1131 && value <= -108) out.push(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  else out.push(28, (value >> 8) & 255, value & 255);
}
