import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { isName, name, type PdfDict, type PdfObject, type PdfStream } from "../objects.ts";
import { decodeText } from "../text-strings.ts";
import { decodedStream } from "./change-rules.ts";
import { isEqualObject } from "./equal-objects.ts";
import { inheritedEntry, nameBelow } from "./field-entries.ts";
import { FIELD_VALUE_KEYS } from "./object-roles.ts";

/** Fields that may not change once a signature is made (ISO 32000-2, 12.7.5.5 and 12.8.2.4). */
export interface FieldLock {
  action: "All" | "Include" | "Exclude";
  /** Full names; each stands for the fields below it, too. */
  fields: readonly string[];
}

/** What a signature locks. */
export interface SignatureLocks {
  fields: FieldLock[];
  /** What may be changed after it, as an author's signature says it: 1 nothing, 2 forms, 3 forms and annotations. */
  permission: number | undefined;
}

/**
 * What a signature locks by its own dictionary, and by its field, which says what signing it is to lock.
 * @param value the signature's dictionary
 * @param field the field that has it, or the part of one
 */
export function readLocks(document: PdfDocument, value: PdfDict, field: PdfDict): SignatureLocks {
  const references = (document.array(value.get("Reference")) ?? []).map((each) => document.dict(each));
  const transforms = references.filter((each) => isName(document.resolve(each?.get("TransformMethod")), "FieldMDP"));
  const own = document.dict(inheritedEntry(document, field, "Lock"));
  const stated = [...transforms.map((each) => document.dict(each?.get("TransformParams"))), own];
  const permission = document.number(own?.get("P"));
  return {
    fields: stated.flatMap((each) => (each ? lockOf(document, each) : [])),
    permission: permission === 1 || permission === 2 || permission === 3 ? permission : undefined,
  };
}

/** A lock of another kind locks nothing that is known. */
function lockOf(document: PdfDocument, entries: PdfDict): FieldLock[] {
  const action = document.name(entries.get("Action"));
  if (action !== "All" && action !== "Include" && action !== "Exclude") return [];
  const fields = (document.array(entries.get("Fields")) ?? []).flatMap((each) => {
    const text = document.string(each);
    return text ? [decodeText(text)] : [];
  });
  return [{ action, fields }];
}

/**
 * The names of locked fields that have another value than when they were locked, or are gone. A signature field waits for
 * its signature: it is locked only if it is named.
 */
export function changedLockedFields(then: PdfDocument, now: PdfDocument, locks: readonly FieldLock[]): string[] {
  if (locks.length === 0) return [];
  const [before, after] = [fieldValues(then), fieldValues(now)];
  const revisions = {
    before: (object: PdfObject | undefined) => then.resolve(object),
    after: (object: PdfObject | undefined) => now.resolve(object),
    decoded: (stream: PdfStream, of: "before" | "after") => decodedStream(of === "before" ? then : now, stream),
    spend: (steps: number) => now.work.charge("object", steps),
  };
  return [...before]
    .filter(([field, { isSignature }]) => locks.some((lock) => isLocked(lock, field, isSignature)))
    .filter(([field, { values }]) => !isEqualObject(values, after.get(field)?.values, revisions))
    .map(([field]) => field);
}

function isLocked({ action, fields }: FieldLock, field: string, isSignature: boolean): boolean {
  const isNamed = fields.some((each) => field === each || field.startsWith(`${each}.`));
  if (action === "Include") return isNamed;
  return !isSignature && (action === "All" || !isNamed);
}

interface FieldValue {
  isSignature: boolean;
  /** Its entries and those of its parts, each behind its key. */
  values: PdfObject[];
}

/** What each field of the form says, by its full name. */
function fieldValues(document: PdfDocument): Map<string, FieldValue> {
  const found = new Map<string, FieldValue>();
  const form = document.dict(document.catalog.get("AcroForm"));
  const top = { field: "", type: undefined as string | undefined };
  walkTree(document, document.array(form?.get("Fields")) ?? [], top, ({ entries, context }) => {
    const field = nameBelow(document, context.field, entries);
    document.work.charge("object", field.length / 16);
    const type = document.name(entries.get("FT")) ?? context.type;
    const known = found.get(field);
    const value = known ?? { isSignature: type === "Sig", values: [] };
    if (!known) found.set(field, value);
    for (const key of FIELD_VALUE_KEYS) {
      const stated = entries.get(key);
      if (stated !== undefined) value.values.push(name(key), stated);
    }
    return { kids: document.array(entries.get("Kids")) ?? [], context: { field, type } };
  });
  return found;
}
