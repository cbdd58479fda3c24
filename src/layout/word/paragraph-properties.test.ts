import { expect, it } from "vitest";
import { linesWithin } from "../flow/fragment-notes.ts";
import { bodyTexts, layOut, paragraph, wordDocument } from "../testing/word-document.ts";

it("takes a negative line height for an exact one in twips, whatever rule is beside it", () => {
  const heightOf = (attributes: string) => {
    const [page] = layOut(wordDocument(paragraph("one", `<w:spacing ${attributes}/>`)));
    return linesWithin(page?.body ?? [])[0]?.heightPt;
  };
  for (const rule of ["", 'w:lineRule="auto"', 'w:lineRule="exact"', 'w:lineRule="atLeast"'])
    expect(heightOf(`w:line="-240" ${rule}`)).toBe(12);
  expect(bodyTexts(layOut(wordDocument(paragraph("one"))))).toEqual([["one"]]);
});

it("takes the length of an indent where one is stored beside its characters", () => {
  const leftOf = (attributes: string) => {
    const [page] = layOut(wordDocument(paragraph("one", `<w:ind ${attributes}/>`)));
    return linesWithin(page?.body ?? [])[0]?.xPt;
  };
  expect(leftOf('w:leftChars="300"')).toBe(30);
  expect(leftOf('w:leftChars="300" w:left="500"')).toBe(25);
  expect(leftOf('w:firstLineChars="200"')).toBe(20);
  expect(leftOf('w:firstLineChars="200" w:firstLine="300"')).toBe(15);
});
