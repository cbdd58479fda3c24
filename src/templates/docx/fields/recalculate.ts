import {
  applyCaseSwitch,
  type FieldInstruction,
  numberFormatOfSwitch,
  parseFieldInstruction,
} from "../../../office/field-instruction.ts";
import { formatNumber } from "../../../office/number-format.ts";
import { formatPicture, numberInText } from "../../../office/number-picture.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { evaluateFormula, plainNumber } from "./field-formula.ts";
import { type ListLabels, referenceNumber } from "./list-labels.ts";
import { type Field, instructionOf, type Story, type StoryParagraph, visibleText } from "./story.ts";
import type { FieldStyles } from "./styles.ts";

/** What fields are calculated from beside the text that they are in. */
export interface FieldContext {
  styles: FieldStyles;
  labels: ListLabels;
  /** Properties of the document by lower-case name. */
  properties: ReadonlyMap<string, string>;
  locale: string;
  /** The part whose bookmarks fields refer to: the document, also for its headers and notes. */
  main: { story: Story; labels: ListLabels };
  warn(message: string): void;
}

const ABOVE_BELOW: Readonly<Record<string, readonly [above: string, below: string]>> = {
  de: ["oben", "unten"],
  fr: ["ci-dessus", "ci-dessous"],
  es: ["más arriba", "más adelante"],
  it: ["sopra", "sotto"],
  nl: ["hierboven", "hieronder"],
  pt: ["acima", "abaixo"],
  pl: ["powyżej", "poniżej"],
};

/** Fields whose text depends on pages: word processors calculate them when the file is opened. */
const PAGE_BOUND: ReadonlySet<string> = new Set(["PAGEREF", "TOC", "TOA", "INDEX"]);
const PROPERTIES: ReadonlySet<string> = new Set(["TITLE", "SUBJECT", "AUTHOR", "KEYWORDS", "COMMENTS", "LASTSAVEDBY"]);
const COMPARISON = /^\s*(?:"((?:\\.|[^"\\])*)"|([^\s"=<>]*))\s*(<>|<=|>=|=|<|>)\s*(?:"((?:\\.|[^"\\])*)"|([^\s"]*))/;

/**
 * Gives every field of a story that depends on merged text the result it has now, or marks it dirty if only a word
 * processor can know it. Sequences, conditions and formulas come first: references may show them.
 */
export function recalculate(story: Story, context: FieldContext): void {
  const calculator = new Calculator(story, context);
  const live = story.fields.filter(({ end, isLocked }) => end >= 0 && !isLocked);
  const parsed = new Map<Field, FieldInstruction>();
  for (const field of live) {
    // Inner fields end first, and are in the instructions of outer ones.
    const instruction = instructionOf(story, field);
    if (instruction !== undefined) parsed.set(field, parseFieldInstruction(instruction));
  }
  for (const field of live) calculator.sequence(field, parsed.get(field));
  for (const field of [...live].sort((a, b) => a.end - b.end)) calculator.value(field);
  for (const field of live) calculator.reference(field, parsed.get(field));
}

class Calculator {
  readonly #sequences = new Map<string, { value: number; paragraph: number }>();
  readonly #decimal: string;

  private readonly story: Story;
  private readonly context: FieldContext;

  constructor(story: Story, context: FieldContext) {
    this.story = story;
    this.context = context;
    this.#decimal = /[.,]/.exec((1.5).toLocaleString(context.locale))?.[0] ?? ".";
  }

  /** SEQ (17.16.5.56). */
  sequence(field: Field, parsed: FieldInstruction | undefined): void {
    const name = parsed?.arguments[0]?.toLowerCase();
    if (parsed?.name !== "SEQ" || name === undefined) return;
    if (parsed.arguments.length > 1) {
      field.isDirty = true;
      return;
    }
    const { switches } = parsed;
    const last = this.#sequences.get(name);
    const level = Number(switches.get("s")?.[0]);
    const restarts = level > 0 && this.#passedHeading(last?.paragraph ?? -1, field.paragraph.index, level);
    const reset = switches.get("r")?.[0];
    const before = restarts ? 0 : (last?.value ?? 0);
    const value = reset !== undefined ? Number(reset) : switches.has("c") ? before : before + 1;
    this.#sequences.set(name, { value, paragraph: field.paragraph.index });
    const format = numberFormatOfSwitch(switches.get("*"));
    const isHidden = switches.has("h") && format === undefined;
    field.result = isHidden ? "" : formatNumber(value, format ?? "decimal");
  }

