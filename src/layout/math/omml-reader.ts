/** Office MathML (ECMA-376 part 1, 22.1) -> equations as data. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type {
  MathAlignment,
  MathEdge,
  MathLetters,
  MathNode,
  MathRow,
  MathRun,
  MathStrike,
} from "../model/equation.ts";
import type { CharacterFormat } from "../model/formatting.ts";

/** The look of a run (`m:r`) or, by its `m:ctrlPr`, of an element; undefined asks for that of the surrounding text. */
export type FormatOf = (element: XmlNode | undefined) => CharacterFormat;

/** What is nested deeper is shown as a row: no one could read it, and each level is a call of its own. */
const MAX_DEPTH = 64;
/** Of one equation: what comes after them is text like any other. */
const MAX_NODES = 20_000;
/** Of one equation, each with a place of its own: likewise. */
const MAX_LETTERS = 20_000;
const EMPTY: MathRow = { items: [], sizeSteps: 0 };
const INTEGRALS = /^[\u222b-\u2233\u2a0b-\u2a1c]$/u;
const MAX_STEP = 2;
/** What tracked changes removed. */
const REMOVED: ReadonlySet<string> = new Set(["w:del", "w:moveFrom"]);

/** One `m:oMath` as a row. Sizes of runs count in that of `format`. */
export function readEquation(equation: XmlNode, format: CharacterFormat, formatOf: FormatOf): MathRow {
  return new EquationReader(format.sizePt, formatOf).row(equation);
}

/** The element that says how the equation looks: its first run, or whatever before it has a look. */
export function firstLook(equation: XmlNode): XmlNode | undefined {
  for (const element of descendants(equation)) {
    if (element.name === "m:r" || element.name === "m:ctrlPr") return element;
  }
  return undefined;
}

/** Everything within an element that is there, in its order, however deep it lies. */
function* descendants(element: XmlNode): Generator<XmlNode> {
  const waiting: XmlNode[] = [element];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next !== element) yield next;
    if (REMOVED.has(next.name)) continue;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const inner = next.children[index];
      if (inner) waiting.push(inner);
    }
  }
}

class EquationReader {
  readonly #sizePt: number;
  readonly #formatOf: FormatOf;
  #depth = 0;
  #nodes = 0;
  #letters = 0;
  /** Within a list of equations, which may have numbers. */
  #hasNumbers = false;

  constructor(sizePt: number, formatOf: FormatOf) {
    this.#sizePt = Math.max(1, sizePt);
    this.#formatOf = formatOf;
  }

  row(element: XmlNode | undefined): MathRow {
    if (!element) return EMPTY;
    this.#nodes++;
    const size = Number(property(child(element, "m:argPr"), "m:argSz") ?? 0) || 0;
    const sizeSteps = Math.max(-MAX_STEP, Math.min(MAX_STEP, Math.round(size)));
    return { items: this.#children(element), sizeSteps };
  }

  #element(element: XmlNode, read: NodeReader): MathNode {
    const before = this.#hasNumbers;
    // Equations that spread over the width have their numbers after a `#`.
    if (element.name === "m:eqArr") this.#hasNumbers = isSet(child(element, "m:eqArrPr"), "m:maxDist");
    const node = read(element, (name) => this.#argument(element, name), this.#others);
    this.#hasNumbers = before;
    const appearance = child(child(element, `${element.name}Pr`), "m:ctrlPr");
    if (appearance) node.color = this.#formatOf(appearance).color;
    return node;
  }

  #children(element: XmlNode): MathNode[] {
    if (this.#depth >= MAX_DEPTH) return this.#flattened(element);
    this.#depth++;
    const items = element.children.flatMap((inner) => this.#node(inner));
    this.#depth--;
    return items;
  }

  #flattened(element: XmlNode): MathNode[] {
    const items: MathNode[] = [];
    for (const inner of descendants(element)) if (inner.name === "m:r") appendAll(items, this.#node(inner));
    return items;
  }

  #argument(element: XmlNode, name: string): MathRow {
    return this.row(child(element, name));
  }

  /** An argument that may be missing or hidden. */
  #optional(element: XmlNode, name: string, isHidden: boolean): MathRow | undefined {
    const found = child(element, name);
    return found && !isHidden ? this.row(found) : undefined;
  }

