import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { readContentUsage } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { FieldFlag } from "../form/field-tree.ts";
import { decodeWithin } from "../metered-walk.ts";
import { isName, PdfDict, type PdfObject, PdfRef, type PdfStream } from "../objects.ts";
import { isEqualObject, type TwoRevisions } from "./equal-objects.ts";
import { inheritedEntry, isSignatureField, isSignatureWidget } from "./field-entries.ts";
import { FIELD_VALUE_KEYS, type ObjectRoles, PAGE_FREE_KEYS, type Role } from "./object-roles.ts";
import { isReplacedAppearance } from "./replaced-appearance.ts";
import { isStructureGain, parentTreeKeeps } from "./structure-gains.ts";

/** What was changed after a signature, from what every signature allows to what none does. */
export const LATER_CHANGES = ["signatures", "forms", "annotations", "content"] as const;
export type LaterChange = (typeof LATER_CHANGES)[number];

/** One change, and what is to be said about it. */
export interface Finding {
  change: LaterChange;
  /** Why it breaks the signature. */
  fault?: string;
  /** Why somebody should look at it. */
  remark?: string;
}

/** A file as it was signed and as it is. */
export interface Revisions {
  then: PdfDocument;
  now: PdfDocument;
  /** What the objects are for now. */
  roles: ObjectRoles;
}

/** Read once for all objects of a revision. */
const namesOf = new WeakMap<PdfDocument, ReadonlyMap<PdfDict, ReadonlySet<string>> | undefined>();

const NOTHING: readonly Finding[] = [];

const content = (fault = "The document's content was changed after it was made."): Finding[] => [
  { change: "content", fault },
];

/** What the change of an object means, by each of its roles. */
export function judgeChange(revisions: Revisions, number: number): Finding[] {
  const before = revisions.then.objects.get(number);
  const after = revisions.now.objects.get(number);
  const judge = new ChangeJudge(revisions);
  return revisions.roles.rolesOf(number).flatMap((role) => [...judge.asRole(role, before, after, number)]);
}

/** Entries that writers add to what they touch, and that change nothing. */
const ADDED_KEYS: ReadonlySet<string> = new Set(["Type", "P", "StructParent", "NM", "M", "StructParents"]);
/** Entries of a field that say how its value is entered and set. */
const FIELD_STYLE_KEYS: ReadonlySet<string> = new Set("Ff Q DA DV DS MaxLen Opt TU TM Lock SV".split(" "));
/** Bits of an annotation's flags by which it is not seen: invisible, hidden, no view (ISO 32000-2, table 167). */
const UNSEEN_FLAGS = 1 | 2 | 32;

class ChangeJudge {
  readonly #then: PdfDocument;
  readonly #now: PdfDocument;
  readonly #roles: ObjectRoles;
  readonly #both: TwoRevisions;

