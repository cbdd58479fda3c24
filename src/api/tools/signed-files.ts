import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { flag, optional } from "../../http/wire-values.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { isSigned } from "../../pdf/signature/signed-document.ts";

/** What a tool does with a PDF whose signatures its work breaks. */
export type SignedTreatment = "change" | "refuse" | undefined;

/** Members of every tool whose work breaks the signatures of a signed PDF. */
export const SIGNED_MEMBERS = {
  signed: optional(z.enum(["change", "refuse"])).meta({
    description:
      "What becomes of a signed PDF: `change` does what is asked, and `Conversion-Warnings` says that its signatures do " +
      "not hold any more; `refuse` refuses it. `change` when absent.",
  }),
  force: flag().meta({ description: "Taken from older clients; a signed PDF is changed without it, too." }),
};

/**
 * What it costs to change a document: a warning if it is signed.
 * @throws Failure `pdf_signed` if that is to be refused
 */
export function brokenSignature(document: PdfDocument, signed: SignedTreatment, name?: string): string[] {
  if (!isSigned(document)) return [];
  const subject = name ?? "The PDF";
  if (signed === "refuse")
    throw new Failure(
      "pdf_signed",
      `${subject} is signed, and any change would break its signatures. The request says signed=refuse; without it the file is changed.`,
    );
  return [`${subject} is signed; its signatures do not hold in what was made of it.`];
}
