import { present } from "../../domain/present.ts";
import { pairTags, type TagBlock } from "../../language/compile/pair-tags.ts";
import { bindColumn } from "./bind-columns.ts";
import { around, childHolding, holdsTag, isVisible, liftTag, takeOut } from "./cut-markup.ts";
import { joinParagraphs, splitParagraphs } from "./cut-paragraphs.ts";
import { closest, containersOf, descendants, parentElement } from "./markup-search.ts";
import {
  append,
  BlockMark,
  type Container,
  type MarkupElement,
  type MarkupNode,
  replace,
  type TagMark,
} from "./markup-tree.ts";
import type { TagRegister } from "./tag-register.ts";
import { CELLS, PARAGRAPHS, ROWS, TABLES } from "./vocabulary.ts";

/**
 * Pairs the blocks of a part and gives each its unit: text, paragraphs, rows or columns (language "How blocks bind
 * in Office files"). What cannot be bound is noted in the register.
 */
export function bindBlocks(root: MarkupElement, register: TagRegister): void {
  if (register.isFull) return;
  const marks = [...descendants(root)].filter((node): node is TagMark => node.kind === "tag");
  if (isTooMuch(root, marks.length)) {
    register.refuse(
      present(marks[0]).tag,
      `The part has ${marks.length} tags, which are too many for a part of its size`,
    );
    return;
  }
  const { blocks, problems } = pairTags(marks);
  if (problems.length > 0) {
    register.noteAll(problems);
    return;
  }
  const isColumn = (block: TagBlock<TagMark>) => isUnit(block.tags[0], "column");
  for (const block of blocks) if (isColumn(block)) bindColumn(block.tags, register);
  for (const block of blocks) if (!isColumn(block)) bindBlock(block.tags, register);
}

/** Binding a block looks through the elements around it: tags times siblings may not exceed this. */
const MAX_WORK = 2e8;

function isTooMuch(root: MarkupElement, tags: number): boolean {
  if (tags < 2_000) return false;
  let siblings = root.children.length;
  for (const node of descendants(root))
    if (node.kind === "element") siblings = Math.max(siblings, node.children.length);
  return tags * siblings > MAX_WORK;
}

function isUnit({ tag }: TagMark, unit: string): boolean {
  return tag.role === "open" && tag.block.kind === "loop" && tag.block.unit === unit;
}

function bindBlock(tags: readonly TagMark[], register: TagRegister): void {
  const [opening] = tags;
  if (!opening) return;
  const refuse = (message: string) => register.refuse(opening.tag, message);
  if (isUnit(opening, "tablerow")) {
    const row = closest(opening, (name) => ROWS.has(name));
    if (!row?.parent) {
      refuse("{tablerow} repeats a row of a table, and there is no table here; write {foreach} for other text");
      return;
    }
    bindRows(row.parent, tags, refuse);
    return;
  }
  const common = commonContainer(tags);
  const element = common?.kind === "branch" ? parentElement(common) : common;
  if (!common || !element) {
    refuse("The block begins and ends in different parts of the file, such as the text and a header");
    return;
  }
  if (tags.every((tag) => tag.parent === common)) {
    wrap(common, tags);
    return;
  }
  if (isInParagraph(element)) {
    for (const tag of tags)
      if (!liftTag(common, tag)) {
        refuse(
          "The block begins inside a link, a field or a formatted stretch and ends outside it, or the other way round",
        );
        return;
      }
    wrap(common, tags);
  } else if (ROWS.has(element.name)) bindRows(element.parent, tags, refuse);
  else if (TABLES.has(element.name)) bindRows(common, tags, refuse);
  else bindParagraphs(common, tags, refuse);
}

function commonContainer(tags: readonly TagMark[]): Container | undefined {
  const [first = [], ...others] = tags.map(containersOf);
  return first.find((container) => others.every((chain) => chain.includes(container)));
}

const STORIES: ReadonlySet<string> = new Set(["w:txbxContent", "w:body", "w:tc", "a:txBody", "p:txBody", "a:tc"]);

/** Whether the content of this element is part of a paragraph's text. */
function isInParagraph(element: MarkupElement): boolean {
  for (let step: MarkupElement | undefined = element; step; step = parentElement(step)) {
    if (PARAGRAPHS.has(step.name)) return true;
    if (STORIES.has(step.name)) return false;
  }
  // A value of its own, such as that of a property.
  return element.children.some((child) => child.kind === "tag");
}

