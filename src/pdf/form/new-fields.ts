import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict, PdfName, type PdfObject, PdfRef } from "../objects.ts";
import { pageGeometry } from "../page-geometry.ts";
import type { PdfPage } from "../page-tree.ts";
import { formatNumber } from "../serialize.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { addAppearance, setNormalAppearance } from "./appearance.ts";
import { drawButtonState } from "./button-appearance.ts";
import { FieldFlag, readFields } from "./field-tree.ts";
import { type DrawingFonts, fillForm } from "./fill-form.ts";
import { tagWidgets } from "./tag-widgets.ts";
import { readFrame } from "./widget-frame.ts";

export const NEW_FIELD_KINDS = ["text", "multiline", "comb", "check", "radio", "choice", "signature"] as const;

/** The fonts of a new field's text, and their names in resources of forms. */
export const NEW_FIELD_FONTS = { Helvetica: "Helv", Times: "TiRo", Courier: "Cour" } as const;

const BASE_FONTS = { Helvetica: "Helvetica", Times: "Times-Roman", Courier: "Courier" } as const;

/** A field to be added. */
export interface NewField {
  /** Counted from 1. */
  page: number;
  /** Lower left and upper right corner, in points of the page's own coordinates. */
  box: readonly number[];
  kind: (typeof NEW_FIELD_KINDS)[number];
  /** Full name; what stands before a period is a group of fields. */
  name: string;
  /** What is read aloud. */
  tooltip?: string;
  required?: boolean;
  maxLength?: number;
  /** Cells of a comb. */
  count?: number;
  /** What a check box or radio button is when it is on. */
  value?: string;
  /** What can be chosen. */
  options?: readonly string[];
  font?: keyof typeof NEW_FIELD_FONTS;
  /** 0 for a size that fits. */
  fontSizePoints?: number;
  align?: "left" | "center" | "right";
  /** Red, green and blue, 0 to 1. */
  color?: readonly number[];
}

/** Print (ISO 32000-2, table 167). */
const WIDGET_FLAGS = 4;
const ALIGNMENTS = { left: 0, center: 1, right: 2 } as const;
const MIN_SIDE = 3;
const MAX_GROUP_DEPTH = 32;

/**
 * Adds fields to a document's form, with appearances, in the order given; of a tagged document they become part of the
 * structure (ISO 32000-2, 12.7; ISO 14289-1, 7.18). Fields of one name and kind show the same value; radio buttons of one
 * name are a group.
 * @throws Failure `invalid_request` with the place of the field that cannot be added
 */
