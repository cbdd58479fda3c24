import { present } from "../domain/present.ts";
import { decodeXmlText, escapeXmlText } from "./xml-text.ts";
import type { XmlElement } from "./xml-tree.ts";

interface Edit {
  start: number;
  end: number;
  text: string;
  /** Edits at the same place keep their order. */
  order: number;
}

/** An attribute with the offsets of its raw value. */
export interface XmlAttribute {
  /** Qualified name as written. */
  name: string;
  /** Decoded. */
  value: string;
  start: number;
  end: number;
}

const ATTRIBUTE = /([^\s=/<>"']+)\s*=\s*("[^"]*"|'[^']*')/g;

/** All attributes of an element, in order. */
export function attributesOf(element: XmlElement): XmlAttribute[] {
  const from = element.start + 1 + element.name.length;
  const found: XmlAttribute[] = [];
  for (const match of element.source.slice(from, element.openEnd).matchAll(ATTRIBUTE)) {
    const end = from + match.index + match[0].length - 1;
    const start = end - present(match[2]).length + 2;
    found.push({ name: present(match[1]), value: decodeXmlText(element.source.slice(start, end)), start, end });
  }
  return found;
}

/** Changes to an XML part. Everything unchanged is written back byte for byte. */
export class XmlEdits {
  readonly #edits: Edit[] = [];
  /** Content of self-closing elements, by where they begin. */
  readonly #opened = new Map<number, Edit>();

  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** Puts markup in place of a range; an empty range inserts. Ranges inside a removed one are dropped with it. */
  replace(start: number, end: number, markup: string): void {
    this.#edits.push({ start, end, text: markup, order: this.#edits.length });
  }

  remove(element: XmlElement): void {
    this.replace(element.start, element.end, "");
  }

  /** Sets an attribute by qualified name, or removes it if the value is undefined. */
  setAttribute(element: XmlElement, name: string, value: string | undefined): void {
    const range = element.attributeRange(name);
    if (range && value !== undefined) this.replace(range.start, range.end, escapeXmlText(value));
    else if (range) this.replace(attributeStart(element, name, range.start), range.end + 1, "");
    else if (value !== undefined) {
      const at = element.start + 1 + element.name.length;
      this.replace(at, at, ` ${name}="${escapeXmlText(value)}"`);
    }
  }

  /** Puts markup in front of an element's children. */
  prepend(element: XmlElement, markup: string): void {
    if (element.selfClosing) this.#open(element, (content) => markup + content);
    else this.replace(element.openEnd, element.openEnd, markup);
  }

  /** Puts markup after an element's children. */
  append(element: XmlElement, markup: string): void {
    if (element.selfClosing) this.#open(element, (content) => content + markup);
    else this.replace(element.closeStart, element.closeStart, markup);
  }

  /** The changed text of a range, the whole source by default. */
  toString(start = 0, end = this.source.length): string {
    const edits = this.#edits.filter((edit) => edit.start >= start && edit.end <= end).sort(inOrder);
    const pieces: string[] = [];
    let offset = start;
    for (const edit of edits) {
      if (edit.start < offset) continue;
      pieces.push(this.source.slice(offset, edit.start), edit.text);
      offset = edit.end;
    }
    pieces.push(this.source.slice(offset, end));
    return pieces.join("");
  }

  #open(element: XmlElement, change: (content: string) => string): void {
    const closing = `</${element.name}>`;
    let edit = this.#opened.get(element.start);
    if (!edit) {
      edit = { start: element.openEnd - 2, end: element.openEnd, text: `>${closing}`, order: this.#edits.length };
      this.#opened.set(element.start, edit);
      this.#edits.push(edit);
    }
    edit.text = `>${change(edit.text.slice(1, -closing.length))}${closing}`;
  }
}

/** By place; insertions before replacements there, the widest replacement first. */
function inOrder(left: Edit, right: Edit): number {
  const isWide = ({ start, end }: Edit) => Number(end > start);
  return left.start - right.start || isWide(left) - isWide(right) || right.end - left.end || left.order - right.order;
}

function attributeStart({ source }: XmlElement, name: string, valueStart: number): number {
  const at = source.lastIndexOf(name, valueStart);
  return /\s/.test(source.charAt(at - 1)) ? at - 1 : at;
}
