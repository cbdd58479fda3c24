/** Lists while the text is read: which numbers its paragraphs have (OpenDocument 1.3 Part 3, 5.3). */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import type { MarkupCount } from "../markup-count.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import { abstractNumberXml, type ListLevel, type ListStyle, MOST_LEVELS, readListStyle } from "./list-styles.ts";
import { startOf } from "./text-format.ts";

/** A list in which paragraphs are. */
export interface OpenList {
  id: string | undefined;
  styleName: string | undefined;
  /** Depth from 0. */
  level: number;
  /** The list around it. */
  outer: OpenList | undefined;
  /** What its numbers are counted in; shared by the lists within. */
  counting: Counting;
}

/** Numbers of one list: its `w:num` for each style that its levels have. */
interface Counting {
  /** Name of a style -> `w:numId`. */
  readonly numbers: Map<string, number>;
}

/** How a paragraph is numbered. */
export interface Numbering {
  level: ListLevel;
  /** `w:numPr`; nothing for a paragraph that is in the list without a number. */
  xml: string;
}

const OUTLINE = "\n outline";

export class Lists {
  readonly #book: StyleBook;
  readonly #count: MarkupCount;
  readonly #styles = new Map<string, ListStyle>();
  readonly #abstract = new Map<string, number>();
  readonly #instances: string[] = [];
  readonly #abstracts: string[] = [];
  /** By the id of a list, and by the style of the last one. */
  readonly #byId = new Map<string, Counting>();
  readonly #byStyle = new Map<string, Counting>();
  readonly #outlineCounting: Counting = { numbers: new Map() };

  constructor(book: StyleBook, count: MarkupCount) {
    this.#book = book;
    this.#count = count;
  }

  /** `office:styles` or `office:automatic-styles`. */
  addStyles(container: OdfNode | undefined): void {
    for (const node of elementsOf(container)) {
      if (node.name === "text:list-style")
        this.#styles.set(node.attributes["style:name"] ?? "", readListStyle(node, this.#book));
      else if (node.name === "text:outline-style") this.#styles.set(OUTLINE, readListStyle(node, this.#book));
    }
  }

  /** @param node `text:list` */
  open(node: OdfNode, outer: OpenList | undefined): OpenList {
    const { attributes } = node;
    const id = attributes["xml:id"];
    const styleName = attributes["text:style-name"] ?? outer?.styleName;
    const counting = outer?.counting ?? this.#countingOf(attributes, styleName);
    if (!outer && styleName !== undefined) this.#byStyle.set(styleName, counting);
    if (id !== undefined) this.#byId.set(id, counting);
    return { id, styleName, level: Math.min(MOST_LEVELS - 1, outer ? outer.level + 1 : 0), outer, counting };
  }

  #countingOf(attributes: Readonly<Record<string, string>>, styleName: string | undefined): Counting {
    const continued = this.#byId.get(attributes["text:continue-list"] ?? "");
    if (continued) return continued;
    const isContinued = attributes["text:continue-numbering"] === "true";
    return (isContinued ? this.#byStyle.get(styleName ?? "") : undefined) ?? { numbers: new Map() };
  }

  /**
   * The number of a paragraph in a list.
   * @param styleName of the paragraph's own style, if the list has none
   * @param item `text:list-item`, with the number that it starts from
   * @param isNumbered false for further paragraphs of an item
   */
  numbering(
    list: OpenList,
    { styleName, item, isNumbered }: { styleName: string | undefined; item: OdfNode | undefined; isNumbered: boolean },
  ): Numbering | undefined {
    const name = list.styleName ?? styleName;
    const level = this.#styles.get(name ?? "")?.get(list.level);
    if (name === undefined || !level) return undefined;
    if (!isNumbered) return { level, xml: "" };
    const start = startOf(item?.attributes["text:start-value"]);
    const number = this.#numberOf(list.counting, name, start === undefined ? undefined : { level: list.level, start });
    return { level, xml: numberXml(list.level, number) };
  }

  /** The number of a heading that is in no list. */
  outlineNumbering(outlineLevel: number, start: number | undefined): Numbering | undefined {
    const level = this.#styles.get(OUTLINE)?.get(outlineLevel);
    if (!level || (level.format === "none" && level.text === "")) return undefined;
    const restart = start === undefined ? undefined : { level: outlineLevel, start };
    const number = this.#numberOf(this.#outlineCounting, OUTLINE, restart);
    return { level, xml: numberXml(outlineLevel, number) };
  }

  /** A list begins from its style's numbers; another start is one of Word's lists of its own that goes on counting. */
  #numberOf(counting: Counting, styleName: string, restart: { level: number; start: number } | undefined): number {
    const known = counting.numbers.get(styleName);
    if (known !== undefined && !restart) return known;
    const style = this.#styles.get(styleName) ?? new Map<number, ListLevel>();
    const starts = restart
      ? [[restart.level, restart.start] as const]
      : [...style].map(([at, { start }]) => [at, start] as const);
    const number = this.#instances.length + 1;
    const overrides = starts.map(([level, start]) =>
      element("w:lvlOverride", { "w:ilvl": level }, valued("w:startOverride", start)),
    );
    const abstract = valued("w:abstractNumId", this.#abstractOf(styleName, style));
    const instance = element("w:num", { "w:numId": number }, abstract + overrides.join(""));
    this.#count.add(instance.length);
    this.#instances.push(instance);
    counting.numbers.set(styleName, number);
    return number;
  }

  #abstractOf(styleName: string, style: ListStyle): number {
    const known = this.#abstract.get(styleName);
    if (known !== undefined) return known;
    const id = this.#abstracts.length;
    this.#abstract.set(styleName, id);
    this.#abstracts.push(abstractNumberXml(id, style));
    return id;
  }

  /** Content of `w:numbering`; empty if nothing is numbered. */
  xml(): string {
    return this.#abstracts.join("") + this.#instances.join("");
  }
}

function numberXml(level: number, number: number): string {
  return element("w:numPr", {}, valued("w:ilvl", level) + valued("w:numId", number));
}
