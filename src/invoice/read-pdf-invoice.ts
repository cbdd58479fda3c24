import { Failure } from "../domain/failure.ts";
import type { PdfDocument } from "../pdf/document.ts";
import { parseDate } from "../pdf/information.ts";
import { decodeWithin } from "../pdf/metered-walk.ts";
import { PdfStream } from "../pdf/objects.ts";
import { listAttachments, type PackedAttachment } from "../pdf/operations/attachments.ts";
import { decodeText } from "../pdf/text-strings.ts";
import { decodeXml } from "./decode-xml.ts";
import { judgeInvoice } from "./judge-invoice.ts";
import { type InvoiceSyntax, MAX_XML_BYTES, parseInvoice, tooLarge } from "./parse-invoice.ts";
import { type InvoiceProfile, profileOf } from "./profiles.ts";
import type { InvoiceProblem } from "./rules/rule-context.ts";

/** An e-invoice from somewhere. */
export interface FoundInvoice {
  /** Name of the attached file; undefined for XML that is not an attachment. */
  fileName: string | undefined;
  xml: Uint8Array;
  /** The XML decoded as it says that it is encoded. */
  text: string;
  syntax: InvoiceSyntax;
  /** Undefined for profiles that are not known. */
  profile: InvoiceProfile | undefined;
  guideline: string | undefined;
  invoice: Record<string, unknown>;
  /** What it breaks of its profile's rules, or of EN 16931 where that is not known. */
  problems: InvoiceProblem[];
  /** Elements that are not terms of EN 16931, by their paths. */
  unknown: string[];
}

/** Names under which PDFs carry invoices (Factur-X, XRechnung, ZUGFeRD 1 and 2), in lower case, the newest first. */
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
  const found = candidates(document, attachments);
  if (found.length === 0) throw missing(attachments.map(({ name }) => name));
  let refusal: unknown;
  for (const attachment of found) {
    const bytes = await bytesOf(document, attachment);
    try {
      return readInvoice(bytes, attachment.name);
    } catch (error) {
      // an older invoice beside it, or another file of that name, may still be one
      if (!(error instanceof Failure)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/** Attached files that are invoices by their names, those of the newest standard and of the last date first. */
function candidates(document: PdfDocument, attachments: readonly PackedAttachment[]): PackedAttachment[] {
  const ranked = attachments.flatMap((attachment) => {
    const rank = FILE_NAMES.indexOf(attachment.name.toLowerCase());
    return rank < 0 ? [] : [{ attachment, rank, changed: changedAt(document, attachment) }];
  });
  return ranked
    .sort((left, right) => left.rank - right.rank || right.changed - left.changed)
    .map(({ attachment }) => attachment);
}

/** When a file was changed last, or made, in milliseconds; one without a date is older than all others. */
function changedAt(document: PdfDocument, { file }: PackedAttachment): number {
  const parameters = document.dict(file.dict.get("Params"));
  const dates = ["ModDate", "CreationDate"].map((key) => {
    const date = document.string(parameters?.get(key));
    return date && parseDate(decodeText(date))?.getTime();
  });
  return dates.find((date) => date !== undefined) ?? Number.MIN_SAFE_INTEGER;
}

async function bytesOf(document: PdfDocument, { file }: PackedAttachment): Promise<Uint8Array> {
  const { dict } = file;
  if ((document.number(dict.get("Length")) ?? 0) > MAX_XML_BYTES) throw tooLarge();
  return decodeWithin(document, new PdfStream(dict, await file.load())).bytes;
}

/**
 * The e-invoice in XML.
 * @param fileName of the attached file that it was
 * @throws Failure `e_invoice_invalid`, `xml_invalid`
 */
export function readInvoice(xml: Uint8Array, fileName?: string): FoundInvoice {
  const parsed = parseInvoice(xml);
  const { guideline, syntax, record, unknown } = parsed;
  return {
    fileName,
    xml,
    text: decodeXml(xml),
    syntax,
    profile: guideline === undefined ? undefined : profileOf(guideline),
    guideline,
    invoice: record,
    problems: judgeInvoice(parsed),
    unknown,
  };
}

function missing(names: readonly string[]): Failure {
  const others = names.length > 0 ? ` It has ${names.slice(0, 5).join(", ")}.` : " It has no attached files.";
  return new Failure("e_invoice_missing", `The PDF carries no e-invoice: ${FILE_NAMES[0]} or the like.${others}`);
}
