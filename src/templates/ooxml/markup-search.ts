/** Paths from a node to others. */
import { present } from "../../domain/present.ts";
import {
  type Branch,
  type Container,
  type MarkupElement,
  type MarkupNode,
  type RawMarkup,
  toXml,
} from "./markup-tree.ts";

/** The element around a node; branches of blocks are looked through. */
export function parentElement(node: MarkupNode | Branch): MarkupElement | undefined {
  let container: Container | undefined = node.kind === "branch" ? node.block.parent : node.parent;
  while (container?.kind === "branch") container = container.block.parent;
  return container;
}

/** The containers around a node, innermost first; blocks are between their branches and what holds them. */
export function containersOf(node: MarkupNode): Container[] {
  const containers: Container[] = [];
  let container = node.parent;
  while (container) {
    containers.push(container);
    container = container.kind === "branch" ? container.block.parent : container.parent;
  }
  return containers;
}

/** The nearest element around a node whose name passes the test. */
export function closest(node: MarkupNode, matches: (name: string) => boolean): MarkupElement | undefined {
  for (let element = parentElement(node); element; element = parentElement(element))
    if (matches(element.name)) return element;
  return undefined;
}

function childrenOf(node: MarkupNode): readonly MarkupNode[] {
  if (node.kind === "element") return node.children;
  if (node.kind === "block") return node.branches.flatMap((branch) => branch.children);
  return [];
}

/** All nodes below, in document order; the tree may be changed below the node that was just yielded. */
export function* descendants(node: MarkupNode): Generator<MarkupNode> {
  const waiting: MarkupNode[] = [];
  for (let each: MarkupNode | undefined = node; each; each = waiting.pop()) {
    if (each !== node) yield each;
    const children = childrenOf(each);
    for (let index = children.length; index-- > 0; ) waiting.push(present(children[index]));
  }
}

export function childElement(element: MarkupElement, name: string): MarkupElement | RawMarkup | undefined {
  for (const child of element.children)
    if ((child.kind === "element" || child.kind === "raw") && child.name === name) return child;
  return undefined;
}

/** The properties of an element as markup: its first member, if it has any (ECMA-376 Part 1, 17.3 and 21.1.2). */
export function propertiesOf(element: MarkupElement | undefined, name: string): string {
  const first = element?.children.find((child) => child.kind !== "text");
  return first && "name" in first && first.name === name ? toXml(first) : "";
}

/** The first element of this name below a node, in document order. */
export function findElement(node: MarkupNode, name: string): MarkupElement | undefined {
  for (const each of descendants(node)) if (each.kind === "element" && each.name === name) return each;
  return undefined;
}
