import { createHash } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import type { OpenOptions, PdfDocument } from "../document.ts";
import { dict, PdfRef } from "../objects.ts";
import type { WrittenPdf } from "../writer.ts";
import { inheritedEntry } from "./field-entries.ts";
import { IncrementalUpdate } from "./incremental-update.ts";
import { drawSignature, type SignatureAppearance } from "./signature-appearance.ts";
import {
  type ByteRange,
  type SignaturePlace,
  type SignatureStatement,
  writeByteRange,
  writeSignature,
} from "./signature-dictionary.ts";
import { type SignatureFieldOptions, signatureField } from "./signature-place.ts";
import { isSigned } from "./signed-document.ts";

/** A signature to be put into a document. */
export interface SigningOptions extends SignatureFieldOptions, OpenOptions {
  statement: SignatureStatement;
  /** What a visible signature shows. */
  look?: SignatureAppearance;
  /** Room for the signature itself. */
  contentsBytes: number;
}

/** A file that is complete except for the signature itself. */
export interface PreparedFile {
  bytes: Uint8Array;
  /** What is in it, open. */
  document: PdfDocument;
  /** What the signature covers. */
  range: ByteRange;
  /** Name of the field. */
  field: string;
}

/**
 * Adds a signature field with everything but the signature, as an update of the file (ISO 32000-2, 12.8).
 * @throws Failure `pdf_certified`, `signature_field_taken`, `signature_field_unknown`, those of openPdf
 */
export function prepareSignature(file: Uint8Array | WrittenPdf, options: SigningOptions): PreparedFile {
  const { statement } = options;
  const update =
    file instanceof Uint8Array ? IncrementalUpdate.open(file, options, isSigned) : IncrementalUpdate.after(file);
  const { document } = update;
  const permissions = document.dict(document.catalog.get("Perms"));
  refuseCertified(update, statement.certification !== undefined);
  const field = signatureField(update, options);
  const before = document.objects.size;
  drawSignature(document, field.widget, options.look);
  const lock = document.dict(inheritedEntry(document, field.widget, "Lock"));
  const locked = lock && { lock, catalog: document.trailer.get("Root") ?? null };
  update.touchFrom(before);
  let place: SignaturePlace | undefined;
  const signature = update.addWritten(
    writeSignature(statement, locked, options.contentsBytes, (found) => {
      place = found;
    }),
  );
  field.setValue(signature);
  if (statement.certification !== undefined) {
    document.catalog.set("Perms", dict({ ...Object.fromEntries(permissions ?? []), DocMDP: signature }));
    const root = document.trailer.get("Root");
    if (root instanceof PdfRef) update.touch(root);
  }
  const written = update.write();
  const objectAt = written.offsets.get(signature.number);
  if (!place || objectAt === undefined) throw new Error("The signature was not written.");
  const range = writeByteRange(written.bytes, objectAt, place);
  return { bytes: written.bytes, document, range, field: field.name };
}

/** What an author's signature allows to those who come after (12.8.2.2). */
function refuseCertified({ document }: IncrementalUpdate, certifies: boolean): void {
  const author = document.dict(document.dict(document.catalog.get("Perms"))?.get("DocMDP"));
  if (certifies && (author || isSigned(document))) {
    throw new Failure(
      "pdf_certified",
      "A PDF can only be certified by its first signature; it is signed already. Sign it without certify.",
    );
  }
  const reference = document.dict(document.array(author?.get("Reference"))?.[0]);
  const allowed = document.number(document.dict(reference?.get("TransformParams"))?.get("P")) ?? 2;
  if (author && allowed === 1) {
    throw new Failure("pdf_certified", "The PDF's author has certified it and allows no change, not even a signature.");
  }
}

/** What a signature covers, in one piece. */
export function bytesOfRange(bytes: Uint8Array, [start, length, second, secondLength]: ByteRange): Uint8Array {
  const pieces = [bytes.subarray(start, start + length), bytes.subarray(second, second + secondLength)];
  return new Uint8Array(Buffer.concat(pieces));
}

/** Digest of what a signature covers. @param algorithm as node:crypto names it */
export function digestOfRange(bytes: Uint8Array, range: ByteRange, algorithm: string): Uint8Array {
  const [start, length, second, secondLength] = range;
  const hash = createHash(algorithm);
  hash.update(bytes.subarray(start, start + length));
  hash.update(bytes.subarray(second, second + secondLength));
  return new Uint8Array(hash.digest());
}

/** Puts the signature into its place. @param der CMS (12.8.3.3) */
export function insertSignature({ bytes, range }: Pick<PreparedFile, "bytes" | "range">, der: Uint8Array): Uint8Array {
  const room = range[2] - range[1] - 2;
  if (2 * der.length > room) {
    throw new Failure(
      "signature_too_large",
      `The signature has ${der.length} bytes, more than the ${room / 2} that were reserved for it.`,
    );
  }
  const digits = Buffer.from(der).toString("hex");
  bytes.set(Buffer.from(digits, "latin1"), range[1] + 1);
  return bytes;
}
