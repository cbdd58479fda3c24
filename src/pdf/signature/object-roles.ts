import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { isSignatureField, isSignatureWidget } from "./field-entries.ts";

/** What an object is for: by what refers to it, of which there may be several. */
const ROLES = [
  /** Whatever a page shows, and whatever else a reader acts by. */
  "content",
  "catalog",
  "permissions",
  "form",
  /** A list of fields, or of the parts of one. */
  "fields",
  "field",
  "field value",
  /** A signature field, or a part of one. */
  "signature field",
  /** What a field shows, and what that is made of. */
  "field look",
  "field look part",
  "signature look",
  "signature look part",
  /** A signature itself. */
  "signature",
  /** Fonts and the like that fields may use. */
  "form resources",
  "page",
  "annotations",
  "annotation",
  "annotation look",
  "structure root",
  "structure element",
  "structure parents",
  /** What changes nothing that anybody sees or does. */
  "free",
] as const;
export type Role = (typeof ROLES)[number];

/** The roles of the objects of a document, and of which field or annotation each look is. */
export interface ObjectRoles {
  rolesOf(number: number): Role[];
  /** The fields or annotations that show a stream. */
  ownersOf(number: number): readonly PdfRef[];
  isField(number: number): boolean;
}

const BITS = new Map<Role, number>(ROLES.map((role, index) => [role, 1 << index]));
const bitOf = (role: Role): number => BITS.get(role) ?? 0;

/** Entries that lead back to what contains an object, or across to another one. */
const BACK_KEYS: ReadonlySet<string> = new Set(["Parent", "P", "Popup", "IRT"]);

/** What the entries of the catalog are for; the others are content. */
const CATALOG: Readonly<Record<string, Role>> = {
  AcroForm: "form",
  Perms: "permissions",
  StructTreeRoot: "structure root",
  DSS: "free",
  Extensions: "free",
  Metadata: "free",
  Version: "free",
  PieceInfo: "free",
};

/** Those of the form; its other entries are no objects of their own. */
const FORM: Readonly<Record<string, Role>> = { Fields: "fields", DR: "form resources", XFA: "field value" };

/** Entries of a field that filling it in changes. */
export const FIELD_VALUE_KEYS: ReadonlySet<string> = new Set(["V", "RV", "I", "TI", "AS"]);

/** What the entries of an object are for. Undefined: nothing is looked for there. */
function childRole(role: Role, key: string, owner: PdfDict | undefined): Role | undefined {
  if (BACK_KEYS.has(key) && role !== "content" && role !== "free") return undefined;
  switch (role) {
    case "catalog":
      return CATALOG[key] ?? "content";
    case "permissions":
      return "signature";
    case "form":
      return FORM[key];
    case "fields":
      return "field";
    case "field":
    case "signature field":
      if (key === "Kids") return "fields";
      if (key === "AP") return role === "field" ? "field look" : "signature look";
      if (key === "V" && role === "signature field") return "signature";
      if (FIELD_VALUE_KEYS.has(key)) return "field value";
      return key === "A" || key === "AA" ? "content" : "field look part";
    case "field look":
      return owner ? "field look" : "field look part";
    case "signature look":
      return owner ? "signature look" : "signature look part";
    case "page":
      if (key === "Annots") return "annotations";
      return PAGE_FREE_KEYS.has(key) ? "free" : "content";
    case "annotations":
      return "annotation";
    case "annotation":
      return key === "Dest" ? "content" : "annotation look";
    case "structure root":
      return key === "K" ? "structure element" : key === "ParentTree" ? "structure parents" : "content";
    case "structure element":
      return key === "K" ? "structure element" : key === "Obj" || key === "Pg" ? undefined : "content";
    case "structure parents":
      return key === "Limits" ? undefined : "structure parents";
    case "signature":
      // what is signed, in the words of old writers: the whole document
      return key === "Data" ? undefined : role;
    default:
      return role;
  }
}

/** Entries of a page that nobody sees. */
export const PAGE_FREE_KEYS: ReadonlySet<string> = new Set(["Tabs", "LastModified", "PieceInfo", "Metadata"]);

/**
 * Finds what each object of a document is for. Each object is visited once for each role that it has.
 * @throws Failure `pdf_too_complex` when that takes too much work
 */
