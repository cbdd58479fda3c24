import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { changedAppearance, changeField, changeWidget, exportsAsStates } from "./change-widget.ts";
import { type Field, readFields } from "./field-tree.ts";
import type { DrawingFonts } from "./fill-form.ts";
import { type NewField, refused } from "./new-field.ts";
import type { FieldNode } from "./new-field-tree.ts";
import { addWidgets, draw, type JoinedFields, pageOf, rectangleOf, type SentField } from "./new-fields.ts";
import { kindOf, type PlacedWidget, placedWidgets } from "./placed-fields.ts";
import { parentsOf, removeWidgets } from "./remove-widgets.ts";
import { describeWidgets } from "./tag-widgets.ts";

/** A field as a form is to have it; with the id of a place that it has, that one is changed. */
export interface WantedField extends NewField {
  id?: string;
}

interface Wanted extends SentField {
  field: WantedField;
  placed: PlacedWidget | undefined;
}

/**
 * Makes the fields of a form those that are listed: places that are there are changed or, if they are not listed, removed,
 * others are added. What the list does not speak of stays: scripts, borders, hidden fields. Members that fields of one
 * name have in common are those of the first. The tab key goes through each page's fields as they are listed.
 * @throws Failure `invalid_request`, `pdf_page_out_of_range` with the place of the field that cannot be so
 */
export function placeFields(document: PdfDocument, fields: readonly WantedField[], fonts: DrawingFonts): void {
  const placed = placedWidgets(document);
  const wanted = wantedFields(placed, fields);
  const renamed = renamedFields(document, wanted);
  const kept = wanted.filter((one): one is Wanted & { placed: PlacedWidget } => isKept(one, renamed));
  const keptWidgets = new Set(kept.map(({ placed: { widget } }) => widget));
  const removed = placed.filter(({ widget }) => !keptWidgets.has(widget));
  const isNew = (one: Wanted): boolean => !one.placed || !keptWidgets.has(one.placed.widget);
  const added = wanted.filter(isNew);

  for (const one of added) if (one.placed) one.more = looksOf(document, one.placed, one.field);
  for (const { field } of new Set([...removed, ...kept.filter(hasNewValue).map((one) => one.placed)]))
    exportsAsStates(document, field);
  removeWidgets(
    document,
    removed.map(({ widget }) => widget),
  );
  change(document, kept);
  const made = addWidgets(document, added, joinedFields(document, kept, added));
  const widgets = new Map([
    ...kept.map((one) => [one, one.placed.widget] as const),
    ...added.map((one, index) => [one, made[index]?.widget] as const),
  ]);
  order(
    document,
    wanted.flatMap((one) => widgets.get(one) ?? []),
  );
  draw(document, made, fonts);
}

function wantedFields(placed: readonly PlacedWidget[], fields: readonly WantedField[]): Wanted[] {
  const byId = new Map(placed.map((one) => [one.shown.id, one]));
  const kinds = new Map<string, NewField["kind"]>();
  return fields.map((field, index) => {
    const found = field.id === undefined ? undefined : byId.get(field.id);
    if (field.id !== undefined && !found)
      throw refused(index, "id", "the file has no field with this id, or it is listed twice");
    byId.delete(field.id ?? "");
    const known = kinds.get(field.name);
    if (known !== undefined && known !== field.kind)
      throw refused(index, "name", `a field of this name is of the kind ${known}`);
    kinds.set(field.name, field.kind);
    // spaces around a name do not come over the wire
    const isSameName = found !== undefined && found.shown.name.trim() === field.name;
    return { field: isSameName ? { ...field, name: found.shown.name } : field, index, placed: found };
  });
}

/** Kinds of which a field can become another one and stay the same field. */
const TYPED: ReadonlySet<NewField["kind"]> = new Set(["text", "multiline", "comb"]);

function isSameType(one: NewField["kind"], other: NewField["kind"]): boolean {
  return one === other || (TYPED.has(one) && TYPED.has(other));
}

function isKept({ placed, field }: Wanted, renamed: ReadonlyMap<Field, string>): boolean {
  if (!placed || !isSameType(placed.shown.kind, field.kind) || placed.shown.page !== field.page) return false;
  return field.name === (renamed.get(placed.field) ?? placed.field.name);
}

const hasNewValue = ({ placed, field }: Wanted): boolean =>
  placed !== undefined && field.value !== undefined && field.value !== placed.shown.value;

/** Fields that get another name as a whole, in the group that they are in: nothing else of them changes. */
function renamedFields(document: PdfDocument, wanted: readonly Wanted[]): Map<Field, string> {
  const names = new Map<Field, Set<string>>();
  for (const { placed, field } of wanted) {
    if (!placed) continue;
    const found = names.get(placed.field) ?? new Set();
    names.set(placed.field, found.add(field.name));
  }
  const taken = readFields(document).map(({ name }) => name);
  const renamed = new Map<Field, string>();
  const known = new Set(wanted.map(({ placed }) => placed?.widget));
  for (const [field, [first = "", ...others]] of names) {
    if (first === field.name) continue;
    const title = titleOf(document, field);
    const group = field.name.slice(0, field.name.length - title.length);
    const isInGroup = first.startsWith(group) && !first.slice(group.length).includes(".");
    const isFree = !taken.some((name) => name === first || name.startsWith(`${first}.`));
    const isWhole = field.widgets.every(({ dict }) => known.has(dict));
    if (others.length > 0 || !title || !isInGroup || !isFree || !isWhole) continue;
    taken.push(first);
    renamed.set(field, first);
  }
  return renamed;
}

