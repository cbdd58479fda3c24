import { escapeXmlText } from "../office/xml-text.ts";
import type { Group, Leaf, MappingNode } from "./mapping-nodes.ts";
import { hasLevel, type InvoiceProfile } from "./profiles.ts";

/** An invoice as JSON has it; `invoice-schema.ts` says which members there are. */
export type InvoiceRecord = { readonly [member: string]: unknown };

/** What is written, and for whom. */
export interface WritingContext {
  profile: InvoiceProfile;
  /** Of all amounts, where each of them names one. */
  currency: string;
}

/**
 * Writes a record by its table. What the profile does not have is left out.
 * @param namespaces of the prefixes in the table
 */
export function writeMapping(
  root: Group,
  namespaces: Readonly<Record<string, string>>,
  record: InvoiceRecord,
  context: WritingContext,
): Uint8Array {
  const body = writeNode(root, record, context);
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const start = `<${root.tag}`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${start}${declared.join("")}${body.slice(start.length)}\n`;
  return new TextEncoder().encode(text);
}

function writeNode(node: MappingNode, record: InvoiceRecord, context: WritingContext): string {
  if (node.from && !hasLevel(context.profile, node.from)) return "";
  switch (node.kind) {
    case "constant":
      return `<${node.tag}>${escapeXmlText(node.value)}</${node.tag}>`;
    case "group":
      return writeGroup(node, record, context);
    default:
      return writeLeaf(node, record, context);
  }
}

function writeGroup(node: Group, record: InvoiceRecord, context: WritingContext): string {
  return recordsOf(node, record)
    .map((each) => {
      const content = node.children.map((child) => writeNode(child, each, context)).join("");
      const isFilled = node.always || isMark(node) || hasMember(node.children, each, context);
      return isFilled ? `<${node.tag}>${content}</${node.tag}>` : "";
    })
    .join("");
}

/** A group of constants says what its parent is; it is written whenever that is. */
export function isMark({ children }: Group): boolean {
  return children.every(({ kind }) => kind === "constant");
}

/** By themselves constants say nothing: a group is written when one of its members is. */
function hasMember(nodes: readonly MappingNode[], record: InvoiceRecord, context: WritingContext): boolean {
  return nodes.some((node) => {
    if (node.from && !hasLevel(context.profile, node.from)) return false;
    if (node.kind === "constant") return false;
    if (node.kind !== "group") return textsOf(node, record).length > 0;
    return (
      !isMark(node) && recordsOf(node, record).some((each) => node.always || hasMember(node.children, each, context))
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

function writeLeaf(node: Leaf, record: InvoiceRecord, context: WritingContext): string {
  if (node.item !== undefined) {
    const { item: to, ...each } = node;
    return recordsIn(record[node.to])
      .map((item) => writeLeaf({ ...each, to }, item, context))
      .join("");
  }
  const attributes = Object.entries(node.fixed ?? {});
  for (const [attribute, member] of Object.entries(node.attributes ?? {})) {
    const value = record[member];
    if (value !== undefined && value !== null && value !== "") attributes.push([attribute, String(value)]);
  }
  if (node.currency) attributes.push(["currencyID", context.currency]);
  const written = attributes.map(([attribute, value]) => ` ${attribute}="${escapeXmlText(value)}"`).join("");
  return textsOf(node, record)
    .map((text) => `<${node.tag}${written}>${escapeXmlText(text)}</${node.tag}>`)
    .join("");
}
