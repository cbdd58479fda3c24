import { Failure } from "../domain/failure.ts";
import { decodePart } from "../office/decode-part.ts";
import { readXmlElements, type XmlElement } from "../pdf/xmp/xml-elements.ts";
import { CROSS_INDUSTRY_INVOICE } from "./cii-mapping.ts";
import type { Group, Leaf, MappingNode } from "./cii-nodes.ts";
import { CII_NAMESPACES, isMark } from "./write-cii.ts";

/** An invoice that was read. */
export interface ReadInvoice {
  invoice: Record<string, unknown>;
  /** Elements that have no business term here, by their paths. */
  unknown: string[];
}

export const MAX_XML_BYTES = 5 * 1024 * 1024;
const MAX_UNKNOWN = 100;

/**
 * Reads an invoice in CII D16B.
 * @throws Failure `e_invoice_invalid` for anything that is not such an invoice, `xml_invalid`
 */
export function readCii(bytes: Uint8Array): ReadInvoice {
  if (bytes.length > MAX_XML_BYTES) throw tooLarge();
  const root = readXmlElements(decodePart(bytes));
  if (!isNamed(root, CROSS_INDUSTRY_INVOICE.tag)) {
    throw new Failure("e_invoice_invalid", `The XML is not a Cross Industry Invoice: it begins with ${root.local}.`);
  }
  const invoice: Record<string, unknown> = {};
  const unknown: string[] = [];
  readGroup(root, CROSS_INDUSTRY_INVOICE, invoice, unknown, root.local);
  sortTaxTotals(invoice);
  return { invoice, unknown };
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

export function tooLarge(): Failure {
  return new Failure("e_invoice_invalid", "The invoice has more than 5 MiB of XML.");
}

function isNamed({ namespace, local }: XmlElement, tag: string): boolean {
  const [prefix = "", name] = tag.split(":");
  return local === name && namespace === CII_NAMESPACES[prefix];
}

function readGroup(
  element: XmlElement,
  { children }: Group,
  record: Record<string, unknown>,
  unknown: string[],
  path: string,
): void {
  const taken = new Set<MappingNode>();
  for (const child of element.children) {
    const childPath = `${path}/${child.local}`;
    const node = children.find(
      (candidate) => !taken.has(candidate) && isNamed(child, candidate.tag) && fits(child, candidate, record),
    );
    // what may occur once and is there again is something else
    if (node?.kind === "group" && !node.many) taken.add(node);
    if (!node) {
      if (unknown.length < MAX_UNKNOWN) unknown.push(childPath);
    } else if (node.kind === "group") {
      readGroup(child, node, targetOf(node, record), unknown, childPath);
    } else if (node.kind !== "constant") readLeaf(child, node, record);
  }
}

/** Of several things in elements of one name, a constant or an attribute says which it is. */
function fits(element: XmlElement, node: MappingNode, record: Record<string, unknown>): boolean {
  if (node.kind === "constant") return element.text.trim() === node.value;
  if (node.kind !== "group") {
    const isTaken = !node.many && !node.item && record[node.to] !== undefined;
    return !isTaken && Object.entries(node.fixed ?? {}).every(([name, value]) => attributeOf(element, name) === value);
  }
  return node.children.every((child) => {
    const own = element.children.filter((each) => isNamed(each, child.tag));
    if (child.kind === "constant") return own.some((each) => each.text.trim() === child.value);
    if (child.kind !== "group") return own.every((each) => !child.fixed || fits(each, child, {}));
    // a group that only holds constants says what its parent is
    return !isMark(child) || own.some((each) => fits(each, child, {}));
  });
}

function targetOf(node: Group, record: Record<string, unknown>): Record<string, unknown> {
  if (node.to === undefined) return record;
  const known = record[node.to];
  const made: Record<string, unknown> = {};
  if (!node.many) {
    if (typeof known === "object" && known !== null) return known as Record<string, unknown>;
    record[node.to] = made;
    return made;
  }
  addTo(record, node.to, made);
  return made;
}

function readLeaf(element: XmlElement, node: Leaf, record: Record<string, unknown>): void {
  const written = element.text.trim();
  const value = node.kind === "date" ? written.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : written;
  const target = node.item === undefined ? record : { [node.item]: value };
  for (const [attribute, member] of Object.entries(node.attributes ?? {})) {
    const stated = attributeOf(element, attribute);
    if (stated !== undefined) target[member] = stated;
  }
  if (node.many) addTo(record, node.to, value);
  else if (node.item !== undefined) addTo(record, node.to, target);
  else record[node.to] = value;
}

function addTo(record: Record<string, unknown>, member: string, value: unknown): void {
  const known = record[member];
  if (Array.isArray(known)) known.push(value);
  else record[member] = [value];
}

function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find(({ local }) => local === name)?.value;
}
