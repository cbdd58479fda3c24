/** The structure of a Word document: which element a paragraph, a row or a cell is. What goes on on the next page is the same. */
import type { CellFragment, ParagraphFragment, RowFragment } from "../../layout/flow/fragments.ts";
import type { Cell, Paragraph, Table } from "../../layout/model/blocks.ts";
import type { StructureElement, StructureRole } from "../commands/commands.ts";

const HEADING_ROLES: readonly StructureRole[] = ["H1", "H2", "H3", "H4", "H5", "H6"];

export class WordStructure {
  /** From the outermost to the paragraph itself. */
  readonly #paragraphs = new Map<Paragraph, readonly StructureElement[]>();
  readonly #tables = new Map<Table, StructureElement>();
  /** By the first cell of the row. */
  readonly #rows = new Map<Cell, StructureElement>();
  readonly #cells = new Map<Cell, StructureElement>();
  /** The list that the next paragraph with a label goes on with. */
  #list: StructureElement | undefined;

  paragraph({ paragraph }: ParagraphFragment): readonly StructureElement[] {
    let elements = this.#paragraphs.get(paragraph);
    if (!elements) {
      elements = this.#newParagraph(paragraph);
      this.#paragraphs.set(paragraph, elements);
    }
    return elements;
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
    return known(this.#tables, table, { role: "Table" });
  }

  /** A header row that is repeated on a further page is an artifact there. */
  row({ cells, isHeader }: RowFragment, isRepeated: boolean): StructureElement | "artifact" | undefined {
    const [first] = cells;
    if (!first) return undefined;
    if (isHeader && isRepeated) return "artifact";
    return known(this.#rows, first.cell, { role: "TR" });
  }

  cell({ cell, columnSpan, rowSpan }: CellFragment, isHeader: boolean): StructureElement {
    return known(this.#cells, cell, { role: isHeader ? "TH" : "TD", columnSpan, rowSpan });
  }

  /** Lists within `draw` are not those around it. */
  apart(draw: () => void): void {
    this.#list = undefined;
    draw();
    this.#list = undefined;
  }
}

function known<Key>(elements: Map<Key, StructureElement>, key: Key, fresh: StructureElement): StructureElement {
  const element = elements.get(key) ?? fresh;
  elements.set(key, element);
  return element;
}
