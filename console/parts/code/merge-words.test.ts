import { expect, it } from "vitest";
import { modifierNames } from "../../../src/language/modifiers/registry.ts";
import { parseTemplate } from "../../../src/language/template.ts";
import { BLOCKS, MODIFIERS } from "./merge-words.ts";

it("offers every modifier of the language once, and no others", () => {
  const offered = MODIFIERS.map(({ name }) => name);

  expect([...offered].sort()).toEqual([...modifierNames()].sort());
});

it("offers modifiers in the form that the language takes", () => {
  for (const { usage } of MODIFIERS)
    expect(() => parseTemplate(`{$Value|${usage}}`, { mode: "text" }), usage).not.toThrow();
});

it("offers tags that the language takes once their placeholders are filled in", () => {
  const middle = new Set(["else", "elseif"]);
  for (const { name, template } of BLOCKS) {
    const tag = `{${template.replace(/\$\{([^}]*)\}/g, "$1")}`;
    const whole = middle.has(name) ? `{if $x}${tag}{/if}` : tag;
    expect(() => parseTemplate(whole, { mode: "text" }), whole).not.toThrow();
  }
});
