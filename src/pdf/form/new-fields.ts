import type { PdfDocument } from "../document.ts";
import { latin1 } from "../lexer.ts";
import { dict, name, PdfDict, PdfName, type PdfObject, type PdfRef } from "../objects.ts";
import { pageGeometry } from "../page-geometry.ts";
import type { PdfPage } from "../page-tree.ts";
import { encodeText } from "../text-strings.ts";
import { addAppearance, setNormalAppearance } from "./appearance.ts";
import { drawButtonState } from "./button-appearance.ts";
import { setCondition } from "./condition-entry.ts";
import { readFields } from "./field-tree.ts";
import { type DrawingFonts, fillForm } from "./fill-form.ts";
import { NEW_FIELD_BASE_FONTS, NEW_FIELD_FONTS, type NewField, refused } from "./new-field.ts";
import { type FieldNode, NewFieldTree } from "./new-field-tree.ts";
import { tagWidgets } from "./tag-widgets.ts";
import { readFrame } from "./widget-frame.ts";

/** Print (ISO 32000-2, table 167). */
const WIDGET_FLAGS = 4;
const MIN_SIDE = 3;

/** A field to be added, and its place in the list that was sent. */
export interface SentField {
  field: NewField;
  index: number;
  /** What else its widget says, such as the border of one that it takes the place of. */
  more?: PdfDict;
}

/** Fields that new ones may be another place of, by name. */
export type JoinedFields = ReadonlyMap<string, { kind: NewField["kind"]; node: FieldNode }>;

/**
 * Adds fields to a document's form, with appearances, in the order given; of a tagged document they become part of the
 * structure (ISO 32000-2, 12.7; ISO 14289-1, 7.18). Fields of one name and kind show the same value; radio buttons of one
 * name are a group.
 * @throws Failure `invalid_request` with the place of the field that cannot be added
 */
export function addFields(document: PdfDocument, fields: readonly NewField[], fonts: DrawingFonts): void {
  draw(
    document,
    addWidgets(
      document,
      fields.map((field, index) => ({ field, index })),
      new Map(),
    ),
    fonts,
  );
}

/** A widget that was added, not drawn yet. */
interface AddedWidget {
  widget: PdfDict;
  ref: PdfRef;
  page: PdfPage;
  description: PdfObject;
  field: NewField;
}

/** {@link addFields} without drawing. */
export function addWidgets(document: PdfDocument, fields: readonly SentField[], joined: JoinedFields): AddedWidget[] {
  const form = formOf(document);
  const kinds = new Map(
    readFields(document).map((field) => [field.name, joined.get(field.name)?.kind ?? "existing"] as [string, string]),
  );
  const nodes = new Map([...joined].map(([name, { node }]) => [name, node]));
  const tree = new NewFieldTree(document, form, kinds, nodes);
  const added: AddedWidget[] = [];
  for (const { field, index, more } of fields) {
    const page = pageOf(document, field, index);
    const widget = dict({
      Type: name("Annot"),
      Subtype: name("Widget"),
      F: WIDGET_FLAGS,
      P: page.ref,
      Rect: rectangleOf(document, page, field, index),
      MK: characteristics(document, page, field, more?.get("MK")),
    });
    for (const [key, value] of more ?? []) if (!widget.has(key)) widget.set(key, value);
    setCondition(widget, field.condition);
    const ref = document.add(widget);
    tree.place(field, index, widget, ref);
    const annotations = document.array(page.dict.get("Annots")) ?? [];
    page.dict.set("Annots", [...annotations, ref]);
    added.push({ widget, ref, page, description: encodeText(field.tooltip || field.name), field });
  }
  if (fields.some(({ field }) => field.kind === "signature"))
    form.set("SigFlags", (document.number(form.get("SigFlags")) ?? 0) | 1);
  tagWidgets({ document, add: (object) => document.add(object), touch: () => {} }, added);
  return added;
}

