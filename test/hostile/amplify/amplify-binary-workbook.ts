import { RECORD } from "../../../src/exchange/xlsb/records.ts";
import {
  binaryWorkbook,
  cell,
  record,
  row,
  text,
  u8,
  u16,
  u32,
} from "../../../src/exchange/xlsb/testing/binary-workbook.ts";
import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

type Part = "sheet" | "workbook" | "styles" | "texts";
type Pieces = readonly [part: Part, before: readonly number[], piece: readonly number[]];

/** What is repeated in a binary workbook. */
const WORKBOOK: Readonly<Record<string, Pieces>> = {
  rows: ["sheet", [], row(5, 300)],
  cells: ["sheet", row(0, 300), cell(RECORD.text, 1, 0, text("a"))],
  columns: ["sheet", [], record(RECORD.column, u32(0), u32(16_383), u32(2_560), u32(0), u16(2))],
  merges: ["sheet", [], record(RECORD.merge, u32(0), u32(1_048_575), u32(0), u32(16_383))],
  breaks: ["sheet", record(RECORD.rowBreaks), record(RECORD.break, u32(7), u32(0), u32(9), u32(1), u32(0))],
  "empty records": ["sheet", [], [0, 0]],
  sheets: ["workbook", [], record(RECORD.sheet, u32(0), u32(2), text("rId1"), text("B"))],
  names: [
    "workbook",
    [],
    record(
      RECORD.name,
      u32(32),
      u8(0),
      u32(0),
      text("Print_Area"),
      u32(15),
      u8(59),
      u16(0),
      u32(0),
      u32(9),
      u16(0),
      u16(9),
    ),
  ],
  fonts: ["styles", [], record(RECORD.font, u16(240))],
  texts: ["texts", [], record(RECORD.sharedItem, u8(0), text("a"))],
  runs: ["texts", [], record(RECORD.sharedItem, u8(1), text("ab"), u32(0xffff_ffff), u16(0), u16(0))],
};

/** A binary workbook in which something is there many times. */
export function amplifyBinaryWorkbook(_: Uint8Array, random: Random): Amplified {
  const [what, [part, before, piece]] = random.pick(Object.entries(WORKBOOK));
  const sheet = [...row(0, 300), ...cell(RECORD.text, 0, 0, text("a"))];
  const make = (times: number) =>
    binaryWorkbook({ sheet, [part]: [before, ...Array.from({ length: times }, () => piece)].flat() });
  return { what, times: timesOf(piece.length), make };
}
