import { LIMITS } from "../../domain/limits.ts";
import { isWhitespace } from "../characters.ts";
import type { PdfDocument } from "../document.ts";
import { readIndirectObject } from "../indirect-object.ts";
import { walkTree } from "../metered-walk.ts";
import { PdfDict, type PdfObject, PdfRef, PdfString } from "../objects.ts";
import { decodeText } from "../text-strings.ts";
import { isEqualObject } from "./equal-objects.ts";
import { isSignatureWidget, levelsOf, nameBelow } from "./field-entries.ts";
import { readLocks, type SignatureLocks } from "./field-locks.ts";
import type { ByteRange } from "./signature-dictionary.ts";

/** A signature as the file has it (ISO 32000-2, 12.8.1); none of it is verified. */
export interface FoundSignature {
  /** Name of the field. */
  field: string;
  subFilter: string;
  /** What it covers, if the file says so in a way that can be followed. */
  range: ByteRange | undefined;
  /** The signature itself: CMS with the zeros that fill its room. */
  contents: Uint8Array;
  /** The object that holds it: its dictionary, or the field that the dictionary is written into. */
  holder: PdfRef | undefined;
  /** Why the range cannot be trusted. */
  rangeProblem: string | undefined;
  /** The claimed time, as written. */
  date: string | undefined;
  name: string | undefined;
  reason: string | undefined;
  location: string | undefined;
  contact: string | undefined;
  /** What it allows to be changed, if it is the author's: 1 nothing, 2 forms, 3 forms and annotations. */
  certification: number | undefined;
  locks: SignatureLocks;
}

/** More signatures are not looked at: files in use have a handful. */
export const MAX_SIGNATURES = LIMITS.pdfSignatures.most;

/** The document's signatures in the order in which they were made. @param bytes the file from its first byte on */
export function readSignatures(document: PdfDocument, bytes: Uint8Array): FoundSignature[] {
  const found: FoundSignature[] = [];
  const seen = new Set<PdfDict>();
  const author = document.dict(document.dict(document.catalog.get("Perms"))?.get("DocMDP"));
  for (const { field, value, entries, holder } of signedFields(document)) {
    const text = (key: string) => {
      const string = document.string(value.get(key));
      return string && decodeText(string);
    };
    const read = readRange(document, bytes, value, holder);
    found.push({
      field,
      subFilter: document.name(value.get("SubFilter")) ?? "",
      ...(seen.has(value)
        ? { ...read, range: undefined, rangeProblem: "Another field has the same signature." }
        : read),
      holder,
      date: text("M"),
      name: text("Name"),
      reason: text("Reason"),
      location: text("Location"),
      contact: text("ContactInfo"),
      certification: author === value ? certificationOf(document, value) : undefined,
      locks: readLocks(document, value, entries),
    });
    seen.add(value);
  }
  return found.sort((left, right) => endOf(left) - endOf(right));
}

/** A field with a signature. */
interface SignedField {
  field: string;
  value: PdfDict;
  /** The field, or the part of one that is named with it. */
  entries: PdfDict;
  /** See {@link FoundSignature.holder}. */
  holder: PdfRef | undefined;
}

/**
 * All of them, also those of one name: each is shown to somebody. First those of the form, then those whose widget only
 * a page has: some writers sign so, and viewers show these, too.
 */
export function signedFields(document: PdfDocument): SignedField[] {
  const found: SignedField[] = [];
  const listed = new Set<PdfDict>();
  const form = document.dict(document.catalog.get("AcroForm"));
  const top = { name: "", type: undefined as string | undefined };
  walkTree(document, document.array(form?.get("Fields")) ?? [], top, ({ object, entries, context }) => {
    const name = nameBelow(document, context.name, entries);
    document.work.charge("object", name.length / 16);
    const type = document.name(entries.get("FT")) ?? context.type;
    const written = entries.get("V");
    const value = type === "Sig" ? document.dict(written) : undefined;
    if (value && isSignature(value)) {
      found.push({ field: name, value, entries, holder: firstRef(written, object) });
      listed.add(entries);
    }
    return { kids: document.array(entries.get("Kids")) ?? [], context: { name, type } };
  });
  for (const page of document.pages) {
    for (const annotation of document.array(page.dict.get("Annots")) ?? []) {
      document.work.charge("object");
      const widget = document.dict(annotation);
      if (!widget || !isSignatureWidget(document, widget)) continue;
      const levels = levelsOf(document, annotation, widget);
      const own = levels.find(({ entries }) => entries.has("V"));
      if (!own || listed.has(own.entries)) continue;
      const written = own.entries.get("V");
      const value = document.dict(written);
      if (!value || !isSignature(value)) continue;
      listed.add(own.entries);
      const name = levels.reduceRight((above, { entries }) => nameBelow(document, above, entries), "");
      document.work.charge("object", name.length / 16);
      document.work.charge("object", found.length / 16);
      // the same field once more: a copy of its widget
      if (found.some((each) => each.value === value && each.field === name)) continue;
      found.push({ field: name, value, entries: own.entries, holder: firstRef(written, own.object) });
    }
  }
  return found;
}

const firstRef = (...objects: readonly (PdfObject | undefined)[]): PdfRef | undefined =>
  objects.find((each) => each instanceof PdfRef);