export function pageOf(document: PdfDocument, { page: number }: NewField, index: number): PdfPage {
  const page = document.pages[number - 1];
  if (page) return page;
  const what = `there is no page ${number}: the file has ${document.pages.length}`;
  throw refused(index, "page", what, "pdf_page_out_of_range");
}

/** The document's form, with the fonts that new fields name. */
function formOf(document: PdfDocument): PdfDict {
  let form = document.dict(document.catalog.get("AcroForm"));
  if (!form) {
    form = dict({ Fields: [] });
    document.catalog.set("AcroForm", document.add(form));
  }
  const resources = dictAt(document, form, "DR");
  const listed = dictAt(document, resources, "Font");
  for (const [font, short] of Object.entries(NEW_FIELD_FONTS)) {
    if (listed.has(short)) continue;
    const entries = { Type: name("Font"), Subtype: name("Type1"), Encoding: name("WinAnsiEncoding") };
    const base = NEW_FIELD_BASE_FONTS[font as keyof typeof NEW_FIELD_FONTS];
    listed.set(short, document.add(dict({ ...entries, BaseFont: name(base) })));
  }
  if (!form.has("DA")) form.set("DA", encodeText("/Helv 0 Tf 0 g"));
  return form;
}

/** The dictionary that an entry holds or refers to; what it refers to stays an object of its own, which may lead back here. */
function dictAt(document: PdfDocument, entries: PdfDict, key: string): PdfDict {
  const found = document.dict(entries.get(key));
  if (found) return found;
  const made = new PdfDict();
  entries.set(key, made);
  return made;
}

/** Turned like the page, so that its text is upright; marks as Acrobat names them. */
function characteristics(document: PdfDocument, page: PdfPage, field: NewField, own?: PdfObject): PdfDict {
  const { rotation } = pageGeometry(document, page);
  const mark = field.kind === "check" ? "4" : field.kind === "radio" ? "l" : undefined;
  const entries = new PdfDict(document.dict(own) ?? []);
  if (rotation === 0) entries.delete("R");
  else entries.set("R", rotation);
  if (mark !== undefined && !entries.has("CA")) entries.set("CA", encodeText(mark));
  // the picture alone (table 192)
  if (field.kind === "image") entries.set("TP", 1);
  return entries;
}

/** @throws Failure `invalid_request` for a box that is too small or outside its page */
export function rectangleOf(document: PdfDocument, page: PdfPage, field: NewField, index: number): number[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = field.box;
  const [left, right, bottom, top] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)];
  if (right - left < MIN_SIDE || top - bottom < MIN_SIDE)
    throw refused(index, "box", `each side has to be at least ${MIN_SIDE} points long`);
  const { visible } = pageGeometry(document, page);
  if (right <= visible.left || left >= visible.right || top <= visible.bottom || bottom >= visible.top)
    throw refused(index, "box", `it lies outside page ${field.page}`);
  return [left, bottom, right, top];
}

/** Draws what new fields show, and whatever else of the form is not drawn. */
export function draw(
  document: PdfDocument,
  added: readonly { widget: PdfDict; field: NewField }[],
  fonts: DrawingFonts,
): void {
  const kinds = new Map(added.map(({ widget, field }) => [widget, field]));
  for (const { widget, field } of added) {
    const frame = field.kind === "signature" ? readFrame(document, widget) : undefined;
    if (frame) setNormalAppearance(widget, addAppearance(document, frame, "", new PdfDict()));
  }
  for (const field of readFields(document)) {
    if (field.kind !== "checkbox" && field.kind !== "radio") continue;
    for (const [index, { dict: widget }] of field.widgets.entries()) {
      const made = kinds.get(widget);
      if (!made) continue;
      const value = made.value || (made.kind === "radio" ? `Choice${index + 1}` : "Yes");
      widget.set("AS", new PdfName(nameOf(value)));
      drawButtonState(document, field, widget);
      widget.set("AS", name("Off"));
    }
  }
  fillForm(document, {}, { ...fonts, flatten: false });
}

/** A text as the bytes of a name (7.3.5). */
export const nameOf = (text: string): string => latin1(new TextEncoder().encode(text));
