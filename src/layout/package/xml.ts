/**
 * A small, strict-enough XML reader for Office parts: no DTD, no entities but the five of XML and
 * character references, namespaces folded into the canonical prefixes of `NAMESPACE_PREFIXES`.
 * OOXML has no mixed content that matters, so an element keeps its children and its own text apart.
 */
import { NAMESPACE_PREFIXES } from "./namespaces.ts";

export interface XmlElement {
  /** Qualified with the canonical prefix, e.g. `w:p`; prefix-less when the namespace has none (VML's `v:` included in the table). */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Thrown for a part that is not well-formed or declares a document type. */
export class XmlError extends Error {
  override readonly name = "XmlError";
}

const MAX_DEPTH = 400;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeText(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (whole, body: string) => {
    if (body.startsWith("#")) {
      const code = body[1] === "x" ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    }
    return ENTITIES[body] ?? whole;
  });
}

const ATTRIBUTE = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

type PrefixScope = Map<string, string>;

function readAttributes(
  source: string,
  scope: PrefixScope,
): { attributes: Record<string, string>; scope: PrefixScope } {
  const plain: [string, string][] = [];
  let inner = scope;
  for (const match of source.matchAll(ATTRIBUTE)) {
    const name = match[1] ?? "";
    const value = decodeText(match[2] ?? match[3] ?? "");
    if (name === "xmlns" || name.startsWith("xmlns:")) {
      if (inner === scope) inner = new Map(scope);
      const declared = name === "xmlns" ? "" : name.slice(6);
      inner.set(declared, NAMESPACE_PREFIXES[value] ?? declared);
    } else plain.push([name, value]);
  }
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of plain) {
    const colon = name.indexOf(":");
    const key =
      colon < 0 ? name : `${inner.get(name.slice(0, colon)) ?? name.slice(0, colon)}:${name.slice(colon + 1)}`;
    attributes[key] = value;
  }
  return { attributes, scope: inner };
}

function qualify(name: string, scope: PrefixScope): string {
  const colon = name.indexOf(":");
  if (colon >= 0) {
    const prefix = name.slice(0, colon);
    const canonical = scope.get(prefix) ?? prefix;
    return canonical ? `${canonical}:${name.slice(colon + 1)}` : name.slice(colon + 1);
  }
  const canonical = scope.get("");
  return canonical ? `${canonical}:${name}` : name;
}

/** Parses one part; throws `XmlError` when it is not well-formed, nests deeper than 400 or carries a DTD. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const stack: XmlElement[] = [root];
  const scopes: PrefixScope[] = [new Map()];
  let position = 0;
  while (position < source.length) {
    const open = source.indexOf("<", position);
    const textEnd = open < 0 ? source.length : open;
    if (textEnd > position && stack.length > 1) {
      const top = stack[stack.length - 1];
      if (top) top.text += decodeText(source.slice(position, textEnd).replaceAll("\r\n", "\n"));
    }
    if (open < 0) break;
    if (source.startsWith("<!--", open)) {
      const end = source.indexOf("-->", open + 4);
      if (end < 0) throw new XmlError("unterminated comment");
      position = end + 3;
      continue;
    }
    if (source.startsWith("<![CDATA[", open)) {
      const end = source.indexOf("]]>", open);
      if (end < 0) throw new XmlError("unterminated CDATA section");
      const top = stack[stack.length - 1];
      if (top) top.text += source.slice(open + 9, end);
      position = end + 3;
      continue;
    }
    if (source.startsWith("<?", open)) {
      const end = source.indexOf("?>", open);
      if (end < 0) throw new XmlError("unterminated processing instruction");
      position = end + 2;
      continue;
    }
    if (source.startsWith("<!", open)) throw new XmlError("document type declarations are refused");
    const close = endOfTag(source, open);
    const selfClosing = source[close - 1] === "/";
    const body = source.slice(open + 1, selfClosing ? close - 1 : close);
    position = close + 1;
    if (body.startsWith("/")) {
      if (stack.length < 2) throw new XmlError(`unexpected closing tag </${body.slice(1, 40)}>`);
      stack.pop();
      scopes.pop();
      continue;
    }
    const nameEnd = body.search(/\s/);
    const rawName = nameEnd < 0 ? body : body.slice(0, nameEnd);
    const parentScope = scopes[scopes.length - 1] ?? new Map<string, string>();
    const { attributes, scope } =
      nameEnd < 0 ? { attributes: {}, scope: parentScope } : readAttributes(body.slice(nameEnd), parentScope);
    const element: XmlElement = { name: qualify(rawName, scope), attributes, children: [], text: "" };
    stack[stack.length - 1]?.children.push(element);
    if (selfClosing) continue;
    if (stack.length > MAX_DEPTH) throw new XmlError(`nested deeper than ${MAX_DEPTH} elements`);
    stack.push(element);
    scopes.push(scope);
  }
  if (stack.length !== 1) throw new XmlError(`<${stack[stack.length - 1]?.name}> is not closed`);
  const first = root.children[0];
  if (!first) throw new XmlError("no root element");
  return first;
}

/** Index of the `>` that ends the tag starting at `open`, skipping quoted attribute values. */
function endOfTag(source: string, open: number): number {
  let quote = "";
  for (let index = open + 1; index < source.length; index++) {
    const character = source[index];
    if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return index;
  }
  throw new XmlError("unterminated tag");
}

/** First direct child with that qualified name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** All direct children with that qualified name. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? element.children.filter((candidate) => candidate.name === name) : [];
}

/** Follows a path of child names. */
export function descend(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let current = element;
  for (const name of path) current = child(current, name);
  return current;
}

/** First descendant (depth first, the element itself excluded) with that name. */
export function findFirst(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const candidate of element?.children ?? []) {
    if (candidate.name === name) return candidate;
    const inner = findFirst(candidate, name);
    if (inner) return inner;
  }
  return undefined;
}

/** Every descendant with that name, in document order. */
export function findAll(element: XmlElement | undefined, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const candidate of element?.children ?? []) {
    if (candidate.name === name) found.push(candidate);
    findAll(candidate, name, found);
  }
  return found;
}

/** The name without its prefix. */
export function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(":") + 1);
}
