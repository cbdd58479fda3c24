import { XmlEdits } from "../../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { STORY_TYPES } from "./word-parts.ts";

/** Comments with what word processors keep beside them, including the people who wrote them. */
const COMMENT_PARTS = /\/(?:comments|commentsExtended|commentsIds|commentsExtensible|people)$/;

const names = (prefix: string, list: string): ReadonlySet<string> =>
  new Set(list.split(" ").map((name) => `${prefix}${name}`));

/** Content that is kept, and content that goes. */
const ADDED = names("w:", "ins moveTo");
const REMOVED = names("w:", "del moveFrom");
/** Former properties, ends of ranges, marks of comments: nothing that anyone would miss. */
const MARKS = names(
  "w:",
  "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tblGridChange trPrChange tcPrChange numberingChange " +
    "cellIns cellMerge moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd customXmlInsRangeStart " +
    "customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart " +
    "customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd commentRangeStart commentRangeEnd " +
    "commentReference annotationRef",
);
const REVIEWED =
  /<w:(?:ins|del|moveTo|moveFrom|moveFromRangeStart|moveToRangeStart|cellIns|cellDel|cellMerge|comment(?:Reference|Range(?:Start|End))|\w+(?:Pr|PrEx|Grid|numbering)Change|numberingChange|customXml(?:Ins|Del|Move\w+)Range(?:Start|End))[ />]/;
/** Elements within which ins and del say something about the element around, not about content. */
const PROPERTIES = names("w:", "rPr trPr numPr");
/** Elements that go if they lost something and no longer hold any of these. */
const KEPT_BY: Readonly<Record<string, RegExp>> = {
  "w:r": /^(?!w:rPr$)/,
  "w:tr": /^w:(?:tc|sdt|customXml|ins|moveTo)$/,
  "w:tbl": /^w:(?:tr|sdt|customXml|ins|moveTo)$/,
};
/** What may be between paragraphs and is not a block. */
const BETWEEN = /^w:(?:bookmark|comment|perm|proofErr|moveFromRange|moveToRange|customXml\w+Range)/;

/**
 * A template without the traces of those who reviewed it: insertions are accepted, deletions dropped, comments and their
 * parts left out, so that no merged file shows a customer what was discussed.
 */
export function acceptChanges(source: OfficePackage): void {
  const stories = source.contentTypes.partsOf((type) => STORY_TYPES.test(type));
  for (const part of new Set([source.mainPart(), ...stories])) {
    const xml = source.text(part);
    if (xml !== undefined && REVIEWED.test(xml)) source.rewrite(part, acceptedText(xml));
    source.dropRelated(part, ({ type }) => COMMENT_PARTS.test(type));
  }
}

/** The text of a part with all changes accepted and no comments. */
function acceptedText(xml: string): string {
  const changes = new Changes(xml);
  changes.accept(parseXml(xml));
  return changes.edits.toString();
}

class Changes {
  readonly edits: XmlEdits;
  readonly #gone = new Set<XmlElement>();

  constructor(xml: string) {
    this.edits = new XmlEdits(xml);
  }

  /** Whether anything of the element stays. */
  accept(element: XmlElement): boolean {
    const children = element.elements();
    for (const child of children) this.#acceptChild(child, element);
    for (const [index, child] of children.entries())
      if (child.name === "w:p" && !this.#gone.has(child)) this.#joinParagraph(children, index);
    return !this.#isEmptied(element);
  }

  #acceptChild(child: XmlElement, parent: XmlElement): void {
    const { name } = child;
    const isGone =
      MARKS.has(name) ||
      REMOVED.has(name) ||
      (PROPERTIES.has(parent.name) && ADDED.has(name)) ||
      (name === "w:tr" && child.child("w:trPr")?.child("w:del") !== undefined) ||
      (name === "w:tc" && child.child("w:tcPr")?.child("w:cellDel") !== undefined);
    if (isGone || !this.accept(child)) {
      this.#gone.add(child);
      this.edits.remove(child);
    } else if (ADDED.has(name)) {
      this.edits.replace(child.start, child.openEnd, "");
      this.edits.replace(child.closeStart, child.end, "");
    }
  }

  /** Runs that held only the mark of a comment, rows without cells and tables without rows do not stay. */
  #isEmptied(element: XmlElement): boolean {
    const kept = KEPT_BY[element.name];
    if (!kept) return false;
    const children = element.elements();
    return (
      children.some((child) => this.#gone.has(child)) &&
      !children.some((child) => !this.#gone.has(child) && kept.test(child.name))
    );
  }

  /** A paragraph whose mark was deleted continues in the next one, whose properties apply to both. */
  #joinParagraph(siblings: readonly XmlElement[], index: number): void {
    const chain = siblings.slice(index, index + 1).filter(isMarkDeleted);
    const [first] = chain;
    if (!first) return;
    let last = first;
    let behind = index + 1;
    for (; behind < siblings.length; behind++) {
      const next = siblings[behind];
      if (!next || this.#gone.has(next) || BETWEEN.test(next.name)) continue;
      if (next.name !== "w:p") break;
      this.#join(last, next);
      last = next;
      if (!isMarkDeleted(next)) break;
    }
    if (last !== first) this.edits.replace(first.start, contentStart(first), openingOf(last));
    else if (behind < siblings.length && this.#isBlank(first)) this.edits.remove(first);
  }

  #join(left: XmlElement, right: XmlElement): void {
    this.edits.replace(left.closeStart, left.end, "");
    this.edits.replace(right.start, contentStart(right), right.selfClosing ? "</w:p>" : "");
    this.#gone.add(right);
  }

  #isBlank(paragraph: XmlElement): boolean {
    return paragraph.elements().every((child) => child.name === "w:pPr" || this.#gone.has(child));
  }
}

function isMarkDeleted(paragraph: XmlElement): boolean {
  const mark = paragraph.child("w:pPr")?.child("w:rPr");
  return mark?.child("w:del") !== undefined || mark?.child("w:moveFrom") !== undefined;
}

/** Where the content of a paragraph begins, after its properties. */
function contentStart(paragraph: XmlElement): number {
  return paragraph.child("w:pPr")?.end ?? paragraph.openEnd;
}

/** The opening tag of a paragraph and its properties, without changes. */
function openingOf(paragraph: XmlElement): string {
  const { source, start, openEnd } = paragraph;
  const opening = source.slice(start, openEnd).replace(/(?<!\s)\s*\/>$/, ">");
  const properties = paragraph.child("w:pPr");
  if (!properties) return opening;
  const changes = new Changes(source);
  changes.accept(properties);
  return opening + changes.edits.toString(properties.start, properties.end);
}
