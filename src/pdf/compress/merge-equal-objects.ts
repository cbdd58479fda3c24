import { createHash } from "node:crypto";
import { present } from "../../domain/present.ts";
import { ByteWriter } from "../byte-writer.ts";
import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { writeObject } from "../serialize.ts";

/** Objects with an identity of their own: two equal pages are two pages. */
const UNMERGED_TYPES = new Set([
  "Page",
  "Pages",
  "Catalog",
  "Annot",
  "StructElem",
  "StructTreeRoot",
  "OCG",
  "Outlines",
  "Sig",
  "Template",
  "MCR",
  "OBJR",
]);
const UNMERGED_KEYS = ["Parent", "P", "Prev", "Next", "FT", "Kids"];
const MAX_ROUNDS = 30;

/**
 * Makes one object of several that are equal, even if they are equal only because the objects they refer to are
 * (partition refinement: all that look alike start in one class, which is split until nothing changes).
 */
export function mergeEqualObjects(document: PdfDocument, numbers: readonly number[]): void {
  const references = new Map<number, number[]>();
  let classes = firstClasses(document, numbers, references);
  for (let round = 0, count = -1; round < MAX_ROUNDS; round++) {
    const refined = refine(classes, references);
    const refinedCount = new Set(refined.values()).size;
    classes = refined;
    if (refinedCount === count) {
      replaceDuplicates(document, numbers, classes);
      return;
    }
    count = refinedCount;
  }
}

/** Classes by content with all references taken as equal. Objects that must not be merged have none. */
function firstClasses(
  document: PdfDocument,
  numbers: readonly number[],
  references: Map<number, number[]>,
): Map<number, number> {
  const classes = new Map<number, number>();
  const known = new Map<string, number>();
  const out = new ByteWriter(4096);
  for (const number of numbers) {
    const object = document.objects.get(number);
    if (!isMergeable(document, object)) continue;
    const targets: number[] = [];
    writeObject(out, object instanceof PdfStream ? object.dict : object, (ref) => {
      targets.push(ref.number);
      return 1;
    });
    const hash = createHash("sha256").update(out.take());
    if (object instanceof PdfStream) hash.update("stream").update(object.bytes());
    const digest = hash.digest("base64");
    if (!known.has(digest)) known.set(digest, known.size);
    classes.set(number, present(known.get(digest)));
    references.set(number, targets);
  }
  return classes;
}

function isMergeable(document: PdfDocument, object: PdfObject): boolean {
  const entries = object instanceof PdfStream ? object.dict : object;
  if (Array.isArray(entries)) return true;
  if (!(entries instanceof PdfDict)) return false;
  const type = document.name(entries.get("Type"));
  if (type !== undefined && UNMERGED_TYPES.has(type)) return false;
  return !UNMERGED_KEYS.some((key) => entries.has(key));
}

function refine(classes: ReadonlyMap<number, number>, references: ReadonlyMap<number, number[]>): Map<number, number> {
  const known = new Map<string, number>();
  const refined = new Map<number, number>();
  for (const [number, current] of classes) {
    let key = `${current}:`;
    for (const target of present(references.get(number))) {
      const targetClass = classes.get(target);
      key += targetClass === undefined ? `o${target},` : `${targetClass},`;
    }
    if (!known.has(key)) known.set(key, known.size);
    refined.set(number, present(known.get(key)));
  }
  return refined;
}

function replaceDuplicates(
  document: PdfDocument,
  numbers: readonly number[],
  classes: ReadonlyMap<number, number>,
): void {
  const representatives = new Map<number, PdfRef>();
  const replacements = new Map<number, PdfRef>();
  for (const [number, group] of classes) {
    const representative = representatives.get(group);
    if (representative) replacements.set(number, representative);
    else representatives.set(group, new PdfRef(number));
  }
  if (replacements.size === 0) return;
  const replaced = (object: PdfObject): PdfObject => {
    if (object instanceof PdfRef) return replacements.get(object.number) ?? object;
    if (Array.isArray(object)) {
      for (const [index, item] of object.entries()) object[index] = replaced(item);
    } else if (object instanceof PdfDict) {
      for (const [key, value] of object) {
        const after = replaced(value);
        if (after !== value) object.set(key, after);
      }
    } else if (object instanceof PdfStream) replaced(object.dict);
    return object;
  };
  for (const number of numbers) if (!replacements.has(number)) replaced(document.objects.get(number));
}
