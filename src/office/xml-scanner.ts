import { Failure } from "../domain/failure.ts";

/** Deeper than any document an Office program writes; keeps recursive readers from running out of stack. */
const DEEPEST = 512;

/** What a scan finds, in document order, as offsets into the source. */
export interface XmlVisitor {
  /** A start tag or an empty-element tag from its `<` to after its `>`; `name` is the qualified name as written. */
  open(name: string, start: number, end: number, selfClosing: boolean): void;
  /** An end tag; never called for an empty-element tag. */
  close(start: number, end: number): void;
  /** Character data of an element, references not resolved. */
  text(start: number, end: number): void;
  /** A CDATA section with its marks. */
  cdata(start: number, end: number): void;
  /** A comment or a processing instruction. */
  other(start: number, end: number): void;
}

const COMMENT = { opening: "<!--", closing: "-->" };
const CDATA = { opening: "<![CDATA[", closing: "]]>" };
const INSTRUCTION = { opening: "<?", closing: "?>" };

const SLASH = 0x2f;
const GREATER_THAN = 0x3e;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;

/** @param problem a sentence without its period */
function invalid(problem: string, source: string, offset = source.length): Failure {
  let line = 1;
  let start = 0;
  for (let index = 0; index < offset; index++) {
    if (source.charCodeAt(index) !== LINE_FEED) continue;
    line++;
    start = index + 1;
  }
  const place = `line ${line}, column ${offset - start + 1}`;
  return new Failure("xml_invalid", `${problem} (${place}).`);
}

/**
 * The next `code` from an offset on; negative if there is none. In place of `indexOf` where that may find nothing: in some states of its
 * optimizing compiler V8 searched all that follows once an element (a text without quotes, which nobody looked for in it).
 */
function offsetOf(code: number, source: string, from: number): number {
  for (let offset = from; offset < source.length; offset++) if (source.charCodeAt(offset) === code) return offset;
  return -1;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/**
 * Walks through one XML part (XML 1.0). Well-formedness is checked as far as Office files need it: there is one root, and
 * tags nest and match. DTDs are refused, because Office parts have none and attackers do.
 *
 * @throws Failure `xml_invalid` with the place, also for elements nested deeper than 512
 */
export function scanXml(source: string, visitor: XmlVisitor): void {
  const open: string[] = [];
  let hasRoot = false;
  let offset = 0;

  while (offset < source.length) {
    const next = source.indexOf("<", offset);
    if (next < 0) break;
    if (next > offset && open.length > 0) visitor.text(offset, next);
    const code = source.charCodeAt(next + 1);
    if (code === SLASH) {
      const end = closingTagEnd(source, next, open.pop());
      visitor.close(next, end);
      offset = end;
    } else if (code === 0x21 || code === 0x3f) {
      offset = skipMarkup(source, next, visitor, open.length > 0);
    } else {
      if (hasRoot && open.length === 0) throw invalid("The XML has more than one root element", source, next);
      hasRoot = true;
      const close = tagEnd(source, next + 1);
      const name = source.slice(next + 1, nameEndOf(source, next + 1, close));
      if (name === "") throw invalid("The XML has a tag without a name", source, next);
      offset = close + 1;
      const selfClosing = source.charCodeAt(close - 1) === SLASH;
      if (!selfClosing && open.push(name) > DEEPEST)
        throw invalid(`The XML is nested more than ${DEEPEST} deep`, source, next);
      visitor.open(name, next, offset, selfClosing);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw invalid(`The XML ends before <${unclosed}> is closed`, source);
  if (!hasRoot) throw new Failure("xml_invalid", "The XML has no root element.");
}

/** After the `>` of the end tag at `start`, which must be that of `name`. */
function closingTagEnd(source: string, start: number, name: string | undefined): number {
  const close = source.indexOf(">", start);
  if (name === undefined || close < 0) throw invalid("The XML closes an element that is not open", source, start);
  const nameEnd = nameEndOf(source, start + 2, close);
  if (nameEnd - start - 2 !== name.length || !source.startsWith(name, start + 2))
    throw invalid(
      `The XML closes <${source.slice(start + 2, Math.min(nameEnd, start + 42))}> where <${name}> is open`,
      source,
      start,
    );
  return close + 1;
}

/** The `>` of a tag that begins before `start`: the first that is not inside an attribute's quotes. */
function tagEnd(source: string, start: number): number {
  for (let offset = start; offset < source.length; offset++) {
    const code = source.charCodeAt(offset);
    if (code === GREATER_THAN) return offset;
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) continue;
    offset = offsetOf(code, source, offset + 1);
    if (offset < 0) throw invalid("The XML ends inside an attribute", source);
  }
  throw invalid("The XML ends inside a tag", source);
}

function nameEndOf(source: string, start: number, limit: number): number {
  let offset = start;
  for (; offset < limit; offset++) {
    const code = source.charCodeAt(offset);
    if (code === SLASH || code === GREATER_THAN || isBlank(code)) break;
  }
  return offset;
}

/** After the comment, CDATA section or processing instruction at `start`. */
function skipMarkup(source: string, start: number, visitor: XmlVisitor, isInside: boolean): number {
  const kind = [COMMENT, CDATA, INSTRUCTION].find(({ opening }) => source.startsWith(opening, start));
  if (!kind) throw invalid("The XML has a DTD or an entity declaration, which is not allowed", source, start);
  const first = kind.closing.charCodeAt(0);
  let close = offsetOf(first, source, start + kind.opening.length);
  while (close >= 0 && !source.startsWith(kind.closing, close)) close = offsetOf(first, source, close + 1);
  if (close < 0) throw invalid("The XML ends inside a comment, a CDATA section or an instruction", source);
  const end = close + kind.closing.length;
  if (isInside) visitor[kind === CDATA ? "cdata" : "other"](start, end);
  return end;
}

/** The content of a CDATA section, without its marks. */
export function cdataContent(source: string, start: number, end: number): string {
  return source.slice(start + CDATA.opening.length, end - CDATA.closing.length);
}

/** Steps through the attributes of a tag; names and values are offsets, references in values are not resolved. */
export class AttributeCursor {
  nameStart = 0;
  nameEnd = 0;
  /** Within the quotes. */
  valueStart = 0;
  valueEnd = 0;
  #offset: number;

  readonly #source: string;
  readonly #to: number;

  /** @param from after the element's name @param to after the tag's `>` */
  constructor(source: string, from: number, to: number) {
    this.#source = source;
    this.#to = to;
    this.#offset = from;
  }

  /** Moves to the next attribute; false when there is none. */
  next(): boolean {
    const source = this.#source;
    const to = this.#to;
    let offset = this.#offset;
    while (offset < to && isBlank(source.charCodeAt(offset))) offset++;
    this.nameStart = offset;
    while (offset < to && source.charCodeAt(offset) !== EQUALS && !isBlank(source.charCodeAt(offset))) offset++;
    this.nameEnd = offset;
    let quote = 0;
    for (; offset < to; offset++) {
      quote = source.charCodeAt(offset);
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) break;
    }
    if (offset >= to) return false;
    this.valueStart = offset + 1;
    this.valueEnd = offsetOf(quote, source, offset + 1);
    if (this.valueEnd < 0 || this.valueEnd >= to) return false;
    this.#offset = this.valueEnd + 1;
    return true;
  }

  /** True when the attribute has this qualified name. */
  isNamed(name: string): boolean {
    return this.nameEnd - this.nameStart === name.length && this.#source.startsWith(name, this.nameStart);
  }
}
