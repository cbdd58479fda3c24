/**
 * The structure of a Word document: which element a paragraph, a row or a cell is. What continues on the next page is
 * the same element.
 */
import { present } from "../../domain/present.ts";
import type { CellFragment, ParagraphFragment, RowFragment } from "../../layout/flow/fragments.ts";
import type { Cell, Paragraph, Table } from "../../layout/model/blocks.ts";
import type { StructureElement, StructureRole } from "../display-list/display-item.ts";

const HEADING_ROLES: readonly StructureRole[] = ["H1", "H2", "H3", "H4", "H5", "H6"];

/** What continues on the next page is on this one: elements are known until a page has nothing of them. */
class RecentElements<Key> {
  #onThisPage = new Map<Key, readonly StructureElement[]>();
  #onLastPage = new Map<Key, readonly StructureElement[]>();

  get(key: Key, make: () => readonly StructureElement[]): readonly StructureElement[] {
    const elements = this.#onThisPage.get(key) ?? this.#onLastPage.get(key) ?? make();
    this.#onThisPage.set(key, elements);
    return elements;
  }

  /** Goes on to the next page. @returns elements that will not be met again */
  rotation(): (readonly StructureElement[])[] {
    const over = [...this.#onLastPage].filter(([key]) => !this.#onThisPage.has(key)).map(([, elements]) => elements);
    this.#onLastPage = this.#onThisPage;
    this.#onThisPage = new Map();
    return over;
  }
}

export class WordStructure {
  /** From the outermost to the paragraph itself. */
  readonly #paragraphs = new RecentElements<Paragraph>();
  readonly #tables = new RecentElements<Table>();
  /** By the first cell of the row. */
  readonly #rows = new RecentElements<Cell>();
  readonly #cells = new RecentElements<Cell>();
  /** The list that the next paragraph with a label continues. */
  #list: StructureElement | undefined;

  paragraph({ paragraph }: ParagraphFragment): readonly StructureElement[] {
    return this.#paragraphs.get(paragraph, () => this.#newParagraph(paragraph));
  }

  /** A page is done. @returns elements that nothing will be added to, inner ones first */
  nextPage(): StructureElement[] {
    const all = [this.#paragraphs, this.#cells, this.#rows, this.#tables].flatMap((recent) => recent.rotation());
    // When an item of a list is done the list itself continues with others.
    return all.flatMap((elements) => elements.slice(elements[0]?.role === "L" ? 1 : 0)[0] ?? []);
  }

  #newParagraph({ headingLevel, label }: Paragraph): StructureElement[] {
    const heading = headingLevel === undefined ? undefined : HEADING_ROLES[headingLevel - 1];
    if (heading || !label) {
      this.#list = undefined;
      return [{ role: heading ?? "P" }];
    }
    this.#list ??= { role: "L" };
    return [this.#list, { role: "LI" }, { role: "LBody" }, { role: "P" }];
  }

  table(table: Table): StructureElement {
    return only(this.#tables.get(table, () => [{ role: "Table" }]));
  }

  /** A header row that is repeated on a further page is an artifact there. */
  row({ cells, isHeader }: RowFragment, isRepeated: boolean): StructureElement | "artifact" | undefined {
    const [first] = cells;
    if (!first) return undefined;
    if (isHeader && isRepeated) return "artifact";
    return only(this.#rows.get(first.cell, () => [{ role: "TR" }]));
  }

  cell({ cell, columnSpan, rowSpan }: CellFragment, isHeader: boolean): StructureElement {
    return only(this.#cells.get(cell, () => [{ role: isHeader ? "TH" : "TD", columnSpan, rowSpan }]));
  }

  /** Lists within `draw` are not those around it. */
  apart(draw: () => void): void {
    this.#list = undefined;
    draw();
    this.#list = undefined;
  }
}

function only(elements: readonly StructureElement[]): StructureElement {
  return present(elements[0]);
}
