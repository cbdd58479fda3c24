/** Which fields of a story are locked (`Plcfld`, MS-DOC 2.8.25): their stored result is kept. */
import { CharacterPlex } from "./character-plex.ts";

const FIELD_BYTES = 2;
const BEGIN = 0x13;
const END = 0x15;
const LOCKED = 0x10;

/** Positions, within the story, of the begin marks of locked fields. */
export function lockedFields(plc: Uint8Array): Set<number> {
  const plex = new CharacterPlex(plc, FIELD_BYTES);
  const locked = new Set<number>();
  const open: number[] = [];
  for (let index = 0; index < plex.length; index++) {
    const data = plex.data(index);
    const mark = data.u8(0) & 0x1f;
    if (mark === BEGIN) open.push(plex.position(index));
    else if (mark === END) {
      const begin = open.pop();
      if (begin !== undefined && data.u8(1) & LOCKED) locked.add(begin);
    }
  }
  return locked;
}
