import { PDF_A_LEVELS } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import type { WorkMeter } from "../../domain/work-meter.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import type { Conformance } from "../finalize/conformance.ts";
import { plainText, propertyOf, readProperties } from "../finalize/declared-metadata.ts";
import { type FinalizeOptions, finalizeDocument } from "../finalize/finalize-pdf.ts";
import { validationSteps } from "../validate/validate-pdf.ts";
import { type WriteOptions, writeSteps } from "../writer.ts";

/** What a document claims to conform to, e.g. `PDF/A-3B`; including claims that we cannot check. */
export function identificationsOf(document: PdfDocument): string[] {
  const { pdfA, pdfUa } = readIdentifications(document);
  return [...(pdfA ? [`PDF/A-${pdfA.toUpperCase()}`] : []), ...(pdfUa ? [`PDF/UA-${pdfUa}`] : [])];
}

/** The warning about a changed document that no longer claims what it claimed. */
export function lostIdentifications(identifications: readonly string[]): string[] {
  if (identifications.length === 0) return [];
  return [
    `The PDF said that it conforms to ${identifications.join(" and ")}; the changed file no longer says so. convert_to_pdfa makes it conform.`,
  ];
}

/** The warning about a document of several, each of which claimed what it does not. */
export function lostJointIdentifications({ pdfA, pdfUa }: Conformance): string[] {
  const identifications = [...(pdfA ? [`PDF/A-${pdfA.toUpperCase()}`] : []), ...(pdfUa ? ["PDF/UA-1"] : [])].join(
    " and ",
  );
  return [
    `Each of the files said that it conforms to ${identifications}; the combined file does not say so. convert_to_pdfa makes it conform.`,
  ];
}

/** What a changed document claimed, and what it claims now, until that is checked. */
export interface ChangedIdentifications {
  readonly former: readonly string[];
  readonly kept: Conformance | undefined;
  /** What checking them may cost. */
  readonly meter: WorkMeter;
}

/** Of what is left of the call's budget: claims that take more are dropped. */
const CHECKING_SHARE = 0.8;

/** A changed document as it is written. */
export interface ChangedPdf {
  readonly bytes: Uint8Array;
  readonly warnings: string[];
}

/** Finishes a PDF from elsewhere that was changed; {@link finalizeIdentifications} checks what it claims once it is written. */
export function finalizeChanged(
  document: PdfDocument,
  options: Pick<FinalizeOptions, "now" | "isCompact">,
): ChangedIdentifications {
  const former = identificationsOf(document);
  const kept = document.encryption ? undefined : checkableIdentifications(document);
  finalizeDocument(document, { ...options, isChange: true, conformance: kept });
  return { former, kept, meter: document.work.share(CHECKING_SHARE) };
}

/** Removes the claims of a written file if they do not hold, and says so. */
export function* finalizeIdentifications(
  bytes: Uint8Array,
  { former, kept, meter }: ChangedIdentifications,
  now: Date,
): Steps<ChangedPdf> {
  if (!kept) return { bytes, warnings: lostIdentifications(former) };
  if (yield* holds(bytes, kept, meter)) return { bytes, warnings: [] };
  const document = openPdf(bytes);
  finalizeDocument(document, { now, isChange: true });
  return { bytes: yield* writeSteps(document), warnings: lostIdentifications(former) };
}

/** Finishes a PDF from elsewhere that was changed, writes it, and keeps those of its claims that hold. */
export function* writeChangedSteps(document: PdfDocument, now: Date, options: WriteOptions = {}): Steps<ChangedPdf> {
  if (options.encryptor) {
    const former = identificationsOf(document);
    finalizeDocument(document, { now, isChange: true });
    return { bytes: yield* writeSteps(document, options), warnings: lostIdentifications(former) };
  }
  const identifications = finalizeChanged(document, { now });
  return yield* finalizeIdentifications(yield* writeSteps(document, options), identifications, now);
}

/** Part and, in PDF/A, the level. */
const IDENTIFICATION = /^\d[A-Za-z]?$/;

function readIdentifications(document: PdfDocument) {
  const properties = readProperties(document);
  const said = (schema: "pdfaid" | "pdfuaid", local: string) =>
    plainText(propertyOf(properties, schema, local)?.value)?.trim();
  const part = said("pdfaid", "part");
  const identification = (text: string) => (IDENTIFICATION.test(text) ? text : undefined);
  return {
    pdfA: identification(`${part}${said("pdfaid", "conformance") ?? ""}`),
    pdfUa: identification(said("pdfuaid", "part") ?? ""),
  };
}

/** The claims, if the validator knows all of them. */
export function checkableIdentifications(document: PdfDocument): Conformance | undefined {
  const { pdfA, pdfUa } = readIdentifications(document);
  const level = PDF_A_LEVELS.find((known) => known === pdfA?.toLowerCase());
  if ((pdfA && !level) || (pdfUa && pdfUa !== "1") || (!pdfA && !pdfUa)) return undefined;
  return { pdfA: level, pdfUa: pdfUa !== undefined };
}

function* holds(bytes: Uint8Array, { pdfA, pdfUa }: Conformance, meter: WorkMeter): Steps<boolean> {
  try {
    for (const level of PDF_A_LEVELS) {
      if (level === pdfA && !(yield* validationSteps(bytes, level, { meter })).valid) return false;
    }
    return !pdfUa || (yield* validationSteps(bytes, "ua1", { meter })).valid;
  } catch (error) {
    // a claim that takes too much work to check is dropped, but the change is made all the same
    if (error instanceof Failure) return false;
    throw error;
  }
}
