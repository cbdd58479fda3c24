/** Shapes and their texts made by tests: records of PowerPoint (MS-PPT). */
import { bytesOf, container, options, record, shapeHead, u16, u32 } from "../../officeart/testing/art-records.ts";
import { PPT } from "../record-types.ts";

export function wide(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text, (character) => [...u16(character.charCodeAt(0))]).flat());
}

/** A shape with an anchor in master units; `parts` are its client data, text box, ... */
export function shape(
  type: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  values: Readonly<Record<number, number | Uint8Array>> = {},
  ...parts: readonly Uint8Array[]
): Uint8Array {
  const anchor = record(0xf010, u16(top, left, right, bottom));
  return container(0xf004, shapeHead(type, 1, 0xa00), options(values), anchor, ...parts);
}

export function placeholder(kind: number): Uint8Array {
  return container(0xf011, record(PPT.placeholder, bytesOf(u32(0), [kind, 0, 0, 0])));
}

export function textBox(...records: readonly Uint8Array[]): Uint8Array {
  return container(0xf00d, ...records);
}

/** Header and characters of a text, and its formatting if there is one. */
export function text(type: number, characters: string, style?: Uint8Array): Uint8Array {
  const parts = [record(PPT.textHeader, u32(type)), record(PPT.textChars, wide(characters))];
  return bytesOf(...parts, ...(style ? [record(PPT.styleTextProp, style)] : []));
}

/** The tables of a text's formatting: runs of paragraphs, then runs of characters. */
export function styleRuns(
  paragraphs: readonly (readonly [length: number, level: number, exception: Uint8Array])[],
  characters: readonly (readonly [length: number, exception: Uint8Array])[],
): Uint8Array {
  return bytesOf(
    ...paragraphs.map(([length, level, exception]) => bytesOf(u32(length), u16(level), exception)),
    ...characters.map(([length, exception]) => bytesOf(u32(length), exception)),
  );
}
