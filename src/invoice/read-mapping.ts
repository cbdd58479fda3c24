import type { XmlElement } from "../pdf/xmp/xml-elements.ts";
import type { Constant, Group, Leaf, MappingNode } from "./mapping-nodes.ts";
import { isMark } from "./write-mapping.ts";

/** By the prefixes of a table. */
export type Namespaces = Readonly<Record<string, string>>;

/** What was read. */
export interface ReadRecord {
  record: Record<string, unknown>;
  /** Elements that the table does not have, by their paths. */
  unknown: string[];
}

const MAX_UNKNOWN = 100;

/** Reads XML by its table; the root is known to be the table's. */
export function readMapping(root: XmlElement, table: Group, namespaces: Namespaces): ReadRecord {
  const record: Record<string, unknown> = {};
  const unknown: string[] = [];
  readGroup(root, table, record, { unknown, namespaces }, root.local);
  return { record, unknown };
}

interface Reading {
  unknown: string[];
  namespaces: Namespaces;
}

export function isNamed({ namespace, local }: XmlElement, tag: string, namespaces: Namespaces): boolean {
  const [prefix = "", name] = tag.split(":");
  return local === name && namespace === namespaces[prefix];
}

function readGroup(
  element: XmlElement,
  { children }: Group,
  record: Record<string, unknown>,
  reading: Reading,
  path: string,
): void {
  const { unknown, namespaces } = reading;
  const taken = new Set<MappingNode>();
  for (const child of element.children) {
    const childPath = `${path}/${child.local}`;
    const node = children.find(
      (candidate) =>
        !taken.has(candidate) &&
        isNamed(child, candidate.tag, namespaces) &&
        fits(child, candidate, record, namespaces),
    );
    // what may occur once and is there again is something else
    if (node?.kind === "group" && !node.many) taken.add(node);
    if (!node) {
      if (unknown.length < MAX_UNKNOWN) unknown.push(childPath);
    } else if (node.kind === "group") {
      readGroup(child, node, targetOf(node, record), reading, childPath);
    } else if (node.kind !== "constant") readLeaf(child, node, record);
  }
}

/** Of several things in elements of one name, a constant or an attribute says which it is. */
function fits(
  element: XmlElement,
  node: MappingNode,
  record: Record<string, unknown>,
  namespaces: Namespaces,
): boolean {
  if (node.kind === "constant") return says(element, node);
  if (node.kind !== "group") {
    const isTaken = !node.many && !node.item && record[node.to] !== undefined;
    return !isTaken && Object.entries(node.fixed ?? {}).every(([name, value]) => attributeOf(element, name) === value);
  }
  return node.children.every((child) => {
    const own = element.children.filter((each) => isNamed(each, child.tag, namespaces));
    if (child.kind === "constant") return own.some((each) => says(each, child));
    if (child.kind !== "group") return own.every((each) => !child.fixed || fits(each, child, {}, namespaces));
    // a group that only holds constants says what its parent is
    return !isMark(child) || own.some((each) => fits(each, child, {}, namespaces));
  });
}

/** Truth has two spellings in XML, and VAT is written in any case. */
function says({ text }: XmlElement, { value, open }: Constant): boolean {
  const written = text.trim();
  if (open || written.toUpperCase() === value.toUpperCase()) return true;
  return (written === "1" && value === "true") || (written === "0" && value === "false");
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
  const written = node.verbatim && element.text.trim() !== "" ? element.text : element.text.trim();
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
