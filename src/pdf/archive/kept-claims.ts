import { PDF_A_LEVELS } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import type { WorkMeter } from "../../domain/work-meter.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import type { Conformance } from "../finish/conformance.ts";
import { type FinishOptions, finishDocument } from "../finish/finish-pdf.ts";
import { plainText, propertyOf, readProperties } from "../finish/stated-metadata.ts";
import { validationSteps } from "../validate/validate-pdf.ts";
import { type WriteOptions, writeSteps } from "../writer.ts";

/** What a document claims to conform to, e.g. `PDF/A-3B`; including claims that we cannot check. */
export function claimsOf(document: PdfDocument): string[] {
  const { pdfA, pdfUa } = readClaims(document);
  return [...(pdfA ? [`PDF/A-${pdfA.toUpperCase()}`] : []), ...(pdfUa ? [`PDF/UA-${pdfUa}`] : [])];
}

/** The warning about a changed document that no longer claims what it claimed. */
export function lostClaims(claims: readonly string[]): string[] {
  if (claims.length === 0) return [];
  return [
    `The PDF said that it conforms to ${claims.join(" and ")}; the changed file no longer says so. convert_to_pdfa makes it conform.`,
  ];
}

/** The warning about a document of several, each of which claimed what it does not. */
export function lostJointClaims({ pdfA, pdfUa }: Conformance): string[] {
  const claims = [...(pdfA ? [`PDF/A-${pdfA.toUpperCase()}`] : []), ...(pdfUa ? ["PDF/UA-1"] : [])].join(" and ");
  return [
    `Each of the files said that it conforms to ${claims}; the combined file does not say so. convert_to_pdfa makes it conform.`,
  ];
}

/** What a changed document claimed, and what it claims now, until that is checked. */
export interface ChangedClaims {
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

/** Finishes a PDF from elsewhere that was changed; {@link settleClaims} checks what it claims once it is written. */
export function finishChanged(document: PdfDocument, options: Pick<FinishOptions, "now" | "isCompact">): ChangedClaims {
  const former = claimsOf(document);
  const kept = document.encryption ? undefined : checkableClaims(document);
  finishDocument(document, { ...options, isChange: true, conformance: kept });
  return { former, kept, meter: document.work.share(CHECKING_SHARE) };
}

/** Removes the claims of a written file if they do not hold, and says so. */
export function* settleClaims(bytes: Uint8Array, { former, kept, meter }: ChangedClaims, now: Date): Steps<ChangedPdf> {
  if (!kept) return { bytes, warnings: lostClaims(former) };
  if (yield* holds(bytes, kept, meter)) return { bytes, warnings: [] };
  const document = openPdf(bytes);
  finishDocument(document, { now, isChange: true });
  return { bytes: yield* writeSteps(document), warnings: lostClaims(former) };
}

/** Finishes a PDF from elsewhere that was changed, writes it, and keeps those of its claims that hold. */
export function* writeChangedSteps(document: PdfDocument, now: Date, options: WriteOptions = {}): Steps<ChangedPdf> {
  if (options.encryptor) {
    const former = claimsOf(document);
    finishDocument(document, { now, isChange: true });
    return { bytes: yield* writeSteps(document, options), warnings: lostClaims(former) };
  }
  const claims = finishChanged(document, { now });
  return yield* settleClaims(yield* writeSteps(document, options), claims, now);
}

/** Part and, in PDF/A, the level. */
const CLAIM = /^\d[A-Za-z]?$/;

function readClaims(document: PdfDocument) {
  const properties = readProperties(document);
  const said = (schema: "pdfaid" | "pdfuaid", local: string) =>
    plainText(propertyOf(properties, schema, local)?.value)?.trim();
  const part = said("pdfaid", "part");
  const claim = (text: string) => (CLAIM.test(text) ? text : undefined);
  return {
    pdfA: claim(`${part}${said("pdfaid", "conformance") ?? ""}`),
    pdfUa: claim(said("pdfuaid", "part") ?? ""),
  };
}

/** The claims, if the validator knows all of them. */
export function checkableClaims(document: PdfDocument): Conformance | undefined {
  const { pdfA, pdfUa } = readClaims(document);
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
