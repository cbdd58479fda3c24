import type { PdfDocument } from "../document.ts";
import { readFields } from "../form/field-tree.ts";
import { readIndirectObject } from "../indirect-object.ts";
import { PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { decodeText } from "../text-strings.ts";
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
}

/** More signatures are not looked at: files in use have a handful. */
export const MAX_SIGNATURES = 100;

/** The document's signatures in the order in which they were made. @param bytes the file from its first byte on */
export function readSignatures(document: PdfDocument, bytes: Uint8Array): FoundSignature[] {
  const found: FoundSignature[] = [];
  const author = document.dict(document.dict(document.catalog.get("Perms"))?.get("DocMDP"));
  for (const field of readFields(document)) {
    if (field.kind !== "signature") continue;
    const written = field.dict.get("V");
    const value = document.dict(written);
    if (!value?.has("Contents")) continue;
    const text = (key: string) => {
      const string = document.string(value.get(key));
      return string && decodeText(string);
    };
    found.push({
      field: field.name,
      subFilter: document.name(value.get("SubFilter")) ?? "",
      ...readRange(document, bytes, value, written),
      date: text("M"),
      name: text("Name"),
      reason: text("Reason"),
      location: text("Location"),
      contact: text("ContactInfo"),
      certification: author === value ? certificationOf(document, value) : undefined,
    });
  }
  return found.sort((left, right) => endOf(left) - endOf(right));
}

const endOf = ({ range }: FoundSignature) => (range ? range[2] + range[3] : 0);

function certificationOf(document: PdfDocument, value: PdfDict): number {
  const reference = document.dict(document.array(value.get("Reference"))?.[0]);
  return document.number(document.dict(reference?.get("TransformParams"))?.get("P")) ?? 2;
}

/**
 * A range has to begin with the file, leave out nothing but this very signature's Contents, and end within the file:
 * with any other range, what is left out could be changed.
 */
function readRange(
  document: PdfDocument,
  bytes: Uint8Array,
  value: PdfDict,
  written: PdfObject | undefined,
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
  if (second < length + 2 || second + secondLength > bytes.length) {
    return problem("What it claims to cover is not in the file.");
  }
  if (bytes[length] !== 60 || bytes[second - 1] !== 62) {
    return problem("It leaves out something other than the signature itself.");
  }
  const contents = readHexadecimal(bytes.subarray(length + 1, second - 1));
  if (!contents) return problem("It leaves out something other than the signature itself.");
  // in an encrypted file what was read was decrypted, which Contents never is
  const isOwn = document.encryption ? liesWithin(document, bytes, written, length, second) : sameBytes(own, contents);
  if (!isOwn) return problem("It leaves out another place of the file than that of its signature.");
  return { range: [start, length, second, secondLength], contents, rangeProblem: undefined };
}

function liesWithin(
  document: PdfDocument,
  bytes: Uint8Array,
  written: PdfObject | undefined,
  from: number,
  to: number,
): boolean {
  const offset = written instanceof PdfRef ? document.objects.offsetOf(written.number) : undefined;
  if (offset === undefined) return false;
  const read = readIndirectObject(bytes, offset, () => undefined);
  return read !== undefined && read.object instanceof PdfDict && offset < from && read.end > to;
}

/** Only digits, as every writer of signatures has them; undefined for anything else. */
function readHexadecimal(digits: Uint8Array): Uint8Array | undefined {
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

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
