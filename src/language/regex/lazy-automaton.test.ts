import { describe, expect, it } from "vitest";
import { LazyAutomaton } from "./lazy-automaton.ts";
import { NO_FLAGS } from "./pattern-flags.ts";
import { parsePattern } from "./pattern-parser.ts";
import { compileProgram } from "./program.ts";

const scanner = (...patterns: string[]) =>
  new LazyAutomaton(compileProgram(patterns.map((pattern) => parsePattern(pattern, NO_FLAGS).node)), false);

describe("the longest match", () => {
  const automaton = scanner("if", "[a-z]+", "[0-9]+(?:\\.[0-9]+)?", "[0-9]+\\z");

  it.each([
    ["if x", 0, { rule: 0, end: 2 }],
    ["ifx", 0, { rule: 1, end: 3 }],
    ["a 12.5.", 2, { rule: 2, end: 6 }],
    ["12.", 0, { rule: 2, end: 2 }],
    ["12", 0, { rule: 2, end: 2 }],
    [" ", 0, undefined],
    ["", 0, undefined],
  ])("in %j from %i", (text, from, expected) => {
    expect(automaton.longest(text, from)).toEqual(expected);
  });

  it("tells apart the end of the text, its last newline and the characters that share their numbers", () => {
    const end = scanner("a$", "a\u0080", "a\u0081", "a\\n");
    expect(end.longest("a", 0)).toEqual({ rule: 0, end: 1 });
    expect(end.longest("a\u0080", 0)).toEqual({ rule: 1, end: 2 });
    expect(end.longest("a\u0081", 0)).toEqual({ rule: 2, end: 2 });
    expect(end.longest("a\n", 0)).toEqual({ rule: 3, end: 2 });
    expect(end.longest("a\nb", 0)).toEqual({ rule: 3, end: 2 });
    expect(end.longest("ab", 0)).toBeUndefined();
  });
});

describe("patterns with more states than a text has characters", () => {
  const program = compileProgram([parsePattern("(?:a|b)*a(?:a|b){12}c", NO_FLAGS).node]);
  let text = "";
  for (let value = 1; value < 500; value++) text += value.toString(2).replaceAll("0", "a").replaceAll("1", "b");

  it("are given up when building states costs too much", () => {
    expect(new LazyAutomaton(program, true, 20_000).test(text)).toBeUndefined();
  });

  it("get the same answer when states are forgotten and built again", () => {
    const automaton = new LazyAutomaton(program, true);
    expect(automaton.test(text)).toBe(false);
    expect(automaton.test(`${text}a${"b".repeat(12)}c`)).toBe(true);
  });
});
