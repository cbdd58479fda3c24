import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { isName, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import type { Copier } from "./copier.ts";
import { NameAllocator } from "./name-allocator.ts";

/** A field or widget; one that is kept keeps all those above it. */
interface VisitedField {
  object: PdfObject;
  parent: VisitedField | undefined;
  isKept: boolean;
}

/** Leaves out the fields all of whose widgets are on pages that are left out. */
export function leaveOutFields(source: PdfDocument, copier: Copier, keptAnnotations: ReadonlySet<number>): void {
  const form = source.dict(source.catalog.get("AcroForm"));
  const fields: VisitedField[] = [];
  walkTree<VisitedField | undefined>(source, source.array(form?.get("Fields")) ?? [], undefined, (node) => {
    const kids = source.array(node.entries.get("Kids")) ?? [];
    const isWidget = isName(source.resolve(node.entries.get("Subtype")), "Widget");
    const isShown = node.object instanceof PdfRef && keptAnnotations.has(node.object.number);
    const field = { object: node.object, parent: node.context, isKept: kids.length === 0 && (isShown || !isWidget) };
    fields.push(field);
    return { kids, context: field };
  });
  // children come after their parents
  for (const field of fields.reverse()) {
    if (!field.isKept) {
      if (field.object instanceof PdfRef) copier.assign(field.object.number, null);
    } else if (field.parent) field.parent.isKept = true;
  }
}

/** A form that is joined from the forms of several documents (ISO 32000-2, 12.7.3). */
export class JoinedForm {
  readonly #target: PdfDocument;
  readonly #fields: PdfObject[] = [];
  readonly #calculationOrder: PdfObject[] = [];
  readonly #names = new NameAllocator((name, suffix) => `${name}+${suffix}`, 1);
  readonly #resources = new PdfDict();
  #entries: PdfDict | undefined;

  constructor(target: PdfDocument) {
    this.#target = target;
  }

  /** Adds a document's form. Top-level fields whose name is taken get "+1", "+2", ... (as pdftk names them). */
  add(source: PdfDocument, copier: Copier): void {
    const form = source.dict(source.catalog.get("AcroForm"));
    if (!form) return;
    const copied: PdfObject[] = [];
    for (const field of source.array(form.get("Fields")) ?? []) {
      const copy = copier.copy(field);
      if (this.#target.dict(copy)) copied.push(copy);
    }
    if (copied.length === 0) return;
    for (const field of copied) {
      const entries = present(this.#target.dict(field));
      this.#rename(entries);
      if (this.#entries) inheritFromForm(entries, form, copier);
    }
    appendAll(this.#fields, copied);
    const resources = source.dict(form.get("DR"));
    if (resources) this.#addResources(copier.dict(resources));
    const order = copier.copy(source.array(form.get("CO")) ?? []) as PdfObject[];
    appendAll(
      this.#calculationOrder,
      order.filter((field) => field !== null),
    );
    if (!this.#entries) {
      this.#entries = new PdfDict();
      inheritFromForm(this.#entries, form, copier);
    }
    if (source.resolve(form.get("NeedAppearances")) === true) this.#entries.set("NeedAppearances", true);
  }

  /** The AcroForm dictionary; undefined if no document had fields. XFA and signatures do not survive a new file. */
  write(): PdfDict | undefined {
    if (!this.#entries) return undefined;
    this.#entries.set("Fields", this.#fields);
    if (this.#resources.size > 0) this.#entries.set("DR", this.#resources);
    if (this.#calculationOrder.length > 0) this.#entries.set("CO", this.#calculationOrder);
    return this.#entries;
  }

  #rename(field: PdfDict): void {
    const title = this.#target.string(field.get("T"));
    if (!title) return;
    const text = decodeText(title);
    const unique = this.#names.take(text);
    if (unique !== text) field.set("T", encodeText(unique));
  }

  #addResources(resources: PdfDict): void {
    for (const [kind, value] of resources) {
      const added = this.#target.resolve(value);
      const present = this.#resources.get(kind);
      if (present === undefined) {
        this.#resources.set(kind, added instanceof PdfDict ? new PdfDict(added) : added);
      } else if (present instanceof PdfDict && added instanceof PdfDict) {
        for (const [name, resource] of added) if (!present.has(name)) present.set(name, resource);
      }
    }
  }
}

/** Fields take these entries from their form if neither they nor their parents have them (table 224). */
function inheritFromForm(entries: PdfDict, form: PdfDict, copier: Copier): void {
  for (const key of ["DA", "Q"]) {
    const value = form.get(key);
    if (value !== undefined && !entries.has(key)) entries.set(key, copier.copy(value));
  }
}
