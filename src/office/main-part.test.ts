import { expect, it } from "vitest";
import { mainPartOf } from "./main-part.ts";
import { Relationships } from "./relationships.ts";

const root = (target: string) =>
  new Relationships("", [{ id: "rId1", type: "http://x/officeDocument", target, external: false }]);

it("is what the package's relationship points to", () => {
  expect(mainPartOf(root("/word/document.xml"), { has: () => true })).toBe("word/document.xml");
});

it("is named if it is missing", () => {
  const none = { has: () => false };
  expect(() => mainPartOf(root("word/document.xml"), none)).toThrow('The part "word/document.xml" is missing');
  expect(() => mainPartOf(new Relationships(""), none)).toThrow("names no document");
});
