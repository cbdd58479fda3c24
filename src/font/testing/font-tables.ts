import { readTrueType, writeTrueType } from "../opentype/sfnt.ts";

export function tableOf(font: Uint8Array, tag: string): Uint8Array {
  const table = readTrueType(font)?.get(tag);
  if (!table) throw new Error(`the font has no table ${tag}`);
  return table.slice();
}

/** The font with other tables in place of its own. */
export function withTables(font: Uint8Array, tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const all = readTrueType(font);
  if (!all) throw new Error("it is no TrueType font");
  return writeTrueType(new Map([...all, ...Object.entries(tables)]));
}
