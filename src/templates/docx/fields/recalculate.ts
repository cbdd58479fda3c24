import {
  applyCaseSwitch,
  type FieldInstruction,
  numberFormatOfSwitch,
  parseFieldInstruction,
} from "../../../office/field-instruction.ts";
import { formatNumber } from "../../../office/number-format.ts";
import { numberInText } from "../../../office/number-picture.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { argumentsOf, compared, comparisonOf } from "./condition.ts";
import { evaluateFormula, plainNumber } from "./field-formula.ts";
import { decimalOf, fieldFormatOf, formatFieldValue } from "./field-value.ts";
import { InstructionText, type InstructionToken, shownInstruction } from "./instruction-text.ts";
import { type ListLabels, referenceNumber } from "./list-labels.ts";
import { propertiesOf } from "./run-markup.ts";
import {
  type Field,
  type InstructionPiece,
  instructionOf,
  type Story,
  type StoryParagraph,
  visibleText,
} from "./story.ts";
import type { FieldStyles } from "./styles.ts";

/** What fields are calculated from beside the text that they are in. */
export interface FieldContext {
  styles: FieldStyles;
  labels: ListLabels;
  /** Properties of the document by lower-case name. */
  properties: ReadonlyMap<string, string>;
  /** How numbers in texts are read, and how fields write them. */
  locale: string;
  fieldLocale: string;
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
/** Fields of one word: a bookmark of that name is only shown by REF. */
const FIELD_NAMES: ReadonlySet<string> = new Set(
  "PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME FILENAME FILESIZE TEMPLATE USERNAME USERINITIALS USERADDRESS NUMCHARS NUMWORDS REVNUM LISTNUM AUTONUM AUTONUMLGL AUTONUMOUT BIBLIOGRAPHY TOC TOA INDEX FORMTEXT FORMCHECKBOX FORMDROPDOWN GREETINGLINE ADDRESSBLOCK INFO".split(
    " ",
  ),
);

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
    const instruction = parseFieldInstruction(instructionOf(story, field));
    field.isHidden = instruction.name === "SET" || instruction.name === "ASK";
    parsed.set(field, instruction);
  }
  for (const field of live) calculator.sequence(field, parsed.get(field));
  for (const field of [...live].sort((a, b) => a.end - b.end)) calculator.value(field);
  for (const field of live) {
    // Some are named by what other fields show.
    const instruction = field.result === undefined ? instructionOf(story, field) : undefined;
    calculator.reference(field, instruction === undefined ? parsed.get(field) : parseFieldInstruction(instruction));
  }
}

class Calculator {
  readonly #sequences = new Map<string, { value: number; paragraph: number }>();
  /** Texts of bookmarks that SET and ASK give, in the order of the document. */
  readonly #given = new Map<string, string>();
  readonly #decimal: string;
  #names: ReadonlyMap<string, string> | undefined;

  readonly #story: Story;
  readonly #context: FieldContext;

