import { describe, expect, it, test } from "vitest";
import { assembleTemplate } from "./assemble.ts";
import type { Tag } from "./ast.ts";
import { type ConditionOperator, compareValues } from "./compare.ts";
import { Evaluation } from "./evaluation.ts";
import { TEST_CONTEXT } from "./merge-for-tests.ts";
import { pairTags } from "./pair-tags.ts";
import { scanTemplate } from "./scan.ts";
import { parseTag } from "./tag.ts";
import { renderTemplate } from "./template.ts";
import { readPath } from "./values.ts";

function tagsOf(source: string): Tag[] {
  return scanTemplate(source, "text").tokens.flatMap((token) => {
    if (token.kind !== "tag") return [];
    const { tag } = parseTag(token.body, token.at, token.source);
    return tag ? [tag] : [];
  });
}

describe("parts for formats", () => {
  it("scans text with the places of its tags", () => {
    expect(scanTemplate("a{$b}c{* d *}", "text").tokens).toEqual([
      { kind: "text", text: "a", at: 0, end: 1, literal: false },
      { kind: "tag", body: "$b", source: "{$b}", at: 1, end: 5 },
      { kind: "text", text: "c", at: 5, end: 6, literal: false },
      { kind: "comment", at: 6, end: 13 },
    ]);
  });

  it("pairs blocks over a whole part", () => {
    const tags = tagsOf("{foreach $l as $i}{if $i}{$i}{else}-{/if}{/foreach}").map((tag) => ({ tag }));
    const { blocks, problems } = pairTags(tags);
    expect(problems).toEqual([]);
    expect(blocks.map((block) => block.tags.map(({ tag }) => tag.source))).toEqual([
      ["{foreach $l as $i}", "{/foreach}"],
      ["{if $i}", "{else}", "{/if}"],
    ]);
    expect(blocks[1]?.parent).toBe(blocks[0]);
    expect(pairTags(tagsOf("{if $a}").map((tag) => ({ tag }))).problems).toHaveLength(1);
  });

  it("renders assembled parts with what the format attached to its tags", () => {
    const [open, value, close] = tagsOf("{foreach $l as $i}{$i}{/foreach}");
    const { nodes } = assembleTemplate(
      [
        { kind: "text", text: "<w:p>" },
        { kind: "tag", tag: open! },
        { kind: "text", text: "\n<w:r>" },
        { kind: "tag", tag: value!, meta: "bold" },
        { kind: "tag", tag: close! },
        { kind: "text", text: "\n</w:p>" },
      ],
      { keepNewlines: true },
    );
    const { text } = renderTemplate(
      { nodes },
      { l: [1, 2] },
      {
        ...TEST_CONTEXT,
        write: (printed, site) => `${String(printed)}:${String(site.meta)}`,
      },
    );
    expect(text).toBe("<w:p>\n<w:r>1:bold\n<w:r>2:bold\n</w:p>");
  });

  it("evaluates, loops and assigns step by step", () => {
    const evaluation = new Evaluation({ rows: [{ n: 2 }, { n: 3 }], empty: [] }, TEST_CONTEXT);
    const [loop, output, assign, test] = tagsOf(
      "{foreach $rows as $r}{$r.n*2}{$sum=$sum+$r.n}{if $sum > 4}{/if}{/foreach}",
    );
    if (loop?.role !== "open" || loop.block.kind !== "loop") throw new Error("no loop");
    if (output?.role !== "output" || assign?.role !== "assign") throw new Error("no output");
    if (test?.role !== "open" || test.block.kind !== "if") throw new Error("no test");
    const { expression } = output;
    const condition = test.block.test;
    const seen: unknown[] = [];
    const turns = evaluation.loop(loop.block, (index) => {
      evaluation.assign(assign);
      seen.push(index, evaluation.evaluate(expression), evaluation.test(condition));
    });
    expect(turns).toBe(2);
    expect(seen).toEqual([0, 4, false, 1, 6, true]);
    expect(evaluation.loop(loop.block, () => "break")).toBe(1);
    evaluation.setVariable("r", { n: 5 });
    expect(evaluation.text(expression)).toBe("10");
    expect(evaluation.result().warnings).toEqual([]);
  });
});

describe("compareValues", () => {
  test.each<[unknown, ConditionOperator, unknown, boolean]>([
    ["10", "==", 10, true],
    ["abc", "==", 0, false],
    ["1e1", "==", "10", true],
    [undefined, "==", "", true],
    [null, "==", 0, true],
    ["5", "<", "10", true],
    ["b", ">", "a", true],
    ["apple", "<", 5, false],
    [3, ">=", "3.0", true],
    [[1, 2], "==", ["1", "2"], true],
    [[1, 2], ">", [1], true],
    ["Invoice 12", "contains", "12", true],
    [["a", "b"], "contains", "b", true],
    ["abc", "!contains", "x", true],
    [true, "!=", "0", true],
    ["abc", "<=", "ABC", false],
  ])("%j %s %j is %s", (left, operator, right, expected) => {
    expect(compareValues(left, operator, right)).toBe(expected);
  });
});

describe("readPath", () => {
  it("reads own members only", () => {
    const data = { a: { b: [{ c: "x" }] } };
    expect(readPath(data, "a.b.0.c")).toBe("x");
    expect(readPath(data, "a.b.length")).toBeUndefined();
    expect(readPath(data, "__proto__.toString")).toBeUndefined();
    expect(readPath(data, ["a", "constructor"])).toBeUndefined();
  });
});
