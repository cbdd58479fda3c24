import { destinationName } from "../destinations.ts";
import type { PdfDocument } from "../document.ts";
import { isName, PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { latin1String } from "../text-strings.ts";

/** Arrays from which left-out objects disappear; in others their place matters, and they become null. */
const LISTS = new Set(["Annots", "Kids", "Fields", "CO"]);

/** What changes while objects are copied. */
export interface CopyRules {
  /** Added to every `StructParent` and `StructParents`, so that the documents' parent trees can be joined. */
  structureOffset: number;
  /** Numbers of objects that are left out unless {@link Copier.assign} says what stands for them. */
  leftOut: ReadonlySet<number>;
  /** New names of named destinations, where they change. */
  destinationNames: ReadonlyMap<string, string>;
}

/**
 * Copies objects from one document to another. A copy is made when the target asks for it, and what nothing refers to
 * is never read; the bytes of streams are shared.
 */
export class Copier {
  readonly #source: PdfDocument;
  readonly #target: PdfDocument;
  readonly #rules: CopyRules;
  readonly #copied = new Map<number, PdfRef | null>();

  constructor(source: PdfDocument, target: PdfDocument, rules: CopyRules) {
    this.#source = source;
    this.#target = target;
    this.#rules = rules;
  }

  /** Says what stands for an object of the source: an object of the target, or null to leave it out. */
  assign(number: number, ref: PdfRef | null): void {
    this.#copied.set(number, ref);
  }

  /** Whether an object of the source is left out, by the rules or by {@link assign}. */
  isLeftOut(number: number): boolean {
    return this.#known(number) === null;
  }

  /** The object as it is in the target. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.ref(object);
    if (Array.isArray(object)) {
      this.#source.work.charge("object", object.length);
      return object.map((item) => this.copy(item));
    }
    if (object instanceof PdfDict) return this.dict(object);
    if (object instanceof PdfStream) return new PdfStream(this.dict(object.dict), object.body);
    return object;
  }

  /** The reference as it is in the target; null for objects that are left out or do not exist. */
  ref(ref: PdfRef): PdfRef | null {
    const known = this.#known(ref.number);
    if (known !== undefined) return known;
    const { objects } = this.#source;
    const copy = objects.exists(ref.number)
      ? this.#target.objects.addCopy(() => this.#copyIndirect(objects.peek(ref.number)))
      : null;
    this.#copied.set(ref.number, copy);
    return copy;
  }

  #known(number: number): PdfRef | null | undefined {
    const known = this.#copied.get(number);
    return known === undefined && this.#rules.leftOut.has(number) ? null : known;
  }

  /** A copy of a dictionary. */
  dict(source: PdfDict): PdfDict {
    this.#source.work.charge("object", source.size);
    const copy = new PdfDict();
    const isJump = isName(source.get("S"), "GoTo");
    const isSignature = isName(source.get("FT"), "Sig");
    for (const [key, value] of source) {
      // the bytes that a signature covered are gone in the new file; its picture stays
      if (isSignature && key === "V") continue;
      if ((key === "StructParents" || key === "StructParent") && typeof value === "number") {
        copy.set(key, value + this.#rules.structureOffset);
      } else if (key === "Dest" || (isJump && key === "D")) copy.set(key, this.#destination(value));
      else if (LISTS.has(key) && Array.isArray(value)) {
        copy.set(
          key,
          (this.copy(value) as PdfObject[]).filter((item) => item !== null),
        );
      } else copy.set(key, this.copy(value));
    }
    return copy;
  }

  #destination(value: PdfObject): PdfObject {
    const name = destinationName(this.#source.resolve(value));
    if (name === undefined) return this.copy(value);
    return latin1String(this.#rules.destinationNames.get(name) ?? name);
  }

  /** Pages outside of the page tree (templates, remains of older versions) are not part of what is copied. */
  #copyIndirect(object: PdfObject): PdfObject {
    if (object instanceof PdfDict) {
      const type = object.get("Type");
      if (isName(type, "Page") || (isName(type, "Pages") && object.has("Kids"))) return null;
    }
    return this.copy(object);
  }
}
