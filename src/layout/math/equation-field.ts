/** Equations of fields (`EQ`, ECMA-376 part 1, 17.16.5.17), which Word draws from their instruction -> equations as data. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { MathInline } from "../model/blocks.ts";
import type { MathEdge, MathNode, MathRow } from "../model/equation.ts";
import type { CharacterFormat } from "../model/formatting.ts";

/** Deeper parts stand as nothing: no one could read them. */
const MAX_DEPTH = 30;
const MAX_NODES = 2_000;
const EMPTY: MathRow = { items: [], sizeSteps: 0 };
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const EDGES: Readonly<Record<string, MathEdge>> = { to: "top", bo: "bottom", le: "left", ri: "right" };
const INTEGRALS: Readonly<Record<string, string>> = { su: "∑", pr: "∏" };
/** `\* MERGEFORMAT` and the like, which say nothing of the equation. */
const FORMAT_SWITCH = /\\\*\s*(?:"[^"]*"|\S+)\s*/g;
/** `\\lc\\{` with a sign, `\\co2` with a number. */
const OPTION = /^\s*\\(?:([lrbfv]c)\s*\\(\S)|([a-z]{2,3})\s*(-?\d*))/i;
const SCRIPT_OPTIONS: ReadonlySet<string> = new Set(["ai", "up", "di", "do"]);
/** The size of a reading above a word, in half points. */
const READING_SIZE = /\\\*\s*hps(\d{1,3})\b/i;
/** How large scripts are that say nothing. */
const USUAL_SCRIPT = 0.7;
const ENCLOSING = /^[○◯〇]$/u;
const CIRCLED_ONE = 0x2460;
const MOST_CIRCLED = 20;

/** The equation in the look of its field; undefined for one of which nothing is shown. */
export function equationOfField(instruction: string, format: CharacterFormat): MathInline | undefined {
  const source = instruction.replace(/^\s*EQ\s*/i, "").replace(FORMAT_SWITCH, "");
  const halfPoints = Number(READING_SIZE.exec(instruction)?.[1] ?? 0);
  const readingFactor = halfPoints > 0 ? halfPoints / 2 / (format.sizePt * USUAL_SCRIPT) : 1;
  const { items } = new FieldParser(source, format, readingFactor).sequence(0, "").row;
  return items.length === 0 ? undefined : { kind: "math", equation: { items, sizeSteps: 0 }, display: false, format };
}

/** An argument, and what is known of it. */
interface Part {
  row: MathRow;
  /** It is nothing but what is raised, or lowered. */
  script?: "above" | "below";
  text: string;
}

class FieldParser {
  readonly #source: string;
  readonly #format: CharacterFormat;
  #at = 0;
  #nodes = 0;
  readonly #readingFactor: number;
  /** What is read is raised, or lowered. */
  #isScript = false;

  /** @param readingFactor by which text that is raised differs from other scripts */
  constructor(source: string, format: CharacterFormat, readingFactor: number) {
    this.#source = source;
    this.#format = format;
    this.#readingFactor = readingFactor;
  }

  /** Up to one of the characters `ends`, which is left. */
  sequence(depth: number, ends: string): Part {
    const items: MathNode[] = [];
    let pending = "";
    let text = "";
    let script: Part["script"];
    let open = 0;
    const add = (letter: string) => {
      pending += letter;
      text += letter;
    };
    const endText = () => {
      if (pending.trim() !== "") items.push(this.#run(pending));
      pending = "";
    };
    while (this.#at < this.#source.length && (open > 0 || !ends.includes(this.#peek()))) {
      const letter = this.#next();
      if (letter !== "\\") {
        open += letter === "(" ? 1 : letter === ")" ? -1 : 0;
        add(letter);
        continue;
      }
      const name = this.#next();
      if (!/[a-z]/i.test(name)) {
        add(name);
        continue;
      }
      endText();
      const isTooMuch = depth >= MAX_DEPTH || ++this.#nodes > MAX_NODES;
      const found = isTooMuch ? undefined : this.#element(name.toLowerCase(), depth);
      if (!found) continue;
      script = found.script;
      appendAll(items, found.row.items);
      text += found.text;
    }
    endText();
    return { row: { items, sizeSteps: 0 }, text: text.trim(), ...(script && items.length === 1 ? { script } : {}) };
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #next(): string {
    return this.#source[this.#at++] ?? "";
  }

  #run(text: string): MathNode {
    return {
      kind: "run",
      text,
      letters: undefined,
      format: this.#format,
      sizeFactor: this.#isScript ? this.#readingFactor : 1,
    };
  }

