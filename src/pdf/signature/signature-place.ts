import { Failure } from "../../domain/failure.ts";
import { apply } from "../../geometry/matrix.ts";
import type { PdfDocument } from "../document.ts";
import { type Field, readFields } from "../form/field-tree.ts";
import { tagWidgets } from "../form/tag-widgets.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { pageGeometry } from "../page-geometry.ts";
import type { PdfPage } from "../page-tree.ts";
import { encodeText } from "../text-strings.ts";
import type { IncrementalUpdate } from "./incremental-update.ts";
import { isSigned } from "./signed-document.ts";

/** Where a signature goes: in an existing field, or in a new one. */
export interface SignatureFieldOptions {
  /** Name of the field; a free one if absent. */
  field?: string;
  /** Where a new field shows; it is invisible if absent. In points from the upper left corner of the page as shown. */
  box?: SignatureBox;
}

interface SignatureBox {
  /** Counted from 1; -1 is the last one. */
  page: number;
  leftPoints: number;
  topPoints: number;
  widthPoints: number;
  heightPoints: number;
}

/** A signature field that waits for its value. */
export interface SignatureField {
  name: string;
  /** The widget's dictionary: that of the field itself if it has one widget. */
  widget: PdfDict;
  /** Sets the signature. */
  setValue(signature: PdfRef): void;
}

/** Widgets print and cannot be moved (table 167): print, locked. */
const WIDGET_FLAGS = 4 | 128;
/** Signatures exist, and the file may only be changed by updates (table 225). */
const SIGNATURE_FLAGS = 3;

/**
 * The field for a new signature; the document's form is made if it has none.
 * @throws Failure `signature_field_taken`, `signature_field_unknown`, `pdf_page_out_of_range`
 */
export function signatureField(update: IncrementalUpdate, options: SignatureFieldOptions): SignatureField {
  const { document } = update;
  const fields = readFields(document);
  const known = options.field === undefined ? undefined : fields.find(({ name }) => name === options.field);
  if (known) return knownField(update, known);
  const free = options.field ?? allocateName(fields);
  return newField(update, free, options.box);
}

function allocateName(fields: readonly Field[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  for (let number = 1; ; number++) if (!taken.has(`Signature${number}`)) return `Signature${number}`;
}

function knownField(update: IncrementalUpdate, field: Field): SignatureField {
  const { document } = update;
  if (field.kind !== "signature") {
    throw new Failure("signature_field_taken", `The field "${field.name}" is not a signature field.`);
  }
  if (document.dict(field.dict.get("V"))) {
    throw new Failure("signature_field_taken", `The field "${field.name}" is signed already.`);
  }
  const widget = field.widgets[0];
  const owner = refOf(document, field.dict) ?? widget?.ref;
  if (!owner) {
    throw new Failure("signature_field_taken", `The field "${field.name}" is written in a way that cannot be signed.`);
  }
  form(update);
  return {
    name: field.name,
    widget: widget?.dict ?? field.dict,
    setValue(signature) {
      field.dict.set("V", signature);
      update.touch(owner);
      if (widget?.ref) update.touch(widget.ref);
    },
  };
}

/** The reference by which the form lists a field. */
function refOf(document: PdfDocument, wanted: PdfDict): PdfRef | undefined {
  const form = document.dict(document.catalog.get("AcroForm"));
  const pending: { object: PdfObject; depth: number }[] = (document.array(form?.get("Fields")) ?? []).map((object) => ({
    object,
    depth: 0,
  }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    document.work.charge("object");
    const entries = document.dict(next.object);
    if (entries === wanted) return next.object instanceof PdfRef ? next.object : undefined;
    if (next.depth > 64) continue;
    for (const kid of document.array(entries?.get("Kids")) ?? []) pending.push({ object: kid, depth: next.depth + 1 });
  }
  return undefined;
}

function newField(update: IncrementalUpdate, fieldName: string, box: SignatureBox | undefined): SignatureField {
  const { document } = update;
  if (fieldName === "" || fieldName.includes(".")) {
    throw new Failure(
      "signature_field_unknown",
      "The name of a new signature field must not be empty or contain a period.",
    );
  }
  const page = pageOf(document, box?.page ?? 1);
  const widget = dict({
    Type: name("Annot"),
    Subtype: name("Widget"),
    FT: name("Sig"),
    T: encodeText(fieldName),
    TU: encodeText(fieldName),
    F: WIDGET_FLAGS,
    P: page.ref,
    Rect: box ? rectangleOf(document, page, box) : [0, 0, 0, 0],
    MK: box ? turnedLike(document, page) : undefined,
  });
  const ref = update.add(widget);
  // a structure that is already covered by a signature stays as it is
  if (!isSigned(document)) tagWidgets(update, [{ widget, ref, page, description: encodeText(fieldName) }]);
  append(update, page.dict, "Annots", ref, () => update.touch(page.ref));
  const { entries, touch } = form(update);
  append(update, entries, "Fields", ref, touch);
  return {
    name: fieldName,
    widget,
    setValue(signature) {
      widget.set("V", signature);
    },
  };
}

/** The document's form, which says from now on that there are signatures. */
function form(update: IncrementalUpdate): { entries: PdfDict; touch: () => void } {
  const { document } = update;
  const root = document.trailer.get("Root");
  const touchCatalog = () => root instanceof PdfRef && update.touch(root);
  const listed = document.catalog.get("AcroForm");
  const entries = document.dict(listed) ?? new PdfDict();
  const touch = () => void (listed instanceof PdfRef ? update.touch(listed) : touchCatalog());
  if (!document.dict(listed)) {
    document.catalog.set("AcroForm", entries);
    touchCatalog();
  }
  const flags = document.number(entries.get("SigFlags")) ?? 0;
  if ((flags & SIGNATURE_FLAGS) !== SIGNATURE_FLAGS || !entries.has("Fields")) {
    entries.set("SigFlags", flags | SIGNATURE_FLAGS);
    if (!entries.has("Fields")) entries.set("Fields", []);
    touch();
  }
  return { entries, touch };
}

/** Adds to an array that may be an object of its own, or may not exist yet. */
function append(update: IncrementalUpdate, owner: PdfDict, key: string, item: PdfObject, touchOwner: () => void): void {
  const listed = owner.get(key);
  const array = update.document.array(listed);
  if (array && listed instanceof PdfRef) update.touch(listed);
  else touchOwner();
  if (array) array.push(item);
  else owner.set(key, [item]);
}

function pageOf(document: PdfDocument, number: number): PdfPage {
  const page = document.pages.at(number > 0 ? number - 1 : number);
  if (page && number !== 0) return page;
  const message = `There is no page ${number} to sign: the PDF has ${document.pages.length}.`;
  throw new Failure("pdf_page_out_of_range", message);
}

/** A box of the page as shown, in the page's own coordinates. */
function rectangleOf(document: PdfDocument, page: PdfPage, box: SignatureBox): number[] {
  const { fromShown, heightPoints } = pageGeometry(document, page);
  const [x1, y1] = apply(fromShown, box.leftPoints, heightPoints - box.topPoints);
  const [x2, y2] = apply(fromShown, box.leftPoints + box.widthPoints, heightPoints - box.topPoints - box.heightPoints);
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)].map(
    (value) => Math.round(value * 1000) / 1000,
  );
}

/** A widget on a turned page is turned with it, so that its text is upright. */
function turnedLike(document: PdfDocument, page: PdfPage): PdfDict | undefined {
  const { rotation } = pageGeometry(document, page);
  return rotation === 0 ? undefined : dict({ R: rotation });
}