  #passedHeading(from: number, to: number, level: number): boolean {
    return this.story.paragraphs.slice(from + 1, to + 1).some(({ styleId }) => {
      const found = this.context.styles.headingLevel(styleId);
      return found !== undefined && found <= level;
    });
  }

  /** Properties, conditions and formulas: what is calculated from values. */
  value(field: Field): void {
    const instruction = instructionOf(this.story, field);
    if (instruction === undefined) return;
    const formula = /^\s*=(.*)$/s.exec(instruction)?.[1];
    if (formula !== undefined) {
      this.#formula(field, formula);
      return;
    }
    const condition = /^\s*IF\b(.*)$/is.exec(instruction)?.[1];
    if (condition !== undefined) {
      this.#condition(field, condition);
      return;
    }
    const parsed = parseFieldInstruction(instruction);
    const isProperty = PROPERTIES.has(parsed.name) && parsed.arguments.length === 0;
    if (parsed.name !== "DOCPROPERTY" && !isProperty) return;
    const key = isProperty ? parsed.name : (parsed.arguments[0] ?? "");
    const value = this.context.properties.get(key.toLowerCase());
    if (value !== undefined) field.result = applyCaseSwitch(value, parsed.switches.get("*"));
  }

  #formula(field: Field, source: string): void {
    const [, expression = "", picture] = /^(.*?)(?:\\#\s*(?:"([^"]*)"|\S*).*)?$/s.exec(source) ?? [];
    const wanted = picture ?? /\\#\s*([^\s"\\]+)/.exec(source)?.[1];
    const value = evaluateFormula(expression.replace(/\\\*.*$/s, ""), {
      bookmark: (name) => this.#bookmarkNumber(name),
      cells: (reference) => this.#cells(field.paragraph.element, reference),
    });
    if (value === undefined) {
      field.isDirty = true;
      return;
    }
    field.result =
      wanted === undefined
        ? plainNumber(value, this.#decimal)
        : formatPicture(value, wanted, { decimal: this.#decimal });
  }

  #bookmarkNumber(name: string): number | undefined {
    const text = this.#bookmarkText(name);
    return text === undefined ? undefined : numberInText(text, this.#decimal);
  }

  #bookmarkText(name: string): string | undefined {
    for (const story of [this.story, this.context.main.story]) {
      const place = story.bookmarks.get(name);
      if (place) return visibleText(story, place.from, place.to);
    }
    return undefined;
  }

  /** Numbers of the cells of the table around a paragraph. */
  #cells(paragraph: XmlElement, reference: string): number[] | undefined {
    const cell = ancestor(paragraph, "w:tc");
    const row = cell && ancestor(cell, "w:tr");
    const table = row && ancestor(row, "w:tbl");
    if (!cell || !row || !table) return undefined;
    const rows = table.elements("w:tr").map((each) => each.elements("w:tc"));
    const at = { row: table.elements("w:tr").indexOf(row), column: row.elements("w:tc").indexOf(cell) };
    return cellsOf(rows, at, reference).flatMap((each) => this.#cellNumber(each) ?? []);
  }

  #cellNumber(cell: XmlElement): number | undefined {
    const text = this.#paragraphsIn(cell)
      .map(({ from, to }) => visibleText(this.story, from, to))
      .join(" ");
    return numberInText(text, this.#decimal);
  }

  /** Paragraphs are in the order of the text, so the first one can be looked up. */
  #paragraphsIn({ start, end }: XmlElement): StoryParagraph[] {
    const { paragraphs } = this.story;
    let [low, high] = [0, paragraphs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((paragraphs[middle]?.element.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found: StoryParagraph[] = [];
    for (let at = paragraphs[low]; at && at.element.start < end; at = paragraphs[++low]) found.push(at);
    return found;
  }

  /** IF (17.16.5.24). */
  #condition(field: Field, source: string): void {
    const match = COMPARISON.exec(source);
    const branches = match && branchesOf(source.slice(match[0].length));
    if (!match || !branches) {
      field.isDirty = true;
      return;
    }
    const [, leftText, leftName = "", operator = "=", rightText, rightName = ""] = match;
    const operand = (text: string | undefined, name: string) =>
      (text ?? this.#bookmarkText(name) ?? name).replace(/\\(["\\])/g, "$1").trim();
    const holds = compared(operand(leftText, leftName), operator, operand(rightText, rightName), this.#decimal);
    field.result = (holds ? branches[0] : branches[1]) ?? "";
  }

  /** Fields that show what is elsewhere. */
  reference(field: Field, parsed: FieldInstruction | undefined): void {
    if (!parsed) {
      field.isDirty ||= isPageBound(this.story, field);
      return;
    }
    if (PAGE_BOUND.has(parsed.name)) field.isDirty = true;
    if (parsed.name === "STYLEREF") this.#styleReference(field, parsed);
    if (parsed.name === "REF") this.#textReference(field, parsed, parsed.arguments[0] ?? "");
    // The name of a bookmark is a field of its own.
    else if (parsed.arguments.length === 0 && this.story.bookmarks.has(parsed.name))
      this.#textReference(field, parsed, parsed.name);
  }

  #styleReference(field: Field, { arguments: [name = ""], switches }: FieldInstruction): void {
    // In headers it is about the page, which word processors and the PDF know.
    if (this.story !== this.context.main.story) return;
    const styleId = this.context.styles.idOf(name);
    const isWanted = (paragraph: StoryParagraph) => styleId !== undefined && paragraph.styleId === styleId;
    const { index } = field.paragraph;
    const found =
      this.story.paragraphs.slice(0, index + 1).findLast(isWanted) ??
      this.story.paragraphs.slice(index + 1).find(isWanted);
    if (!found) {
      field.isDirty = true;
      return;
    }
    const number = this.#numberOf(found, field, switches);
    const text = visibleText(this.story, found.from, found.to).trim();
    field.result = applyCaseSwitch(number ?? text, switches.get("*"));
  }

  #numberOf(target: StoryParagraph, field: Field, switches: FieldInstruction["switches"]): string | undefined {
    const kind = (["n", "r", "w"] as const).find((each) => switches.has(each));
    if (kind === undefined) return undefined;
    const label = this.context.main.labels.of(target);
    return label ? referenceNumber(label, kind, this.context.labels.of(field.paragraph)) : "0";
  }

  /** REF (17.16.5.50). */
  #textReference(field: Field, { switches }: FieldInstruction, bookmark: string): void {
    const { story } = this.context.main;
    const place = story.bookmarks.get(bookmark);
    const target = place && story.atoms[place.from]?.paragraph;
    if (!place || !target) {
      this.context.warn(`The reference to "${bookmark}" leads nowhere: its target is not in the merged document.`);
      return;
    }
    if (switches.has("f")) return;
    const position = switches.has("p") ? this.#position(field, place.from) : undefined;
    if (position !== undefined) field.isDirty = true;
    const number = this.#numberOf(target, field, switches);
    if (number !== undefined || position !== undefined) {
      field.result = [number, position].filter((each) => each !== undefined).join(" ");
      return;
    }
    const text = visibleText(story, place.from, place.to).replace(/\n$/, "");
    field.result = applyCaseSwitch(text, switches.get("*"));
  }

  #position(field: Field, target: number): string {
    const [above, below] = ABOVE_BELOW[this.context.locale.slice(0, 2)] ?? ["above", "below"];
    return target < field.begin ? above : below;
  }
}

