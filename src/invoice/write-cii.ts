import { escapeXmlText } from "../office/xml-text.ts";
import { CROSS_INDUSTRY_INVOICE } from "./cii-mapping.ts";
import type { Group, Leaf, MappingNode } from "./cii-nodes.ts";
import { hasLevel, type InvoiceProfile } from "./profiles.ts";

/** An invoice as JSON has it; `invoice-schema.ts` says which members there are. */
export type InvoiceRecord = { readonly [member: string]: unknown };

/** Of the prefixes in the mapping. */
export const CII_NAMESPACES: Readonly<Record<string, string>> = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};

/** Writes an invoice as CII D16B. What its profile does not have is left out. */
export function writeCii(invoice: InvoiceRecord, profile: InvoiceProfile): Uint8Array {
  const body = writeNode(CROSS_INDUSTRY_INVOICE, invoice, profile);
  const namespaces = Object.entries(CII_NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const root = `<${CROSS_INDUSTRY_INVOICE.tag}`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${root}${namespaces.join("")}${body.slice(root.length)}\n`;
  return new TextEncoder().encode(text);
}

function writeNode(node: MappingNode, record: InvoiceRecord, profile: InvoiceProfile): string {
  if (node.from && !hasLevel(profile, node.from)) return "";
  switch (node.kind) {
    case "constant":
      return `<${node.tag}>${escapeXmlText(node.value)}</${node.tag}>`;
    case "group":
      return writeGroup(node, record, profile);
    default:
      return writeLeaf(node, record);
  }
}

function writeGroup(node: Group, record: InvoiceRecord, profile: InvoiceProfile): string {
  return recordsOf(node, record)
    .map((each) => {
      const content = node.children.map((child) => writeNode(child, each, profile)).join("");
      const isFilled = node.always || isMark(node) || hasMember(node.children, each, profile);
      return isFilled ? `<${node.tag}>${content}</${node.tag}>` : "";
    })
    .join("");
}

/** A group of constants says what its parent is; it is written whenever that is. */
export function isMark({ children }: Group): boolean {
  return children.every(({ kind }) => kind === "constant");
}

/** By themselves constants say nothing: a group is written when one of its members is. */
function hasMember(nodes: readonly MappingNode[], record: InvoiceRecord, profile: InvoiceProfile): boolean {
  return nodes.some((node) => {
    if (node.from && !hasLevel(profile, node.from)) return false;
    if (node.kind === "constant") return false;
    if (node.kind !== "group") return textsOf(node, record).length > 0;
    return (
      !isMark(node) && recordsOf(node, record).some((each) => node.always || hasMember(node.children, each, profile))
    );
  });
}

function recordsOf(node: Group, record: InvoiceRecord): InvoiceRecord[] {
  return node.to === undefined ? [record] : recordsIn(record[node.to]);
}

function recordsIn(value: unknown): InvoiceRecord[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is InvoiceRecord => typeof item === "object" && item !== null);
}

function textsOf(node: Leaf, record: InvoiceRecord): string[] {
  if (node.item !== undefined) {
    const { item: to, ...each } = node;
    return recordsIn(record[node.to]).flatMap((item) => textsOf({ ...each, to }, item));
  }
  const value = record[node.to];
  const items: unknown[] = node.many && Array.isArray(value) ? value : [value];
  return items.flatMap((item) =>
    item === undefined || item === null || item === ""
      ? []
      : [node.kind === "date" ? String(item).replaceAll("-", "") : String(item)],
  );
}

function writeLeaf(node: Leaf, record: InvoiceRecord): string {
  if (node.item !== undefined) {
    const { item: to, ...each } = node;
    return recordsIn(record[node.to])
      .map((item) => writeLeaf({ ...each, to }, item))
      .join("");
  }
  const attributes = Object.entries(node.fixed ?? {});
  for (const [attribute, member] of Object.entries(node.attributes ?? {})) {
    const value = record[member];
    if (value !== undefined && value !== null && value !== "") attributes.push([attribute, String(value)]);
  }
  const written = attributes.map(([attribute, value]) => ` ${attribute}="${escapeXmlText(value)}"`).join("");
  return textsOf(node, record)
    .map((text) => `<${node.tag}${written}>${escapeXmlText(text)}</${node.tag}>`)
    .join("");
}
