import { present } from "../../domain/present.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { append, MarkupElement, MarkupText, RawMarkup } from "./markup-tree.ts";
import { PARAGRAPHS } from "./vocabulary.ts";

/** A part made ready for binding: what precedes its root, the root itself, what follows it. */
export interface MarkupPart {
  before: string;
  root: MarkupElement;
  after: string;
}

/** Offsets at which something may be merged, ascending. */
function offsetsOf(source: string, interest: RegExp): number[] {
  return Array.from(source.matchAll(interest), (match) => match.index);
}

/**
 * Reads a part. Elements that hold no match of `interest` (a global pattern) are kept as slices of the source.
 * @throws Failure `xml_invalid`
 */
export function buildMarkup(source: string, interest: RegExp): MarkupPart {
  const root = parseXml(source);
  const markup = lookInto(root, offsetsOf(source, interest));
  return { before: source.slice(0, root.start), root: markup, after: source.slice(root.end) };
}

/** A raw subtree as elements, one level deep or, with `interest`, wherever it matches. */
export function openRaw(raw: RawMarkup, offsets: readonly number[] = []): MarkupElement {
  if (!raw.element) throw new TypeError(`<${raw.name}> was not read from a part`);
  return lookInto(raw.element, offsets);
}

/** Markup written by us, all of it as elements. */
export function parseMarkup(xml: string): MarkupElement {
  return lookInto(parseXml(xml), undefined);
}

function lookInto(element: XmlElement, offsets: readonly number[] | undefined): MarkupElement {
  const { source } = element;
  const opening = source.slice(element.start, element.openEnd);
  const markup = new MarkupElement(
    element.name,
    element.selfClosing ? opening.replace(/(?<!\s)\s*\/>$/, ">") : opening,
    element.start,
  );
  // A tag may be split over runs, only the first of which holds its brace.
  if (PARAGRAPHS.has(element.name)) offsets = undefined;
  for (const child of element.children) {
    if (child.kind === "element" && child.selfClosing && isClosed(child))
      append(markup, new RawMarkup(child.name, source.slice(child.start, child.end), child));
    else if (child.kind !== "element") append(markup, new MarkupText(source.slice(child.start, child.end)));
    else if (!offsets || hasOffsetWithin(offsets, child.start, child.end)) append(markup, lookInto(child, offsets));
    else append(markup, new RawMarkup(child.name, source.slice(child.start, child.end), child));
  }
  return markup;
}

/** Empty elements that are searched for by name, or have attributes of interest. */
const LOOKED_FOR = /^(?:[wa]:[prt]|a:blip|a:hlink\w+|w:hyperlink|w:fldSimple|w:sdt\w*)$/;

/** Whether an empty element can stay as written. */
function isClosed(element: XmlElement): boolean {
  return !LOOKED_FOR.test(element.name) && !element.outer().includes("{");
}

function hasOffsetWithin(offsets: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (present(offsets[middle]) < start) low = middle + 1;
    else high = middle;
  }
  return low < offsets.length && present(offsets[low]) < end;
}
