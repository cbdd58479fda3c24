import type { DocumentSettings } from "../domain/document.ts";
import { Failure } from "../domain/failure.ts";

/**
 * PDF/A-1 and PDF/A-2 take no attached file of another kind (ISO 19005-2, 6.8), and an e-invoice is one.
 * @throws Failure `e_invoice_invalid` where the settings ask for both
 */
export function checkInvoiceLevel(pdfA: DocumentSettings["pdf_a"], profile: DocumentSettings["e_invoice"]): void {
  if (!profile || !pdfA || pdfA.startsWith("3")) return;
  const message = `An e-invoice is attached to its PDF, which only PDF/A-3 allows; settings[pdf_a] is ${pdfA}. Set it to 3b, 3u or 3a, or leave it out: the PDF then is PDF/A-3b.`;
  throw new Failure("e_invoice_invalid", message, { errors: [{ pointer: "/settings/pdf_a", message }] });
}
