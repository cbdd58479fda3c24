import { type CffFont, readCff } from "../../font/cff/cff-font.ts";
import { nameOfSid } from "../../font/cff/cff-names.ts";
import { CFF } from "../../font/cff/cff-operators.ts";
import { type1Width, type2WidthOperand } from "../../font/cff/charstring-width.ts";
import { type CmapSubtable, readCmap } from "../../font/opentype/cmap-table.ts";
import { readOpenTypeCff, readTrueType, type SfntTables, viewOf } from "../../font/opentype/sfnt.ts";
import { readType1, type Type1Font } from "../../font/type1/type1-font.ts";
import { encodingNames } from "../text/simple-encodings.ts";

/** A font program as far as checks need it. Widths are thousandths of the font size. */
export type FontProgram = TrueTypeProgram | NamedProgram | CidProgram;

/** Glyphs by number. */
export interface TrueTypeProgram {
  readonly kind: "truetype";
  readonly glyphCount: number;
  /** Undefined if a subtable is of an unknown format. */
  readonly subtables: readonly CmapSubtable[] | undefined;
  readonly subtableCount: number;
  width(glyph: number): number | undefined;
}

/** Glyphs by name: Type 1, and CFF that is not keyed by CID. */
interface NamedProgram {
  readonly kind: "named";
  readonly names: ReadonlySet<string>;
  /** Names by number, for use as a CIDFont. */
  readonly order: readonly string[];
  /** The program's own encoding. */
  readonly encoding: ReadonlyMap<number, string>;
  width(name: string): number | undefined;
}

/** Glyphs by CID. */
interface CidProgram {
  readonly kind: "cid";
  readonly cids: ReadonlySet<number>;
  width(cid: number): number | undefined;
}

/** Reads a program; undefined if it is damaged or of a kind that is not read here. */
export function readFontProgram(bytes: Uint8Array): FontProgram | undefined {
  try {
    const trueType = readTrueType(bytes);
    if (trueType) return trueTypeProgram(trueType);
    const openType = readOpenTypeCff(bytes);
    const table = openType?.get("CFF ") ?? bytes;
    if (table[0] === 1) {
      const cff = readCff(table);
      return cff && (cff.isCid ? cidProgram(cff) : namedCffProgram(cff));
    }
    const type1 = readType1(withoutSegments(bytes));
    return type1 && type1Program(type1);
  } catch (error) {
    // what a damaged table leads to
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function trueTypeProgram(tables: SfntTables): TrueTypeProgram | undefined {
  const head = tables.get("head");
  const maxp = tables.get("maxp");
  const hhea = tables.get("hhea");
  const hmtx = tables.get("hmtx");
  if (!head || !maxp || head.length < 20 || maxp.length < 6) return undefined;
  const unitsPerEm = viewOf(head).getUint16(18) || 1000;
  const glyphCount = viewOf(maxp).getUint16(4);
  const metrics = hhea && hhea.length >= 36 ? viewOf(hhea).getUint16(34) : 0;
  const cmap = tables.get("cmap");
  return {
    kind: "truetype",
    glyphCount,
    subtables: cmap ? readCmap(cmap) : [],
    subtableCount: cmap && cmap.length >= 4 ? viewOf(cmap).getUint16(2) : 0,
    width(glyph) {
      const at = 4 * Math.min(glyph, metrics - 1);
      if (!hmtx || metrics === 0 || at + 2 > hmtx.length) return undefined;
      return (viewOf(hmtx).getUint16(at) * 1000) / unitsPerEm;
    },
  };
}

/** Widths of a CFF font by glyph. */
function cffWidths(font: CffFont): (glyph: number) => number | undefined {
  const scaleOf = (index: number) => {
    const own = font.fontDicts[index]?.find(({ operator }) => operator === CFF.fontMatrix)?.operands[0];
    const top = font.top.find(({ operator }) => operator === CFF.fontMatrix)?.operands[0];
    if (!font.isCid) return 1000 * (top ?? 0.001);
    // the matrices of the font and of its part are multiplied
    return top === undefined ? 1000 * (own ?? 0.001) : own === undefined ? 1000 * top : 1000 * own * top;
  };
  return (glyph) => {
    const charstring = font.charstrings[glyph];
    const index = font.fontDictOf[glyph] ?? 0;
    const dict = font.privates[index];
    if (!charstring || !dict) return undefined;
    const entry = (operator: number) => dict.entries.find((item) => item.operator === operator)?.operands[0] ?? 0;
    const operand = type2WidthOperand(charstring, { global: font.globalSubroutines, local: dict.subroutines });
    const width = operand === undefined ? entry(CFF.defaultWidthX) : entry(CFF.nominalWidthX) + operand;
    return width * scaleOf(index);
  };
}

function cidProgram(font: CffFont): CidProgram {
  const glyphs = new Map<number, number>();
  for (const [glyph, cid] of font.charset.entries()) if (!glyphs.has(cid)) glyphs.set(cid, glyph);
  const width = cffWidths(font);
  return {
    kind: "cid",
    cids: new Set(glyphs.keys()),
    width(cid) {
      const glyph = glyphs.get(cid);
      return glyph === undefined ? undefined : width(glyph);
    },
  };
}

function namedCffProgram(font: CffFont): NamedProgram {
  const order = [...font.charset].map((sid, glyph) => nameOfSid(sid, font.strings) ?? `glyph${glyph}`);
  const glyphs = new Map<string, number>();
  for (const [glyph, name] of order.entries()) if (!glyphs.has(name)) glyphs.set(name, glyph);
  const width = cffWidths(font);
  const encoding = font.encoding
    ? new Map(font.encoding.map(([code, glyph]) => [code, order[glyph] ?? ".notdef"] as const))
    : encodingNames("StandardEncoding");
  return {
    kind: "named",
    names: new Set(order),
    order,
    encoding: encoding ?? new Map(),
    width(name) {
      const glyph = glyphs.get(name);
      return glyph === undefined ? undefined : width(glyph);
    },
  };
}

function type1Program(font: Type1Font): NamedProgram {
  const scale = 1000 * (font.numbers.get("FontMatrix")?.[0] ?? 0.001);
  return {
    kind: "named",
    names: new Set(font.charstrings.keys()),
    order: [...font.charstrings.keys()],
    encoding: font.encoding ?? encodingNames("StandardEncoding") ?? new Map(),
    width(name) {
      const charstring = font.charstrings.get(name);
      const width = charstring && type1Width(charstring);
      return width === undefined ? undefined : width * scale;
    },
  };
}

const SEGMENT = 0x80;

/** The bytes of a Type 1 font file without the headers of PFB segments, which PDF files should not have. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== SEGMENT) return bytes;
  const parts: Uint8Array[] = [];
  for (let at = 0; bytes[at] === SEGMENT && (bytes[at + 1] === 1 || bytes[at + 1] === 2); ) {
    if (at + 6 > bytes.length) break;
    const length = viewOf(bytes).getUint32(at + 2, true);
    parts.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return new Uint8Array(Buffer.concat(parts));
}