  #node(element: XmlNode): MathNode[] {
    if (REMOVED.has(element.name)) return [];
    if (++this.#nodes > MAX_NODES) return this.#plain(element);
    const read = READERS.get(element.name);
    if (element.name === "m:r") return this.#run(element);
    if (read) return [this.#element(element, read)];
    return element.name.endsWith("Pr") ? [] : this.#children(element);
  }

  #plain(element: XmlNode): MathNode[] {
    let text = element.name === "m:t" ? element.text : "";
    for (const inner of descendants(element)) if (inner.name === "m:t") text += inner.text;
    return text ? [{ kind: "run", text, letters: undefined, format: this.#formatOf(undefined), sizeFactor: 1 }] : [];
  }

  readonly #others: Others = {
    row: (element) => this.row(element),
    optional: (element, name, isHidden) => this.#optional(element, name, isHidden),
  };

  #run(element: XmlNode): MathNode[] {
    const format = this.#formatOf(element);
    if (format.hidden) return [];
    const properties = child(element, "m:rPr");
    const letters = lettersOf(properties);
    const sizeFactor = Math.max(1, format.sizePt) / this.#sizePt;
    const items: MathNode[] = isSet(properties, "m:aln") ? [{ kind: "align" }] : [];
    const add = (text: string) => {
      this.#letters += text.length;
      const run: MathRun = { kind: "run", text, letters, format, sizeFactor };
      if (text) items.push(this.#letters > MAX_LETTERS ? { ...run, letters: undefined } : run);
    };
    for (const part of element.children) {
      if (part.name === "w:br" || part.name === "a:br") items.push({ kind: "lineBreak" });
      else if (part.name === "m:t" || part.name === "w:t") {
        if (!letters) add(part.text);
        else
          for (const text of part.text.split(/([&#])/)) {
            if (text === "&") items.push({ kind: "align" });
            else if (text === "#" && this.#hasNumbers) items.push({ kind: "number" });
            else add(text);
          }
      }
    }
    return items;
  }
}

interface Others {
  row: (element: XmlNode | undefined) => MathRow;
  optional: (element: XmlNode, name: string, isHidden: boolean) => MathRow | undefined;
}

type NodeReader = (element: XmlNode, argument: (name: string) => MathRow, others: Others) => MathNode;

/** A member's `m:val`: empty without one, undefined if there is no such member. */
function property(properties: XmlNode | undefined, name: string): string | undefined {
  const found = child(properties, name);
  return found ? (found.attributes["m:val"] ?? "") : undefined;
}

/** Members that are present mean yes unless they say no. */
function isSet(properties: XmlNode | undefined, name: string, byDefault = false): boolean {
  const value = property(properties, name);
  return value === undefined ? byDefault : isOn(value || undefined);
}

function lettersOf(properties: XmlNode | undefined): MathLetters | undefined {
  if (isSet(properties, "m:nor")) return undefined;
  const style = property(properties, "m:sty") || "i";
  const script = property(properties, "m:scr");
  return {
    script:
      script === "script" || script === "fraktur" || script === "double-struck" || script === "sans-serif"
        ? script
        : script === "monospace"
          ? "monospace"
          : "roman",
    bold: style.startsWith("b"),
    italic: style.endsWith("i"),
  };
}

const ELEMENTS: Readonly<Record<string, NodeReader>> = {
  "m:f": (element, argument) => {
    const type = property(child(element, "m:fPr"), "m:type");
    const appearance = type === "noBar" ? "noBar" : type === "skw" ? "skewed" : type === "lin" ? "linear" : "bar";
    return { kind: "fraction", appearance, numerator: argument("m:num"), denominator: argument("m:den") };
  },
  "m:sSup": (_, argument) => scripts(argument("m:e"), undefined, argument("m:sup")),
  "m:sSub": (_, argument) => scripts(argument("m:e"), argument("m:sub"), undefined),
  "m:sSubSup": (_, argument) => scripts(argument("m:e"), argument("m:sub"), argument("m:sup")),
  "m:sPre": (_, argument) => ({ ...scripts(argument("m:e"), argument("m:sub"), argument("m:sup")), before: true }),
  "m:rad": (element, argument, { optional }) => {
    const degree = optional(element, "m:deg", isSet(child(element, "m:radPr"), "m:degHide"));
    return { kind: "radical", radicand: argument("m:e"), degree: degree?.items.length ? degree : undefined };
  },
  "m:nary": (element, argument, { optional }) => {
    const properties = child(element, "m:naryPr");
    const symbol = property(properties, "m:chr") ?? "∫";
    const place = property(properties, "m:limLoc");
    return {
      kind: "nary",
      symbol,
      // If it is not given, the document's settings would decide: beside integrals, over and under all others.
      stacked: place === undefined ? !INTEGRALS.test(symbol) : place !== "subSup",
      grows: isSet(properties, "m:grow"),
      sub: optional(element, "m:sub", isSet(properties, "m:subHide")),
      sup: optional(element, "m:sup", isSet(properties, "m:supHide")),
      operand: argument("m:e"),
    };
  },
  "m:d": (element, _, { row }) => {
    const properties = child(element, "m:dPr");
    return {
      kind: "fences",
      open: property(properties, "m:begChr") ?? "(",
      separator: property(properties, "m:sepChr") ?? "|",
      close: property(properties, "m:endChr") ?? ")",
      grows: isSet(properties, "m:grow", true),
      contents: childrenNamed(element, "m:e").map(row),
    };
  },
  "m:func": (_, argument) => ({ kind: "function", name: argument("m:fName"), argument: argument("m:e") }),
  "m:limLow": (_, argument) => ({ kind: "limit", base: argument("m:e"), limit: argument("m:lim"), above: false }),
  "m:limUpp": (_, argument) => ({ kind: "limit", base: argument("m:e"), limit: argument("m:lim"), above: true }),
  "m:groupChr": (element, argument) => {
    const properties = child(element, "m:groupChrPr");
    const above = property(properties, "m:pos") === "top";
    // The upper edge of the whole is on the line, or the lower one.
    const isTop = property(properties, "m:vertJc") !== "bot";
    const symbol = property(properties, "m:chr") ?? "\u23df";
    return { kind: "groupCharacter", symbol, base: argument("m:e"), above, raised: above === isTop };
  },
  "m:acc": (element, argument) => {
    const symbol = property(child(element, "m:accPr"), "m:chr") ?? "\u0302";
    return { kind: "accent", symbol, base: argument("m:e") };
  },
  "m:bar": (element, argument) => {
    const above = property(child(element, "m:barPr"), "m:pos") === "top";
    return { kind: "bar", base: argument("m:e"), above };
  },
  "m:m": (element, _, { row }) => {
    const properties = child(element, "m:mPr");
    return {
      kind: "matrix",
      lines: childrenNamed(element, "m:mr").map((line) => childrenNamed(line, "m:e").map(row)),
      alignments: alignmentsOf(properties),
      columnGap: columnGap(properties),
      rowPitch: rowPitch(properties),
      place: placeOf(properties),
    };
  },
  "m:eqArr": (element, _, { row }) => ({
    kind: "equations",
    lines: childrenNamed(element, "m:e").map(row),
    place: placeOf(child(element, "m:eqArrPr")),
  }),
  "m:box": (element, argument) => {
    const properties = child(element, "m:boxPr");
    return {
      kind: "box",
      content: argument("m:e"),
      isOperator: isSet(properties, "m:opEmu"),
      isDifferential: isSet(properties, "m:diff"),
    };
  },
  "m:borderBox": (element, argument) => {
    const properties = child(element, "m:borderBoxPr");
    const edges = EDGES.filter(([name]) => !isSet(properties, name)).map(([, edge]) => edge);
    const strikes = STRIKES.filter(([name]) => isSet(properties, name)).map(([, strike]) => strike);
    return { kind: "frame", content: argument("m:e"), edges: new Set(edges), strikes: new Set(strikes) };
  },
  "m:phant": (element, argument) => {
    const properties = child(element, "m:phantPr");
    return {
      kind: "phantom",
      content: argument("m:e"),
      shows: isSet(properties, "m:show", true),
      hasWidth: !isSet(properties, "m:zeroWid"),
      hasAscent: !isSet(properties, "m:zeroAsc"),
      hasDescent: !isSet(properties, "m:zeroDesc"),
    };
  },
};

const READERS: ReadonlyMap<string, NodeReader> = new Map(Object.entries(ELEMENTS));

const EDGES: readonly (readonly [string, MathEdge])[] = [
  ["m:hideTop", "top"],
  ["m:hideBot", "bottom"],
  ["m:hideLeft", "left"],
  ["m:hideRight", "right"],
];
const STRIKES: readonly (readonly [string, MathStrike])[] = [
  ["m:strikeBLTR", "rising"],
  ["m:strikeTLBR", "falling"],
  ["m:strikeH", "horizontal"],
  ["m:strikeV", "vertical"],
];

function scripts(
  base: MathRow,
  sub: MathRow | undefined,
  sup: MathRow | undefined,
): Extract<MathNode, { kind: "scripts" }> {
  return { kind: "scripts", base, sub, sup, before: false };
}

const MAX_COLUMNS = 256;

function alignmentsOf(properties: XmlNode | undefined): MathAlignment[] {
  const alignments: MathAlignment[] = [];
  for (const column of childrenNamed(child(properties, "m:mcs"), "m:mc")) {
    const appearance = child(column, "m:mcPr");
    const named = property(appearance, "m:mcJc");
    const count = Math.max(1, Number(property(appearance, "m:count")) || 1);
    for (let index = 0; index < count && alignments.length < MAX_COLUMNS; index++) {
      alignments.push(named === "left" || named === "right" ? named : "center");
    }
  }
  return alignments;
}

/** Steps of half a line or an em (ST_SpacingRule, 22.1.3.15); the last two take a length of their own. */
const RULES = [1, 1.5, 2] as const;
const EXACT = 3;
const MULTIPLE = 4;
const MAX_GAP = 50;

/** In twentieths of a point where it is exact, which a size of 12 points turns into ems. */
function columnGap(properties: XmlNode | undefined): number {
  const rule = Number(property(properties, "m:cGpRule") || 0);
  const gap = Number(property(properties, "m:cGp") || 0) || 0;
  const ems = rule === EXACT ? gap / 20 / 12 : rule === MULTIPLE ? gap / 2 : (RULES[rule] ?? 1);
  return Math.max(0, Math.min(MAX_GAP, ems));
}

function rowPitch(properties: XmlNode | undefined): number {
  const rule = Number(property(properties, "m:rSpRule") || 0);
  const gap = Number(property(properties, "m:rSp") || 0) || 0;
  const lines = rule === EXACT ? gap / 12 : rule === MULTIPLE ? gap / 2 : (RULES[rule] ?? 1);
  return Math.max(0, Math.min(MAX_GAP, lines));
}

function placeOf(properties: XmlNode | undefined): "top" | "center" | "bottom" {
  const place = property(properties, "m:baseJc");
  return place === "top" ? "top" : place === "bot" || place === "bottom" ? "bottom" : "center";
}
