import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import type { PdfDocument } from "../document.ts";
import { type FinalizeOptions, finalizeDocument } from "../finalize/finalize-pdf.ts";
import { dict } from "../objects.ts";
import type { ValidationProblem } from "../validate/findings.ts";
import { writtenFileSteps } from "../validate/validate-pdf.ts";
import { type WrittenPdf, writeOpenSteps } from "../writer.ts";
import { removeActiveContent, removePartMetadata } from "./active-content.ts";
import { mendAnnotations } from "./annotations.ts";
import { type AttachedInvoice, attachInvoice } from "./attach-invoice.ts";
import { describeAttachments } from "./attachments.ts";
import { mendCharacterTexts } from "./character-texts.ts";
import { drawFields } from "./fields.ts";
import { mendGraphics } from "./graphics.ts";
import { mendLayers } from "./layers.ts";
import { markArtifacts } from "./mark-artifacts.ts";
import { ensureOutputIntent } from "./output-intent.ts";
import { type PdfaProfile, profileName } from "./pdfa-profile.ts";
import { mendStructure } from "./structure.ts";
import { mapLaterTypes } from "./structure-roles.ts";
import { embedSubstitutes, type SubstituteFiles } from "./substitute-fonts.ts";

export interface PdfaOptions extends Omit<FinalizeOptions, "conformance"> {
  readonly profile: PdfaProfile;
  /** Fonts for those that are not embedded. */
  readonly substitutes: SubstituteFiles;
  /** Goes into a PDF/A-3. */
  readonly invoice?: AttachedInvoice;
}

export interface PdfaResult extends WrittenPdf {
  /** What was taken out, and what people have to fix in the original. */
  readonly warnings: string[];
}

/**
 * Makes a PDF conform to PDF/A, PDF/UA or both, in steps: repairs what can be repaired without changing what the pages
 * show, finishes it, and checks the result.
 * @param document opened for change
 * @throws Failure `pdf_not_conforming` with the clauses that are still broken
 */
export function* pdfaSteps(document: PdfDocument, options: PdfaOptions): Steps<PdfaResult> {
  const { profile } = options;
  if (options.invoice) attachInvoice(document, options.invoice, options.now);
  const warnings = mend(document, options);
  finalizeDocument(document, { ...options, conformance: profile });
  // both standards are made for PDF 1.7
  document.catalog.delete("Version");
  const written = yield* writeOpenSteps(document, { version: "1.7" });
  const profiles = [...(profile.pdfA ? [profile.pdfA] : []), ...(profile.pdfUa ? (["ua1"] as const) : [])];
  const problems = yield* writtenFileSteps(written, profiles);
  if (problems.length > 0) throw notConforming(profile, problems);
  return { ...written, warnings };
}

function mend(document: PdfDocument, { profile, substitutes }: PdfaOptions): string[] {
  const warnings: string[] = [];
  if (profile.pdfA) {
    appendAll(warnings, removeActiveContent(document));
    removePartMetadata(document);
    ensureOutputIntent(document);
    drawFields(document);
    mendGraphics(document);
    mendLayers(document);
    if (profile.pdfA.startsWith("3")) describeAttachments(document);
  }
  appendAll(warnings, embedSubstitutes(document, substitutes));
  mendCharacterTexts(document);
  appendAll(warnings, mendAnnotations(document, profile));
  if (profile.pdfUa || profile.pdfA?.endsWith("a")) mapLaterTypes(document);
  if (profile.pdfUa) {
    markArtifacts(document);
    appendAll(warnings, mendStructure(document));
    const { catalog } = document;
    const preferences = document.dict(catalog.get("ViewerPreferences"));
    catalog.set("ViewerPreferences", dict({ ...Object.fromEntries(preferences ?? []), DisplayDocTitle: true }));
  }
  return warnings;
}

/** Clauses in one sentence; the rest is in the list. */
const MAX_NAMED_CLAUSES = 5;
const MAX_ITEMS = 50;

function notConforming(profile: PdfaProfile, problems: readonly ValidationProblem[]): Failure {
  const clauses = [...new Set(problems.map(({ clause }) => clause))];
  const named = clauses.slice(0, MAX_NAMED_CLAUSES).join(", ");
  const more = clauses.length > MAX_NAMED_CLAUSES ? ` and ${clauses.length - MAX_NAMED_CLAUSES} more` : "";
  const [first] = problems;
  const message = `The PDF cannot be made to conform to ${profileName(profile)}: it breaks ${clauses.length === 1 ? "clause" : "clauses"} ${named}${more}. ${first?.message ?? ""}`;
  const errors = problems.slice(0, MAX_ITEMS).map(({ clause, message: said, page }) => ({
    message: `${clause}: ${said}`,
    ...(page === null ? {} : { place: `page ${page}` }),
  }));
  return new Failure("pdf_not_conforming", message.trim(), { errors });
}
