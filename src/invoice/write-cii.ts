import { CROSS_INDUSTRY_INVOICE } from "./cii-mapping.ts";
import type { InvoiceProfile } from "./profiles.ts";
import { type InvoiceRecord, writeMapping } from "./write-mapping.ts";

/** Of the prefixes in the mapping. */
export const CII_NAMESPACES: Readonly<Record<string, string>> = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};

/** Writes an invoice as CII D16B. What its profile does not have is left out. */
export function writeCii(invoice: InvoiceRecord, profile: InvoiceProfile): Uint8Array {
  const currency = typeof invoice.currency === "string" ? invoice.currency : "";
  return writeMapping(CROSS_INDUSTRY_INVOICE, CII_NAMESPACES, invoice, { profile, currency });
}
