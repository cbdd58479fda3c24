/** What masters say about the levels of a text. */
import { ByteCursor } from "../../../office/byte-reader.ts";
import {
  readCharacterFormat,
  readParagraphFormat,
  readParagraphFormat9,
  skipCharacterFormat9,
} from "./format-reader.ts";
import { LEVELS, type LevelFormat, type ParagraphFormat } from "./text-format.ts";

/** TextMasterStyleAtom (MS-PPT 2.9.35). */
export function readMasterLevels(body: Uint8Array, textType: number): LevelFormat[] {
  return readLevels(body, textType, (cursor) => ({
    paragraph: readParagraphFormat(cursor),
    character: readCharacterFormat(cursor),
  }));
}

/** TextMasterStyle9Atom (MS-PPT 2.9.37). */
export function readMasterLevels9(body: Uint8Array, textType: number): ParagraphFormat[] {
  return readLevels(body, textType, (cursor) => {
    const format = readParagraphFormat9(cursor);
    skipCharacterFormat9(cursor);
    return format;
  });
}

/** The levels that a record describes; types from 5 on name each level. */
function readLevels<Level>(body: Uint8Array, textType: number, read: (cursor: ByteCursor) => Level): Level[] {
  const cursor = new ByteCursor(body);
  const count = Math.min(cursor.u16(), LEVELS);
  const levels: Level[] = [];
  for (let index = 0; index < count && !cursor.atEnd; index++) {
    const level = textType >= 5 ? Math.min(cursor.u16(), LEVELS - 1) : index;
    levels[level] = read(cursor);
  }
  return levels;
}
