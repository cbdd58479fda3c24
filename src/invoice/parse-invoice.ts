import type { EInvoiceSyntax } from "../domain/document.ts";
import { Failure } from "../domain/failure.ts";
import { LIMITS } from "../domain/limits.ts";
import { readXmlElements, type XmlElement } from "../pdf/xmp/xml-elements.ts";
import { decodeXml } from "./decode-xml.ts";
import { isCii, readCii } from "./read-cii.ts";
import { readUbl, ublKindOf } from "./ubl/read-ubl.ts";
import type { UblKind } from "./ubl/ubl-mapping.ts";

/** The syntaxes of EN 16931: UN/CEFACT's Cross Industry Invoice, and UBL 2.1. */
export type InvoiceSyntax = EInvoiceSyntax;

/** An invoice as it was read, by the names of the record; nothing is checked yet. */
export interface ParsedInvoice {
  syntax: InvoiceSyntax;
  /** The document of UBL. */
  kind: UblKind | undefined;
  root: XmlElement;
  record: Record<string, unknown>;
  /** BT-24. */
  guideline: string | undefined;
  /** Elements that have no business term here, by their paths. */
  unknown: string[];
}

export const MAX_XML_BYTES = LIMITS.invoiceBytes.most;

/**
 * Reads an invoice in CII D16B or UBL 2.1.
 * @throws Failure `e_invoice_invalid` for anything that is not such an invoice, `xml_invalid`
 */
export function parseInvoice(bytes: Uint8Array): ParsedInvoice {
  if (bytes.length > MAX_XML_BYTES) throw tooLarge();
  const root = readXmlElements(decodeXml(bytes));
  const kind = ublKindOf(root);
  const syntax = kind ? "ubl" : "cii";
  if (!kind && !isCii(root)) {
    const message = `The XML is no e-invoice: it begins with ${root.local}, not with CrossIndustryInvoice, Invoice or CreditNote of their namespaces.`;
    throw new Failure("e_invoice_invalid", message);
  }
  const { record: read, unknown } = kind ? readUbl(root, kind) : readCii(root);
  const { guideline, ...record } = read;
  return {
    syntax,
    kind,
    root,
    record,
    guideline: typeof guideline === "string" && guideline !== "" ? guideline : undefined,
    unknown,
  };
}

export function tooLarge(): Failure {
  return new Failure("e_invoice_invalid", "The invoice has more than 5 MiB of XML.");
}
