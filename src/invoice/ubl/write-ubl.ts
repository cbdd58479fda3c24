import { CREDIT_NOTE_TYPES } from "../codes/code-lists.ts";
import type { Invoice } from "../invoice-schema.ts";
import type { InvoiceProfile } from "../profiles.ts";
import { writeMapping } from "../write-mapping.ts";
import { PEPPOL_DOCUMENTS, UBL_DOCUMENTS, UBL_NAMESPACES, type UblKind } from "./ubl-mapping.ts";
import { toUbl } from "./ubl-record.ts";

/** Writes an invoice as a UBL 2.1 invoice, or as a credit note where its type (BT-3) is one. */
export function writeUbl(invoice: Invoice, guideline: string, profile: InvoiceProfile): Uint8Array {
  const kind: UblKind = CREDIT_NOTE_TYPES.has(invoice.type_code ?? "") ? "CreditNote" : "Invoice";
  const other = kind === "Invoice" ? "cn" : "ubl";
  const namespaces = Object.fromEntries(Object.entries(UBL_NAMESPACES).filter(([prefix]) => prefix !== other));
  const record = { ...toUbl(invoice, kind === "CreditNote"), guideline };
  const documents = profile === "peppol" ? PEPPOL_DOCUMENTS : UBL_DOCUMENTS;
  return writeMapping(documents[kind], namespaces, record, { profile, currency: invoice.currency ?? "" });
}
