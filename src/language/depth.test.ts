import { describe, expect, it, test } from "vitest";
import { Failure } from "../domain/failure.ts";
import { checkTemplate } from "./lint/check-template.ts";
import { listFields } from "./list-fields.ts";
import { parseTemplate, renderTemplate } from "./template.ts";
import { TEST_CONTEXT } from "./testing/merge.ts";

/** Templates that are nested `n` deep, or whose trees are. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  "members by dots": (n) => `{$a${".b".repeat(n)}}`,
  "members by brackets": (n) => `{$a${'["b"]'.repeat(n)}}`,
  "members by variables": (n) => `{$a${".$b".repeat(n)}}`,
  "keys in keys": (n) => `{$a${"[$a".repeat(n)}${"]".repeat(n)}}`,
  additions: (n) => `{$a${"+1".repeat(n)}}`,
  conditions: (n) => `{if $a${" or $a".repeat(n)}}x{/if}`,
  modifiers: (n) => `{$a${"|upper".repeat(n)}}`,
  "arguments of modifiers": (n) => `{$a|default:${"-".repeat(n)}1}`,
  parentheses: (n) => `{${"(".repeat(n)}1${")".repeat(n)}}`,
  lists: (n) => `{$x = ${"[".repeat(n)}${"]".repeat(n)}}`,
  calls: (n) => `{${"strlen(".repeat(n)}1${")".repeat(n)}}`,
  negations: (n) => `{if ${"!".repeat(n)}$a}x{/if}`,
  "negations in words": (n) => `{if ${"not ".repeat(n)}$a}x{/if}`,
  signs: (n) => `{${"- ".repeat(n)}$a}`,
  alternatives: (n) => `{$a${" ? 1 : $a".repeat(n)}}`,
  fallbacks: (n) => `{$a${" ?? $a".repeat(n)}}`,
  "short alternatives": (n) => `{$a${" ?: $a".repeat(n)}}`,
  "strings in strings": (n) => `{${'"{'.repeat(n)}$a${'}"'.repeat(n)}}`,
  "chains in strings in chains": (n) =>
    `{"{"{$a${"+1".repeat(n)}}${"|upper".repeat(n)}"|cat:"{$a${".b".repeat(n)}}"}"${"|lower".repeat(n)}}`,
  tests: (n) => `{if $a${" is even".repeat(n)}}x{/if}`,
  ifs: (n) => `${"{if $a}".repeat(n)}${"{/if}".repeat(n)}`,
  elseifs: (n) => `{if $a}${"{elseif $b}x".repeat(n)}{/if}`,
  loops: (n) => `${"{foreach $a as $a}".repeat(n)}{$a}${"{/foreach}".repeat(n)}`,
  "loops down a path": (n) => `${"{foreach $a.b as $a}".repeat(n)}{$a}${"{/foreach}".repeat(n)}`,
  "paths that grow": (n) => "{$a = $a.b}".repeat(n),
  captures: (n) => `${"{capture name=x}".repeat(n)}${"{/capture}".repeat(n)}`,
  html: (n) => `${"{html}".repeat(n)}${"{/html}".repeat(n)}`,
  strip: (n) => `${"{strip}".repeat(n)}${"{/strip}".repeat(n)}`,
  literals: (n) => `${"{literal}".repeat(n)}${"{/literal}".repeat(n)}`,
  "targets of assignments": (n) => `{$a${".b".repeat(n)} = 1}`,
  appends: (n) => `{$a${"[]".repeat(n)} = 1}`,
  equations: (n) => `{math equation="${"(".repeat(n)}1${")".repeat(n)}"}`,
  "signs of equations": (n) => `{math equation="${"-".repeat(n)}1"}`,
  patterns: (n) => `{$a|regex_replace:"/${"(".repeat(n)}a${")".repeat(n)}/":""}`,
  "braces that never close": (n) => "{$a".repeat(n),
  mustaches: (n) => `${"{".repeat(n)}a${"}".repeat(n)}`,
};

/** Whatever it is, it is answered: with a text, listed errors or a typed failure. */
function handle(source: string, data: unknown): void {
  const { template, errors } = parseTemplate(source, { mode: "html" });
  checkTemplate(source, { mode: "html" });
  JSON.stringify(listFields(template));
  for (const trace of [false, true])
    try {
      renderTemplate(template, data, { ...TEST_CONTEXT, autoescape: true, trace });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  expect(Array.isArray(errors)).toBe(true);
}

describe("depth", () => {
  for (const [what, make] of Object.entries(SHAPES))
    test(what, () => {
      for (const depth of [10, 90, 130, 999, 1_001, 8_000]) handle(make(depth), { a: [1, { b: 2 }], b: "b" });
    });

  it("data are nested however deep", () => {
    let deep: unknown = "x";
    for (let index = 0; index < 50_000; index++) deep = index % 2 === 0 ? [deep] : { b: deep };
    for (const source of [
      "{$a}",
      "{$a|json_encode}",
      "{foreach $a as $b}{$b}{/foreach}",
      "{$a == $a}",
      "{$a|unique|count}",
      "{if $a in $a}x{/if}",
    ])
      handle(source, { a: deep });
  });

  it("says what is too deep", () => {
    const of = (source: string) => parseTemplate(source, { mode: "text" }).errors.map(({ code }) => code);
    expect(of(SHAPES["members by dots"]?.(33) ?? "")).toEqual(["too_deep"]);
    expect(of(SHAPES["members by dots"]?.(32) ?? "")).toEqual([]);
    expect(of(SHAPES.additions?.(1_200) ?? "")).toEqual(["too_deep"]);
    expect(of(SHAPES.additions?.(500) ?? "")).toEqual([]);
  });
});
