import { Failure } from "../../domain/failure.ts";
import { ByteWriter } from "../byte-writer.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { readFields } from "../form/field-tree.ts";
import { isName, PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { writeDict, writeObject } from "../serialize.ts";

/** What was changed after a signature, from what every signature allows to what none does. */
export const LATER_CHANGES = ["signatures", "forms", "annotations", "content"] as const;
export type LaterChange = (typeof LATER_CHANGES)[number];

/**
 * What updates after a signature have changed of what it covers (ISO 32000-2, 12.8.2.2.2). New objects count by what
 * was changed to refer to them.
 * @param end where the signed revision ends
 * @throws Failure `pdf_too_complex`
 */
export function changesSince(
  bytes: Uint8Array,
  end: number,
  now: PdfDocument,
  password: string | undefined,
): LaterChange[] {
  const then = signedRevision(bytes.subarray(0, end), password);
  if (!then) return ["content"];
  const places = rolesOf(then);
  const found = new Set<LaterChange>();
  for (const number of then.objects.numbers()) {
    if (isSame(then, now, number)) continue;
    now.work.spend(4);
    for (const change of changeOf(then, now, number, places)) found.add(change);
  }
  if (pageOrder(then) !== pageOrder(now) || rootOf(then) !== rootOf(now)) found.add("content");
  return LATER_CHANGES.filter((change) => found.has(change));
}

function signedRevision(bytes: Uint8Array, password: string | undefined): PdfDocument | undefined {
  try {
    return openPdf(bytes, { password });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Whether both revisions have an object at the same place in the file. */
function isSame(then: PdfDocument, now: PdfDocument, number: number): boolean {
  const [before, after] = [then.objects.locate(number), now.objects.locate(number)];
  if (!before || !after) return before === after;
  if (before.kind === "offset") return after.kind === "offset" && before.offset === after.offset;
  return after.kind === "compressed" && before.stream === after.stream && isSame(then, now, before.stream);
}

/** The purpose of an object of the signed revision. */
type Role = "catalog" | "form" | "page" | "annotations" | "annotation" | "field" | "signature" | "metadata";

function rolesOf(document: PdfDocument): Map<number, Role> {
  const roles = new Map<number, Role>();
  const mark = (object: PdfObject | undefined, role: Role) => {
    if (object instanceof PdfRef && !roles.has(object.number)) roles.set(object.number, role);
  };
  mark(document.trailer.get("Root"), "catalog");
  mark(document.trailer.get("Info"), "metadata");
  mark(document.catalog.get("Metadata"), "metadata");
  const form = document.dict(document.catalog.get("AcroForm"));
  mark(document.catalog.get("AcroForm"), "form");
  mark(form?.get("Fields"), "form");
  mark(form?.get("DR"), "form");
  const pending = [...(document.array(form?.get("Fields")) ?? [])].map((object) => ({ object, depth: 0 }));
  const signatures = new Set(
    readFields(document)
      .filter(({ kind }) => kind === "signature")
      .map(({ dict }) => dict),
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    document.work.spend(1);
    const entries = document.dict(next.object);
    if (!entries || next.depth > 64) continue;
    mark(next.object, signatures.has(entries) ? "signature" : "field");
    markLook(document, entries, "field", mark);
    for (const kid of document.array(entries.get("Kids")) ?? []) pending.push({ object: kid, depth: next.depth + 1 });
  }
  for (const page of document.pages) {
    mark(page.ref, "page");
    mark(page.dict.get("Annots"), "annotations");
    for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
      document.work.spend(1);
      mark(annotation, "annotation");
      const entries = document.dict(annotation);
      if (entries) markLook(document, entries, "annotation", mark);
    }
  }
  return roles;
}

/** The appearance of a widget or annotation goes with it. */
function markLook(
  document: PdfDocument,
  entries: PdfDict,
  role: Role,
  mark: (object: PdfObject | undefined, role: Role) => void,
): void {
  const looks = entries.get("AP");
  mark(looks, role);
  for (const look of document.dict(looks)?.values() ?? []) {
    mark(look, role);
    for (const state of document.dict(look)?.values() ?? []) mark(state, role);
  }
}

/** Entries of the catalog that signing and filling in change. */
const OPEN_CATALOG_KEYS = new Set(["AcroForm", "DSS", "Perms", "Extensions", "Metadata", "Version"]);

/** The data that signatures are verified by may always be added; it changes nothing of the document (12.8.2.2.2). */
const STORE_KEYS = new Set(["DSS", "Extensions"]);

/** Entries of the form that signing changes. */
const OPEN_FORM_KEYS = new Set(["Fields", "SigFlags", "DR", "DA"]);

function changeOf(then: PdfDocument, now: PdfDocument, number: number, roles: Map<number, Role>): LaterChange[] {
  const [before, after] = [then.objects.get(number), now.objects.get(number)];
  if (isContainer(before)) return [];
  switch (roles.get(number)) {
    case "metadata":
      return [];
    case "catalog":
      if (!differs(before, after, STORE_KEYS)) return [];
      return differs(before, after, OPEN_CATALOG_KEYS) ? ["content"] : ["signatures"];
    case "form":
      return before instanceof PdfDict && differs(before, after, OPEN_FORM_KEYS) ? ["forms"] : ["signatures"];
    case "page":
      return differs(before, after, new Set(["Annots", "Tabs"])) ? ["content"] : listedChange(then, now, before, after);
    case "annotations":
      return addedAnnotations(now, before, after);
    case "signature":
      return signatureChange(then, before, after);
    case "field":
      return ["forms"];
    case "annotation":
      return ["annotations"];
    default:
      return equalText(before, after) ? [] : ["content"];
  }
}

/** Object streams and cross-reference streams hold other objects, which are compared themselves. */
function isContainer(object: PdfObject): boolean {
  if (!(object instanceof PdfStream)) return false;
  const type = object.dict.get("Type");
  return isName(type, "XRef") || isName(type, "ObjStm");
}

/** An existing signature must not be changed; an empty field may be signed. */
function signatureChange(then: PdfDocument, before: PdfObject, after: PdfObject): LaterChange[] {
  if (!(before instanceof PdfDict && after instanceof PdfDict)) return ["content"];
  if (then.dict(before.get("V"))?.has("Contents") && differs(before, after, new Set())) return ["content"];
  return ["signatures"];
}

function listedChange(then: PdfDocument, now: PdfDocument, before: PdfObject, after: PdfObject): LaterChange[] {
  if (!(before instanceof PdfDict && after instanceof PdfDict)) return ["content"];
  return addedAnnotations(now, then.array(before.get("Annots")) ?? [], now.array(after.get("Annots")) ?? []);
}

/** Widgets of new signatures are one thing, notes and pictures another; anything removed counts like notes. */
function addedAnnotations(now: PdfDocument, before: PdfObject, after: PdfObject): LaterChange[] {
  const listed = (list: PdfObject) =>
    new Set(Array.isArray(list) ? list.flatMap((item) => (item instanceof PdfRef ? [item.number] : [-1])) : []);
  const [old, current] = [listed(before), listed(after)];
  if ([...old].some((number) => !current.has(number))) return ["annotations"];
  const added = [...current].filter((number) => !old.has(number));
  const isSignature = (number: number) => now.name(now.dict(new PdfRef(number))?.get("FT")) === "Sig";
  return added.length === 0 ? [] : [added.every(isSignature) ? "signatures" : "annotations"];
}

function differs(before: PdfObject, after: PdfObject, open: ReadonlySet<string>): boolean {
  if (!(before instanceof PdfDict && after instanceof PdfDict)) return true;
  const closed = (entries: PdfDict) => new PdfDict([...entries].filter(([key]) => !open.has(key)).sort());
  return !equalText(closed(before), closed(after));
}

/** Whether two objects are written alike. */
function equalText(before: PdfObject, after: PdfObject): boolean {
  return Buffer.compare(written(before), written(after)) === 0;
}

function rootOf(document: PdfDocument): number | undefined {
  const root = document.trailer.get("Root");
  return root instanceof PdfRef ? root.number : undefined;
}

function pageOrder(document: PdfDocument): string {
  return document.pages.map(({ ref }) => ref.number).join();
}

function written(object: PdfObject): Uint8Array {
  const out = new ByteWriter();
  const numberOf = (ref: PdfRef) => ref.number;
  if (object instanceof PdfStream) {
    writeDict(out, object.dict, numberOf);
    out.bytes(object.bytes());
  } else writeObject(out, object, numberOf);
  return out.take();
}