function ancestor(element: XmlElement, name: string): XmlElement | undefined {
  for (let each = element.parent; each; each = each.parent) if (each.name === name) return each;
  return undefined;
}

function isPageBound({ atoms }: Story, { begin }: Field): boolean {
  const next = atoms[begin + 1];
  return next?.kind === "text" && next.isInstruction && /^\s*(?:TOC|PAGEREF|INDEX|TOA)\b/i.test(next.text);
}

interface CellPlace {
  row: number;
  column: number;
}

function cellsOf(rows: readonly (readonly XmlElement[])[], at: CellPlace, reference: string): XmlElement[] {
  const pick = (fromRow: number, toRow: number, fromColumn: number, toColumn: number) =>
    rows.slice(fromRow, toRow + 1).flatMap((cells) => cells.slice(fromColumn, toColumn + 1));
  switch (reference.toUpperCase()) {
    case "ABOVE":
      return pick(0, at.row - 1, at.column, at.column);
    case "BELOW":
      return pick(at.row + 1, rows.length, at.column, at.column);
    case "LEFT":
      return at.column === 0 ? [] : pick(at.row, at.row, 0, at.column - 1);
    case "RIGHT":
      return pick(at.row, at.row, at.column + 1, 1_000);
  }
  const [from, to = from] = reference.split(":").map(cellPlace);
  if (!from || !to) return [];
  return pick(
    Math.min(from.row, to.row),
    Math.max(from.row, to.row),
    Math.min(from.column, to.column),
    Math.max(from.column, to.column),
  );
}

function cellPlace(reference: string): CellPlace {
  const [, letters = "A", digits = "1"] = /^([a-z]+)(\d+)$/i.exec(reference) ?? [];
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** The two texts of a condition; undefined if there is no first one. */
function branchesOf(source: string): [string, string] | undefined {
  const texts = Array.from(
    source.replace(/\\\*\s*\S+/g, "").matchAll(/"((?:\\.|[^"\\])*)"|([^\s"]+)/g),
    ([, quoted, plain]) => (quoted ?? plain ?? "").replace(/\\(["\\])/g, "$1"),
  );
  const [then, otherwise = ""] = texts;
  return then === undefined ? undefined : [then, otherwise];
}

function compared(left: string, operator: string, right: string, decimal: string): boolean {
  const isNumber = (text: string) => /^[-+]?\p{Sc}?[\d.,'\s]*\d%?$/u.test(text);
  const [first, second] = [numberInText(left, decimal), numberInText(right, decimal)];
  const order =
    isNumber(left) && isNumber(right) && first !== undefined && second !== undefined
      ? first - second
      : matches(left, right)
        ? 0
        : left < right
          ? -1
          : 1;
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}

/** Whether texts are equal; the right one may hold `?` and `*`. */
function matches(left: string, right: string): boolean {
  if (left === right || !/[?*]/.test(right)) return left === right;
  const [first = "", ...others] = right.split("*");
  if (others.length === 0)
    return left.length === right.length && [...right].every((each, at) => each === "?" || each === left[at]);
  // A single star at one end is what people write.
  return others.length === 1 && left.length >= first.length && left.startsWith(first) && left.endsWith(others[0] ?? "");
}
