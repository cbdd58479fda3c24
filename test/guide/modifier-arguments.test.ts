import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { MODIFIERS } from "../../console/parts/code/merge-words.ts";

it("the editor says the arguments of each modifier as the page of the language does", () => {
  const page = fs.readFileSync(
    path.resolve(import.meta.dirname, "../../docs/spec", ["language", "md"].join(".")),
    "utf8",
  );
  const listed = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| `/gm)].map(
    ([, name, parameters]) => [name, parameters === "—" ? "" : parameters] as const,
  );
  expect(Object.fromEntries(MODIFIERS.map(({ name, parameters }) => [name, parameters]))).toEqual(
    Object.fromEntries(listed),
  );
});
