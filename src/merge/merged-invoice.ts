import { Failure } from "../domain/failure.ts";
import { jsonPointer } from "../domain/json-pointer.ts";
import { withNumberedLists } from "../domain/numbered-list.ts";
import { checkedXml, type EInvoice, makeEInvoice } from "../invoice/e-invoice.ts";
import { type InvoiceProfile, PROFILE_FACTS } from "../invoice/profiles.ts";
import { parseTemplate, renderTemplate } from "../language/template.ts";
import type { AttachedInvoice } from "../pdf/archive/attach-invoice.ts";
import type { MergeData, RenderEnvironment } from "../templates/template-engine.ts";
import { checkInvoiceLevel } from "./invoice-level.ts";

/** The member of the merge data that is the invoice, unless the settings name another. */
const RECORD = "invoice";

/**
 * The e-invoice that a document's settings ask for: of a record in the merge data, or of a template in the merge language
 * that writes the XML.
 * @throws Failure `e_invoice_invalid` that names what is missing or wrong
 */
export function mergedInvoice(data: MergeData, environment: RenderEnvironment): AttachedInvoice | undefined {
  const { e_invoice: profile, e_invoice_record: member, e_invoice_xml: template, pdf_a: pdfA } = environment.settings;
  if (!profile) return undefined;
  checkInvoiceLevel(pdfA, profile);
  const made: EInvoice = template
    ? checkedXml(renderedXml(template, data, environment), profile)
    : invoiceOfRecord(data, member?.trim() || RECORD, profile);
  const { fileName, relationship, conformanceLevel } = PROFILE_FACTS[made.profile];
  return { xml: made.xml, fileName, relationship, conformanceLevel };
}

function invoiceOfRecord(data: MergeData, path: string, profile: InvoiceProfile): EInvoice {
  const steps = path.split(".");
  const pointer = jsonPointer(steps);
  const record = steps.reduce<unknown>((value, step) => memberOf(value, step), data);
  if (typeof record === "object" && record !== null && !Array.isArray(record))
    return makeEInvoice(withNumberedLists(record), profile, pointer);
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
