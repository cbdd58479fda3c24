import type { AssemblyToken } from "../../../language/assembly-token.ts";
import type { SheetInstance } from "../sheet-layout.ts";
import type { RangeCopy } from "../shift-ranges.ts";

/**
 * A comment whose text has tags (ECMA-376 Part 1, 18.7.3), or one message of a conversation (MS-XLSX 2.6.203); it is
 * merged in the row of its cell.
 */
export interface CommentTemplate {
  /** Its cell, as written; the id of a message. */
  key: string;
  /** Slot in the row that it is on. */
  slot: number | undefined;
  /** Slot among the texts of the sheet, for rows that do not exist. */
  sheetSlot: number;
  sheetTokens: readonly AssemblyToken[];
}

/** The value of a comment where it is in the merged sheet; undefined if it has no tags. */
export function commentValue(
  key: string,
  copy: RangeCopy,
  instance: SheetInstance,
  templates: readonly CommentTemplate[],
): unknown {
  const template = templates.find((each) => each.key === key);
  if (!template) return undefined;
  if (template.slot === undefined) return instance.texts[template.sheetSlot] ?? "";
  const output = instance.rowAt(copy.row1);
  return output?.values[template.slot + copy.columnIteration * output.template.slots] ?? "";
}
