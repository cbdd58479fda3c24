import type { PdfDocument } from "../document.ts";
import { type DrawingFonts, fillForm } from "../form/fill-form.ts";
import { dict, name, type PdfDict, PdfStream } from "../objects.ts";

/** Draws the fields of a form that leaves that to readers; empty ones show nothing (ISO 19005-2, 6.3.3, 6.4.1). */
export function drawFields(document: PdfDocument, fonts: DrawingFonts = {}): void {
  const form = document.dict(document.catalog.get("AcroForm"));
  if (!form) return;
  const bare = document.pages.flatMap((page) =>
    (document.array(page.dict.get("Annots")) ?? []).flatMap((object) => {
      document.work.charge("object", 4);
      const widget = document.dict(object);
      return widget && document.name(widget.get("Subtype")) === "Widget" && !widget.has("AP") ? [widget] : [];
    }),
  );
  const asks = document.resolve(form.get("NeedAppearances")) === true;
  if (asks || bare.length > 0) fillForm(document, {}, { ...fonts, flatten: false });
  for (const widget of bare) if (!widget.has("AP")) widget.set("AP", dict({ N: emptyAppearance(document, widget) }));
}

function emptyAppearance(document: PdfDocument, widget: PdfDict) {
  const [x = 0, y = 0, otherX = 0, otherY = 0] = (document.array(widget.get("Rect")) ?? []).map(
    (side) => document.number(side) ?? 0,
  );
  const box = [0, 0, Math.abs(otherX - x), Math.abs(otherY - y)];
  const entries = dict({ Type: name("XObject"), Subtype: name("Form"), BBox: box, Resources: dict({}) });
  return document.add(new PdfStream(entries, new Uint8Array(0)));
}
