import { NAMESPACE_PREFIXES } from "./namespaces.ts";
import { AttributeCursor, cdataContent, scanXml } from "./xml-scanner.ts";
import { decodeXmlText } from "./xml-text.ts";

/**
 * An element as readers want it: names under the usual prefixes whatever the file calls them, values decoded. Office
 * markup has no mixed content that matters, so a node keeps its children and its own text apart.
 */
export interface XmlNode {
  /** Qualified with the usual prefix of {@link NAMESPACE_PREFIXES}, e.g. `w:p`; other names are as written. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/** The prefixes in force within an element, with the names that were resolved under them. */
class PrefixScope {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #elementNames = new Map<string, string>();
  readonly #attributeNames = new Map<string, string>();

  constructor(prefixes: ReadonlyMap<string, string>) {
    this.#prefixes = prefixes;
  }

  /** The scope with further declarations: prefix as written -> usual prefix. */
  with(declared: ReadonlyMap<string, string>): PrefixScope {
    return new PrefixScope(new Map([...this.#prefixes, ...declared]));
  }

  elementName(written: string): string {
    return remembered(this.#elementNames, written, () => this.#resolve(written, this.#prefixes.get("")));
  }

  /** Attributes without a prefix are in no namespace (Namespaces in XML 1.0, 6.2). */
  attributeName(written: string): string {
    return remembered(this.#attributeNames, written, () => this.#resolve(written, undefined));
  }

  #resolve(written: string, defaultPrefix: string | undefined): string {
    const colon = written.indexOf(":");
    const prefix = colon < 0 ? defaultPrefix : (this.#prefixes.get(written.slice(0, colon)) ?? written.slice(0, colon));
    const local = written.slice(colon + 1);
    return prefix ? `${prefix}:${local}` : local;
  }
}

function remembered(names: Map<string, string>, written: string, resolve: () => string): string {
  let name = names.get(written);
  if (name === undefined) {
    name = resolve();
    names.set(written, name);
  }
  return name;
}

/** Builds the nodes of one part. */
class NodeBuilder {
  root: XmlNode | undefined;
  readonly #open: XmlNode[] = [];
  readonly #scopes: PrefixScope[] = [];
  #top: XmlNode | undefined;
  #scope = new PrefixScope(new Map());

  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  open(written: string, start: number, end: number, selfClosing: boolean): void {
    const outer = this.#scope;
    const nameEnd = start + 1 + written.length;
    // "<a>" and "<a/>" have no attributes
    const attributes = end - nameEnd > 2 ? this.#readAttributes(nameEnd, end) : NO_ATTRIBUTES;
    const node: XmlNode = { name: this.#scope.elementName(written), attributes, children: [], text: "" };
    if (this.#top) this.#top.children.push(node);
    else this.root = node;
    if (selfClosing) {
      this.#scope = outer;
      return;
    }
    if (this.#top) this.#open.push(this.#top);
    this.#scopes.push(outer);
    this.#top = node;
  }

  close(): void {
    this.#top = this.#open.pop();
    this.#scope = this.#scopes.pop() ?? this.#scope;
  }

  text(start: number, end: number): void {
    const text = decodeXmlText(this.source.slice(start, end).replaceAll("\r\n", "\n"));
    if (this.#top) this.#top.text += text;
  }

  cdata(start: number, end: number): void {
    if (this.#top) this.#top.text += cdataContent(this.source, start, end);
  }

  other(): void {}

  /** Enters the scope of the tag's declarations and reads its other attributes under it. */
  #readAttributes(from: number, to: number): Readonly<Record<string, string>> {
    const names: string[] = [];
    const values: string[] = [];
    let declared: Map<string, string> | undefined;
    const cursor = new AttributeCursor(this.source, from, to);
    while (cursor.next()) {
      const name = this.source.slice(cursor.nameStart, cursor.nameEnd);
      const value = decodeXmlText(this.source.slice(cursor.valueStart, cursor.valueEnd));
      if (isDeclaration(name)) {
        const prefix = name.slice("xmlns:".length);
        declared ??= new Map();
        declared.set(prefix, NAMESPACE_PREFIXES[value] ?? prefix);
      } else {
        names.push(name);
        values.push(value);
      }
    }
    if (declared) this.#scope = this.#scope.with(declared);
    const attributes: Record<string, string> = Object.create(null);
    for (const [index, name] of names.entries()) attributes[this.#scope.attributeName(name)] = values[index] ?? "";
    return attributes;
  }
}

function isDeclaration(name: string): boolean {
  return name.startsWith("xmlns") && (name.length === 5 || name.charCodeAt(5) === 0x3a);
}

/**
 * Reads one XML part into nodes.
 *
 * @throws Failure `xml_invalid` as {@link scanXml} does
 */
export function readXml(source: string): XmlNode {
  const builder = new NodeBuilder(source);
  scanXml(source, builder);
  if (!builder.root) throw new TypeError("scanXml accepts no source without a root");
  return builder.root;
}

/** First direct child with that qualified name. */
export function child(element: XmlNode | undefined, name: string): XmlNode | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** All direct children with that qualified name. */
export function childrenNamed(element: XmlNode | undefined, name: string): XmlNode[] {
  return element ? element.children.filter((candidate) => candidate.name === name) : [];
}

/** Follows a path of child names. */
export function descend(element: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let current = element;
  for (const name of path) current = child(current, name);
  return current;
}

/** First descendant (depth first, the element itself excluded) with that name. */
export function findFirst(element: XmlNode | undefined, name: string): XmlNode | undefined {
  for (const candidate of element?.children ?? []) {
    if (candidate.name === name) return candidate;
    const inner = findFirst(candidate, name);
    if (inner) return inner;
  }
  return undefined;
}

/** Every descendant with that name, in document order. */
export function findAll(element: XmlNode | undefined, name: string, found: XmlNode[] = []): XmlNode[] {
  for (const candidate of element?.children ?? []) {
    if (candidate.name === name) found.push(candidate);
    findAll(candidate, name, found);
  }
  return found;
}

/** The name without its prefix. */
export function localName(element: XmlNode): string {
  return element.name.slice(element.name.indexOf(":") + 1);
}
