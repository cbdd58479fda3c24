import { expect, it } from "vitest";
import { isSymbolFont, symbolText } from "./symbol-fonts.ts";

it.each([
  ["Monotype Sorts", "nlu4v", "■●◆✔❖"],
  ["Zapf Dingbats", "\uf06eo", "■❏"],
  ["ITC Zapf Dingbats", "\u00d8\u00ac\u00b6", "➘①❶"],
  ["Symbol", "a", "α"],
  ["Arial", "n", "n"],
])("reads text of %s by its codes", (family, codes, text) => {
  expect(symbolText(family, codes)).toBe(text);
  expect(isSymbolFont(family)).toBe(family !== "Arial");
});
