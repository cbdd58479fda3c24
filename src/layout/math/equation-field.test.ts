import { describe, expect, it } from "vitest";
import type { MathNode, MathRow } from "../model/equation.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { equationOfField } from "./equation-field.ts";

/** The equation in words. */
function read(instruction: string): string | undefined {
  const inline = equationOfField(instruction, DEFAULT_CHARACTER_FORMAT);
  return inline && row(inline.equation);
}
function row(equation: MathRow | undefined): string {
  return equation?.items.map(node).join(" ") ?? "";
}
function node(item: MathNode): string {
  switch (item.kind) {
    case "run":
      return item.text;
    case "fraction":
      return `(${row(item.numerator)})/(${row(item.denominator)})`;
    case "radical":
      return `root(${row(item.degree)};${row(item.radicand)})`;
    case "scripts":
      return `${row(item.base)}_{${row(item.sub)}}^{${row(item.sup)}}`;
    case "fences":
      return `${item.open}${item.contents.map(row).join(item.separator)}${item.close}`;
    case "nary":
      return `${item.symbol}${item.stacked ? " over " : " "}${row(item.sub)} to ${row(item.sup)} of ${row(item.operand)}`;
    case "matrix":
      return item.lines.map((line) => line.map(row).join(" & ")).join(" / ");
    case "limit":
      return `${row(item.base)} ${item.above ? "below" : "above"} ${row(item.limit)}`;
    case "frame":
      return `[${[...item.edges].join(" ")}: ${row(item.content)}]`;
    default:
      return item.kind;
  }
}

describe("equations of fields", () => {
  it.each([
    ["fractions", "EQ \\f(1,2)", "(1)/(2)"],
    ["text around them", " eq x=\\f(a+b,\\r(3,y)) \\* MERGEFORMAT", "x= (a+b)/(root(3;y))"],
    ["square roots", "EQ \\r(x)", "root(;x)"],
    ["what is raised and lowered", "EQ x\\s\\up8(2)\\do4(i)", "x _{i}^{2}"],
    ["brackets of any kind", "EQ \\b\\bc\\{(x)\\b(y)\\b\\lc\\[(z)", "{x} (y) [z"],
    ["sums and integrals", "EQ \\i\\su(i=1,n,k)\\i(0,1,x)", "∑ over i=1 to n of k ∫ 0 to 1 of x"],
    ["arrays", "EQ \\a\\al\\co2\\vs3(1,2,3,4)", "1 & 2 / 3 & 4"],
    ["lists", "EQ \\l(a,b)", "a , b"],
    ["boxes", "EQ \\x\\to\\bo(a)\\x(b)", "[top bottom: a] [top bottom left right: b]"],
    [
      "readings above words",
      'EQ \\* jc0 \\* "Font:Mincho" \\* hps10 \\o\\ad(\\s\\up 9(きもん),鬼門)',
      "鬼門 below きもん",
    ],
    ["signs in circles", "eq \\o\\ac(○,3)", "③"],
    ["raised and lowered in one place", "EQ \\o(\\s\\up5(a),\\s\\do5(b))", "_{b}^{a}"],
    ["commas in arguments that semicolons part", "EQ \\f(1,5;2)", "(1,5)/(2)"],
    ["signs that stand for themselves", "EQ \\f(a\\,b\\),\\\\)", "(a,b))/(\\)"],
    ["brackets in text", "EQ \\f((a),f(x,y))", "((a))/(f(x,y))"],
  ])("have %s", (_, instruction, equation) => {
    expect(read(instruction)).toBe(equation);
  });

  it("have readings in their own size", () => {
    const inline = equationOfField("EQ \\* hps10 \\o(\\s\\up9(a),b)", { ...DEFAULT_CHARACTER_FORMAT, sizePt: 10 });
    const [limit] = inline?.equation.items ?? [];
    const [reading] = limit?.kind === "limit" ? limit.limit.items : [];
    // half of the size, where scripts are 0.7 of it
    expect(reading?.kind === "run" && reading.sizeFactor).toBeCloseTo(5 / 7);
  });

  it("are none without anything to be shown", () => {
    expect(read("EQ ")).toBeUndefined();
    expect(read("EQ \\q \\* MERGEFORMAT")).toBeUndefined();
  });

  it("may be anything that a stranger writes", () => {
    for (const source of ["\\f(".repeat(5_000), "\\s\\up".repeat(1_000), "\\", "\\f", "\\o(", "\\a\\co0(1"])
      expect(() => read(`EQ ${source}`)).not.toThrow();
  });
});
