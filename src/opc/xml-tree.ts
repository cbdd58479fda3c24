import { Failure } from "../domain/failure.ts";
import { decodeXmlText } from "./xml-text.ts";

/** Deeper than any document a word processor writes; keeps recursive readers from running out of stack. */
const DEEPEST = 512;

/** Character data, a comment, a CDATA section or a processing instruction: a slice of the source. */
export interface XmlText {
  readonly kind: "text" | "cdata" | "other";
  readonly start: number;
  readonly end: number;
}

/** An element: offsets into its source, so that what nobody understands is written back byte for byte. */
export class XmlElement {
  readonly kind = "element";
  readonly children: (XmlElement | XmlText)[] = [];
  /** End of the opening tag, behind its `>`. */
  openEnd = 0;
  /** Start of the closing tag; equals `end` when the element closes itself. */
  closeStart = 0;
  end = 0;

  constructor(
    readonly source: string,
    /** Qualified name as written, e.g. `w:p`. */
    readonly name: string,
    readonly start: number,
    readonly parent: XmlElement | undefined,
  ) {}

  get selfClosing(): boolean {
    return this.source.charCodeAt(this.openEnd - 2) === 0x2f;
  }

  /** Decoded value of the attribute with this qualified name. */
  attribute(name: string): string | undefined {
    const found = findAttribute(this.source, this.start + 1 + this.name.length, this.openEnd, name);
    return found && decodeXmlText(this.source.slice(found.start, found.end));
  }

  /** Offsets of an attribute's raw value in the source. */
  attributeRange(name: string): { start: number; end: number } | undefined {
    return findAttribute(this.source, this.start + 1 + this.name.length, this.openEnd, name);
  }

  /** The first child element of this name. */
  child(name: string): XmlElement | undefined {
    for (const child of this.children) if (child.kind === "element" && child.name === name) return child;
    return undefined;
  }

  /** The child elements, of one name if one is given. */
  elements(name?: string): XmlElement[] {
    return this.children.filter(
      (child): child is XmlElement => child.kind === "element" && (name === undefined || child.name === name),
    );
  }

  /** All elements below this one in document order, of one name if one is given. */
  *descendants(name?: string): Generator<XmlElement> {
    for (const child of this.children) {
      if (child.kind !== "element") continue;
      if (name === undefined || child.name === name) yield child;
      yield* child.descendants(name);
    }
  }

  /** The decoded character data of the element and everything in it. */
  text(): string {
    let text = "";
    for (const child of this.children)
      if (child.kind === "element") text += child.text();
      else if (child.kind === "text") text += decodeXmlText(this.source.slice(child.start, child.end));
      else if (child.kind === "cdata") text += this.source.slice(child.start + 9, child.end - 3);
    return text;
  }

  /** The element as it stands in the source. */
  outer(): string {
    return this.source.slice(this.start, this.end);
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

function findAttribute(
  source: string,
  from: number,
  to: number,
  name: string,
): { start: number; end: number } | undefined {
  let offset = from;
  while (offset < to) {
    while (offset < to && isBlank(source.charCodeAt(offset))) offset++;
    const nameStart = offset;
    while (offset < to && source.charCodeAt(offset) !== 0x3d && !isBlank(source.charCodeAt(offset))) offset++;
    const nameEnd = offset;
    while (offset < to && source.charCodeAt(offset) !== 0x22 && source.charCodeAt(offset) !== 0x27) offset++;
    if (offset >= to) return undefined;
    const start = offset + 1;
    const end = source.indexOf(source.charAt(offset), start);
    if (end < 0 || end >= to) return undefined;
    if (nameEnd - nameStart === name.length && source.startsWith(name, nameStart)) return { start, end };
    offset = end + 1;
  }
  return undefined;
}

const invalid = (message: string): Failure => new Failure("xml_invalid", message);

/** End of a tag that starts at `start`: the `>` that is not inside an attribute's quotes. */
function tagEnd(source: string, start: number): number {
  let offset = start;
  for (;;) {
    const close = source.indexOf(">", offset);
    if (close < 0) throw invalid("The XML ends inside a tag.");
    let quote = -1;
    for (let index = offset; index < close; index++) {
      const code = source.charCodeAt(index);
      if (code === 0x22 || code === 0x27) {
        quote = index;
        break;
      }
    }
    if (quote < 0) return close;
    const quoteEnd = source.indexOf(source.charAt(quote), quote + 1);
    if (quoteEnd < 0) throw invalid("The XML ends inside an attribute.");
    offset = quoteEnd + 1;
  }
}

function nameEndOf(source: string, start: number, limit: number): number {
  let offset = start;
  for (; offset < limit; offset++) {
    const code = source.charCodeAt(offset);
    if (code === 0x2f || code === 0x3e || isBlank(code)) break;
  }
  return offset;
}

/**
 * Reads one XML part into a tree of offsets. Well-formedness is checked as far as templates need it: tags nest and match.
 * DTDs and entities are refused (`xml_invalid`), because Office parts have none and attackers do.
 */
export function parseXml(source: string): XmlElement {
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  let depth = 0;
  let offset = 0;
  const addText = (kind: XmlText["kind"], start: number, end: number) => open?.children.push({ kind, start, end });

  while (offset < source.length) {
    const next = source.indexOf("<", offset);
    if (next < 0) break;
    if (next > offset) addText("text", offset, next);
    const code = source.charCodeAt(next + 1);
    if (code === 0x2f) {
      const close = source.indexOf(">", next);
      if (!open || close < 0) throw invalid("The XML closes an element that is not open.");
      const nameEnd = nameEndOf(source, next + 2, close);
      if (nameEnd - next - 2 !== open.name.length || !source.startsWith(open.name, next + 2))
        throw invalid(`The XML closes <${source.slice(next + 2, nameEnd).slice(0, 40)}> where <${open.name}> is open.`);
      open.closeStart = next;
      open.end = offset = close + 1;
      open = open.parent;
      depth--;
    } else if (code === 0x21 || code === 0x3f) offset = skipMarkup(source, next, addText);
    else {
      if (root && !open) throw invalid("The XML has more than one root element.");
      const close = tagEnd(source, next + 1);
      const element: XmlElement = new XmlElement(
        source,
        source.slice(next + 1, nameEndOf(source, next + 1, close)),
        next,
        open,
      );
      if (element.name === "") throw invalid("The XML has a tag without a name.");
      element.openEnd = offset = close + 1;
      root ??= element;
      open?.children.push(element);
      if (element.selfClosing) element.closeStart = element.end = offset;
      else {
        if (++depth > DEEPEST) throw invalid(`The XML is nested more than ${DEEPEST} deep.`);
        open = element;
      }
    }
  }
  if (!root || open)
    throw invalid(open ? `The XML ends before <${open.name}> is closed.` : "The XML has no root element.");
  return root;
}

function skipMarkup(
  source: string,
  start: number,
  add: (kind: "cdata" | "other", start: number, end: number) => void,
): number {
  const [opening, closing, kind] = source.startsWith("<!--", start)
    ? (["<!--", "-->", "other"] as const)
    : source.startsWith("<![CDATA[", start)
      ? (["<![CDATA[", "]]>", "cdata"] as const)
      : (["<?", "?>", "other"] as const);
  if (!source.startsWith(opening, start))
    throw invalid("The XML has a DTD or an entity declaration, which is not allowed.");
  const close = source.indexOf(closing, start + opening.length);
  if (close < 0) throw invalid("The XML ends inside a comment, a CDATA section or an instruction.");
  add(kind, start, close + closing.length);
  return close + closing.length;
}
