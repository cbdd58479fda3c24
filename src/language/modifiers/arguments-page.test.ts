import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { merge } from "../testing/merge.ts";
import { findModifier, modifierNames } from "./registry.ts";

const PAGE = fs.readFileSync(
  path.resolve(import.meta.dirname, "../../../docs/spec", ["language", "md"].join(".")),
  "utf8",
);
const SECTION = PAGE.slice(PAGE.indexOf("### Arguments"), PAGE.indexOf("## Document tags"));
const DATA: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(SECTION)?.[1] ?? "");
const ROWS = [...SECTION.matchAll(/^\| `(\w+)` \| (.*?) \| `(.*?)` \| (?:`(.*)`|) \|$/gm)].map(
  ([, name = "", list = "", example = "", prints = ""]) => ({
    name,
    // What has no default has to be given; commas within a default are not between arguments.
    required: list
      .replace(/"[^"]*"/g, '""')
      .split(", ")
      .filter((each) => each !== "—" && each !== "…" && !each.includes("=")).length,
    example: example.replaceAll("\\|", "|"),
    prints: prints.replaceAll("\\|", "|"),
  }),
);

it("the page of the language lists every modifier once, and no others", () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual([...modifierNames()].sort());
});

describe("the arguments and the example of", () => {
  it.each(ROWS)("$name", ({ name, required, example, prints }) => {
    expect(required).toBe(findModifier(name)?.least ?? 0);
    expect(example).toContain(name);
    expect(merge(example, DATA).replaceAll("\u00a0", " ")).toBe(prints);
  });
});