  /** `\up8`, `\lc\{` ... before the arguments: names and what is with them. */
  #options(): Map<string, string> {
    const options = new Map<string, string>();
    for (;;) {
      const match = OPTION.exec(this.#source.slice(this.#at, this.#at + 40));
      if (!match) return options;
      const [whole, sided, sign, named, number = ""] = match;
      const name = (sided ?? named ?? "").toLowerCase();
      // what is raised has arguments of its own, and is read by who asks for it
      if (SCRIPT_OPTIONS.has(name)) return options;
      this.#at += whole.length;
      options.set(name, sign ?? number);
    }
  }

  /** Between brackets, apart by commas, or by semicolons where there are some. */
  #arguments(depth: number): Part[] {
    this.#skipSpace();
    if (this.#peek() !== "(") return [];
    this.#at++;
    const ends = this.#hasSemicolon() ? ";)" : ",)";
    const parts: Part[] = [];
    for (;;) {
      parts.push(this.sequence(depth + 1, ends));
      const end = this.#next();
      if (end === "" || end === ")") return parts;
    }
  }

  #skipSpace(): void {
    while (this.#peek() === " ") this.#at++;
  }

  #hasSemicolon(): boolean {
    let open = 0;
    for (let at = this.#at; at < this.#source.length; at++) {
      const letter = this.#source[at];
      if (letter === "\\") at++;
      else if (letter === "(") open++;
      else if (letter === ")" && open-- === 0) return false;
      else if (letter === ";" && open === 0) return true;
    }
    return false;
  }

  #element(name: string, depth: number): Part | undefined {
    const options = this.#options();
    if (name === "s") return this.#script(depth);
    const parts = this.#arguments(depth);
    const rows = parts.map(({ row }) => row);
    const [first = EMPTY, second = EMPTY, third = EMPTY] = rows;
    const text = parts.map((part) => part.text).join("");
    const of = (...items: MathNode[]): Part => ({ row: { items, sizeSteps: 0 }, text });
    switch (name) {
      case "a":
        return of(arrayOf(rows, options));
      case "b": {
        const both = options.get("bc") ?? "";
        const open = options.get("lc") ?? both;
        const close = options.get("rc") ?? CLOSING[both] ?? both;
        const usual = open === "" && close === "";
        return of({
          kind: "fences",
          open: usual ? "(" : open,
          separator: ",",
          close: usual ? ")" : close,
          grows: true,
          contents: [first],
        });
      }
      case "f":
        return of({ kind: "fraction", appearance: "bar", numerator: first, denominator: second });
      case "i": {
        const named = [...options.keys()].find((key) => INTEGRALS[key]);
        return of({
          kind: "nary",
          symbol: options.get("fc") ?? options.get("vc") ?? INTEGRALS[named ?? ""] ?? "∫",
          stacked: !options.has("in") && named !== undefined,
          grows: true,
          sub: first,
          sup: second,
          operand: third,
        });
      }
      case "l": {
        const items = rows.flatMap((row, index) => (index === 0 ? row.items : [this.#run(","), ...row.items]));
        return { row: { items, sizeSteps: 0 }, text };
      }
      case "o":
        return { row: this.#overstruck(parts), text };
      case "r":
        return of({
          kind: "radical",
          radicand: rows.length > 1 ? second : first,
          degree: rows.length > 1 ? first : undefined,
        });
      case "x": {
        const edges = [...options.keys()].flatMap((key) => EDGES[key] ?? []);
        const all: MathEdge[] = ["top", "bottom", "left", "right"];
        return of({
          kind: "frame",
          content: first,
          edges: new Set(edges.length > 0 ? edges : all),
          strikes: new Set(),
        });
      }
      default:
        return undefined;
    }
  }

  /** `\s\up8(a)\do4(b)`. */
  #script(depth: number): Part {
    let [sup, sub, text] = [undefined as MathRow | undefined, undefined as MathRow | undefined, ""];
    const plain: MathNode[] = [];
    for (;;) {
      const match = /^\s*\\(ai|up|di|do)\s*(-?\d*)\s*/i.exec(this.#source.slice(this.#at, this.#at + 40));
      const option = match?.[1]?.toLowerCase();
      if (match) this.#at += match[0].length;
      const outer = this.#isScript;
      this.#isScript = true;
      const parts = this.#arguments(depth);
      this.#isScript = outer;
      if (!match && parts.length === 0) break;
      const row = parts[0]?.row ?? EMPTY;
      text += parts[0]?.text ?? "";
      if (option === "up") sup = row;
      else if (option === "do") sub = row;
      else appendAll(plain, row.items);
      if (!match) break;
    }
    if (!sup && !sub) return { row: { items: plain, sizeSteps: 0 }, text };
    const scripts: MathNode = { kind: "scripts", base: EMPTY, sub, sup, before: false };
    const isOne = plain.length === 0 && (sup === undefined || sub === undefined);
    return {
      row: { items: [...plain, scripts], sizeSteps: 0 },
      text,
      ...(isOne ? { script: sup ? "above" : "below" } : {}),
    };
  }

  /** What is printed in one place: readings above words, a sign in a circle, or parts that are raised and lowered. */
  #overstruck(parts: readonly Part[]): MathRow {
    const bases = parts.filter(({ script, text }) => !script && text !== "");
    const scripts = parts.filter(({ script }) => script);
    const circled = circledSign(bases);
    if (circled) return { items: [this.#run(circled)], sizeSteps: 0 };
    const inner = (place: Part["script"]) => scriptOf(scripts.find(({ script }) => script === place));
    const [above, below] = [inner("above"), inner("below")];
    const base: MathRow = { items: bases.flatMap(({ row }) => row.items), sizeSteps: 0 };
    if (bases.length === 0) {
      const node: MathNode = { kind: "scripts", base: EMPTY, sub: below, sup: above, before: false };
      return { items: above || below ? [node] : [], sizeSteps: 0 };
    }
    const lowered: MathRow = below
      ? { items: [{ kind: "limit", base, limit: below, above: false }], sizeSteps: 0 }
      : base;
    return above ? { items: [{ kind: "limit", base: lowered, limit: above, above: true }], sizeSteps: 0 } : lowered;
  }
}

/** ○ and 3 are ③. */
function circledSign(bases: readonly Part[]): string | undefined {
  if (bases.length !== 2 || !bases.some(({ text }) => ENCLOSING.test(text))) return undefined;
  const inside = bases.find(({ text }) => !ENCLOSING.test(text))?.text ?? "";
  const number = /^\d{1,2}$/.test(inside) ? Number(inside) : 0;
  return number >= 1 && number <= MOST_CIRCLED ? String.fromCharCode(CIRCLED_ONE + number - 1) : undefined;
}

function scriptOf(part: Part | undefined): MathRow | undefined {
  const [node] = part?.row.items ?? [];
  return node?.kind === "scripts" ? (node.sup ?? node.sub) : undefined;
}

function arrayOf(rows: readonly MathRow[], options: ReadonlyMap<string, string>): MathNode {
  const columns = Math.max(1, Number(options.get("co") ?? 1) || 1);
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) =>
    rows.slice(line * columns, (line + 1) * columns),
  );
  const alignment = options.has("ar") ? "right" : options.has("ac") ? "center" : "left";
  return {
    kind: "matrix",
    lines,
    alignments: Array.from({ length: columns }, () => alignment),
    columnGap: 1,
    rowPitch: 1,
    place: "center",
  };
}
