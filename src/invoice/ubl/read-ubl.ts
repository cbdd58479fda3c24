import type { XmlElement } from "../../pdf/xmp/xml-elements.ts";
import { isNamed, type ReadRecord, readMapping } from "../read-mapping.ts";
import { UBL_DOCUMENTS, UBL_NAMESPACES, type UblKind } from "./ubl-mapping.ts";
import { fromUbl } from "./ubl-record.ts";

/** Whether it is an invoice or a credit note in UBL 2; undefined for neither. */
export function ublKindOf(root: XmlElement): UblKind | undefined {
  if (isNamed(root, UBL_DOCUMENTS.Invoice.tag, UBL_NAMESPACES)) return "Invoice";
  return isNamed(root, UBL_DOCUMENTS.CreditNote.tag, UBL_NAMESPACES) ? "CreditNote" : undefined;
}

/** Reads an invoice or a credit note in UBL 2. */
export function readUbl(root: XmlElement, kind: UblKind): ReadRecord {
  const { record, unknown } = readMapping(root, UBL_DOCUMENTS[kind], UBL_NAMESPACES);
  return { record: fromUbl(record), unknown };
}
