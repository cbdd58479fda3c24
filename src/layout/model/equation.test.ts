import { expect, it } from "vitest";
import { equationSize, type MathNode, type MathRow } from "./equation.ts";
import { DEFAULT_CHARACTER_FORMAT } from "./formatting.ts";

const run = (text: string): MathNode => ({
  kind: "run",
  text,
  letters: undefined,
  format: DEFAULT_CHARACTER_FORMAT,
  sizeFactor: 1,
});
const row = (...items: MathNode[]): MathRow => ({ items, sizeSteps: 0 });
const of = (text: string) => row(run(text));

const stacks = { alignments: [], columnGap: 1, rowPitch: 1, place: "center" } as const;
const shown = { shows: true, hasWidth: true, hasAscent: true, hasDescent: true };

// The bounds of what an equation may hold count everything in it: what a row does not name would be without end.
it.each<[string, MathNode, number, number]>([
  ["a fraction", { kind: "fraction", appearance: "bar", numerator: of("ab"), denominator: of("c") }, 3, 3],
  ["scripts", { kind: "scripts", base: of("x"), sub: of("1"), sup: of("22"), before: false }, 4, 4],
  ["one script", { kind: "scripts", base: of("x"), sub: undefined, sup: of("2"), before: true }, 3, 2],
  ["a root", { kind: "radical", radicand: of("x"), degree: of("3") }, 3, 2],
  [
    "a sum",
    { kind: "nary", symbol: "∑", stacked: true, grows: false, sub: of("i=1"), sup: of("n"), operand: of("i") },
    4,
    5,
  ],
  [
    "fences",
    { kind: "fences", open: "(", separator: "|", close: ")", grows: true, contents: [of("a"), of("b")] },
    3,
    2,
  ],
  ["a function", { kind: "function", name: of("sin"), argument: of("x") }, 3, 4],
  ["a limit", { kind: "limit", base: of("lim"), limit: of("n"), above: false }, 3, 4],
  ["a bar", { kind: "bar", base: of("ab"), above: true }, 2, 2],
  ["an accent", { kind: "accent", symbol: "^", base: of("a") }, 2, 1],
  ["a brace", { kind: "groupCharacter", symbol: "⏞", base: of("abc"), above: true, raised: false }, 2, 3],
  ["a matrix", { kind: "matrix", lines: [[of("a"), of("b")], [of("c")]], ...stacks }, 4, 3],
  ["equations", { kind: "equations", lines: [of("a=b"), of("c=d")], place: "center" }, 3, 6],
  ["a box", { kind: "box", content: of("≝"), isOperator: true, isDifferential: false }, 2, 1],
  ["a frame", { kind: "frame", content: of("E"), edges: new Set(), strikes: new Set() }, 2, 1],
  ["a phantom", { kind: "phantom", content: of("abcd"), ...shown }, 2, 4],
  ["a line break", { kind: "lineBreak" }, 1, 0],
])("%s is as large as what it holds", (_, node, elements, characters) => {
  expect(equationSize(row(node))).toEqual({ elements, characters });
  const root: MathNode = { kind: "radical", radicand: row(node, run("!")), degree: undefined };
  expect(equationSize(row(root))).toEqual({ elements: elements + 2, characters: characters + 1 });
});
