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

const PRESERVED = { "xml:space": "preserve" };
/**
 * Elements about editing, which are half of the style sheets and settings of letters: nothing asks for what is in them,
 * and it is not built.
 */
const OF_EDITING: ReadonlySet<string> = new Set(["w:latentStyles", "w:rsids"]);
/** Of the names of attributes that say in which session something was edited: most that paragraphs and runs have. */
const SESSION = "w:rsid";
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/** The prefixes in force within an element, with the names that were resolved under them. */
class PrefixScope {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #elementNames = new Map<string, string>();
  readonly #attributeNames = new Map<string, string>();

  /** White space of texts counts (`xml:space`, XML 1.0, 2.10), unless an element says otherwise. */
  readonly preservesSpace: boolean;

  constructor(prefixes: ReadonlyMap<string, string>, preservesSpace = false) {
    this.#prefixes = prefixes;
    this.preservesSpace = preservesSpace;
  }

  /** The scope with further declarations: prefix as written -> usual prefix. */
  with(declared: ReadonlyMap<string, string>): PrefixScope {
    return new PrefixScope(new Map([...this.#prefixes, ...declared]), this.preservesSpace);
  }

  withSpace(preservesSpace: boolean): PrefixScope {
    return preservesSpace === this.preservesSpace ? this : new PrefixScope(this.#prefixes, preservesSpace);
  }

  elementName(written: string): string {
    let name = this.#elementNames.get(written);
    if (name === undefined) {
      name = this.#resolve(written, this.#prefixes.get(""));
      this.#elementNames.set(written, name);
    }
    return name;
  }

  /** Attributes without a prefix are in no namespace (Namespaces in XML 1.0, 6.2). */
  attributeName(written: string): string {
    let name = this.#attributeNames.get(written);
    if (name === undefined) {
      name = this.#resolve(written, undefined);
      this.#attributeNames.set(written, name);
    }
    return name;
  }

  #resolve(written: string, defaultPrefix: string | undefined): string {
    const colon = written.indexOf(":");
    const prefix = colon < 0 ? defaultPrefix : (this.#prefixes.get(written.slice(0, colon)) ?? written.slice(0, colon));
    const local = written.slice(colon + 1);
    return prefix ? `${prefix}:${local}` : local;
  }
}

/** Builds the nodes of one part, or of a piece of one. */
class NodeBuilder {
  root: XmlNode | undefined;
  readonly #open: XmlNode[] = [];
  readonly #scopes: PrefixScope[] = [];
  /** Open elements within one whose content is not built, itself included. */
  #unbuilt = 0;
  #top: XmlNode | undefined;
  #scope: PrefixScope;

  readonly #source: string;
  /** How texts and values are converted. */
  readonly #copied: (text: string) => string;

  constructor(source: string, scope = new PrefixScope(new Map()), copied = (text: string) => text) {
    this.#source = source;
    this.#scope = scope;
    this.#copied = copied;
  }

  get scope(): PrefixScope {
    return this.#scope;
  }

  /** Adds a node that is read elsewhere. */
  add(node: XmlNode): void {
    if (this.#top) this.#top.children.push(node);
    else this.root = node;
  }

  elementName(written: string): string {
    return this.#scope.elementName(written);
  }

  open(written: string, start: number, end: number, selfClosing: boolean): void {
    if (this.#unbuilt > 0) {
      if (!selfClosing) this.#unbuilt++;
      return;
    }
    const outer = this.#scope;
    const nameEnd = start + 1 + written.length;
    // "<a>" and "<a/>" have no attributes
    const attributes = end - nameEnd > 2 ? this.#readAttributes(nameEnd, end) : NO_ATTRIBUTES;
    const name = this.#scope.elementName(written);
    const inherits = this.#scope.preservesSpace && name.endsWith(":t") && attributes["xml:space"] === undefined;
    const node: XmlNode = {
      name,
      attributes: inherits ? { ...attributes, ...PRESERVED } : attributes,
      children: [],
      text: "",
    };
    this.add(node);
    if (selfClosing) {
      this.#scope = outer;
      return;
    }
    if (this.#top) this.#open.push(this.#top);
    this.#scopes.push(outer);
    this.#top = node;
    if (OF_EDITING.has(name)) this.#unbuilt = 1;
  }

  close(_start?: number, _end?: number): void {
    if (this.#unbuilt > 0 && --this.#unbuilt > 0) return;
    this.#top = this.#open.pop();
    this.#scope = this.#scopes.pop() ?? this.#scope;
  }

  text(start: number, end: number): void {
    if (this.#unbuilt > 0) return;
    const text = decodeXmlText(this.#source.slice(start, end).replaceAll("\r\n", "\n"));
    if (this.#top) this.#top.text += this.#copied(text);
  }

  cdata(start: number, end: number): void {
    if (this.#top && this.#unbuilt === 0) this.#top.text += cdataContent(this.#source, start, end);
  }

  other(): void {}

  /** Enters the scope of the tag's declarations and reads its other attributes under it. */
  #readAttributes(from: number, to: number): Readonly<Record<string, string>> {
    let attributes: Record<string, string> | undefined;
    const cursor = new AttributeCursor(this.#source, from, to);
    while (cursor.next()) {
      if (this.#source.startsWith(SESSION, cursor.nameStart)) continue;
      const name = this.#source.slice(cursor.nameStart, cursor.nameEnd);
      // Attributes before the declaration may be in its namespace, too.
      if (isDeclaration(name)) return this.#readDeclaring(from, to);
      const value = decodeXmlText(this.#source.slice(cursor.valueStart, cursor.valueEnd));
      attributes ??= Object.create(null) as Record<string, string>;
      attributes[this.#scope.attributeName(name)] = this.#copied(value);
    }
    return attributes ? this.#spaced(attributes) : NO_ATTRIBUTES;
  }

  #readDeclaring(from: number, to: number): Readonly<Record<string, string>> {
    const names: string[] = [];
    const values: string[] = [];
    let declared: Map<string, string> | undefined;
    const cursor = new AttributeCursor(this.#source, from, to);
    while (cursor.next()) {
      const name = this.#source.slice(cursor.nameStart, cursor.nameEnd);
      const value = decodeXmlText(this.#source.slice(cursor.valueStart, cursor.valueEnd));
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
    for (let index = 0; index < names.length; index++)
      attributes[this.#scope.attributeName(names[index] ?? "")] = this.#copied(values[index] ?? "");
    return this.#spaced(attributes);
  }

  #spaced(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const space = attributes["xml:space"];
    if (space !== undefined) this.#scope = this.#scope.withSpace(space === "preserve");
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
  return readNodes(source);
}

function readNodes(source: string, scope?: PrefixScope, copied?: (text: string) => string): XmlNode {
  return builtRoot(source, new NodeBuilder(source, scope, copied));
}

function builtRoot(source: string, builder: NodeBuilder): XmlNode {
  scanXml(source, builder);
  if (!builder.root) throw new TypeError("scanXml accepts no source without a root");
  return builder.root;
}

/** The pieces that were read last, which are not let go of yet: a reader goes back and forth within one. */
const CACHED_PIECES = 4;

/** An element that is read when it is asked for. */
class Piece implements XmlNode {
  readonly name: string;
  readonly #pieces: Pieces;
  readonly #scope: PrefixScope;
  readonly #start: number;
  end: number;

  constructor(pieces: Pieces, name: string, scope: PrefixScope, start: number, end: number) {
    this.#pieces = pieces;
    this.name = name;
    this.#scope = scope;
    this.#start = start;
    this.end = end;
  }

  get attributes(): Readonly<Record<string, string>> {
    return this.#node.attributes;
  }

  get children(): XmlNode[] {
    return this.#node.children;
  }

  get text(): string {
    return this.#node.text;
  }

  get #node(): XmlNode {
    return this.#pieces.read(this, this.#start, this.end, this.#scope);
  }
}

/** The same text, detached from its source: engines keep the whole string that a text was cut from. */
function apart(text: string): string {
  return ` ${text}`.slice(1);
}

class Pieces {
  readonly #source: string;
  readonly #kept: { piece: Piece; node: XmlNode }[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  read(piece: Piece, start: number, end: number, scope: PrefixScope): XmlNode {
    for (const kept of this.#kept) if (kept.piece === piece) return kept.node;
    const node = readNodes(apart(this.#source.slice(start, end)), scope, apart);
    this.#kept.push({ piece, node });
    if (this.#kept.length > CACHED_PIECES) this.#kept.shift();
    return node;
  }
}

/** Builds what is around the pieces. */
class PieceBuilder extends NodeBuilder {
  readonly #pieces: Pieces;
  readonly #names: ReadonlySet<string>;
  #piece: Piece | undefined;
  /** Open elements within the piece, itself included. */
  #depth = 0;

  constructor(source: string, names: ReadonlySet<string>) {
    super(source);
    this.#pieces = new Pieces(source);
    this.#names = names;
  }

  override open(written: string, start: number, end: number, selfClosing: boolean): void {
    if (this.#piece) {
      if (!selfClosing) this.#depth++;
      return;
    }
    const name = this.elementName(written);
    if (!this.#names.has(name)) {
      super.open(written, start, end, selfClosing);
      return;
    }
    const piece = new Piece(this.#pieces, name, this.scope, start, end);
    this.add(piece);
    if (selfClosing) return;
    this.#piece = piece;
    this.#depth = 1;
  }

  override close(_start: number, end: number): void {
    if (!this.#piece) {
      super.close();
      return;
    }
    if (--this.#depth > 0) return;
    this.#piece.end = end;
    this.#piece = undefined;
  }

  override text(start: number, end: number): void {
    if (!this.#piece) super.text(start, end);
  }

  override cdata(start: number, end: number): void {
    if (!this.#piece) super.cdata(start, end);
  }
}

/**
 * Reads one XML part most of which is in elements of these names: they are read when they are asked for, and let go of
 * soon after, so that the nodes of a large part are never all in memory.
 *
 * @throws Failure `xml_invalid` as {@link scanXml} does
 */
export function readXmlInPieces(source: string, names: ReadonlySet<string>): XmlNode {
  return builtRoot(source, new PieceBuilder(source, names));
}

/** First direct child with that qualified name. */
export function child(element: XmlNode | undefined, name: string): XmlNode | undefined {
  if (!element) return undefined;
  for (const candidate of element.children) if (candidate.name === name) return candidate;
  return undefined;
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
