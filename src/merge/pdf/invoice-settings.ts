import type { DocumentOutput, DocumentSettings, EInvoiceProfile } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";

/** Settings that say of which kind an e-invoice is, and what carries it. */
export type InvoiceSettings = Pick<DocumentSettings, "pdf_a" | "e_invoice" | "e_invoice_syntax" | "e_invoice_pdf">;

const IN_UBL: ReadonlySet<EInvoiceProfile> = new Set<EInvoiceProfile>(["en16931", "xrechnung", "peppol"]);

/**
 * Settings of an e-invoice that go together: Factur-X is CII in PDF/A-3, Peppol is UBL, and the XML alone needs a
 * profile.
 * @throws Failure `e_invoice_invalid` that names the setting
 */
export function checkInvoiceSettings(settings: InvoiceSettings, output?: DocumentOutput): void {
  const { e_invoice: profile, e_invoice_syntax: syntax = "cii", e_invoice_pdf: withPdf } = settings;
  if (!profile) {
    if (output === "xml") {
      throw refusal(
        "/output",
        "The output xml is the e-invoice of the document; set settings[e_invoice] to its profile.",
      );
    }
    return;
  }
  if (syntax === "ubl" && !IN_UBL.has(profile)) {
    const message = `The profile ${profile} is Factur-X, which has no UBL; settings[e_invoice_syntax] can be ubl with en16931, xrechnung and peppol.`;
    throw refusal("/settings/e_invoice_syntax", message);
  }
  if (syntax === "cii" && profile === "peppol") {
    throw refusal("/settings/e_invoice_syntax", "The profile peppol is UBL; set settings[e_invoice_syntax] to ubl.");
  }
  if (syntax === "cii" && withPdf) {
    const message =
      "settings[e_invoice_pdf] puts the PDF into an e-invoice in UBL; with settings[e_invoice_syntax] cii the e-invoice is in the PDF.";
    throw refusal("/settings/e_invoice_pdf", message);
  }
  checkInvoiceLevel(settings);
}

/**
 * PDF/A-1 and PDF/A-2 take no attached file of another kind (ISO 19005-2, 6.8), and an e-invoice in CII is one.
 * @throws Failure `e_invoice_invalid` where the settings ask for both
 */
export function checkInvoiceLevel({
  pdf_a: pdfA,
  e_invoice: profile,
  e_invoice_syntax: syntax,
}: InvoiceSettings): void {
  if (!profile || syntax === "ubl" || !pdfA || pdfA.startsWith("3")) return;
  const message = `An e-invoice is attached to its PDF, which only PDF/A-3 allows; settings[pdf_a] is ${pdfA}. Set it to 3b, 3u or 3a, or leave it out: the PDF then is PDF/A-3b.`;
  throw refusal("/settings/pdf_a", message);
}

function refusal(pointer: string, message: string): Failure {
  return new Failure("e_invoice_invalid", message, { errors: [{ pointer, message }] });
}
