import { Failure } from "../domain/failure.ts";
import { openPdf } from "../pdf/document.ts";
import { readAttachments } from "../pdf/operations/attachments.ts";
import { problemsOf } from "./e-invoice.ts";
import { type InvoiceProfile, profileOf } from "./profiles.ts";
import { readCii } from "./read-cii.ts";

/** An e-invoice from somewhere. */
export interface FoundInvoice {
  /** Name of the attached file; undefined for XML that is no attachment. */
  fileName: string | undefined;
  xml: Uint8Array;
  /** Undefined for profiles that are not known. */
  profile: InvoiceProfile | undefined;
  guideline: string | undefined;
  invoice: Record<string, unknown>;
  /** What it breaks of its profile's rules, or of EN 16931 where that is not known. */
  problems: { pointer: string; message: string }[];
  /** Elements that are no terms of EN 16931, by their paths. */
  unknown: string[];
}

/** Names under which PDFs carry invoices (Factur-X, ZUGFeRD 1 and 2, XRechnung), in lower case. */
const FILE_NAMES = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];

/**
 * The e-invoice in a PDF, or the XML of one.
 * @throws Failure `e_invoice_missing`, `e_invoice_invalid`, `xml_invalid`, those of openPdf
 */
export function readInvoice(file: Uint8Array, password: string | undefined): FoundInvoice {
  const isXml = /^(?:\ufeff|\xef\xbb\xbf)?\s*</.test(Buffer.from(file.subarray(0, 200)).toString("latin1"));
  const { fileName, xml } = isXml ? { fileName: undefined, xml: file } : attached(file, password);
  const { invoice, unknown } = readCii(xml);
  const { guideline, ...record } = invoice;
  const stated = typeof guideline === "string" ? guideline : undefined;
  const profile = stated === undefined ? undefined : profileOf(stated);
  return {
    fileName,
    xml,
    profile,
    guideline: stated,
    invoice: record,
    problems: problemsOf(record, profile ?? "en16931"),
    unknown,
  };
}

function attached(file: Uint8Array, password: string | undefined): { fileName: string; xml: Uint8Array } {
  const attachments = readAttachments(openPdf(file, { password }));
  const found = attachments.find(({ name }) => FILE_NAMES.includes(name.toLowerCase()));
  if (found) return { fileName: found.name, xml: found.bytes };
  const names = attachments.map(({ name }) => name).slice(0, 5);
  const others = names.length > 0 ? ` It has ${names.join(", ")}.` : " It has no attached files.";
  throw new Failure("e_invoice_missing", `The PDF carries no e-invoice: ${FILE_NAMES[0]} or the like.${others}`);
}
