import { withNumberedLists } from "../../domain/collections/numbered-list.ts";
import type { DocumentOutput, DocumentSettings, EInvoiceProfile } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { jsonPointer } from "../../domain/json-pointer.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { checkedXml, type EInvoice, type EInvoiceTarget, makeEInvoice } from "../../invoice/e-invoice.ts";
import { PROFILE_FACTS } from "../../invoice/profiles.ts";
import { parseTemplate, renderTemplate } from "../../language/template.ts";
import type { AttachedInvoice } from "../../pdf/pdfa/attach-invoice.ts";
import type { RenderEnvironment } from "../../templates/template-engine.ts";

/** The member of the merge data that is the invoice, unless the settings name another. */
const RECORD = "invoice";

/** An e-invoice of a merge. */
export interface MergedInvoice {
  invoice: EInvoice;
  /** How a PDF carries it; undefined for UBL, which is a file of its own. */
  attached: AttachedInvoice | undefined;
}

/** Larger ones would make an XML that no receiver takes. */
const MAX_PDF_BYTES = 3 * 1024 * 1024;

/**
 * The e-invoice that a document's settings ask for: of a record in the merge data, or of a template in the merge language
 * that writes the XML.
 * @param pdf the finished PDF, which goes into the XML where the settings want that
 * @throws Failure `e_invoice_invalid` that names what is missing or wrong
 */
export function mergedInvoice(
  data: MergeData,
  environment: RenderEnvironment,
  pdf?: { name: string; bytes: Uint8Array },
): MergedInvoice | undefined {
  const { settings } = environment;
  const { e_invoice: profile, e_invoice_record: member, e_invoice_xml: template } = settings;
  if (!profile) return undefined;
  checkInvoiceSettings(settings);
  const syntax = settings.e_invoice_syntax ?? "cii";
  const target: EInvoiceTarget = { profile, syntax, attached: pdf && attachedPdf(pdf) };
  const invoice = template
    ? checkedXml(renderedXml(template, data, environment), target)
    : invoiceOfRecord(data, member?.trim() || RECORD, target);
  if (syntax === "ubl") return { invoice, attached: undefined };
  const { fileName, relationship, conformanceLevel } = PROFILE_FACTS[profile];
  return { invoice, attached: { xml: invoice.xml, fileName, relationship, conformanceLevel } };
}

function attachedPdf({ name, bytes }: { name: string; bytes: Uint8Array }): EInvoiceTarget["attached"] {
  if (bytes.length > MAX_PDF_BYTES) {
    const message =
      "BT-125 Attached document: the PDF has more than 3 MiB, which settings[e_invoice_pdf] cannot put into the e-invoice.";
    throw new Failure("e_invoice_invalid", message, { errors: [{ pointer: "/settings/e_invoice_pdf", message }] });
  }
  const fileName = `${name}.pdf`;
  return { id: fileName, fileName, mediaType: "application/pdf", bytes };
}

function invoiceOfRecord(data: MergeData, path: string, target: EInvoiceTarget): EInvoice {
  const steps = path.split(".");
  const pointer = jsonPointer(steps);
  const record = steps.reduce<unknown>((value, step) => memberOf(value, step), data);
  if (typeof record === "object" && record !== null && !Array.isArray(record))
    return makeEInvoice(withNumberedLists(record), target, pointer);
  const message = `The merge data have no object "${path}" to make the e-invoice from. settings[e_invoice_record] names it.`;
  throw new Failure("e_invoice_invalid", message, { errors: [{ pointer, message }] });
}

function memberOf(value: unknown, step: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined;
}

function renderedXml(source: string, data: MergeData, environment: RenderEnvironment): Uint8Array {
  const { template, errors } = parseTemplate(source, { mode: "text" });
  const [first] = errors;
  if (first)
    throw new Failure(
      "e_invoice_invalid",
      `The XML template in settings[e_invoice_xml] has a mistake: ${first.message}`,
    );
  const { now, locale, timeZone, currency } = environment;
  const rendered = renderTemplate(template, data, { now, locale, timeZone, currency, autoescape: true });
  return new TextEncoder().encode(rendered.text.trim());
}

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
