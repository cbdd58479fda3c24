import { AttributeCursor, cdataContent, scanXml } from "./xml-scanner.ts";
import { decodeXmlText } from "./xml-text.ts";

/** Character data, a comment, a CDATA section or a processing instruction: a slice of the source. */
export interface XmlText {
  readonly kind: "text" | "cdata" | "other";
  readonly start: number;
  readonly end: number;
}

/** An element: offsets into its source, so that what is not understood is written back byte for byte. */
export class XmlElement {
  readonly kind = "element";
  readonly children: (XmlElement | XmlText)[] = [];
  /** Start of the closing tag; equals `end` if the element closes itself. */
  closeStart: number;
  end: number;

  readonly source: string;
  /** Qualified name as written, e.g. `w:p`. */
  readonly name: string;
  readonly start: number;
  /** End of the opening tag, after its `>`. */
  readonly openEnd: number;
  readonly parent: XmlElement | undefined;

  constructor(source: string, name: string, start: number, openEnd: number, parent: XmlElement | undefined) {
    this.source = source;
    this.name = name;
    this.start = start;
    this.openEnd = openEnd;
    this.parent = parent;
    this.closeStart = openEnd;
    this.end = openEnd;
  }

  get selfClosing(): boolean {
    return this.source.charCodeAt(this.openEnd - 2) === 0x2f;
  }

  /** The attributes as they are written, in order. */
  attributeCursor(): AttributeCursor {
    return new AttributeCursor(this.source, this.start + 1 + this.name.length, this.openEnd);
  }

  /** Decoded value of the attribute with this qualified name. */
  attribute(name: string): string | undefined {
    const found = this.attributeRange(name);
    return found && decodeXmlText(this.source.slice(found.start, found.end));
  }

  /** Offsets of an attribute's raw value in the source. */
  attributeRange(name: string): { start: number; end: number } | undefined {
    const cursor = this.attributeCursor();
    while (cursor.next()) if (cursor.isNamed(name)) return { start: cursor.valueStart, end: cursor.valueEnd };
    return undefined;
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
    // one walk for all levels: a generator within a generator would hand each element up through all of them
    const waiting: XmlElement[] = [this];
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      if (each !== this && (name === undefined || each.name === name)) yield each;
      for (let index = each.children.length; index-- > 0; ) {
        const child = each.children[index];
        if (child?.kind === "element") waiting.push(child);
      }
    }
  }

  /** The decoded character data of the element and everything in it. */
  text(): string {
    let text = "";
    for (const child of this.children)
      if (child.kind === "element") text += child.text();
      else if (child.kind === "text") text += decodeXmlText(this.source.slice(child.start, child.end));
      else if (child.kind === "cdata") text += cdataContent(this.source, child.start, child.end);
    return text;
  }

  /** The element as it is in the source. */
  outer(): string {
    return this.source.slice(this.start, this.end);
  }
}

/**
 * Reads one XML part into a tree of offsets, for parts that are changed and written back. Parts that are only read for what
 * they mean: `readXml` in xml-node.ts.
 *
 * @throws Failure `xml_invalid` as {@link scanXml} does
 */
export function parseXml(source: string): XmlElement {
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  const addText = (kind: XmlText["kind"], start: number, end: number) => {
    open?.children.push({ kind, start, end });
  };

  scanXml(source, {
    open(name, start, end, selfClosing) {
      const element: XmlElement = new XmlElement(source, name, start, end, open);
      root ??= element;
      open?.children.push(element);
      if (!selfClosing) open = element;
    },
    close(start, end) {
      if (!open) return;
      open.closeStart = start;
      open.end = end;
      open = open.parent;
    },
    text: (start, end) => addText("text", start, end),
    cdata: (start, end) => addText("cdata", start, end),
    other: (start, end) => addText("other", start, end),
  });
  if (!root) throw new TypeError("scanXml accepts no source without a root");
  return root;
}
