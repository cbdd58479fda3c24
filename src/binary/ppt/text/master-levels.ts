/** What masters say of the levels of a text. */
import {
  FormatCursor,
  readCharacterFormat,
  readParagraphFormat,
  readParagraphFormat9,
  skipCharacterFormat9,
} from "./format-reader.ts";
import { LEVELS, type LevelFormat, type ParagraphFormat } from "./text-format.ts";

/** TextMasterStyleAtom (MS-PPT 2.9.35): the levels that it describes; types from 5 on name each level. */
export function readMasterLevels(body: Uint8Array, textType: number): LevelFormat[] {
  const cursor = new FormatCursor(body);
  const count = Math.min(cursor.u16(), LEVELS);
  const levels: LevelFormat[] = [];
  for (let index = 0; index < count && !cursor.atEnd; index++) {
    const level = textType >= 5 ? Math.min(cursor.u16(), LEVELS - 1) : index;
    levels[level] = { paragraph: readParagraphFormat(cursor), character: readCharacterFormat(cursor) };
  }
  return levels;
}

/** TextMasterStyle9Atom (MS-PPT 2.9.37). */
export function readMasterLevels9(body: Uint8Array, textType: number): ParagraphFormat[] {
  const cursor = new FormatCursor(body);
  const count = Math.min(cursor.u16(), LEVELS);
  const levels: ParagraphFormat[] = [];
  for (let index = 0; index < count && !cursor.atEnd; index++) {
    const level = textType >= 5 ? Math.min(cursor.u16(), LEVELS - 1) : index;
    levels[level] = readParagraphFormat9(cursor);
    skipCharacterFormat9(cursor);
  }
  return levels;
}
