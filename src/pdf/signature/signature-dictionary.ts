import { ByteWriter } from "../byte-writer.ts";
import { formatDate } from "../information.ts";
import { dict, name, type PdfDict, type PdfObject } from "../objects.ts";
import { writeDict } from "../serialize.ts";
import { encodeText, latin1String } from "../text-strings.ts";
import type { WriteBody } from "./incremental-update.ts";

/** What a signature dictionary says about the signature (ISO 32000-2, table 255). */
export interface SignatureStatement {
  /** `ETSI.CAdES.detached` for signatures (PAdES), `ETSI.RFC3161` for timestamps of the document. */
  subFilter: "ETSI.CAdES.detached" | "ETSI.RFC3161";
  /** The claimed time of signing; not for timestamps, which state their own. */
  signedAt?: Date;
  name?: string;
  reason?: string;
  location?: string;
  contact?: string;
  /** What may be changed after the author's signature: 1 nothing, 2 forms, 3 forms and annotations (table 257). */
  certification?: 1 | 2 | 3;
}

/** Digits of an offset in ByteRange, so that it can be written before it is known. */
const OFFSET_DIGITS = 10;
const RANGE_PLACEHOLDER = `[0 ${"0".repeat(OFFSET_DIGITS)} ${"0".repeat(OFFSET_DIGITS)} ${"0".repeat(OFFSET_DIGITS)}]`;

/** Where in a file a signature's own bytes are. */
export interface SignaturePlace {
  /** Of the bracket that opens ByteRange. */
  rangeAt: number;
  /** Of `<`. */
  contentsStart: number;
  /** After `>`. */
  contentsEnd: number;
}

/** What a signature's field says is locked by it, and the catalog of the document that it is in (12.7.5.5, 12.8.2.4). */
export interface LockedByField {
  lock: PdfDict;
  catalog: PdfObject;
}

/** Writes a signature dictionary with room for `contentsBytes` of CMS; `placed` learns offsets within the object. */
export function writeSignature(
  statement: SignatureStatement,
  locked: LockedByField | undefined,
  contentsBytes: number,
  placed: (place: SignaturePlace) => void,
): WriteBody {
  return (out, encrypted) => {
    const start = out.length;
    const text = (value: string | undefined) => (value ? encodeText(value) : undefined);
    const { subFilter, signedAt, certification } = statement;
    const references = [
      ...(certification ? [transform("DocMDP", { P: certification })] : []),
      ...(locked ? [fieldTransform(locked)] : []),
    ];
    const entries = dict({
      Type: name(subFilter === "ETSI.RFC3161" ? "DocTimeStamp" : "Sig"),
      Filter: name("Adobe.PPKLite"),
      SubFilter: name(subFilter),
      Name: text(statement.name),
      Reason: text(statement.reason),
      Location: text(statement.location),
      ContactInfo: text(statement.contact),
      M: signedAt && latin1String(formatDate(signedAt)),
      Reference: references.length > 0 ? references : undefined,
    });
    const written = new ByteWriter();
    writeDict(written, encrypted(entries), (ref) => ref.number);
    // the dictionary stays open for the two entries that are filled in afterwards
    out.bytes(written.take().subarray(0, -2));
    out.latin1("/ByteRange");
    const rangeAt = out.length - start;
    out.latin1(`${RANGE_PLACEHOLDER}/Contents`);
    const contentsStart = out.length - start;
    out.latin1(`<${"0".repeat(2 * contentsBytes)}>`);
    const contentsEnd = out.length - start;
    out.latin1(">>");
    placed({ rangeAt, contentsStart, contentsEnd });
  };
}

function transform(
  method: string,
  parameters: Record<string, PdfObject>,
  more: Record<string, PdfObject> = {},
): PdfDict {
  const stated = dict({ Type: name("TransformParams"), ...parameters, V: name("1.2") });
  return dict({ Type: name("SigRef"), TransformMethod: name(method), TransformParams: stated, ...more });
}

function fieldTransform({ lock, catalog }: LockedByField): PdfDict {
  const stated = { Action: lock.get("Action") ?? null, Fields: lock.get("Fields") ?? [] };
  return transform("FieldMDP", stated, { Data: catalog });
}

/** The file's ranges around a signature's Contents: offset and length, twice. */
export type ByteRange = readonly [number, number, number, number];

/** Fills in ByteRange. @param objectAt where the signature's object begins in the file */
export function writeByteRange(bytes: Uint8Array, objectAt: number, place: SignaturePlace): ByteRange {
  const start = objectAt + place.contentsStart;
  const end = objectAt + place.contentsEnd;
  const range: ByteRange = [0, start, end, bytes.length - end];
  const text = `[${range.join(" ")}]`.padEnd(RANGE_PLACEHOLDER.length);
  bytes.set(Buffer.from(text, "latin1"), objectAt + place.rangeAt);
  return range;
}
