import type { XmlElement } from "../pdf/xmp/xml-elements.ts";
import { CROSS_INDUSTRY_INVOICE } from "./cii-mapping.ts";
import { isNamed, type ReadRecord, readMapping } from "./read-mapping.ts";
import { CII_NAMESPACES } from "./write-cii.ts";

/** Whether it is a Cross Industry Invoice (CII D16B). */
export function isCii(root: XmlElement): boolean {
  return isNamed(root, CROSS_INDUSTRY_INVOICE.tag, CII_NAMESPACES);
}

/** Reads an invoice in CII D16B. */
export function readCii(root: XmlElement): ReadRecord {
  const read = readMapping(root, CROSS_INDUSTRY_INVOICE, CII_NAMESPACES);
  sortTaxTotals(read.record);
  return read;
}
/** The VAT of the invoice and that in the currency of the tax office have one name, and any order. */
function sortTaxTotals({ currency, totals }: Record<string, unknown>): void {
  if (typeof totals !== "object" || totals === null) return;
  const sums = totals as Record<string, unknown>;
  const { vat, vat_currency, vat_in_tax_currency, tax_currency } = sums;
  if (vat_in_tax_currency === undefined || tax_currency !== currency || vat_currency === currency) return;
  Object.assign(sums, {
    vat: vat_in_tax_currency,
    vat_currency: tax_currency,
    vat_in_tax_currency: vat,
    tax_currency: vat_currency,
  });
}
