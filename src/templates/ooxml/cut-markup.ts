import { appendAll, spliceAll } from "../../domain/collections/long-lists.ts";
import {
  append,
  type Container,
  MarkupElement,
  type MarkupNode,
  MarkupText,
  RawMarkup,
  remove,
  replace,
  type TagMark,
} from "./markup-tree.ts";
import { PARAGRAPHS, PROPERTIES, SPLITTABLE, TEXTS, VISIBLE } from "./vocabulary.ts";

/** Whether a reader of the document would see anything of this node. */
export function isVisible(node: MarkupNode): boolean {
  switch (node.kind) {
    case "text":
      return node.parent?.kind === "element" && TEXTS.has(node.parent.name) && node.xml.trim() !== "";
    case "raw":
      return VISIBLE.test(node.xml);
    case "tag":
      return node.tag.role === "output" || node.tag.role === "function";
    case "block":
      return true;
    case "element":
      return (!PROPERTIES.has(node.name) && VISIBLE.test(node.open)) || node.children.some(isVisible);
  }
}

export function holdsTag(node: MarkupNode): boolean {
  if (node.kind === "tag" || node.kind === "block") return true;
  return node.kind === "element" && node.children.some(holdsTag);
}

/** The nodes beside the path from `root` down to `tag`, before and after it. */
export function around(root: MarkupElement, tag: TagMark): { before: MarkupNode[]; after: MarkupNode[] } {
  const befores: MarkupNode[][] = [];
  const after: MarkupNode[] = [];
  let step: MarkupNode = tag;
  while (step !== root && step.parent) {
    const { children } = step.parent;
    const index = children.indexOf(step);
    befores.push(children.slice(0, index));
    appendAll(after, children.slice(index + 1));
    const container: Container = step.parent;
    if (container.kind === "branch") step = container.block;
    else step = container;
  }
  return { before: befores.reverse().flat(), after };
}

function shellOf(element: MarkupElement): MarkupElement {
  return new MarkupElement(element.name, element.open, element.start);
}

function cloneMarkup(node: MarkupNode): MarkupNode {
  if (node.kind === "raw") return new RawMarkup(node.name, node.xml, node.element);
  if (node.kind === "text") return new MarkupText(node.xml);
  if (node.kind !== "element") throw new TypeError("only markup without tags can be copied");
  const copy = shellOf(node);
  append(copy, node.children.map(cloneMarkup));
  return copy;
}

/**
 * Cuts an element at a tag somewhere in it; both halves keep its properties, and neither holds the tag.
 * Returns undefined if something on the way cannot be cut.
 */
export function cutAt(element: MarkupElement, tag: TagMark): [MarkupElement, MarkupElement] | undefined {
  if (!SPLITTABLE.has(element.name)) return undefined;
  const index = element.children.findIndex((child) => child === tag || (child.kind === "element" && holds(child, tag)));
  const middle = element.children[index];
  if (!middle) return undefined;
  const left = shellOf(element);
  const right = shellOf(element);
  const before = element.children.slice(0, index);
  const after = element.children.slice(index + 1);
  const properties = before.filter((child) => "name" in child && PROPERTIES.has(child.name)).slice(0, 1);
  append(right, properties.map(cloneMarkup));
  if (middle !== tag) {
    const halves = middle.kind === "element" ? cutAt(middle, tag) : undefined;
    if (!halves) return undefined;
    appendAll(before, halves.slice(0, 1).filter(hasContent));
    spliceAll(after, 0, 0, halves.slice(1).filter(hasContent));
  }
  append(left, before);
  append(right, after);
  return [left, right];
}

function holds(element: MarkupElement, tag: TagMark): boolean {
  for (let node: MarkupNode | undefined = tag; node; ) {
    if (node === element) return true;
    const container: Container | undefined = node.parent;
    node = container?.kind === "branch" ? container.block : container;
  }
  return false;
}

/** Whether an element holds anything but properties. */
function hasContent(element: MarkupElement): boolean {
  return element.children.some((child) => {
    if ("name" in child && PROPERTIES.has(child.name)) return false;
    if (child.kind === "element" && (SPLITTABLE.has(child.name) || child.name === "a:endParaRPr"))
      return child.name !== "a:endParaRPr" && hasContent(child);
    if (child.kind === "raw") return child.name !== "a:endParaRPr";
    return child.kind !== "text" || child.xml !== "";
  });
}

/** Makes a tag a direct child of `container` by cutting what is in between; false if that cannot be cut. */
export function liftTag(container: Container, tag: TagMark): boolean {
  const child = childHolding(container, tag);
  if (child === tag) return true;
  const halves = child?.kind === "element" ? cutAt(child, tag) : undefined;
  if (!child || !halves) return false;
  const [left, right] = halves;
  replace(child, ...(hasContent(left) ? [left] : []), tag, ...(hasContent(right) ? [right] : []));
  return true;
}

/** The child of `container` that a node is in. */
export function childHolding(container: Container, node: MarkupNode): MarkupNode | undefined {
  let step: MarkupNode | undefined = node;
  while (step && step.parent !== container) {
    const parent: Container | undefined = step.parent;
    step = parent?.kind === "branch" ? parent.block : parent;
  }
  return step;
}

/** Takes a tag out of a cell or the like; the text, run and paragraph that held nothing else go with it. */
export function takeOut(tag: TagMark): void {
  let container = tag.parent;
  remove(tag);
  while (container?.kind === "element" && !PARAGRAPHS.has(container.name) && SPLITTABLE.has(container.name)) {
    if (hasContent(container)) return;
    const parent: Container | undefined = container.parent;
    remove(container);
    container = parent;
  }
  if (container?.kind !== "element" || !PARAGRAPHS.has(container.name)) return;
  if (isVisible(container) || holdsTag(container)) return;
  const siblings = container.parent?.children ?? [];
  const isParagraph = (node: MarkupNode | undefined) =>
    (node?.kind === "element" || node?.kind === "raw") && PARAGRAPHS.has(node.name);
  const others = siblings.filter((node) => node !== container && isParagraph(node));
  const last = siblings.at(-1) === container ? siblings.at(-2) : siblings.at(-1);
  if (others.length > 0 && isParagraph(last)) remove(container);
}
