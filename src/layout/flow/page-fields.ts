/** Values of page fields once every page is known. */

import { formatNumber } from "../../office/number-format.ts";
import { linearText } from "../math/linear-text.ts";
import type { Block, Inline, PageField, Paragraph } from "../model/blocks.ts";
import { linesWithin } from "./fragment-notes.ts";
import type { Fragment, Page } from "./fragments.ts";

/** How a reference that is on the page of its target ends, in the languages of `field-tracker.ts`. */
const POSITION_WORDS =
  /(?:above|below|oben|unten|ci-dessus|ci-dessous|más arriba|más adelante|sopra|sotto|hierboven|hieronder|acima|abaixo|powyżej|poniżej)$/;

const isReference = ({ name }: PageField): boolean => name === "PAGEREF" || name === "POSITION";

/** What fields ask about a page. */
type PageFacts = Pick<Page, "index" | "number" | "section" | "sectionIndex">;

export class PageFieldValues {
  readonly #pages: PageFacts[] = [];
  readonly #bookmarks = new Map<string, PageFacts>();
  /** Places of footnotes among those of their page, from 0. */
  readonly #footnotes = new Map<string, number>();
  /** The pages of fields that are looked at again when all pages are known. */
  readonly #pagesOfFields = new Map<PageField, PageFacts>();
  /** By the index of the page. */
  readonly #styled = new Map<number, { styleId: string; text: string }[]>();
  readonly #styles: ReadonlySet<string>;

  /** @param styles those whose text fields repeat */
  constructor(styles: ReadonlySet<string>) {
    this.#styles = styles;
  }

  /** Notes what fields may ask about the next page, whose body may be let go of afterwards. */
  add(page: Page): void {
    const { index, number, section, sectionIndex } = page;
    const facts = { index, number, section, sectionIndex };
    this.#pages.push(facts);
    this.#collect(page.body, facts);
    this.#countFootnotes(page);
    for (const line of linesWithin(page.body)) {
      for (const part of line.parts) {
        if (part.kind === "text" && part.field) this.#pagesOfFields.set(part.field, facts);
      }
    }
  }

  /** Text of a reference to another place, known once every page is; undefined for other fields. */
  reference(field: PageField, fallback: string): string | undefined {
    const page = this.#pagesOfFields.get(field);
    return page && isReference(field) ? this.evaluate(field, page, fallback) : undefined;
  }

  #countFootnotes(page: Page): void {
    let count = 0;
    for (const part of linesWithin(page.body).flatMap((line) => line.parts)) {
      if (part.kind !== "text" || part.field?.name !== "FOOTNOTE" || this.#footnotes.has(part.field.id)) continue;
      this.#footnotes.set(part.field.id, count);
      count += 1;
    }
  }

  #collect(fragments: readonly Fragment[], page: PageFacts): void {
    for (const fragment of fragments) {
      if (fragment.kind === "paragraph") {
        for (const line of fragment.lines) {
          for (const name of line.bookmarks) if (!this.#bookmarks.has(name)) this.#bookmarks.set(name, page);
        }
        const { styleId } = fragment.paragraph;
        if (styleId && this.#styles.has(styleId) && fragment.isStart) {
          const list = this.#styled.get(page.index) ?? [];
          list.push({ styleId, text: plainText(fragment.paragraph) });
          this.#styled.set(page.index, list);
        }
      } else if (fragment.kind === "table") {
        for (const row of fragment.rows) for (const cell of row.cells) this.#collect(cell.fragments, page);
      }
    }
  }

