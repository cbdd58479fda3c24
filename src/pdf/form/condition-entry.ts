import type { PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";

/** A private entry of a widget: names that begin with XX are free for anybody (ISO 32000-2, annex E). */
const CONDITION = "XXDocloomCondition";

/** When a check box or radio button is on, as its author wrote it; undefined if that is said by its name. */
export function conditionOf(document: PdfDocument, widget: PdfDict): string | undefined {
  const written = document.string(widget.get(CONDITION));
  return (written && decodeText(written).trim()) || undefined;
}

export function setCondition(widget: PdfDict, condition: string | undefined): void {
  if (condition?.trim()) widget.set(CONDITION, encodeText(condition.trim()));
  else widget.delete(CONDITION);
}
