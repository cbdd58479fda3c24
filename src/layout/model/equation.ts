/** Equations as data (Office MathML, ECMA-376 part 1, 22.1): what goes where, before anything has a size. */
import type { CharacterFormat } from "./formatting.ts";

/** An argument: its items side by side. */
export interface MathRow {
  items: readonly MathNode[];
  /** Steps by which it is larger (`m:argSz`), -2 to 2. */
  sizeSteps: number;
}

/** Letters of one of the alphabets of mathematics; `normal` is text to which no rule of mathematics applies. */
export interface MathLetters {
  script: "roman" | "script" | "fraktur" | "double-struck" | "sans-serif" | "monospace";
  bold: boolean;
  italic: boolean;
}

export interface MathRun {
  kind: "run";
  text: string;
  /** Undefined: text in its own font. */
  letters: MathLetters | undefined;
  format: CharacterFormat;
  /** Of the size of the equation. */
  sizeFactor: number;
}

export type MathEdge = "top" | "bottom" | "left" | "right";
export type MathStrike = "rising" | "falling" | "horizontal" | "vertical";
export type MathAlignment = "left" | "center" | "right";

export type MathNode = (
  | MathRun
  | { kind: "fraction"; appearance: "bar" | "noBar" | "skewed" | "linear"; numerator: MathRow; denominator: MathRow }
  /** Either of the scripts may be missing; `before` puts both to the left of the base. */
  | { kind: "scripts"; base: MathRow; sub: MathRow | undefined; sup: MathRow | undefined; before: boolean }
  | { kind: "radical"; radicand: MathRow; degree: MathRow | undefined }
  | {
      kind: "nary";
      symbol: string;
      /** Over and under the sign where the equation has a line of its own, else beside it. */
      stacked: boolean;
      /** The sign is as high as the operand. */
      grows: boolean;
      sub: MathRow | undefined;
      sup: MathRow | undefined;
      operand: MathRow;
    }
  /** Signs may be empty. */
  | { kind: "fences"; open: string; separator: string; close: string; grows: boolean; contents: readonly MathRow[] }
  | { kind: "function"; name: MathRow; argument: MathRow }
  | { kind: "limit"; base: MathRow; limit: MathRow; above: boolean }
  /** A sign as wide as its base; `raised` puts the sign itself on the line, and the base above or below it. */
  | { kind: "groupCharacter"; symbol: string; base: MathRow; above: boolean; raised: boolean }
  | { kind: "accent"; symbol: string; base: MathRow }
  | { kind: "bar"; base: MathRow; above: boolean }
  | {
      kind: "matrix";
      lines: readonly (readonly MathRow[])[];
      alignments: readonly MathAlignment[];
      /** In ems between the cells. */
      columnGap: number;
      /** In lines from baseline to baseline. */
      rowPitch: number;
      place: "top" | "center" | "bottom";
    }
  /** Equations below each other, aligned if they have an `align`. */
  | { kind: "equations"; lines: readonly MathRow[]; place: "top" | "center" | "bottom" }
  | { kind: "box"; content: MathRow; isOperator: boolean; isDifferential: boolean }
  | { kind: "frame"; content: MathRow; edges: ReadonlySet<MathEdge>; strikes: ReadonlySet<MathStrike> }
  | { kind: "phantom"; content: MathRow; shows: boolean; hasWidth: boolean; hasAscent: boolean; hasDescent: boolean }
  /** Where a line of a list of equations is aligned with the others. */
  | { kind: "align" }
  /** What follows is the number of the equation. */
  | { kind: "number" }
  /** The equation continues on the next line. */
  | { kind: "lineBreak" }
) & {
  /** Of the element's own lines and signs; undefined takes that of its surroundings. */
  color?: string;
};

/** The arguments of an element. */
export function rowsOf(node: MathNode): readonly MathRow[] {
  switch (node.kind) {
    case "fraction":
      return [node.numerator, node.denominator];
    case "scripts":
      return present([node.base, node.sub, node.sup]);
    case "radical":
      return present([node.radicand, node.degree]);
    case "nary":
      return present([node.sub, node.sup, node.operand]);
    case "fences":
      return node.contents;
    case "function":
      return [node.name, node.argument];
    case "limit":
      return [node.base, node.limit];
    case "groupCharacter":
    case "accent":
    case "bar":
      return [node.base];
    case "matrix":
      return node.lines.flat();
    case "equations":
      return node.lines;
    case "box":
    case "frame":
    case "phantom":
      return [node.content];
    default:
      return [];
  }
}

/** How many elements it is made of, and how many characters they hold. */
export function equationSize(equation: MathRow): { elements: number; characters: number } {
  const size = { elements: 0, characters: 0 };
  const visit = ({ items }: MathRow) => {
    for (const node of items) {
      size.elements++;
      if (node.kind === "run") size.characters += node.text.length;
      for (const row of rowsOf(node)) visit(row);
    }
  };
  visit(equation);
  return size;
}

function present(rows: readonly (MathRow | undefined)[]): MathRow[] {
  return rows.filter((row) => row !== undefined);
}
