import fs from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";

/**
 * What handlers, tools and deliveries say by themselves when something is refused: the texts in the code, as people
 * read them. Texts of schemas are in test/conformance/messages.ts.
 */

const SOURCE = path.resolve(import.meta.dirname, "..");
const REFUSAL = /(?:new Failure\(\s*"[a-z_]+",\s*|\brefused\(\s*|new DeliveryError\(\s*)(?=["'`])/g;

/** The text of the literal that begins at an offset; what it computes is `...`. */
function literalAt(source: string, at: number): string {
  const quote = source[at];
  let text = "";
  for (let index = at + 1; index < source.length && source[index] !== quote; index++) {
    if (source[index] === "\\") text += source[++index];
    else if (quote === "`" && source.startsWith("${", index)) {
      index = endOfExpression(source, index + 1);
      text += "...";
    } else text += source[index];
  }
  return text;
}

function endOfExpression(source: string, open: number): number {
  let depth = 0;
  for (let index = open; index < source.length; index++) {
    if (source[index] === "{") depth++;
    if (source[index] === "}" && --depth === 0) return index;
  }
  return source.length;
}

function failureTexts(): string[] {
  const files = fs.globSync("**/*.ts", { cwd: SOURCE }).filter((name) => !name.endsWith(".test.ts"));
  const texts = files.flatMap((name) => {
    const source = fs.readFileSync(path.join(SOURCE, name), "utf8");
    return Array.from(source.matchAll(REFUSAL), ({ index, 0: call }) => literalAt(source, index + call.length));
  });
  return [...new Set(texts)].sort();
}

const texts = failureTexts();

it("finds them", () => {
  expect(texts.length).toBeGreaterThan(200);
});

test.each(texts)("%s", (text) => {
  // Texts that go on, or begin elsewhere, are put together; `its ...` comes after the name of a rule.
  expect(text).toMatch(/^(?:[A-Z".]|its |[a-z_]+ (?:must|and) )/);
  expect(text).toMatch(/(?:[^\s,;:][.!]|: ?|: \.\.\.|\)\. )$/);
  expect(text).not.toMatch(/ {2}|undefined|\bnull\b|Invalid|\bfailed to\b|[Uu]nable to|please/i);
});