/** Collects everything between the tags, which are all children of `container`, into a block. */
function wrap(container: Container, tags: readonly TagMark[]): void {
  const block = new BlockMark(tags);
  const indices = tags.map((tag) => container.children.indexOf(tag));
  block.branches.forEach((branch, index) => {
    append(branch, container.children.slice(present(indices[index]) + 1, indices[index + 1]));
  });
  const first = present(indices[0]);
  container.children.splice(first, present(indices.at(-1)) - first + 1, block);
  block.parent = container;
}

function bindRows(container: Container | undefined, tags: readonly TagMark[], refuse: (message: string) => void): void {
  if (!container) return;
  const rows = tags.map((tag) => childHolding(container, tag));
  const tables = (node: MarkupNode | undefined) => node?.kind !== "element" || TABLES.has(node.name);
  if (rows.some(tables)) {
    refuse("The rows of the block are not rows of one table");
    return;
  }
  const inOneRow = rows[0] === rows.at(-1);
  if (inOneRow && tags.length > 2) {
    refuse("{else} of rows needs a row of its own");
    return;
  }
  tags.forEach((tag, index) => {
    const row = rows[index] as MarkupElement;
    const role = index === 0 ? "open" : index === tags.length - 1 ? "close" : "middle";
    const { before, after } = around(row, tag);
    takeOut(tag);
    placeAtRow(row, tag, role, inOneRow, before.some(isVisible), after.some(isVisible));
  });
  wrap(container, tags);
}

/** Puts a tag before or after its row, or in place of a row that held nothing but tags. */
function placeAtRow(
  row: MarkupElement,
  tag: TagMark,
  role: "open" | "middle" | "close",
  inOneRow: boolean,
  visibleBefore: boolean,
  visibleAfter: boolean,
): void {
  const cells = [...descendants(row)].filter((node) => node.kind === "element" && CELLS.has(node.name));
  const holdsNothing = !cells.some((cell) => isVisible(cell) || holdsTag(cell)) && !isVisible(row);
  if (!inOneRow && holdsNothing && !visibleBefore && !visibleAfter) replace(row, tag);
  else if (role === "open" || (role === "middle" && !visibleBefore)) replace(row, tag, row);
  else replace(row, row, tag);
}

const BOXES: Readonly<Record<string, string>> = {
  "w:tbl": "a table",
  "a:tbl": "a table",
  "w:sdt": "a content control",
  "w:txbxContent": "a text box",
  "p:sp": "a shape",
  "p:graphicFrame": "a table or chart",
  "p:grpSp": "a group of shapes",
  "w:footnote": "a footnote",
  "w:endnote": "an endnote",
  "w:comment": "a comment",
  "w:customXml": "a tagged stretch of the text",
};

function isBox(node: MarkupNode | undefined): boolean {
  return node?.kind === "element" && !PARAGRAPHS.has(node.name);
}

/** What a person looking at the page calls an element. */
function nameOf(node: MarkupNode | undefined): string {
  return (node?.kind === "element" && BOXES[node.name]) || "a part of the text that stands by itself";
}

function bindParagraphs(container: Container, tags: readonly TagMark[], refuse: (message: string) => void): void {
  for (const tag of tags) {
    const child = childHolding(container, tag);
    if (child?.kind === "element" && PARAGRAPHS.has(child.name)) continue;
    const [first, ...others] = tags;
    const opening = first && childHolding(container, first);
    const inner = others.map((other) => childHolding(container, other)).find((each) => each !== opening && isBox(each));
    const message = isBox(opening)
      ? `The block begins inside ${nameOf(opening)} and ends outside it`
      : `The block begins outside ${nameOf(inner ?? child)} and ends inside it`;
    refuse(message);
    return;
  }
  const isClean = tags.every((tag) => {
    const { before, after } = around(childHolding(container, tag) as MarkupElement, tag);
    return !before.some(isVisible) || !after.some(isVisible);
  });
  if (isClean) {
    splitParagraphs(container, tags);
    wrap(container, tags);
  } else {
    const joined = joinParagraphs(container, tags);
    if (joined) wrap(joined, tags);
    else refuse("The block begins or ends in the middle of a link, a field or a picture, which cannot be divided");
  }
}