  constructor({ then, now, roles }: Revisions) {
    this.#then = then;
    this.#now = now;
    this.#roles = roles;
    this.#both = {
      before: (object) => then.resolve(object),
      after: (object) => now.resolve(object),
      decoded: (stream, of) => decodedStream(of === "before" ? then : now, stream),
      spend: (steps) => now.work.charge("object", steps),
    };
  }

  asRole(role: Role, before: PdfObject, after: PdfObject, number: number): readonly Finding[] {
    switch (role) {
      case "free":
        return NOTHING;
      case "catalog":
        return this.#entries(before, after, (key, from, to) => this.#catalogEntry(key, from, to));
      case "permissions":
        return this.#permissions(before, after);
      case "form":
        return this.#form(before, after);
      case "fields":
        return this.#fieldList(before, after);
      case "field":
        return this.#field(before, after);
      case "field value":
        return this.#equal(before, after) ? NOTHING : [{ change: "forms" }];
      case "signature field":
        return this.#signatureField(before, after);
      case "field look":
        return this.#equal(before, after) ? NOTHING : this.#appearanceOf(number);
      case "field look part":
      case "form resources":
        return this.#resources(before, after, 0);
      case "signature look":
        return this.#equal(before, after) ? NOTHING : this.#appearanceOf(number);
      case "signature look part":
        return this.#equal(before, after) || this.#hasUnusedGains(before, after, 0)
          ? NOTHING
          : content("What the picture of a signature is made of was changed.");
      case "signature":
        return this.#equal(before, after) ? NOTHING : content("A signature was changed after it was made.");
      case "page":
        return this.#entries(before, after, (key, from, to) => this.#pageEntry(key, from, to, number));
      case "annotations":
        return this.#annotationList(before, after, undefined);
      case "annotation":
        return this.#equal(before, after) ? NOTHING : this.#annotation(before, after);
      case "annotation look":
        return this.#equal(before, after) ? NOTHING : [{ change: "annotations" }];
      case "structure root":
        return this.#entries(before, after, (key, from, to) => this.#structureEntry(key, from, to));
      case "structure element":
        return Array.isArray(before) ? this.#structureKids(before, after) : this.#structureElement(before, after);
      case "structure parents":
        return this.#parentTree();
      case "content":
        return this.#equal(before, after) || this.#hasUnusedGains(before, after, 0) ? NOTHING : content();
    }
  }

  #equal(before: PdfObject | undefined, after: PdfObject | undefined): boolean {
    return isEqualObject(before, after, this.#both);
  }

  /** What each entry that differs means; the object itself has to stay a dictionary. */
  #entries(
    before: PdfObject,
    after: PdfObject,
    judge: (key: string, before: PdfObject, after: PdfObject) => readonly Finding[],
  ): Finding[] {
    if (!(before instanceof PdfDict && after instanceof PdfDict)) return this.#equal(before, after) ? [] : content();
    const findings: Finding[] = [];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
      if (!this.#equal(from, to)) appendAll(findings, judge(key, from, to));
    }
    return findings;
  }

  #catalogEntry(key: string, before: PdfObject, after: PdfObject): readonly Finding[] {
    const [from, to] = [this.#then.resolve(before), this.#now.resolve(after)];
    switch (key) {
      case "AcroForm":
        return this.#form(from ?? new PdfDict(), to);
      case "Perms":
        return this.#permissions(from ?? new PdfDict(), to);
      case "StructTreeRoot":
        return this.#entries(from, to, (entry, left, right) => this.#structureEntry(entry, left, right));
      case "DSS":
      case "Extensions":
      case "Metadata":
      case "Version":
      case "PieceInfo":
        return NOTHING;
      default:
        return content();
    }
  }

  /** Usage rights are no person's signature, and go away with any change. */
  #permissions(before: PdfObject, after: PdfObject): Finding[] {
    return this.#entries(before, after ?? new PdfDict(), (key, from) =>
      key.startsWith("UR")
        ? []
        : from === null
          ? [{ change: "signatures" }]
          : content("What its author allows was changed."),
    );
  }

  #form(before: PdfObject, after: PdfObject): Finding[] {
    return this.#entries(before ?? new PdfDict(), after, (key, from, to) => {
      if (key === "Fields") return this.#fieldList(this.#then.resolve(from), this.#now.resolve(to));
      if (key === "DR") return this.#resources(this.#then.resolve(from), this.#now.resolve(to), 0);
      return key === "SigFlags" || from === null ? [{ change: "signatures" }] : [{ change: "forms" }];
    });
  }

  #fieldList(before: PdfObject, after: PdfObject): Finding[] {
    const { added, removed, isSame } = listed(before, after, (left, right) => this.#equal(left, right));
    const findings: Finding[] = isSame ? [] : content("A form field was changed after it was made.");
    for (const ref of removed) {
      const gone = this.#then.dict(ref);
      if (gone && this.#isSigned(this.#then, gone))
        appendAll(findings, content("A signature was removed from the PDF."));
      else findings.push({ change: "annotations" });
    }
    for (const ref of added) findings.push(this.#addedField(this.#now.dict(ref)));
    return findings;
  }

  #addedField(field: PdfDict | undefined): Finding {
    if (!field) return { change: "signatures" };
    const kids = (this.#now.array(field.get("Kids")) ?? []).map((kid) => this.#now.dict(kid));
    const parts = [field, ...kids.slice(0, 100)].filter((part) => part !== undefined);
    const isSignature =
      isSignatureField(this.#now, field) ||
      (kids.length > 0 && kids.every((kid) => kid && isSignatureField(this.#now, kid)));
    if (!isSignature) return { change: "annotations" };
    const seen = parts.find((part) => this.#isSeen(part));
    if (!seen) return { change: "signatures" };
    const place = this.#placeOf(seen);
    // what waits to be signed has nothing to show yet
    return parts.some((part) => this.#isSigned(this.#now, part))
      ? {
          change: "signatures",
          remark: `${place} a later signature shows a picture, which was not there when this one was made.`,
        }
      : {
          change: "annotations",
          remark: `${place} a signature field was added that shows a picture, though nobody has signed it.`,
        };
  }

  #field(before: PdfObject, after: PdfObject): Finding[] {
    return this.#entries(before, after, (key, from, to) => {
      if (FIELD_VALUE_KEYS.has(key)) return [{ change: "forms" }];
      if (key === "Kids") return this.#fieldList(this.#then.resolve(from), this.#now.resolve(to));
      if (key === "AP") return this.#appearance(before as PdfDict, after as PdfDict);
      if (key === "FT" || key === "T" || key === "Parent") return content("A form field became another one.");
      if (FIELD_STYLE_KEYS.has(key)) return [{ change: "forms" }];
      if (ADDED_KEYS.has(key) && from === null) return NOTHING;
      if (key === "F" && unseen(this.#then.number(from)) === unseen(this.#now.number(to))) return [{ change: "forms" }];
      return [{ change: "annotations" }];
    });
  }

  /** What a field shows: it may follow the field's value, and may not change without it. */
  #appearance(before: PdfDict, after: PdfDict): readonly Finding[] {
    const form = this.#then.dict(this.#then.catalog.get("AcroForm"));
    if (!this.#then.dict(before.get("AP")) || this.#then.resolve(form?.get("NeedAppearances")) === true)
      return [{ change: "forms" }];
    const flags = this.#then.number(inheritedEntry(this.#then, before, "Ff")) ?? 0;
    const isButton = isName(this.#then.resolve(inheritedEntry(this.#then, before, "FT")), "Btn");
    if (isButton && flags & FieldFlag.pushButton) return [{ change: "annotations" }];
    const hasNewValue = [...FIELD_VALUE_KEYS].some(
      (key) => !this.#equal(inheritedEntry(this.#then, before, key), inheritedEntry(this.#now, after, key)),
    );
    if (hasNewValue) return [{ change: "forms" }];
    if (!isReplacedAppearance({ document: this.#then, widget: before }, { document: this.#now, widget: after }))
      return [{ change: "forms" }];
    return content("What a form field shows was replaced, though its value was not changed.");
  }

  #appearanceOf(number: number): Finding[] {
    return this.#roles.ownersOf(number).flatMap((owner) => {
      const [before, after] = [this.#then.dict(owner), this.#now.dict(owner)];
      if (!before || !after) return [];
      if (!isSignatureField(this.#then, before)) return [...this.#appearance(before, after)];
      return this.#isSigned(this.#then, before) ? imageReplaced() : [{ change: "signatures" as const }];
    });
  }

  /** What has been signed stays as it is; an empty field may be signed. */
  #signatureField(before: PdfObject, after: PdfObject): Finding[] {
    const wasSigned = before instanceof PdfDict && this.#isSigned(this.#then, before);
    return this.#entries(before, after, (key, from, to) => {
      if (ADDED_KEYS.has(key) && from === null) return NOTHING;
      if (key === "Kids") return this.#fieldList(this.#then.resolve(from), this.#now.resolve(to));
      if (wasSigned)
        return key === "AP" ? imageReplaced() : content("The field of a signature was changed after it was made.");
      if (["FT", "T", "Parent", "Lock", "SV"].includes(key)) return content("A signature field became another one.");
      return [{ change: key === "Rect" ? "annotations" : "signatures" }];
    });
  }

  /** Whether a field or its part has a signature as its value. */
  #isSigned(document: PdfDocument, field: PdfDict): boolean {
    const value = document.dict(inheritedEntry(document, field, "V"));
    return value?.has("Contents") === true || value?.has("ByteRange") === true;
  }

  /** Resources may be added; those that are there are what fields were shown with. */
  #resources(before: PdfObject, after: PdfObject, depth: number): readonly Finding[] {
    const [from, to] = [this.#then.resolve(before), this.#now.resolve(after)];
    if (from === null || this.#equal(before, after)) return NOTHING;
    const isCategory = from instanceof PdfDict && to instanceof PdfDict && !from.has("Type") && depth < 2;
    if (!isCategory) return content("A font or a picture that form fields show was changed.");
    return [...from].flatMap(([key, value]) => this.#resources(value, to.get(key) ?? null, depth + 1));
  }

  #pageEntry(key: string, before: PdfObject, after: PdfObject, page: number): readonly Finding[] {
    if (key === "Annots") return this.#annotationList(this.#then.resolve(before), this.#now.resolve(after), page);
    if (PAGE_FREE_KEYS.has(key) || (key === "StructParents" && before === null)) return NOTHING;
    if (key === "Resources" && this.#hasUnusedGains(before, after, 0)) return NOTHING;
    return content();
  }

  /**
   * Whether resources have only gained names that no signed content uses: some writers put the fonts of fields where those
   * of pages are. A name that content uses and that was not there would show something else.
   */
  #hasUnusedGains(before: PdfObject, after: PdfObject, depth: number): boolean {
    const [from, to] = [this.#then.resolve(before), this.#now.resolve(after)];
    if (!(from instanceof PdfDict && to instanceof PdfDict) || depth > 1) return false;
    const used = this.#namesUsed()?.get(from);
    for (const key of new Set([...from.keys(), ...to.keys()])) {
      const [own, other] = [from.get(key) ?? null, to.get(key) ?? null];
      if (this.#equal(own, other)) continue;
      if (own === null ? !used || used.has(key) : !this.#hasUnusedGains(own, other, depth + 1)) return false;
    }
    return true;
  }

  /** The names that signed content uses of each dictionary of resources; undefined if not all of it can be read. */
  #namesUsed(): ReadonlyMap<PdfDict, ReadonlySet<string>> | undefined {
    if (!namesOf.has(this.#then)) {
      const usage = readContentUsage(this.#then, this.#then.objects.numbers());
      namesOf.set(this.#then, usage.complete ? usage.names : undefined);
    }
    return namesOf.get(this.#then);
  }

  #annotationList(before: PdfObject, after: PdfObject, page: number | undefined): Finding[] {
    const { added, removed, isSame } = listed(before, after, (left, right) => this.#equal(left, right));
    const findings: Finding[] = isSame ? [] : [{ change: "annotations" }];
    for (const ref of removed) {
      const gone = this.#then.dict(ref);
      const wasSigned = gone && isSignatureField(this.#then, gone) && this.#isSigned(this.#then, gone);
      appendAll(
        findings,
        wasSigned ? content("A signature was taken off its page.") : [{ change: "annotations" as const }],
      );
    }
    for (const ref of added) {
      const annotation = this.#now.dict(ref);
      const isField = annotation && this.#roles.isField(ref.number) && isSignatureField(this.#now, annotation);
      findings.push(isField ? this.#addedField(annotation) : this.#annotationChange(annotation ?? null, "added", page));
    }
    return findings;
  }

  /** What was the widget of a signature stays one. */
  #annotation(before: PdfObject, after: PdfObject): Finding[] {
    const wasSignature = before instanceof PdfDict && isSignatureWidget(this.#then, before);
    return wasSignature ? this.#signatureField(before, after) : [this.#annotationChange(after, "changed")];
  }

  #annotationChange(annotation: PdfObject, verb: "added" | "changed", page?: number): Finding {
    if (!(annotation instanceof PdfDict) || !this.#isSeen(annotation)) return { change: "annotations" };
    const kind = this.#now.name(annotation.get("Subtype")) ?? "";
    if (QUIET_ANNOTATIONS.has(kind)) return { change: "annotations" };
    const place = this.#placeOf(annotation, page);
    return {
      change: "annotations",
      remark: `${place} an annotation (${kind || "of no kind"}) was ${verb} that can hide or imitate what the page says.`,
    };
  }

  /** Whether an annotation takes room on its page and may be seen. */
  #isSeen(annotation: PdfDict): boolean {
    if (unseen(this.#now.number(annotation.get("F")))) return false;
    const [left = 0, bottom = 0, right = 0, top = 0] = (this.#now.array(annotation.get("Rect")) ?? []).map(
      (side) => this.#now.number(side) ?? 0,
    );
    return left !== right && bottom !== top;
  }

  #placeOf(annotation: PdfDict, page?: number): string {
    const parent = annotation.get("P");
    const number = page ?? (parent instanceof PdfRef ? parent.number : undefined);
    const index = this.#now.pages.findIndex(({ ref }) => ref.number === number);
    return index < 0 ? "On a page" : `On page ${index + 1}`;
  }

  #structureEntry(key: string, before: PdfObject, after: PdfObject): readonly Finding[] {
    if (key === "ParentTreeNextKey") return NOTHING;
    if (key === "ParentTree") return this.#parentTree();
    if (key === "K") return this.#structureKids(before, after);
    return content("The document's structure was changed after it was made.");
  }

  #structureElement(before: PdfObject, after: PdfObject): Finding[] {
    return this.#entries(before, after, (key, from, to) =>
      key === "K" ? this.#structureKids(from, to) : content("The document's structure was changed after it was made."),
    );
  }

  #structureKids(before: PdfObject, after: PdfObject): Finding[] {
    return isStructureGain(this.#then, this.#now, before, after, (left, right) => this.#equal(left, right))
      ? []
      : content("The document's structure was changed after it was made.");
  }

  #parentTree(): Finding[] {
    return parentTreeKeeps(this.#then, this.#now, (left, right) => this.#equal(left, right))
      ? []
      : content("The document's structure was changed after it was made.");
  }
}

/** Annotations that say something beside the page, or mark what it says. */
const QUIET_ANNOTATIONS: ReadonlySet<string> = new Set(["Popup", "Link", "Text"]);

const imageReplaced = () => content("The picture of the signature was replaced after it was made.");

const unseen = (flags: number | undefined) => ((flags ?? 0) & UNSEEN_FLAGS) !== 0;

/** Which references a list has gained and lost. Its other items have to be the same ones. */
function listed(before: PdfObject, after: PdfObject, equal: (before: PdfObject, after: PdfObject) => boolean) {
  const [old, current] = [before, after].map((list) => (Array.isArray(list) ? list : []));
  const refsOf = (list: readonly PdfObject[] = []) => list.filter((item) => item instanceof PdfRef);
  const direct = (list: readonly PdfObject[] = []) => list.filter((item) => !(item instanceof PdfRef));
  const numbersOf = (list: readonly PdfRef[]) => new Set(list.map(({ number }) => number));
  const [had, has] = [numbersOf(refsOf(old)), numbersOf(refsOf(current))];
  return {
    removed: refsOf(old).filter(({ number }) => !has.has(number)),
    added: refsOf(current).filter(({ number }) => !had.has(number)),
    isSame: equal(direct(old), direct(current)),
  };
}

/** A stream without its filters; undefined if it cannot be read. */
export function decodedStream(document: PdfDocument, stream: PdfStream): Uint8Array | undefined {
  try {
    const { bytes, remaining } = decodeWithin(document, stream);
    return remaining.length === 0 ? bytes : undefined;
  } catch (error) {
    // what cannot be read is not known to be the same
    if (error instanceof Failure && error.code !== "pdf_too_complex") return undefined;
    throw error;
  }
}
