/** Bookmarks (`SttbfBkmk` MS-DOC 2.9.279, `Plcfbkf` 2.8.10): where links and page references lead to. */
import { ByteReader } from "../../office/byte-reader.ts";
import { CharacterPlex } from "./character-plex.ts";

const EXTENDED = 0xffff;
const START_BYTES = 4;
const MAX_BOOKMARKS = 16_384;

/** Names by the position at which they begin. */
export function readBookmarks(nameTable: Uint8Array, starts: Uint8Array): Map<number, string[]> {
  const plex = new CharacterPlex(starts, START_BYTES);
  const bookmarks = new Map<number, string[]>();
  for (const [index, name] of readNames(nameTable).entries()) {
    if (index >= plex.length) break;
    const position = plex.position(index);
    const names = bookmarks.get(position);
    if (names) names.push(name);
    else bookmarks.set(position, [name]);
  }
  return bookmarks;
}

function readNames(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const names: string[] = [];
  if (reader.u16(0) !== EXTENDED) return names;
  const count = Math.min(MAX_BOOKMARKS, reader.u16(2));
  let at = 6;
  for (let index = 0; index < count && at < bytes.length; index++) {
    const characters = reader.u16(at);
    names.push(reader.utf16(at + 2, characters));
    at += 2 + 2 * characters;
  }
  return names;
}