  constructor(story: Story, context: FieldContext) {
    this.#story = story;
    this.#context = context;
    this.#decimal = decimalOf(context.locale);
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
    return this.#story.paragraphs.slice(from + 1, to + 1).some(({ styleId }) => {
      const found = this.#context.styles.headingLevel(styleId);
      return found !== undefined && found <= level;
    });
  }

  /** Properties, conditions and formulas: what is calculated from values. */
  value(field: Field): void {
    const instruction = instructionOf(this.#story, field, this.#decimal);
    const formula = /^\s*=(.*)$/s.exec(instruction)?.[1];
    if (formula !== undefined) {
      this.#formula(field, formula);
      return;
    }
    const parsed = parseFieldInstruction(instruction);
    switch (parsed.name) {
      case "IF":
        this.#condition(field, parsed.switches);
        return;
      case "COMPARE":
        this.#comparison(field);
        return;
      case "SET":
        this.#give(field, parsed.arguments[0], parsed.arguments[1] ?? "");
        return;
      case "ASK":
        this.#give(field, parsed.arguments[0], parsed.switches.get("d")?.[0] ?? "");
        return;
      case "FILLIN":
        field.result = parsed.switches.get("d")?.[0] ?? "";
        return;
      case "QUOTE":
        this.#quote(field, parsed);
        return;
    }
    const isProperty = PROPERTIES.has(parsed.name) && parsed.arguments.length === 0;
    if (parsed.name !== "DOCPROPERTY" && !isProperty) return;
    const key = isProperty ? parsed.name : (parsed.arguments[0] ?? "");
    const value = this.#context.properties.get(key.toLowerCase());
    if (value !== undefined) field.result = this.#formatted(value, parsed.switches);
  }

  /** A value in the format of its field; a text in a format of numbers stays as it is. */
  #formatted(value: string, switches: FieldInstruction["switches"]): string {
    const format = fieldFormatOf(switches);
    if (!format) return value;
    const sequence = (name: string) => this.#sequences.get(name.toLowerCase())?.value;
    return formatFieldValue(value, format, this.#context.fieldLocale, sequence) ?? value;
  }

  /** A bookmark's text (17.16.5.58): fields behind it, and the name of the bookmark, show it. */
  #give(field: Field, name: string | undefined, text: string): void {
    if (name === undefined) return;
    this.#given.set(name, text);
    field.result = text;
  }

  /** QUOTE (17.16.5.48): texts, and characters by their numbers. */
  #quote(field: Field, { arguments: given, switches }: FieldInstruction): void {
    const instruction = new InstructionText(this.#story, field);
    const tokens = argumentsOf(instruction.tokens());
    const text = given
      .map((each, index) => {
        const token = tokens[index];
        const isWord = token !== undefined && !/["\u201c\u201d]/.test(instruction.text.charAt(token.from - 1));
        const code = isWord && /^(?:\d{2,5}|0x[\da-f]{2,4})$/i.test(each) ? Number(each) : Number.NaN;
        return code >= 32 && code <= 0xd7ff ? String.fromCodePoint(code) : each;
      })
      .join("");
    field.result = this.#formatted(text, switches);
  }

  #formula(field: Field, source: string): void {
    const [expression = ""] = source.split(/\\[#*@]/);
    const { switches } = parseFieldInstruction(`= ${source.slice(expression.length)}`);
    const value = evaluateFormula(expression, {
      bookmark: (name) => this.#bookmarkNumber(name),
      cells: (reference) => this.#cells(field.paragraph.element, reference),
    });
    if (value === undefined) {
      this.#giveUp(field);
      return;
    }
    const format = fieldFormatOf(switches);
    const sequence = (name: string) => this.#sequences.get(name.toLowerCase())?.value;
    const shown = format && formatFieldValue(String(value), format, this.#context.fieldLocale, sequence);
    field.result = shown ?? plainNumber(value, this.#decimal);
  }

  /** A word processor may know the field, or a person: nothing is printed in silence. */
  #giveUp(field: Field): void {
    field.isDirty = true;
    this.#context.warn(
      `The field “${shownInstruction(this.#story, field)}” cannot be calculated: it shows what it did in the template.`,
    );
  }

  #bookmarkNumber(name: string): number | undefined {
    const text = this.#bookmarkText(name);
    return text === undefined ? undefined : numberInText(text, this.#decimal);
  }

  #bookmarkText(name: string): string | undefined {
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    for (const story of [this.#story, this.#context.main.story]) {
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
      .map(({ from, to }) => visibleText(this.#story, from, to))
      .join(" ");
    return numberInText(text, this.#decimal);
  }

  /** Paragraphs are in the order of the text, so the first one can be looked up. */
  #paragraphsIn({ start, end }: XmlElement): StoryParagraph[] {
    const { paragraphs } = this.#story;
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

  /** IF (17.16.5.28): the text of one of two branches, or their paragraphs and looks. */
  #condition(field: Field, switches: FieldInstruction["switches"]): void {
    const instruction = new InstructionText(this.#story, field);
    const comparison = comparisonOf(instruction);
    const branches = comparison && argumentsOf(comparison.rest);
    if (!comparison || !branches?.[0]) {
      this.#giveUp(field);
      return;
    }
    const branch = this.#holds(comparison, instruction) ? branches[0] : branches[1];
    field.result = branch ? this.#formatted(instruction.value(branch), switches) : "";
    const pieces = branch ? instruction.pieces(branch.from, branch.to) : [];
    if (!field.isSimple && needsMarkup(this.#story, field, pieces)) field.chosen = pieces;
  }

  /** COMPARE (17.16.5.10): 1 or 0. */
  #comparison(field: Field): void {
    const instruction = new InstructionText(this.#story, field);
    const comparison = comparisonOf(instruction);
    if (comparison) field.result = this.#holds(comparison, instruction) ? "1" : "0";
    else this.#giveUp(field);
  }

  #holds(
    { left, operator, right }: NonNullable<ReturnType<typeof comparisonOf>>,
    instruction: InstructionText,
  ): boolean {
    const operand = (token: InstructionToken | undefined): string => {
      if (!token) return "";
      const text = instruction.value(token);
      const isWord = !/["\u201c\u201d\u201e]/.test(instruction.text.charAt(token.from - 1));
      const isOwn = instruction.pieces(token.from, token.to).every(({ kind }) => kind === "text");
      return ((isWord && isOwn ? this.#bookmarkText(text) : undefined) ?? text).trim();
    };
    return compared(operand(left), operator, operand(right), this.#decimal);
  }

  /** Fields that show what is elsewhere. */
  reference(field: Field, parsed: FieldInstruction | undefined): void {
    if (!parsed) return;
    if (PAGE_BOUND.has(parsed.name)) field.isDirty = true;
    if (parsed.name === "STYLEREF") this.#styleReference(field, parsed);
    if (parsed.name === "REF") this.#textReference(field, parsed, parsed.arguments[0] ?? "");
    // The name of a bookmark is a field of its own.
    else if (parsed.arguments.length === 0 && field.result === undefined) {
      const name = this.#bookmarkNamed(parsed.name);
      if (name !== undefined) this.#textReference(field, parsed, name);
    }
  }

  /** A bookmark by its name in capitals, unless that is the name of a field. */
  #bookmarkNamed(name: string): string | undefined {
    if (FIELD_NAMES.has(name)) return undefined;
    this.#names ??= new Map(
      [...this.#given.keys(), ...this.#context.main.story.bookmarks.keys()].map((each) => [each.toUpperCase(), each]),
    );
    return this.#names.get(name);
  }

  #styleReference(field: Field, { arguments: [name = ""], switches }: FieldInstruction): void {
    // In headers it is about the page, which word processors and the PDF know.
    if (this.#story !== this.#context.main.story) return;
    const styleId = this.#context.styles.idOf(name);
    const isWanted = (paragraph: StoryParagraph) => styleId !== undefined && paragraph.styleId === styleId;
    const { index } = field.paragraph;
    const found =
      this.#story.paragraphs.slice(0, index + 1).findLast(isWanted) ??
      this.#story.paragraphs.slice(index + 1).find(isWanted);
    if (!found) {
      field.isDirty = true;
      return;
    }
    const number = this.#numberOf(found, field, switches);
    const text = visibleText(this.#story, found.from, found.to).trim();
    field.result = applyCaseSwitch(number ?? text, switches.get("*"));
  }

  #numberOf(target: StoryParagraph, field: Field, switches: FieldInstruction["switches"]): string | undefined {
    const kind = (["n", "r", "w"] as const).find((each) => switches.has(each));
    if (kind === undefined) return undefined;
    const label = this.#context.main.labels.of(target);
    return label ? referenceNumber(label, kind, this.#context.labels.of(field.paragraph)) : "0";
  }

  /** REF (17.16.5.50). */
  #textReference(field: Field, { switches }: FieldInstruction, bookmark: string): void {
    const { story } = this.#context.main;
    const given = this.#given.get(bookmark);
    if (given !== undefined) {
      field.result = this.#formatted(given, switches);
      return;
    }
    const place = story.bookmarks.get(bookmark);
    const target = place && story.atoms[place.from]?.paragraph;
    if (!place || !target) {
      this.#context.warn(`The reference to "${bookmark}" leads nowhere: its target is not in the merged document.`);
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
    const [above, below] = ABOVE_BELOW[this.#context.locale.slice(0, 2)] ?? ["above", "below"];
    return target < field.begin ? above : below;
  }
}

function ancestor(element: XmlElement, name: string): XmlElement | undefined {
  for (let each = element.parent; each; each = each.parent) if (each.name === name) return each;
  return undefined;
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

/** Whether a branch has paragraphs or looks of its own, so that it is more than a text. */
function needsMarkup({ atoms }: Story, field: Field, pieces: readonly InstructionPiece[]): boolean {
  if (atoms[field.begin]?.paragraph !== atoms[field.end]?.paragraph) return true;
  const looks = new Set(pieces.flatMap((piece) => (piece.kind === "text" ? propertiesOf(atoms[piece.atom]?.run) : [])));
  const hasObject = pieces.some((piece) => piece.kind === "text" && atoms[piece.atom]?.kind === "object");
  return (
    hasObject || looks.size > 1 || pieces.some((piece) => piece.kind === "field" && piece.field.chosen !== undefined)
  );
}
