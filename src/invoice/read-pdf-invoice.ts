import { Failure } from "../domain/failure.ts";
import type { PdfDocument } from "../pdf/document.ts";
import { PdfStream } from "../pdf/objects.ts";
import { listAttachments } from "../pdf/operations/attachments.ts";
import { decodeWithin } from "../pdf/work-budget.ts";
import { problemsOf } from "./e-invoice.ts";
import { type InvoiceProfile, profileOf } from "./profiles.ts";
import { MAX_XML_BYTES, readCii, tooLarge } from "./read-cii.ts";

/** An e-invoice from somewhere. */
export interface FoundInvoice {
  /** Name of the attached file; undefined for XML that is not an attachment. */
  fileName: string | undefined;
  xml: Uint8Array;
  /** Undefined for profiles that are not known. */
  profile: InvoiceProfile | undefined;
  guideline: string | undefined;
  invoice: Record<string, unknown>;
  /** What it breaks of its profile's rules, or of EN 16931 where that is not known. */
  problems: { pointer: string; message: string }[];
  /** Elements that are not terms of EN 16931, by their paths. */
  unknown: string[];
}

/** Names under which PDFs carry invoices (Factur-X, ZUGFeRD 1 and 2, XRechnung), in lower case. */
const FILE_NAMES = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];

/** Whether a file begins as XML does, rather than as a PDF. */
export function beginsXml(head: Uint8Array): boolean {
  return /^(?:\ufeff|\xef\xbb\xbf)?\s*</.test(Buffer.from(head.subarray(0, 200)).toString("latin1"));
}

/**
 * The e-invoice that a PDF carries; of a document that is read in pieces only the attached file comes into memory.
 * @throws Failure `e_invoice_missing`, `e_invoice_invalid`, `xml_invalid`
 */
export async function readPdfInvoice(document: PdfDocument): Promise<FoundInvoice> {
  const attachments = listAttachments(document);
  const found = attachments.find(({ name }) => FILE_NAMES.includes(name.toLowerCase()));
  if (!found) throw missing(attachments.map(({ name }) => name));
  const { dict } = found.file;
  if ((document.number(dict.get("Length")) ?? 0) > MAX_XML_BYTES) throw tooLarge();
  const file = new PdfStream(dict, await found.file.load());
  return readInvoice(decodeWithin(document, file).bytes, found.name);
}

/**
 * The e-invoice in XML.
 * @param fileName of the attached file that it was
 * @throws Failure `e_invoice_invalid`, `xml_invalid`
 */
export function readInvoice(xml: Uint8Array, fileName?: string): FoundInvoice {
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

function missing(names: readonly string[]): Failure {
  const others = names.length > 0 ? ` It has ${names.slice(0, 5).join(", ")}.` : " It has no attached files.";
  return new Failure("e_invoice_missing", `The PDF carries no e-invoice: ${FILE_NAMES[0]} or the like.${others}`);
}
