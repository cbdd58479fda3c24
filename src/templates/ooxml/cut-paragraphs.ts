import { around, childHolding, cutAt, holdsTag, isVisible, liftTag } from "./cut-markup.ts";
import { childElement } from "./markup-search.ts";
import { append, type Container, MarkupElement, MarkupText, replace, type TagMark, toXml } from "./markup-tree.ts";
import { PROPERTIES } from "./vocabulary.ts";

const SECTION = /<w:sectPr[ />]/;

/** Cuts paragraphs at tags with nothing visible on one side; halves with nothing at all, and so paragraphs of tags only, vanish. */
export function splitParagraphs(container: Container, tags: readonly TagMark[]): void {
  for (const tag of tags) {
    const paragraph = childHolding(container, tag) as MarkupElement;
    const { before, after } = around(paragraph, tag);
    const endsSection = SECTION.test(propertiesXml(paragraph));
    const keepsBefore = before.some(isVisible) || before.some(holdsTag);
    const keepsAfter = after.some(isVisible) || after.some(holdsTag) || endsSection;
    const halves = cutAt(paragraph, tag);
    if (!halves) {
      // The tag is in something that cannot be divided, by itself or at its edge.
      takeFromEdge(paragraph, tag, keepsBefore);
      continue;
    }
    const [left, right] = halves;
    if (endsSection && keepsBefore) dropSection(left);
    replace(paragraph, ...(keepsBefore ? [left] : []), tag, ...(keepsAfter ? [right] : []));
  }
}

function takeFromEdge(paragraph: MarkupElement, tag: TagMark, tagIsLast: boolean): void {
  replace(tag);
  if (tagIsLast) replace(paragraph, paragraph, tag);
  else replace(paragraph, tag, paragraph);
}

function propertiesXml(paragraph: MarkupElement): string {
  const properties = childElement(paragraph, "w:pPr") ?? childElement(paragraph, "a:pPr");
  return properties ? toXml(properties) : "";
}

/** The section ends after the second half of a cut paragraph, not twice. */
function dropSection(paragraph: MarkupElement): void {
  const properties = childElement(paragraph, "w:pPr");
  if (properties?.kind !== "element") return;
  properties.children = properties.children.filter((child) => !("name" in child && child.name === "w:sectPr"));
}

/**
 * Joins the paragraphs from the first tag to the last into one stream of text, in which the ends of paragraphs are
 * markup like any other: what the block prints runs across them, and the rest is in one paragraph.
 */
export function joinParagraphs(container: Container, tags: readonly TagMark[]): MarkupElement | undefined {
  const nodes = [...new Set(tags.map((tag) => childHolding(container, tag) as MarkupElement))];
  for (const tag of tags) if (!liftTag(childHolding(container, tag) as MarkupElement, tag)) return undefined;
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return undefined;
  const from = container.children.indexOf(first);
  const between = container.children.slice(from, container.children.indexOf(last) + 1);
  const joined = new MarkupElement(first.name, first.open, first.start);
  let isOpen = true;
  for (const node of between) {
    const isCut = node.kind === "element" && nodes.includes(node);
    if (!isCut) {
      if (isOpen) append(joined, new MarkupText(`</${first.name}>`));
      isOpen = false;
      append(joined, node);
      continue;
    }
    if (node !== first) {
      append(joined, new MarkupText(`${isOpen ? `</${first.name}>` : ""}${node.open}${propertiesXml(node)}`));
      isOpen = true;
    }
    append(
      joined,
      ...node.children.filter((child) => node === first || !("name" in child && PROPERTIES.has(child.name))),
    );
  }
  container.children.splice(from, between.length, joined);
  joined.parent = container;
  return joined;
}
