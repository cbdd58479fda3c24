import { spliceAll } from "../../domain/collections/long-lists.ts";
import type { Tag } from "../../language/ast.ts";
import type { XmlElement } from "../../office/xml-tree.ts";
import type { Printer, ValueFormat } from "./printer.ts";

/**
 * A part of an Office file while its tags are bound to units of its markup: a tree that can be cut and joined. Subtrees
 * in which nothing is to be merged stay slices of their source.
 */
export type MarkupNode = MarkupElement | MarkupText | RawMarkup | TagMark | BlockMark;
export type Container = MarkupElement | Branch;

abstract class Node {
  parent: Container | undefined;
}

/** An element that is looked into. */
export class MarkupElement extends Node {
  readonly kind = "element";
  children: MarkupNode[] = [];

  readonly name: string;
  /** The opening tag as written, never self-closing. */
  open: string;
  /** Where it begins in its part; absent for markup of our own. */
  readonly start?: number;
  /** How the values of the tags in its text are shown. */
  format?: ValueFormat;

  constructor(name: string, open: string, start?: number) {
    super();
    this.name = name;
    this.open = open;
    this.start = start;
  }
}

/** Character data or other markup without elements, as written. */
export class MarkupText extends Node {
  readonly kind = "text";

  xml: string;

  constructor(xml: string) {
    super();
    this.xml = xml;
  }
}

/** A subtree that nothing is merged into. */
export class RawMarkup extends Node {
  readonly kind = "raw";

  readonly name: string;
  readonly xml: string;
  /** Where it was read from, for code that must look into it after all. */
  readonly element?: XmlElement;

  constructor(name: string, xml: string, element?: XmlElement) {
    super();
    this.name = name;
    this.xml = xml;
    this.element = element;
  }
}

/** A tag of the language at its place. */
export class TagMark extends Node {
  readonly kind = "tag";

  readonly tag: Tag;
  /** What prints it, if the element around it does not decide that. */
  readonly printer?: Printer;
  readonly format?: ValueFormat;

  constructor(tag: Tag, printer?: Printer, format?: ValueFormat) {
    super();
    this.tag = tag;
    this.printer = printer;
    this.format = format;
  }
}

/** One body of a block: the markup between its tag `index` and the next one. */
export class Branch extends Node {
  readonly kind = "branch";
  readonly name = "#branch";
  children: MarkupNode[] = [];
  declare parent: undefined;

  readonly block: BlockMark;

  constructor(block: BlockMark) {
    super();
    this.block = block;
  }
}

/** A block that has found its unit: its tags (opening, middle, closing) and a branch after each but the last. */
export class BlockMark extends Node {
  readonly kind = "block";
  readonly branches: Branch[];

  readonly tags: readonly TagMark[];

  constructor(tags: readonly TagMark[]) {
    super();

    this.tags = tags;
    this.branches = tags.slice(1).map(() => new Branch(this));
  }
}

/** Nodes one by one, or lists of them: those of a part are too many for arguments. */
type Nodes = readonly (MarkupNode | readonly MarkupNode[])[];

export function append(container: Container, ...nodes: Nodes): void {
  for (const node of nodes.flat()) {
    node.parent = container;
    container.children.push(node);
  }
}

/** Puts nodes in place of one. */
export function replace(node: MarkupNode, ...by: Nodes): void {
  const container = node.parent;
  if (!container) return;
  const nodes = by.flat();
  const index = container.children.indexOf(node);
  for (const each of nodes) each.parent = container;
  spliceAll(container.children, index, 1, nodes);
  if (!nodes.includes(node)) node.parent = undefined;
}

export function remove(node: MarkupNode): void {
  replace(node);
}

/** The markup of a node as it would be written; tags and blocks leave nothing. */
export function toXml(node: MarkupNode): string {
  switch (node.kind) {
    case "text":
    case "raw":
      return node.xml;
    case "element":
      return `${node.open}${node.children.map(toXml).join("")}</${node.name}>`;
    case "tag":
      return "";
    case "block":
      return node.branches.flatMap((branch) => branch.children.map(toXml)).join("");
  }
}