  /** Text of a field on a page; `fallback` where nothing is known. */
  evaluate(field: PageField, page: PageFacts, fallback: string): string {
    switch (field.name) {
      case "PAGE":
        return formatNumber(page.number, field.numberFormat ?? page.section.format.pageNumberFormat);
      case "NUMPAGES":
        return formatNumber(this.#pages.length, field.numberFormat ?? "decimal");
      case "SECTIONPAGES": {
        const count = this.#pages.filter((candidate) => candidate.sectionIndex === page.sectionIndex).length;
        return formatNumber(count, field.numberFormat ?? "decimal");
      }
      case "SECTION":
        return formatNumber(page.sectionIndex + 1, field.numberFormat ?? "decimal");
      case "PAGEREF": {
        const target = this.#bookmarks.get(field.bookmark);
        return target
          ? formatNumber(target.number, field.numberFormat ?? target.section.format.pageNumberFormat)
          : fallback;
      }
      case "POSITION": {
        const target = this.#bookmarks.get(field.bookmark);
        if (!target || target.index === page.index) return fallback;
        const number = formatNumber(target.number, target.section.format.pageNumberFormat);
        return fallback.replace(POSITION_WORDS, `${field.onPage} ${number}`);
      }
      case "FOOTNOTE": {
        const place = this.#footnotes.get(field.id);
        return place === undefined ? fallback : formatNumber(field.first + place, field.numberFormat);
      }
      case "STYLEREF":
        return this.#styleReference(field.styleId, page, field.fromEnd) ?? fallback;
    }
  }

  /** The first (or last) paragraph of the style on the page, else the nearest one before it. */
  #styleReference(styleId: string, page: PageFacts, fromEnd: boolean): string | undefined {
    const onPage = (index: number) => (this.#styled.get(index) ?? []).filter((entry) => entry.styleId === styleId);
    const here = onPage(page.index);
    if (here.length > 0) return (fromEnd ? here[here.length - 1] : here[0])?.text;
    for (let index = page.index - 1; index >= 0; index--) {
      const before = onPage(index);
      if (before.length > 0) return before[before.length - 1]?.text;
    }
    for (const { index } of this.#pages) {
      const after = onPage(index);
      if (after.length > 0) return after[0]?.text;
    }
    return undefined;
  }
}

export function plainText(paragraph: Paragraph): string {
  return paragraph.inlines
    .flatMap((inline) => (inline.kind === "ruby" ? inline.base : [inline]))
    .map((inline) => {
      if (inline.kind === "math") return linearText(inline.equation);
      return inline.kind === "text" ? inline.text : inline.kind === "tab" ? " " : "";
    })
    .join("");
}

/** Whether blocks hold page fields, so that their layout differs from page to page. */
export function hasPageFields(blocks: readonly Block[]): boolean {
  return blocks.some((block) => {
    if (block.kind === "paragraph") {
      return block.inlines.some(
        (inline) => inline.kind === "pageField" || anchoredBlocks(inline).some((inner) => hasPageFields([inner])),
      );
    }
    if (block.kind === "frame") return hasPageFields(block.blocks);
    return block.rows.some((row) => row.cells.some((cell) => hasPageFields(cell.blocks)));
  });
}

function anchoredBlocks(inline: Inline): readonly Block[] {
  const node = inline.kind === "anchor" ? inline.anchor.drawing : inline.kind === "object" ? inline.drawing : undefined;
  return node?.kind === "shape" ? (node.text?.blocks ?? []) : [];
}

/** Whether blocks refer to pages of other places, which is known only once all pages are. */
export function hasReferences(blocks: readonly Block[]): boolean {
  return blocks.some((block) => {
    if (block.kind === "paragraph")
      return block.inlines.some((inline) => inline.kind === "pageField" && isReference(inline.field));
    if (block.kind === "frame") return hasReferences(block.blocks);
    return block.rows.some((row) => row.cells.some((cell) => hasReferences(cell.blocks)));
  });
}

/** A copy of blocks whose references to other places have the text they have now. */
export function resolveReferences(blocks: readonly Block[], fields: PageFieldValues): Block[] {
  return blocks.map((block): Block => {
    if (!hasReferences([block])) return block;
    if (block.kind === "frame") return { ...block, blocks: resolveReferences(block.blocks, fields) };
    if (block.kind === "paragraph") {
      const inlines = block.inlines.map((inline): Inline => {
        const text = inline.kind === "pageField" ? fields.reference(inline.field, inline.fallback) : undefined;
        if (inline.kind !== "pageField" || text === undefined) return inline;
        return { kind: "text", text, format: inline.format, link: inline.link };
      });
      return { ...block, inlines };
    }
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: resolveReferences(cell.blocks, fields) })),
    }));
    return { ...block, rows };
  });
}

/** A copy of blocks with page fields turned into text. */
export function resolvePageFields(
  blocks: readonly Block[],
  evaluate: (field: PageField, fallback: string) => string,
): Block[] {
  const inlineOf = (inline: Inline): Inline => {
    if (inline.kind === "pageField") {
      return { kind: "text", text: evaluate(inline.field, inline.fallback), format: inline.format, link: inline.link };
    }
    if (inline.kind === "anchor" && inline.anchor.drawing.kind === "shape" && inline.anchor.drawing.text) {
      const { drawing } = inline.anchor;
      const text = { ...inline.anchor.drawing.text, blocks: resolvePageFields(anchoredBlocks(inline), evaluate) };
      return { ...inline, anchor: { ...inline.anchor, drawing: { ...drawing, text } } } as Inline;
    }
    return inline;
  };
  return blocks.map((block): Block => {
    if (block.kind === "paragraph") return { ...block, inlines: block.inlines.map(inlineOf) };
    if (block.kind === "frame") return { ...block, blocks: resolvePageFields(block.blocks, evaluate) };
    return {
      ...block,
      rows: block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, blocks: resolvePageFields(cell.blocks, evaluate) })),
      })),
    };
  });
}