export function addFields(document: PdfDocument, fields: readonly NewField[], fonts: DrawingFonts): void {
  const form = formOf(document);
  const names = new Map(readFields(document).map((field) => [field.name, "existing"] as [string, string]));
  const tree = new NameTree(document, form, names);
  const added: { widget: PdfDict; ref: PdfRef; page: PdfPage; description: PdfObject; field: NewField }[] = [];
  for (const [index, field] of fields.entries()) {
    const page = document.pages[field.page - 1];
    if (!page) {
      throw refused(
        index,
        "page",
        `there is no page ${field.page}: the file has ${document.pages.length}`,
        "pdf_page_out_of_range",
      );
    }
    const rectangle = rectangleOf(document, page, field, index);
    const widget = dict({
      Type: name("Annot"),
      Subtype: name("Widget"),
      F: WIDGET_FLAGS,
      P: page.ref,
      Rect: rectangle,
      MK: characteristics(document, page, field),
    });
    const ref = document.add(widget);
    tree.place(field, index, widget, ref);
    const annotations = document.array(page.dict.get("Annots")) ?? [];
    page.dict.set("Annots", [...annotations, ref]);
    added.push({ widget, ref, page, description: encodeText(field.tooltip || field.name), field });
  }
  if (fields.some((field) => field.kind === "signature"))
    form.set("SigFlags", (document.number(form.get("SigFlags")) ?? 0) | 1);
  tagWidgets({ document, add: (object) => document.add(object), touch: () => {} }, added);
  draw(document, added, fonts);
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
  for (const [key, short] of Object.entries(NEW_FIELD_FONTS)) {
    if (listed.has(short)) continue;
    const entries = { Type: name("Font"), Subtype: name("Type1"), Encoding: name("WinAnsiEncoding") };
    listed.set(short, document.add(dict({ ...entries, BaseFont: name(BASE_FONTS[key as keyof typeof BASE_FONTS]) })));
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

/** Fields by their full names, and the groups above them. */
class NameTree {
  readonly #document: PdfDocument;
  readonly #form: PdfDict;
  /** Kind of each field. */
  readonly #kinds: Map<string, string>;
  readonly #nodes = new Map<string, { entries: PdfDict; ref: PdfRef }>();
  readonly #values = new Map<string, Set<string>>();

  constructor(document: PdfDocument, form: PdfDict, kinds: Map<string, string>) {
    this.#document = document;
    this.#form = form;
    this.#kinds = kinds;
    this.#readGroups(form.get("Fields"), "", 0);
  }

  /** Groups that are there already take more fields. */
  #readGroups(listed: PdfObject | undefined, path: string, depth: number): void {
    if (depth > MAX_GROUP_DEPTH) return;
    for (const ref of this.#document.array(listed) ?? []) {
      this.#document.work.charge("object");
      const entries = this.#document.dict(ref);
      const title = this.#document.string(entries?.get("T"));
      if (!entries || !title || !(ref instanceof PdfRef)) continue;
      const own = `${path}${decodeText(title)}`;
      const kids = this.#document.array(entries.get("Kids")) ?? [];
      if (!kids.some((kid) => this.#document.dict(kid)?.has("T"))) continue;
      this.#nodes.set(own, { entries, ref });
      this.#readGroups(kids, `${own}.`, depth + 1);
    }
  }

  place(field: NewField, index: number, widget: PdfDict, ref: PdfRef): void {
    const parts = field.name.split(".");
    if (parts.some((part) => part.trim() === "")) throw refused(index, "name", "a part of the name is empty");
    const known = this.#kinds.get(field.name);
    if (known !== undefined && known !== field.kind) {
      const what =
        known === "existing"
          ? "the file has a field of this name already"
          : `a field of this name is of the kind ${known}`;
      throw refused(index, "name", what);
    }
    for (let count = 1; count < parts.length; count++) {
      const above = parts.slice(0, count).join(".");
      if (this.#kinds.has(above)) throw refused(index, "name", `"${above}" is a field, so no other can be below it`);
    }
    const prefix = `${field.name}.`;
    if (this.#nodes.has(field.name) && known === undefined)
      throw refused(index, "name", "a group of fields has this name");
    if ([...this.#kinds.keys()].some((name) => name.startsWith(prefix)))
      throw refused(index, "name", "a group of fields has this name");
    this.#checkValue(field, index);
    this.#kinds.set(field.name, field.kind);
    let node = this.#nodes.get(field.name);
    if (!node) {
      const entries = fieldEntries(field);
      node = { entries, ref: this.#document.add(entries) };
      this.#nodes.set(field.name, node);
      this.#hang(parts, node);
    }
    widget.set("Parent", node.ref);
    append(this.#document, node.entries, "Kids", ref);
  }

  /** Radio buttons of a group are told apart by what they stand for. */
  #checkValue(field: NewField, index: number): void {
    if (field.kind !== "radio" && field.kind !== "check") return;
    const value = field.value ?? "";
    if (value === "Off") throw refused(index, "value", `"Off" is what a button is that is not on`);
    const taken = this.#values.get(field.name) ?? new Set();
    if (field.kind === "radio" && value !== "" && taken.has(value))
      throw refused(index, "value", `another button of this group stands for "${value}"`);
    taken.add(value);
    this.#values.set(field.name, taken);
  }

  #hang(parts: readonly string[], node: { entries: PdfDict; ref: PdfRef }): void {
    node.entries.set("T", encodeText(parts.at(-1) ?? ""));
    const above = parts.slice(0, -1);
    if (above.length === 0) {
      append(this.#document, this.#form, "Fields", node.ref);
      return;
    }
    const path = above.join(".");
    let parent = this.#nodes.get(path);
    if (!parent) {
      const entries = new PdfDict();
      parent = { entries, ref: this.#document.add(entries) };
      this.#nodes.set(path, parent);
      this.#hang(above, parent);
    }
    node.entries.set("Parent", parent.ref);
    append(this.#document, parent.entries, "Kids", node.ref);
  }
}

/** What a field's widgets have in common (tables 226, 228 to 232). */
function fieldEntries(field: NewField): PdfDict {
  const entries = dict({ TU: encodeText(field.tooltip || field.name) });
  let flags = field.required ? FieldFlag.required : 0;
  const text = () => {
    entries.set("DA", encodeText(defaultAppearance(field)));
    if (field.align && field.align !== "left") entries.set("Q", ALIGNMENTS[field.align]);
  };
  switch (field.kind) {
    case "text":
    case "multiline":
    case "comb": {
      entries.set("FT", name("Tx"));
      if (field.kind === "multiline") flags |= FieldFlag.multiline;
      if (field.kind === "comb") flags |= FieldFlag.comb;
      const most = field.kind === "comb" ? (field.count ?? field.maxLength) : field.maxLength;
      if (most !== undefined) entries.set("MaxLen", most);
      text();
      break;
    }
    case "choice": {
      entries.set("FT", name("Ch"));
      const options = field.options ?? [];
      flags |= options.length === 0 ? FieldFlag.combo | FieldFlag.edit : FieldFlag.combo;
      entries.set("Opt", options.map(encodeText));
      text();
      break;
    }
    case "signature":
      entries.set("FT", name("Sig"));
      break;
    default:
      entries.set("FT", name("Btn"));
      entries.set("DA", encodeText(defaultAppearance(field)));
      if (field.kind === "radio") flags |= FieldFlag.radio;
      entries.set("V", name("Off"));
  }
  if (flags !== 0) entries.set("Ff", flags);
  return entries;
}

function defaultAppearance({ font = "Helvetica", fontSizePoints = 0, color = [0] }: NewField): string {
  const operator = color.length === 3 ? "rg" : "g";
  return `/${NEW_FIELD_FONTS[font]} ${formatNumber(fontSizePoints)} Tf ${color.map(formatNumber).join(" ")} ${operator}`;
}

/** Turned like the page, so that its text is upright; marks as Acrobat names them. */
function characteristics(document: PdfDocument, page: PdfPage, field: NewField): PdfDict {
  const { rotation } = pageGeometry(document, page);
  const mark = field.kind === "check" ? "4" : field.kind === "radio" ? "l" : undefined;
  return dict({ R: rotation === 0 ? undefined : rotation, CA: mark === undefined ? undefined : encodeText(mark) });
}

function rectangleOf(document: PdfDocument, page: PdfPage, field: NewField, index: number): number[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = field.box;
  const [left, right, bottom, top] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)];
  if (right - left < MIN_SIDE || top - bottom < MIN_SIDE)
    throw refused(index, "box", `each side has to be at least ${MIN_SIDE} points long`);
  const { visible } = pageGeometry(document, page);
  if (right <= visible.left || left >= visible.right || top <= visible.bottom || bottom >= visible.top)
    throw refused(index, "box", `it lies outside page ${field.page}`);
  return [left, bottom, right, top];
}

/** Draws what new fields show, empty and off. */
function draw(
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
const nameOf = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

function append(document: PdfDocument, entries: PdfDict, key: string, ref: PdfRef): void {
  entries.set(key, [...(document.array(entries.get(key)) ?? []), ref]);
}

function refused(
  index: number,
  member: string,
  what: string,
  code: "invalid_request" | "pdf_page_out_of_range" = "invalid_request",
): Failure {
  const message = `Field ${index + 1} cannot be added: ${what}.`;
  return new Failure(code, message, { errors: [{ pointer: `/fields/${index}/${member}`, message }] });
}