export function rolesOfObjects(document: PdfDocument): ObjectRoles {
  const { objects } = document;
  const masks = new Uint32Array(objects.size + 1);
  const owners = new Map<number, PdfRef[]>();
  const pages = new Set(document.pages.map(({ ref }) => ref.number));
  const pending: { object: PdfObject; role: Role; owner: PdfRef | undefined }[] = [];
  const has = (number: number, role: Role) => ((masks[number] ?? 0) & bitOf(role)) !== 0;
  const isNamed = (number: number) => pages.has(number) || NAMED.some((role) => has(number, role));

  const visit = (start: PdfObject | undefined, role: Role) => {
    pending.push({ object: start ?? null, role, owner: undefined });
    for (let next = pending.pop(); next; next = pending.pop()) step(next);
  };
  const step = (next: { object: PdfObject; role: Role; owner: PdfRef | undefined }) => {
    document.work.charge("object");
    let { object, role, owner } = next;
    let own: PdfRef | undefined;
    if (object instanceof PdfRef) {
      own = object;
      const { number } = object;
      if (isAppearance(role) && owner) owners.set(number, [...(owners.get(number) ?? []), owner]);
      if (number >= masks.length) return;
      const target = objects.peek(number);
      if (target instanceof PdfDict && role === "annotation" && FIELDS.some((field) => has(number, field))) return;
      const isAnnotation = role === "annotation";
      role = refined(document, target, role);
      // the form does not lead to what is above it
      if (isAnnotation && role === "signature field" && target instanceof PdfDict)
        pending.push({ object: target.get("Parent") ?? null, role: "field", owner: undefined });
      // what is a thing of its own is not part of what refers to it
      if (target instanceof PdfDict && !STARTS.has(role) && isNamed(number) && !has(number, role)) return;
      if (has(number, role)) return;
      masks[number] = (masks[number] ?? 0) | bitOf(role);
      object = target;
      for (let hops = 0; object instanceof PdfRef && hops < 8; hops++) {
        masks[object.number] = (masks[object.number] ?? 0) | bitOf(role);
        object = objects.peek(object.number);
      }
      if (object instanceof PdfRef) return;
    } else role = refined(document, object, role);
    if (STARTS_APPEARANCE.has(role)) owner = own ?? owner;
    if (Array.isArray(object)) {
      const inner = role === "fields" ? "field" : role === "annotations" ? "annotation" : role;
      for (const item of object) if (isWalked(item)) pending.push({ object: item, role: inner, owner });
      return;
    }
    const isStream = object instanceof PdfStream;
    const entries = object instanceof PdfStream ? object.dict : object;
    if (!(entries instanceof PdfDict)) return;
    for (const [key, value] of entries) {
      if (!isWalked(value)) continue;
      const child = childRole(role, key, isStream ? undefined : entries);
      if (child) pending.push({ object: value, role: child, owner });
    }
  };

  const { trailer } = document;
  visit(document.catalog.get("AcroForm"), "form");
  for (const { ref } of document.pages) masks[ref.number] = (masks[ref.number] ?? 0) | bitOf("page");
  for (const { dict } of document.pages) visit(dict.get("Annots"), "annotations");
  visit(document.dict(document.catalog.get("StructTreeRoot"))?.get("K"), "structure element");
  visit(trailer.get("Root"), "catalog");
  for (const { ref } of document.pages) {
    // marked above, so that nothing takes it for something else
    masks[ref.number] = (masks[ref.number] ?? 0) & ~bitOf("page");
    visit(ref, "page");
  }
  visit(trailer.get("Encrypt"), "content");
  visit(trailer.get("Info"), "free");
  return {
    rolesOf: (number) => ROLES.filter((role) => has(number, role)),
    ownersOf: (number) => owners.get(number) ?? [],
    isField: (number) => FIELDS.some((role) => has(number, role)),
  };
}

const FIELDS: readonly Role[] = ["field", "signature field"];
const NAMED: readonly Role[] = ["catalog", "form", "page", "annotation", "structure element", ...FIELDS];
/** Roles that are given where a thing is listed as what it is. */
const STARTS: ReadonlySet<Role> = new Set<Role>([...NAMED, "fields", "annotations", "form"]);
const STARTS_APPEARANCE: ReadonlySet<Role> = new Set<Role>([...FIELDS, "annotation"]);
const isAppearance = (role: Role) => role === "field look" || role === "signature look" || role === "annotation look";

const isWalked = (object: PdfObject) =>
  object instanceof PdfRef || object instanceof PdfDict || object instanceof PdfStream || Array.isArray(object);

/** A field that says that it is a signature's, or whose parents do; on a page it need not be one of the form. */
function refined(document: PdfDocument, object: PdfObject, role: Role): Role {
  if (role === "annotation" && object instanceof PdfDict && isSignatureWidget(document, object))
    return "signature field";
  if (role !== "field" || !(object instanceof PdfDict)) return role;
  return isSignatureField(document, object) ? "signature field" : "field";
}
