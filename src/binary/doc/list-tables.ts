/** Lists (`PlfLst` MS-DOC 2.9.191, `LSTF` 2.9.147, `LVL` 2.9.150, `PlfLfo` 2.9.189, `LFOLVL` 2.9.131). */
import { ByteReader } from "../../office/byte-reader.ts";

export interface ListLevel {
  start: number;
  /** MSONFC. */
  format: number;
  /** 0 left, 1 center, 2 right. */
  alignment: number;
  legal: boolean;
  /** Level whose use restarts this one; undefined for any higher one. */
  restart: number | undefined;
  /** 0 tab, 1 space, 2 nothing. */
  follow: number;
  /** Characters below 9 stand for the number of that level. */
  text: string;
  paragraph: Uint8Array;
  character: Uint8Array;
}

export interface ListDefinition {
  id: number;
  levels: ListLevel[];
  /** Numbers of the paragraph styles that are linked to the levels; 0xFFF if there is none. */
  styles: number[];
}

interface LevelOverride {
  level: number;
  start: number | undefined;
  definition: ListLevel | undefined;
}

export interface ListInstance {
  listId: number;
  overrides: LevelOverride[];
}

const LSTF_BYTES = 28;
const LVLF_BYTES = 28;
const LFO_BYTES = 16;
const LEVELS = 9;
const MAX_LISTS = 4_000;

/** `bytes` begins with the PlfLst; the levels follow after its stated end. */
export function readLists(bytes: Uint8Array): ListDefinition[] {
  const reader = new ByteReader(bytes);
  const count = Math.min(MAX_LISTS, reader.u16(0));
  let at = 2 + count * LSTF_BYTES;
  const lists: ListDefinition[] = [];
  for (let index = 0; index < count && at < bytes.length; index++) {
    const head = 2 + index * LSTF_BYTES;
    const isSimple = (reader.u8(head + 26) & 1) !== 0;
    const list: ListDefinition = {
      id: reader.u32(head),
      levels: [],
      styles: Array.from({ length: LEVELS }, (_, level) => reader.u16(head + 8 + 2 * level) & 0xfff),
    };
    lists.push(list);
    for (let level = 0; level < (isSimple ? 1 : LEVELS) && at + LVLF_BYTES <= bytes.length; level++) {
      const read = readLevel(reader, at);
      list.levels.push(read.level);
      at = read.end;
    }
  }
  return lists;
}

/** The instances that paragraphs refer to, by their one-based number. */
export function readListInstances(bytes: Uint8Array): ListInstance[] {
  const reader = new ByteReader(bytes);
  const count = Math.min(MAX_LISTS, reader.u32(0));
  const instances: ListInstance[] = [];
  let at = 4 + count * LFO_BYTES;
  for (let index = 0; index < count && 4 + (index + 1) * LFO_BYTES <= bytes.length; index++) {
    const head = 4 + index * LFO_BYTES;
    const overrides: LevelOverride[] = [];
    const overrideCount = Math.min(LEVELS, reader.u8(head + 12));
    // Four unused bytes precede the overrides of each instance.
    at += 4;
    for (let place = 0; place < overrideCount && at + 8 <= bytes.length; place++) {
      const flags = reader.u32(at + 4);
      const override: LevelOverride = {
        level: Math.min(LEVELS - 1, flags & 15),
        start: flags & 0x10 ? reader.i32(at) : undefined,
        definition: undefined,
      };
      at += 8;
      if (flags & 0x20) {
        const read = readLevel(reader, at);
        override.definition = read.level;
        at = read.end;
      }
      overrides.push(override);
    }
    instances.push({ listId: reader.u32(head), overrides });
  }
  return instances;
}

function readLevel(reader: ByteReader, at: number): { level: ListLevel; end: number } {
  const flags = reader.u8(at + 5);
  const characterBytes = reader.u8(at + 24);
  const paragraphBytes = reader.u8(at + 25);
  const paragraphAt = at + LVLF_BYTES;
  const characterAt = paragraphAt + paragraphBytes;
  const textAt = characterAt + characterBytes;
  const characters = reader.u16(textAt);
  return {
    level: {
      start: reader.i32(at),
      format: reader.u8(at + 4),
      alignment: flags & 3,
      legal: (flags & 4) !== 0,
      restart: flags & 8 ? reader.u8(at + 26) : undefined,
      follow: reader.u8(at + 15),
      text: reader.utf16(textAt + 2, characters),
      paragraph: reader.bytes(paragraphAt, paragraphBytes),
      character: reader.bytes(characterAt, characterBytes),
    },
    end: textAt + 2 + 2 * characters,
  };
}
