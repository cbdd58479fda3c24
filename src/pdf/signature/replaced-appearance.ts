import type { PdfDocument } from "../document.ts";
import { shownByAnnotation, withoutBlanks } from "../extract/shown-text.ts";
import { valueText } from "../form/field-tree.ts";
import { isName, type PdfDict } from "../objects.ts";
import { inheritedEntry } from "./field-entries.ts";

/** A part of a field in one revision of a file. */
interface WidgetOf {
  document: PdfDocument;
  widget: PdfDict;
}

/**
 * Whether what a field shows is another text than it was, and not its value either: programs that fill in forms draw
 * the other fields anew, too, with the same text. Of fields that are no text any other picture counts.
 */
export function isReplacedAppearance(before: WidgetOf, after: WidgetOf): boolean {
  const type = after.document.resolve(inheritedEntry(after.document, after.widget, "FT"));
  if (!isName(type, "Tx") && !isName(type, "Ch")) return true;
  if (drawsObjects(after) && !drawsObjects(before)) return true;
  const shown = shownByAnnotation(after.document, after.widget);
  if (shown === shownByAnnotation(before.document, before.widget)) return false;
  const text = valueText(after.document, inheritedEntry(after.document, after.widget, "V")) ?? "";
  return shown !== withoutBlanks(text);
}

/** Whether a look draws pictures or other looks, which say what no text of it says. */
function drawsObjects({ document, widget }: WidgetOf): boolean {
  const appearance = document.stream(document.dict(widget.get("AP"))?.get("N"));
  const objects = document.dict(document.dict(appearance?.dict.get("Resources"))?.get("XObject"));
  return objects !== undefined && objects.size > 0;
}
