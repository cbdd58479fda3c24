/** What of a text cannot be drawn as one glyph after the other. */

export type TextNeed = "right-to-left or joined scripts" | "combining marks" | "emoji";

/** Scripts whose letters change with their neighbours, or run from right to left. */
const SHAPED =
  /[\u0590-\u08ff\u0900-\u0eff\u0f00-\u109f\u1700-\u1abf\u1b00-\u1c7f\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802-\ud805][\udc00-\udfff]/;
const EMOJI = /[\u{1f000}-\u{1faff}]|\u20e3/u;
/** Marks on letters that have no character of their own with the mark. */
const MARKS = /\p{Mn}/u;

/** Whether the letters of a text are more than their glyphs one after the other. */
export function needsShaping(text: string): boolean {
  return SHAPED.test(text);
}

export function textNeeds(text: string): TextNeed[] {
  const needs: TextNeed[] = [];
  if (needsShaping(text)) needs.push("right-to-left or joined scripts");
  else if (MARKS.test(text) && MARKS.test(text.normalize("NFC"))) needs.push("combining marks");
  if (EMOJI.test(text)) needs.push("emoji");
  return needs;
}
