/** Which faces a document uses, and for which characters. */

import { familyList } from "../../font/substitutes/families.ts";
import type { Block, Inline, MathInline, WordDocument } from "../model/blocks.ts";
import type { Chart } from "../model/chart.ts";
import { type MathRow, rowsOf } from "../model/equation.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import type { DrawingNode } from "../model/shapes.ts";
import { type FontSlot, fontSlot } from "./script.ts";
import type { TextStyles } from "./text-style.ts";

const MAX_CHARACTERS = 4000;
/** The font of equations: free, and with the table that says how formulas are built. */
export const MATH_FONT_KEY = '400 |"STIX Two Math"';

export class FontUsage {
  readonly #styles: TextStyles;
  readonly #characters = new Map<string, Set<string>>();
  readonly #seen = new Set<readonly Block[]>();

  constructor(styles: TextStyles) {
    this.#styles = styles;
  }

  /** Font key -> the characters set in it. */
  ofDocument(document: WordDocument): Map<string, string> {
    for (const section of document.sections) {
      this.#blocks(section.blocks);
      for (const story of [...Object.values(section.headers), ...Object.values(section.footers)])
        this.#blocks(story.blocks);
    }
    if (document.sections.some(({ format }) => format.lineNumbering)) {
      this.addText("0123456789", document.lineNumberFormat);
    }
    for (const note of [...document.footnotes.values(), ...document.endnotes.values()]) this.#blocks(note.blocks);
    return this.textByFont();
  }

  /** Font key -> the characters that were added. */
  textByFont(): Map<string, string> {
    return new Map([...this.#characters].map(([font, characters]) => [font, [...characters].join("")]));
  }

  addInlines(inlines: readonly Inline[]): void {
    for (const inline of inlines) this.#inline(inline);
  }

  #blocks(blocks: readonly Block[]): void {
    if (this.#seen.has(blocks)) return;
    this.#seen.add(blocks);
    for (const block of blocks) {
      if (block.kind === "table") {
        for (const row of block.rows) for (const cell of row.cells) this.#blocks(cell.blocks);
      } else if (block.kind === "frame") this.#blocks(block.blocks);
      else {
        this.addText(" ", block.markFormat);
        if (block.label) this.addText(block.label.text, block.label.format);
        for (const inline of block.inlines) this.#inline(inline);
      }
    }
  }

  #inline(inline: Inline): void {
    if (inline.kind === "text") this.addText(inline.text, inline.format);
    else if (inline.kind === "pageField") this.addText(`${inline.fallback}0123456789ivxlcIVXLC`, inline.format);
    else if (inline.kind === "noteReference") this.addText(inline.label.text, inline.format);
    else if (inline.kind === "tab") this.addText(" ._-·", inline.format);
    else if (inline.kind === "object") this.#drawing(inline.drawing);
    else if (inline.kind === "math") this.#equation(inline);
    else if (inline.kind === "ruby") this.addInlines([...inline.base, ...inline.annotation]);
    else if (inline.kind === "anchor") this.#drawing(inline.anchor.drawing);
  }

  #equation({ equation, format }: MathInline): void {
    this.#characters.set(MATH_FONT_KEY, new Set("x"));
    const visit = ({ items }: MathRow) => {
      for (const node of items) {
        if (node.kind === "run" && !node.letters) this.addText(node.text, node.format);
        for (const row of rowsOf(node)) visit(row);
      }
    };
    visit(equation);
    this.addText(" ", format);
  }

  /** Charts set their text in the theme's font unless they name another. */
  addChart(chart: Chart): void {
    const family = familyList(chart.themeFamily ?? "Calibri");
    for (const weight of ["400", "700"]) this.#characters.set(`${weight} |${family}`, new Set(" AaBb09"));
  }

  #drawing(node: DrawingNode): void {
    if (node.kind === "chart") this.addChart(node.chart);
    if (node.kind === "shape" && node.text) this.#blocks(node.text.blocks);
    else if (node.kind === "group") for (const child of node.children) this.#drawing(child);
  }

  addText(text: string, format: CharacterFormat): void {
    let slotBefore: FontSlot | undefined;
    let characters = new Set<string>();
    for (const character of text) {
      const slot = format.rightToLeft || format.complexScript ? "complex" : fontSlot(character, format.fontHint);
      if (slot !== slotBefore) characters = this.#charactersOf(this.#styles.style(format, slot).fontKey);
      slotBefore = slot;
      if (characters.size < MAX_CHARACTERS) {
        characters.add(character);
        if (format.caps || format.smallCaps) for (const upper of character.toUpperCase()) characters.add(upper);
      }
    }
  }
  #charactersOf(fontKey: string): Set<string> {
    let characters = this.#characters.get(fontKey);
    if (!characters) {
      characters = new Set(" ");
      this.#characters.set(fontKey, characters);
    }
    return characters;
  }
}
