/** What a shape's styles say of it and of the text in it, by the levels of an outline. */
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { PropertyKind, StyleBook } from "../open-document/style-book.ts";
import { overlaid, type Properties, type PropertySet } from "../open-document/style-properties.ts";

/** Levels of a list, from 1 on: `text:list-level-style-bullet` and others. */
export type ListLevels = ReadonlyMap<number, OdfNode>;

export const NO_LEVELS: ListLevels = new Map();
const MOST_LEVELS = 10;
/** The styles of an outline's levels are named one after the other. */
const OUTLINE = /-outline1$/;

export interface TextBase {
  paragraph: PropertySet;
  text: PropertySet;
}

/** @param container `text:list-style` */
export function levelsOf(container: OdfNode | undefined): ListLevels {
  const levels = new Map<number, OdfNode>();
  for (const node of elementsOf(container)) {
    const level = Number(node.attributes["text:level"]);
    if (Number.isInteger(level) && level >= 1 && level <= MOST_LEVELS) levels.set(level, node);
  }
  return levels;
}

export class ShapeStyle {
  readonly #book: StyleBook;
  readonly #family: string;
  readonly #name: string | undefined;
  readonly #textStyle: string | undefined;
  readonly #bases = new Map<number, TextBase>();

  /** @param textStyle of the paragraphs that have none */
  constructor(book: StyleBook, family: string, name: string | undefined, textStyle: string | undefined) {
    this.#book = book;
    this.#family = family;
    this.#name = name;
    this.#textStyle = textStyle;
  }

  static of(node: OdfNode, book: StyleBook): ShapeStyle {
    const { attributes } = node;
    const presentation = attributes["presentation:style-name"];
    const family = presentation === undefined ? "graphic" : "presentation";
    return new ShapeStyle(
      book,
      family,
      presentation ?? attributes["draw:style-name"],
      attributes["draw:text-style-name"],
    );
  }

  get graphic(): Properties {
    return this.#whole("graphic", 1).attributes;
  }

  /** Of the list that paragraphs are in which name no list. */
  get levels(): ListLevels {
    return levelsOf(this.#whole("graphic", 1).children.get("text:list-style"));
  }

  /** Name of the list style that holds for its paragraphs. */
  get listStyle(): string | undefined {
    const { attributes } =
      this.#lineage().find((style) => style.attributes["style:list-style-name"] !== undefined) ?? {};
    return attributes?.["style:list-style-name"];
  }

  /** What holds for paragraphs. @param level from 1 on */
  base(level: number): TextBase {
    const known = this.#bases.get(level);
    if (known) return known;
    const book = this.#book;
    let base = { paragraph: this.#whole("paragraph", level), text: this.#whole("text", level) };
    for (const style of book.lineage(book.style("paragraph", this.#textStyle)).reverse())
      base = {
        paragraph: overlaid(base.paragraph, book.own(style, "paragraph")),
        text: overlaid(base.text, book.own(style, "text")),
      };
    this.#bases.set(level, base);
    return base;
  }

  #lineage() {
    return this.#book.lineage(this.#book.style(this.#family, this.#name));
  }

  #whole(kind: PropertyKind, level: number): PropertySet {
    const book = this.#book;
    let properties = book.defaults("graphic", kind);
    const line = this.#lineage();
    const outline = line.findIndex(({ name }) => OUTLINE.test(name));
    const first = line[outline]?.name;
    const leveled =
      level > 1 && first !== undefined
        ? [
            ...line.slice(0, outline),
            ...book.lineage(book.style(this.#family, first.replace(OUTLINE, `-outline${Math.min(9, level)}`))),
          ]
        : line;
    for (const style of leveled.reverse()) properties = overlaid(properties, book.own(style, kind));
    return properties;
  }
}
