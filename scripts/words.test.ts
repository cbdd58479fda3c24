import { describe, expect, it } from "vitest";
import { headingsOf, identifiersOf, UNUSED, unusedIn, wordsOf } from "./words.ts";

describe("words of a name", () => {
  it.each([
    ["readHTMLPage", ["read", "html", "page"]],
    ["MAX_IMAGE_BYTES", ["max", "image", "bytes"]],
    ["near-name", ["near", "name"]],
    ["#cachedUtf8Text", ["cached", "utf", "text"]],
  ])("%s", (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });
});

describe("a word that is not used", () => {
  it.each(["nearName", "near-name", "NEAR_NAME", "bestNearNameOf", "centreX", "The sealed page"])(
    "is found in %s",
    (name) => {
      expect(unusedIn(name, "src/a.ts")).toContain("is not used");
    },
  );

  it.each(["nearestName", "nearPoint", "center", "sealSecrets", "pages", "A page"])("is not found in %s", (name) => {
    expect(unusedIn(name, "src/a.ts")).toBeUndefined();
  });

  it("is named with the term that is used", () => {
    expect(unusedIn("tabStockSize", "src/a.ts")).toBe('tabStockSize: "tab stock" is not used; tab pool, sandboxed tab');
  });

  it("is listed once", () => {
    const all = UNUSED.flatMap(({ words }) => words);
    expect(new Set(all).size).toBe(all.length);
  });
});

it("identifiers are those outside of comments and texts", () => {
  const text = "// a told\nconst said = `told ${told}`; /* told */ call(\"told\", 'told', it.said);";
  expect([...identifiersOf(text)]).toEqual(["const", "said", "call", "it"]);
});

it("headings are those outside of code", () => {
  expect(headingsOf("# One\n```sh\n# no heading\n```\n### Two\ntext # not\n")).toEqual(["One", "Two"]);
});
