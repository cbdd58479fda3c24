/** Marks where a value goes; nothing that people type or send holds these characters. */
const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const MARK = /\ue000(\d+)\ue001/g;
const MARKS_ONLY = /^(?:\s*\ue000\d+\ue001)+\s*$/;

/** A setting as its author wrote it, with marks where values of the data go. */
export interface StructuredText {
  text: string;
  values: readonly unknown[];
}

/** Takes the values out of a text while it is rendered: what is left of it is structure. */
export class ValueMarks {
  readonly values: unknown[] = [];

  /** The mark of a value; what holds marks already was put together by the template. */
  readonly write = (value: unknown): string =>
    typeof value === "string" && value.includes(OPEN) ? value : `${OPEN}${this.values.push(value) - 1}${CLOSE}`;
}

/** The text without the characters of marks. */
export const withoutMarks = (text: string): string => text.replaceAll(OPEN, "").replaceAll(CLOSE, "");

export const hasMarks = (text: string): boolean => text.includes(OPEN);

/** Whether a text is marks and blanks only. */
export const isMarksOnly = (text: string): boolean => MARKS_ONLY.test(text);

/** The values that a part of the text has marks of, in their order. */
export function markedValues(part: string, values: readonly unknown[]): unknown[] {
  return Array.from(part.matchAll(MARK), ([, index]) => values[Number(index)]);
}

/** A part of the text with its values put in. */
export function filled(part: string, values: readonly unknown[], write: (value: unknown) => string): string {
  return part.replace(MARK, (_, index: string) => write(values[Number(index)]));
}

/** Tags that print nothing of their own. */
const CONTROL =
  /\{(?:\*[\s\S]*?\*|\/?(?:if|else|elseif|elseIf|foreach|foreachelse|for|forelse|section|sectionelse|while|assign|capture|strip|nocache|ldelim|rdelim)\b[^{}]*|\$[\w.[\]]+\s*=(?!=)[^{}]*)\}/g;

/** A setting before anything is merged, with a mark for each tag that prints something: its values are the tags. */
export function unmergedText(source: string): StructuredText {
  const marks = new ValueMarks();
  return {
    text: withoutMarks(source)
      .replace(CONTROL, "")
      .replace(/\{[^{}]*\}/g, marks.write),
    values: marks.values,
  };
}
