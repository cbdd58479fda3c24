import { DateFields } from "./date-fields.ts";
import { DATE_READERS } from "./date-readers.ts";
import { scanDateFormat } from "./date-scanner.ts";
import { FieldReader } from "./field-reader.ts";

const MAX_TEXT_LENGTH = 200;
const BLANKS = " \t\n\v\f\r";

/** The fields of a text that is a date and nothing else; undefined for others, blank ones and those over 200 characters. */
export function readDateFields(text: string): DateFields | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  let end = text.length;
  while (end > 0 && BLANKS.includes(text.charAt(end - 1))) end--;
  let position = 0;
  while (position < end && BLANKS.includes(text.charAt(position))) position++;
  if (position === end) return undefined;
  const trimmed = end === text.length ? text : text.slice(0, end);
  const fields = new DateFields();
  while (position < end) {
    const token = scanDateFormat(trimmed, position);
    if (!token) return undefined;
    DATE_READERS[token.format](fields, new FieldReader(trimmed.slice(position, token.end)));
    if (fields.failed) return undefined;
    position = token.end;
  }
  return fields;
}
