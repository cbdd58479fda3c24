/**
 * Elements of OpenDocument with the text between them, whose place matters: names are under the usual prefixes, whatever the
 * file calls them (OpenDocument 1.3 Part 3, 1.4).
 */
import { checkLimit } from "../../domain/limits.ts";
import { AttributeCursor, cdataContent, scanXml, type XmlVisitor } from "../../office/xml-scanner.ts";
import { decodeXmlText } from "../../office/xml-text.ts";

export interface OdfNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (OdfNode | string)[];
}

const OPEN_DOCUMENT = /^urn:oasis:names:tc:opendocument:xmlns:([a-z0-9-]+):1\.0$/;
/** Names of namespaces whose usual prefix is another word. */
const PREFIXES: Readonly<Record<string, string>> = {
  drawing: "draw",
  "xsl-fo-compatible": "fo",
  "svg-compatible": "svg",
  datastyle: "number",
};
const OTHER_NAMESPACES: Readonly<Record<string, string>> = {
  "http://www.w3.org/1999/xlink": "xlink",
  "http://purl.org/dc/elements/1.1/": "dc",
  "http://www.w3.org/1998/Math/MathML": "math",
  "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",
  "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
  "http://openoffice.org/2010/draw": "drawooo",
  "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0": "field",
};
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/** Who is told of the parts of a long element, one after the other, so that they are never all in memory. */
export interface OdfBlocks {
  /** Whether the children of the element are told of one by one. */
  isOpened(name: string): boolean;
  enter(node: OdfNode): void;
  /** A child of an opened element, with all that is in it. */
  block(node: OdfNode): void;
  leave(node: OdfNode): void;
}

/**
 * Reads a part. @returns its root, without what `blocks` was told of
 * @throws Failure `xml_invalid` as {@link scanXml} does, `too_complex` for too many elements in one block
 */
export function readOdf(source: string, blocks?: OdfBlocks): OdfNode {
  const builder = new OdfBuilder(source, blocks);
  scanXml(source, builder);
  if (!builder.root) throw new TypeError("scanXml accepts no source without a root");
  return builder.root;
}

interface OpenElement {
  node: OdfNode;
  /** Its children are told of one by one. */
  isOpened: boolean;
}

class OdfBuilder implements XmlVisitor {
  root: OdfNode | undefined;
  readonly #source: string;
  readonly #blocks: OdfBlocks | undefined;
  readonly #open: OpenElement[] = [];
  /** Prefix as written -> usual one, where they differ: programs declare them at the root. */
  readonly #renamed = new Map<string, string>();
  #elements = 0;

  constructor(source: string, blocks: OdfBlocks | undefined) {
    this.#source = source;
    this.#blocks = blocks;
  }

  open(written: string, start: number, end: number, selfClosing: boolean): void {
    checkLimit("odtElements", ++this.#elements);
    const nameEnd = start + 1 + written.length;
    const attributes = end - nameEnd > 2 ? this.#readAttributes(nameEnd, end) : NO_ATTRIBUTES;
    const node: OdfNode = { name: this.#usual(written), attributes, children: [] };
    const top = this.#open.at(-1);
    const isOpened = (!top || top.isOpened) && (this.#blocks?.isOpened(node.name) ?? false);
    this.root ??= node;
    if (top && !top.isOpened) top.node.children.push(node);
    if (isOpened) this.#blocks?.enter(node);
    if (selfClosing) this.#ended({ node, isOpened });
    else this.#open.push({ node, isOpened });
  }

  close(): void {
    const ended = this.#open.pop();
    if (ended) this.#ended(ended);
  }

  text(start: number, end: number): void {
    this.#addText(decodeXmlText(this.#source.slice(start, end)));
  }

  cdata(start: number, end: number): void {
    this.#addText(cdataContent(this.#source, start, end));
  }

  other(): void {}

  #addText(text: string): void {
    const top = this.#open.at(-1);
    if (top && !top.isOpened) top.node.children.push(text);
  }

  #ended({ node, isOpened }: OpenElement): void {
    if (isOpened) this.#blocks?.leave(node);
    else if (this.#open.at(-1)?.isOpened) {
      this.#blocks?.block(node);
      this.#elements = 0;
    }
  }

  #readAttributes(from: number, to: number): Readonly<Record<string, string>> {
    const source = this.#source;
    const attributes: Record<string, string> = Object.create(null);
    const cursor = new AttributeCursor(source, from, to);
    while (cursor.next()) {
      const name = source.slice(cursor.nameStart, cursor.nameEnd);
      const value = decodeXmlText(source.slice(cursor.valueStart, cursor.valueEnd));
      if (name.startsWith("xmlns")) this.#declare(name.slice("xmlns:".length), value);
      else attributes[this.#usual(name)] = value;
    }
    return attributes;
  }

  #declare(prefix: string, namespace: string): void {
    const named = OPEN_DOCUMENT.exec(namespace)?.[1];
    const usual = named ? (PREFIXES[named] ?? named) : OTHER_NAMESPACES[namespace];
    if (usual && usual !== prefix) this.#renamed.set(prefix, usual);
  }

  #usual(written: string): string {
    if (this.#renamed.size === 0) return written;
    const colon = written.indexOf(":");
    const usual = this.#renamed.get(colon < 0 ? "" : written.slice(0, colon));
    return usual ? `${usual}:${written.slice(colon + 1)}` : written;
  }
}

/** Elements in a node, of one name if one is given. */
export function elementsOf(node: OdfNode | undefined, name?: string): OdfNode[] {
  const found: OdfNode[] = [];
  for (const child of node?.children ?? [])
    if (typeof child !== "string" && (name === undefined || child.name === name)) found.push(child);
  return found;
}

export function childOf(node: OdfNode | undefined, name: string): OdfNode | undefined {
  for (const child of node?.children ?? []) if (typeof child !== "string" && child.name === name) return child;
  return undefined;
}

/** The text of an element and of everything in it. */
export function textOf(node: OdfNode): string {
  let text = "";
  for (const child of node.children) text += typeof child === "string" ? child : textOf(child);
  return text;
}
