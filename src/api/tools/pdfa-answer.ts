import { toPdfa } from "../../convert/to-pdfa.ts";
import { Failure } from "../../domain/failure.ts";
import { assetReader } from "../../domain/static-asset.ts";
import { bareName } from "../../domain/text/bare-name.ts";
import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { openForChange } from "../../pdf/operations/open-for-change.ts";
import type { PdfaResult } from "../../pdf/pdfa/convert-to-pdfa.ts";
import type { PdfaProfile } from "../../pdf/pdfa/pdfa-profile.ts";
import { identificationsOf } from "../../pdf/pdfa/preserved-identification.ts";
import { drawingFonts } from "../../templates/pdf/form-fonts.ts";
import { renamed } from "./file-info.ts";
import type { ToolAnswer, ToolScope } from "./file-tool.ts";
import { type InputFile, wholeFile } from "./input-file.ts";
import { pdfAnswer } from "./pdf-answer.ts";
import { brokenSignature, type SignedTreatment } from "./signed-files.ts";

/** Conforming looks into every stream, and what comes out is checked: all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

/**
 * A PDF from elsewhere made to conform, as a tool's answer.
 * @throws Failure `pdf_not_conforming`, `pdf_signed`, those of openPdf
 */
export async function pdfaAnswer(
  input: InputFile,
  profile: PdfaProfile,
  scope: ToolScope,
  signed: SignedTreatment,
): Promise<ToolAnswer> {
  const bytes = await wholeFile(input, MAX_BYTES);
  const original = openPdf(bytes, { password: input.password, meter: input.meter });
  const broken = brokenSignature(original, signed);
  const isAccessible = identificationsOf(original).includes("PDF/UA-1");
  const { env, now } = scope.services;
  const fieldFonts = (document: PdfDocument) => drawingFonts(document, assetReader(env.ASSETS));
  const options = {
    now: now(),
    title: bareName(input.name),
    isChange: true,
    fieldFonts,
  };
  const convert = (pdfUa: boolean) => {
    const document = openForChange(bytes, { password: input.password, meter: input.meter });
    return toPdfa(env.ASSETS, document, { ...options, profile: { ...profile, pdfUa } });
  };
  const { bytes: conformed, warnings } =
    isAccessible && !profile.pdfUa ? await withIdentification(convert) : await convert(profile.pdfUa);
  return pdfAnswer(conformed, renamed(input.name, "pdf"), [...broken, ...warnings]);
}

/** A file that claims PDF/UA-1 keeps the claim, though nobody asked for it, unless it does not hold. */
async function withIdentification(convert: (pdfUa: boolean) => Promise<PdfaResult>): Promise<PdfaResult> {
  try {
    return await convert(true);
  } catch (error) {
    if (!(error instanceof Failure && error.code === "pdf_not_conforming")) throw error;
    const conformed = await convert(false);
    return { ...conformed, warnings: [...conformed.warnings, LOST_IDENTIFICATION] };
  }
}

const LOST_IDENTIFICATION =
  "The PDF said that it conforms to PDF/UA-1, which it does not; the converted file no longer says so. " +
  "With pdf_ua=1 the answer names the clauses that it breaks.";