/** Some entry that only a signature has: one that says nothing of what it covers is told as well. */
const isSignature = (value: PdfDict) =>
  value.has("Contents") || value.has("ByteRange") || value.has("SubFilter") || value.has("Filter");

const endOf = ({ range }: FoundSignature) => (range ? range[2] + range[3] : 0);

function certificationOf(document: PdfDocument, value: PdfDict): number {
  const reference = document.dict(document.array(value.get("Reference"))?.[0]);
  return document.number(document.dict(reference?.get("TransformParams"))?.get("P")) ?? 2;
}

/**
 * A range has to begin with the file, leave out nothing but this very signature's Contents, and end within the file:
 * with any other range, what is left out could be changed. The dictionary itself has to lie within it: of one elsewhere
 * nothing is signed, neither its reason nor its name.
 */
function readRange(
  document: PdfDocument,
  bytes: Uint8Array,
  value: PdfDict,
  holder: PdfRef | undefined,
): Pick<FoundSignature, "range" | "contents" | "rangeProblem"> {
  const numbers = (document.array(value.get("ByteRange")) ?? []).map((item) => document.number(item) ?? -1);
  const [start = -1, length = -1, second = -1, secondLength = -1, ...more] = numbers;
  const own = document.string(value.get("Contents"))?.bytes ?? new Uint8Array(0);
  const problem = (rangeProblem: string) => ({ range: undefined, contents: own, rangeProblem });
  if (more.length > 0) return problem("It covers the file in more than two pieces.");
  if (![start, length, second, secondLength].every((number) => Number.isSafeInteger(number) && number >= 0)) {
    return problem("It does not say what part of the file it covers.");
  }
  if (start !== 0) return problem("It does not cover the beginning of the file.");
  if (second < length || second + secondLength > bytes.length) {
    return problem("What it claims to cover is not in the file.");
  }
  // the brackets themselves may be covered, which leaves out less
  const from = bytes[length] === LESS_THAN ? length + 1 : bytes[length - 1] === LESS_THAN ? length : -1;
  const to = bytes[second - 1] === GREATER_THAN ? second - 1 : bytes[second] === GREATER_THAN ? second : -1;
  const contents = from >= 0 && to >= from ? readHexadecimal(bytes.subarray(from, to)) : undefined;
  if (!contents) return problem("It leaves out something other than the signature itself.");
  if (!isPlaceOf(document, bytes, holder, from, to)) {
    return problem(
      "It leaves out another place of the file than that of its signature: its dictionary is not covered.",
    );
  }
  return { range: [start, length, second, secondLength], contents, rangeProblem: undefined };
}

/**
 * Whether a gap in the file is the Contents of an object and nothing else of it: the object is read once as it is and
 * once with other digits in the gap, and all but Contents has to be the same.
 */
function isPlaceOf(
  document: PdfDocument,
  bytes: Uint8Array,
  holder: PdfRef | undefined,
  from: number,
  to: number,
): boolean {
  const offset = holder && document.objects.offsetOf(holder.number);
  if (holder === undefined || offset === undefined) return false;
  const at = offset + bytes.length - document.objects.fileBytes;
  const asIs = readIndirectObject(bytes, at, () => undefined);
  if (!asIs || asIs.number !== holder.number || !(asIs.object instanceof PdfDict)) return false;
  if (!(at < from && asIs.end > to)) return false;
  const copy = bytes.slice(at, asIs.end);
  const filler = copy[from - at] === ZERO ? ONE : ZERO;
  let digits = 0;
  for (let index = from - at; index < to - at; index++) {
    if (isWhitespace(copy[index])) continue;
    copy[index] = filler;
    digits++;
  }
  const other = readIndirectObject(copy, 0, () => undefined);
  if (!(other?.object instanceof PdfDict)) return false;
  const [before, after] = [signatureIn(asIs.object), signatureIn(other.object)];
  const changed = after?.get("Contents");
  if (!before || !after || !(changed instanceof PdfString)) return false;
  const byte = filler === ZERO ? 0 : 0x11;
  if (digits % 2 !== 0 || changed.bytes.length !== digits / 2 || changed.bytes.some((each) => each !== byte))
    return false;
  before.delete("Contents");
  after.delete("Contents");
  return isEqualObject(asIs.object, other.object);
}

/** The signature in an object: the object itself, or the value of the field that it is. */
function signatureIn(object: PdfDict): PdfDict | undefined {
  if (object.has("ByteRange")) return object;
  const value = object.get("V");
  return value instanceof PdfDict ? value : undefined;
}

const LESS_THAN = 60;
const GREATER_THAN = 62;
const ZERO = 48;
const ONE = 49;

/** Only digits, and blanks; undefined for anything else. */
function readHexadecimal(text: Uint8Array): Uint8Array | undefined {
  const digits = text.some(isWhitespace) ? text.filter((byte) => !isWhitespace(byte)) : text;
  if (digits.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < digits.length; index++) {
    const digit = digits[index] ?? 0;
    const value =
      digit >= 48 && digit <= 57
        ? digit - 48
        : digit >= 65 && digit <= 70
          ? digit - 55
          : digit >= 97 && digit <= 102
            ? digit - 87
            : -1;
    if (value < 0) return undefined;
    bytes[index >> 1] = ((bytes[index >> 1] ?? 0) << 4) | value;
  }
  return bytes;
}
