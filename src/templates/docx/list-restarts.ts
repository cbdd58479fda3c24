import { present } from "../../domain/present.ts";
import { isVisible } from "../ooxml/cut-markup.ts";
import { childElement, descendants } from "../ooxml/markup-search.ts";
import {
  type BlockMark,
  type MarkupElement,
  type MarkupNode,
  RawMarkup,
  replace,
  toXml,
} from "../ooxml/markup-tree.ts";
import { type ListStyle, withOwnList } from "./list-styles.ts";

type Paragraph = MarkupElement | RawMarkup;

const PROPERTIES = /^<w:p(?: [^>]*)?>(<w:pPr\b[\s\S]*?<\/w:pPr>)/;

/**
 * Finds the lists that restart with each turn of a loop: those that begin and end within its body, if the body holds
 * more than the list, such as a heading before its items. Items that a loop repeats by themselves are one list, and so
 * are numbered headings, of which each turn begins with one.
 */
export class ListRestarts {
  readonly #all: ReadonlyMap<string, number>;
  readonly #styles: ReadonlyMap<string, ListStyle>;

  constructor(root: MarkupElement, styles: ReadonlyMap<string, ListStyle>) {
    this.#styles = styles;
    this.#all = this.#listsOf([root]);
  }

  of(block: BlockMark): readonly string[] {
    if (this.#all.size === 0) return [];
    const body = present(block.branches[0]).children;
    const paragraphs = body.flatMap(paragraphsOf);
    const restarted = [...this.#listsOf(body)].flatMap(([id, count]) => {
      if (count !== this.#all.get(id)) return [];
      const hasOthers = paragraphs.some((paragraph) => !this.#isOf(paragraph, id) && isVisible(paragraph));
      return hasOthers && !this.#isHeadedBy(id, body, paragraphs) ? [id] : [];
    });
    for (const paragraph of paragraphs) this.#nameList(paragraph, restarted);
    return restarted;
  }

  /** Whether the first thing in a body is an item of the list, and the only one of its level. */
  #isHeadedBy(id: string, body: readonly MarkupNode[], paragraphs: readonly Paragraph[]): boolean {
    const first = body.find((node) => isVisible(node));
    const [head] = first ? paragraphsOf(first) : [];
    if (!first || !head || isLoop(first) || !this.#isOf(head, id)) return false;
    const level = this.#levelOf(head);
    return paragraphs.filter((each) => this.#isOf(each, id) && this.#levelOf(each) === level).length === 1;
  }

  #levelOf(paragraph: Paragraph): string {
    const properties = PROPERTIES.exec(toXml(paragraph))?.[1] ?? "";
    const own = /<w:ilvl w:val="(\d+)"\/>/.exec(properties)?.[1];
    return own ?? (/<w:numId\b/.test(properties) ? "0" : (this.#styleOf(properties)?.level ?? "0"));
  }

  #listsOf(nodes: readonly MarkupNode[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const node of nodes)
      for (const [, properties = ""] of toXml(node).matchAll(
        /<w:p(?: [^>]*)?>(<w:pPr\b[^>]*(?<!\/)>[\s\S]*?<\/w:pPr>)/g,
      )) {
        const id = this.#listOf(properties);
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    return counts;
  }

  #isOf(paragraph: Paragraph, id: string): boolean {
    return this.#listsOf([paragraph]).has(id);
  }

  /** The paragraph's own list, else that of its style. */
  #listOf(properties: string): string | undefined {
    const own = /<w:numId w:val="(\d+)"\/>/.exec(properties)?.[1];
    const id = own ?? this.#styleOf(properties)?.numId;
    return id === "0" ? undefined : id;
  }

  #styleOf(properties: string): ListStyle | undefined {
    return this.#styles.get(/<w:pStyle w:val="([^"]*)"/.exec(properties)?.[1] ?? "");
  }

  /** Lists that come with a style are stated in the paragraph: only there can another number be set. */
  #nameList(paragraph: Paragraph, restarted: readonly string[]): void {
    const xml = toXml(paragraph);
    const properties = PROPERTIES.exec(xml)?.[1];
    const style = properties === undefined ? undefined : this.#styleOf(properties);
    if (properties === undefined || !style || !restarted.includes(style.numId)) return;
    if (/<w:numId w:val="/.test(properties)) return;
    const named = withOwnList(properties, style);
    if (paragraph.kind === "raw")
      replace(
        paragraph,
        new RawMarkup(
          "w:p",
          xml.replace(properties, () => named),
        ),
      );
    else replace(present(childElement(paragraph, "w:pPr")), new RawMarkup("w:pPr", named));
  }
}

/** The paragraphs of a node; of nested ones, such as in text boxes, only the outer one. */
function paragraphsOf(node: MarkupNode): Paragraph[] {
  if ((node.kind === "element" || node.kind === "raw") && node.name === "w:p") return [node];
  if (node.kind === "raw") return [];
  return [...descendants(node)].filter(
    (each): each is Paragraph => (each.kind === "element" || each.kind === "raw") && each.name === "w:p",
  );
}

function isLoop(node: MarkupNode): boolean {
  const tag = node.kind === "block" ? node.tags[0]?.tag : undefined;
  return (
    tag?.role === "open" && (tag.block.kind === "loop" || tag.block.kind === "for" || tag.block.kind === "section")
  );
}
