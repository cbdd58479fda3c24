import { Failure } from "../domain/failure.ts";
import { jsonPointer } from "../domain/json-pointer.ts";
import { complete } from "./calculate.ts";
import { type Invoice, invoiceSchema } from "./invoice-schema.ts";
import { judgeInvoice } from "./judge-invoice.ts";
import { cannotLeaveOut, leftOut } from "./left-out.ts";
import { type InvoiceSyntax, parseInvoice } from "./parse-invoice.ts";
import { type InvoiceProfile, PROFILE_FACTS, profileOf } from "./profiles.ts";
import { shapeProblem } from "./shape-problems.ts";
import { writeUbl } from "./ubl/write-ubl.ts";
import { writeCii } from "./write-cii.ts";

/** An invoice for machines: XML, and the profile under which a PDF carries it. */
export interface EInvoice {
  xml: Uint8Array;
  profile: InvoiceProfile;
  syntax: InvoiceSyntax;
  /** What the profile has no place for though it matters to whoever pays, in sentences. */
  warnings: string[];
}

/** What an invoice is made for. */
export interface EInvoiceTarget {
  profile: InvoiceProfile;
  syntax?: InvoiceSyntax;
  /** A file that is put into the XML beside those of the record, where the syntax is UBL. */
  attached?: { id: string; fileName: string; mediaType: string; bytes: Uint8Array } | undefined;
}

const MAX_ITEMS = 50;

/**
 * Makes an invoice of a record: works out what follows, writes it, and checks what was written by the rules of its
 * profile.
 * @param at JSON pointer of the record in what was sent, for the pointers of what is wrong
 * @throws Failure `e_invoice_invalid` that names every business term that is missing or wrong
 */
export function makeEInvoice(record: unknown, target: EInvoiceTarget, at = ""): EInvoice {
  const { profile, syntax = "cii", attached } = target;
  const refused = (problems: readonly { pointer: string; message: string }[]) =>
    invalid(problems.map(({ pointer, message }) => ({ pointer: at + pointer, message })));
  const parsed = invoiceSchema.safeParse(record);
  if (!parsed.success) {
    const shapes = parsed.error.issues.slice(0, MAX_ITEMS).map(shapeProblem);
    throw refused(shapes.map(({ at: path, message }) => ({ pointer: jsonPointer(path), message })));
  }
  const invoice = complete(withAttached(parsed.data, attached), profile);
  const lost = cannotLeaveOut(invoice, profile, syntax);
  if (lost.length > 0) throw refused(lost);
  const { guideline } = PROFILE_FACTS[profile];
  const xml = syntax === "ubl" ? writeUbl(invoice, guideline, profile) : writeCii({ ...invoice, guideline }, profile);
  const problems = judgeInvoice(parseInvoice(xml)).filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw refused(problems.slice(0, MAX_ITEMS));
  return { xml, profile, syntax, warnings: leftOut(parsed.data, profile) };
}

function withAttached(invoice: Invoice, attached: EInvoiceTarget["attached"]): Invoice {
  if (!attached) return invoice;
  const document = {
    id: attached.id,
    content: Buffer.from(attached.bytes).toString("base64"),
    media_type: attached.mediaType,
    file_name: attached.fileName,
  };
  return { ...invoice, supporting_documents: [...(invoice.supporting_documents ?? []), document] };
}

/**
 * XML that somebody else has written, if it is a valid invoice of the profile.
 * @throws Failure `e_invoice_invalid`, `xml_invalid`
 */
export function checkedXml(xml: Uint8Array, { profile, syntax = "cii" }: EInvoiceTarget): EInvoice {
  const parsed = parseInvoice(xml);
  const stated = parsed.guideline === undefined ? undefined : profileOf(parsed.guideline);
  if (stated !== profile) {
    const said = parsed.guideline ?? "nothing";
    throw invalid([{ pointer: "/guideline", message: `BT-24 says ${said}, but the profile is ${profile}.` }]);
  }
  if (parsed.syntax !== syntax) {
    const message = `The XML is in ${parsed.syntax.toUpperCase()}, but the syntax of the settings is ${syntax}.`;
    throw invalid([{ pointer: "/guideline", message }]);
  }
  const problems = judgeInvoice(parsed).filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_ITEMS));
  return { xml, profile, syntax, warnings: [] };
}

function invalid(errors: { pointer: string; message: string }[]): Failure {
  const [first] = errors;
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more problems.` : "";
  return new Failure("e_invoice_invalid", `The e-invoice is not valid. ${first?.message ?? ""}${more}`, { errors });
}
