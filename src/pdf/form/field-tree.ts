import { appendAll } from "../../domain/collections/long-lists.ts";
import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { isName, PdfDict, PdfName, type PdfObject, type PdfRef } from "../objects.ts";
import { decodeText } from "../text-strings.ts";

/** Kinds of fields (ISO 32000-2, 12.7.5). */
export type FieldKind = "text" | "checkbox" | "radio" | "button" | "choice" | "signature";

/** Where a field shows. */
interface Widget {
  dict: PdfDict;
  /** The object number if it is an indirect object. */
  ref: PdfRef | undefined;
}

/** A field with its widgets; attributes are looked up along its parents (table 226). */
export interface Field {
  /** Partial names joined by periods (12.7.4.2). */
  name: string;
  kind: FieldKind;
  /** `Ff` (tables 227, 229, 231, 233). */
  flags: number;
  dict: PdfDict;
  widgets: Widget[];
  /** An entry of the field or the nearest parent that has it, resolved; null if there is none. */
  inherited(key: string): PdfObject;
}

/** Bits of `Ff`. */
export const FieldFlag = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const;

/** A node of the field tree and those above it. */
interface FieldPath {
  /** Partial names joined by periods. */
  name: string;
  node: PdfDict | undefined;
  parent: FieldPath | undefined;
}

const TOP_LEVEL: FieldPath = { name: "", node: undefined, parent: undefined };

/** The fields of a document in the order of its form; fields of one name are one field. */
export function readFields(document: PdfDocument): Field[] {
  const form = document.dict(document.catalog.get("AcroForm"));
  const fields = new Map<string, Field>();
  walkTree(document, document.array(form?.get("Fields")) ?? [], TOP_LEVEL, ({ object, entries: node, context }) => {
    const title = document.string(node.get("T"));
    const part = title && decodeText(title);
    const name = part === undefined ? context.name : context.name === "" ? part : `${context.name}.${part}`;
    const own: FieldPath = { name, node, parent: context };
    const kids = document.array(node.get("Kids")) ?? [];
    document.work.charge("object", kids.length + name.length / 16);
    // kids without a name are the field's widgets, others are fields
    const isParent = kids.some((kid) => document.dict(kid)?.has("T"));
    if (isParent) return { kids, context: own };
    const inherited = (key: string): PdfObject => {
      for (let level: FieldPath | undefined = own; level; level = level.parent) {
        if (level.node?.has(key)) return document.resolve(level.node.get(key));
      }
      return document.resolve(form?.get(key));
    };
    const kind = kindOf(document, inherited);
    if (!kind) return undefined;
    const widgets = (kids.length > 0 ? kids : [object]).flatMap((kid): Widget[] => {
      const entries = document.dict(kid);
      return entries?.has("Rect") ? [{ dict: entries, ref: kid instanceof PdfDict ? undefined : (kid as PdfRef) }] : [];
    });
    const known = fields.get(name);
    if (known?.kind === kind) appendAll(known.widgets, widgets);
    else if (!known) fields.set(name, { name, kind, flags: flagsOf(inherited), dict: node, widgets, inherited });
    return undefined;
  });
  return [...fields.values()];
}

function kindOf(document: PdfDocument, inherited: (key: string) => PdfObject): FieldKind | undefined {
  const type = document.resolve(inherited("FT"));
  if (isName(type, "Tx")) return "text";
  if (isName(type, "Ch")) return "choice";
  if (isName(type, "Sig")) return "signature";
  if (!isName(type, "Btn")) return undefined;
  const flags = flagsOf(inherited);
  if (flags & FieldFlag.pushButton) return "button";
  return flags & FieldFlag.radio ? "radio" : "checkbox";
}

function flagsOf(inherited: (key: string) => PdfObject): number {
  const flags = inherited("Ff");
  return typeof flags === "number" ? flags : 0;
}

/** The states of a check box or radio button besides Off, as its normal appearance names them. */
export function onStates(document: PdfDocument, widget: PdfDict): string[] {
  const normal = document.dict(document.dict(widget.get("AP"))?.get("N"));
  return normal ? [...normal.keys()].filter((state) => state !== "Off") : [];
}

/** The text of a name: UTF-8 if it is valid (7.3.5), else its bytes as characters. */
export function nameText(value: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(
      Uint8Array.from(value, (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return value;
  }
}

/** The text of a field's value or option, whether it is a string or a name. */
export function valueText(document: PdfDocument, object: PdfObject | undefined): string | undefined {
  const resolved = document.resolve(object);
  if (resolved instanceof PdfName) return nameText(resolved.value);
  const string = document.string(resolved);
  return string && decodeText(string);
}
