import { numberText } from "../../spreadsheet/formula/coerce.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { TableReference } from "../../spreadsheet/formula/tokenize.ts";
import type { MergedTables } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import { tablePlace } from "./table-areas.ts";
import type { WorkbookCells } from "./workbook-cells.ts";
import type { SourceTable } from "./workbook-source.ts";

/** A column's name as `name` of a table's column writes it, and as formulas do. */
const asAttribute = (name: string): string => name.replace(/\r?\n/g, "_x000a_");
const asFormula = (name: string): string => name.replace(/_x000[aA]_/g, "\n");

/** What a name must not hold to stand in a reference without brackets of its own. */
const NEEDS_BRACKETS = /[\t\n\r,:.[\]#'"{}$^&*+=\-><@/()]/;
const NEEDS_QUOTE = /['[\]#]/g;

/**
 * Names of tables and of their columns in the merged workbook: a copy of a sheet has tables of its own, and a column is
 * called what its heading says, which a tag may have written.
 */
export class TableNames implements MergedTables {
  readonly #cells: WorkbookCells;
  readonly #tables: readonly SourceTable[];
  readonly #known = new Map<SheetInstance, Map<SourceTable, readonly string[]>>();

  constructor(cells: WorkbookCells, tables: readonly SourceTable[]) {
    this.#cells = cells;
    this.#tables = tables;
  }

  find(name: string): SourceTable | undefined {
    return this.#tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
  }

  nameOf(table: SourceTable, instance: SheetInstance | undefined): string {
    const isCopied = instance !== undefined && instance.template.source === table.sheet && instance.copy > 0;
    return isCopied ? `${table.name}_${instance.copy + 1}` : table.name;
  }

  /** Names of a table's columns as its part has them, in one of the sheet's copies; no two are the same. */
  columnsOf(table: SourceTable, instance: SheetInstance): readonly string[] {
    const ofSheet = this.#known.get(instance) ?? new Map<SourceTable, readonly string[]>();
    this.#known.set(instance, ofSheet);
    let names = ofSheet.get(table);
    if (!names) ofSheet.set(table, (names = this.#readColumns(table, instance)));
    return names;
  }

  #readColumns(table: SourceTable, instance: SheetInstance): readonly string[] {
    const place = table.headerRows > 0 ? tablePlace(table, instance, this.#cells.resolver) : undefined;
    if (!place) return table.columns;
    const used = new Set<string>();
    return table.columns.map((old, index) => {
      const value = this.#cells.read(instance.index, place.row1, place.column1 + index);
      const shown = typeof value === "number" ? numberText(value) : typeof value === "string" ? value : "";
      // Excel's own name for a column without a heading.
      const text = shown || (old.includes("{") ? `Column${index + 1}` : old);
      let name = asAttribute(text);
      for (let iteration = 2; used.has(name.toLowerCase()); iteration++) name = `${asAttribute(text)}${iteration}`;
      used.add(name.toLowerCase());
      return name;
    });
  }

  /** What the heading of a table's column has to say, if a cell is one. */
  headingAt(instance: SheetInstance, row: number, column: number): string | undefined {
    for (const table of this.#tables) {
      if (table.sheet !== instance.template.source) continue;
      const place = tablePlace(table, instance, this.#cells.resolver);
      if (place?.row1 !== row || column < place.column1 || column > place.column2) continue;
      const name = this.columnsOf(table, instance)[column - place.column1];
      if (name !== undefined) return asFormula(name);
    }
    return undefined;
  }

  /** A reference to a table as formulas of a sheet write it after the merge. */
  write({ table: name, specifier }: TableReference, instance: SheetInstance | undefined): string {
    const table = this.find(name);
    if (!table) return `${name}[${specifier}]`;
    const own =
      instance?.template.source === table.sheet ? instance : this.#cells.resolver.copiesOf(table.sheet.name)[0];
    return `${this.nameOf(table, instance)}[${own ? this.#renamed(specifier, table, own) : specifier}]`;
  }

  /** A text that names cells of a table, such as INDIRECT takes; others stay as they are. */
  writeText(text: string, instance: SheetInstance | undefined): string {
    const { root } = parseFormula(text);
    return root?.kind === "table" && this.find(root.reference.table) ? this.write(root.reference, instance) : text;
  }

  /** A specifier (`[#This Row],[Qty]:[Price]`, `Qty`, `@Qty`) with the columns' new names. */
  #renamed(specifier: string, table: SourceTable, instance: SheetInstance): string {
    const names = this.columnsOf(table, instance);
    const nameOf = (written: string): string | undefined => {
      const old = asFormula(written.replace(/'(.)/gs, "$1")).trim().toLowerCase();
      const index = table.columns.findIndex((column) => asFormula(column).toLowerCase() === old);
      const name = names[index];
      return name === undefined || name === table.columns[index] ? undefined : asFormula(name);
    };
    const quoted = (name: string): string => name.replace(NEEDS_QUOTE, "'$&");
    if (specifier.includes("[") || specifier.startsWith("#"))
      return specifier.replace(/\[((?:'.|[^[\]'])*)\]/gs, (whole, inner: string) => {
        const name = inner.startsWith("#") ? undefined : nameOf(inner);
        return name === undefined ? whole : `[${quoted(name)}]`;
      });
    const [, at = "", written = ""] = /^(\s*@?)(.*)$/s.exec(specifier) ?? [];
    const name = nameOf(written);
    if (name === undefined) return specifier;
    const needsBrackets = NEEDS_BRACKETS.test(name) || (at.includes("@") && name.includes(" "));
    return at + (needsBrackets ? `[${quoted(name)}]` : name);
  }
}

/** Whether a text of a formula may name cells of a table. */
export const mayNameTable = (text: string): boolean => /^\s*[\p{L}_\\][\p{L}\p{N}_.\\]*\[/u.test(text);