function titleOf(document: PdfDocument, { dict }: Field): string {
  const title = document.string(dict.get("T"));
  return title ? decodeText(title) : "";
}

function change(document: PdfDocument, kept: readonly (Wanted & { placed: PlacedWidget })[]): void {
  const first = new Map<Field, { wanted: NewField; isStale: boolean }>();
  const described: { widget: PdfDict; text: string }[] = [];
  for (const { placed, field, index } of kept) {
    const known = first.get(placed.field) ?? { wanted: field, isStale: changeField(document, placed, field) };
    if (!first.has(placed.field)) {
      first.set(placed.field, known);
      const group = placed.field.name.slice(0, placed.field.name.length - titleOf(document, placed.field).length);
      if (field.name !== placed.field.name) placed.field.dict.set("T", encodeText(field.name.slice(group.length)));
    }
    const isMoved = JSON.stringify(field.box) !== JSON.stringify(placed.shown.box);
    const rectangle = isMoved ? rectangleOf(document, pageOf(document, field, index), field, index) : placed.shown.box;
    changeWidget(document, placed, field, rectangle, known.isStale);
    const { tooltip, name } = known.wanted;
    if ((tooltip || name) !== (placed.shown.tooltip ?? placed.shown.name))
      described.push({ widget: placed.widget, text: tooltip || name });
  }
  describeWidgets(document, described);
}

/** What a field keeps that is taken out and put in anew: under another name, on another page, as another kind. */
function looksOf(document: PdfDocument, { field, widget, shown }: PlacedWidget, wanted: NewField): PdfDict {
  const keys = ["MK", "BS", "Border", ...(isSameType(shown.kind, wanted.kind) ? ["AA"] : [])];
  const kept = new PdfDict(
    keys.flatMap((key): [string, PdfObject][] => {
      const value = widget.get(key) ?? (key === "AA" ? field.dict.get(key) : undefined);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  if (!isSameType(shown.kind, wanted.kind) || wanted.kind === "image" || wanted.kind === "signature") return kept;
  const changed = changedAppearance(document, field, widget, shown, wanted);
  const own = widget.get("DA") ?? field.inherited("DA");
  if (changed !== undefined) kept.set("DA", encodeText(changed));
  else if (own) kept.set("DA", own);
  return kept;
}

/** The fields that are there and get another place. */
function joinedFields(document: PdfDocument, kept: readonly Wanted[], added: readonly Wanted[]): JoinedFields {
  const names = new Set(added.map(({ field }) => field.name));
  const stay = new Set(kept.map(({ field }) => field.name).filter((name) => names.has(name)));
  const joined = new Map<string, { kind: NewField["kind"]; node: FieldNode }>();
  if (stay.size === 0) return joined;
  for (const field of readFields(document)) {
    const node = stay.has(field.name) ? fieldNode(document, field) : undefined;
    if (!node) continue;
    exportsAsStates(document, field);
    joined.set(field.name, { kind: kindOf(document, field), node });
  }
  return joined;
}

/** Entries of a field that is its widget, too, which stay with the field (ISO 32000-2, 12.7.4.1). */
const FIELD_KEYS = [
  "FT",
  "Parent",
  "T",
  "TU",
  "TM",
  "Ff",
  "V",
  "DV",
  "AA",
  "MaxLen",
  "Opt",
  "TI",
  "I",
  "RV",
  "DS",
  "Lock",
  "SV",
];

/** A field's own node: one that is its widget, too, gets a node above that. */
function fieldNode(document: PdfDocument, { dict: entries, widgets }: Field): FieldNode | undefined {
  const form = document.dict(document.catalog.get("AcroForm"));
  const above = form && parentsOf(document, form).get(entries);
  if (!above) return undefined;
  const key = above === form ? "Fields" : "Kids";
  const listed = document.array(above.get(key)) ?? [];
  const place = listed.findIndex((entry) => document.dict(entry) === entries);
  const ref = listed[place];
  if (!(ref instanceof PdfRef)) return undefined;
  if (widgets[0]?.dict !== entries) return { entries, ref };

  const field = new PdfDict();
  for (const name of FIELD_KEYS) {
    const value = entries.get(name);
    if (value === undefined) continue;
    field.set(name, value);
    entries.delete(name);
  }
  for (const name of ["DA", "Q"]) {
    const value = entries.get(name);
    if (value !== undefined) field.set(name, value);
  }
  field.set("Kids", [ref]);
  const node = { entries: field, ref: document.add(field) };
  entries.set("Parent", node.ref);
  above.set(key, listed.with(place, node.ref));
  const calculated = document.array(form.get("CO"));
  if (calculated)
    form.set(
      "CO",
      calculated.map((entry) => (document.dict(entry) === entries ? node.ref : entry)),
    );
  return node;
}

/** Puts the annotations of pages into the order of the fields, where they have another one. */
function order(document: PdfDocument, widgets: readonly PdfDict[]): void {
  const places = new Map(widgets.map((widget, index) => [widget, index]));
  for (const page of document.pages) {
    const annotations = document.array(page.dict.get("Annots"));
    if (!annotations) continue;
    document.work.charge("object", annotations.length);
    const placeOf = (entry: PdfObject): number | undefined => {
      const widget = document.dict(entry);
      return widget && places.get(widget);
    };
    const ordered = annotations
      .filter((entry) => placeOf(entry) !== undefined)
      .sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
    let next = 0;
    const sorted = annotations.map((entry) => (placeOf(entry) === undefined ? entry : (ordered[next++] ?? entry)));
    if (sorted.some((entry, index) => entry !== annotations[index])) page.dict.set("Annots", sorted);
  }
}
