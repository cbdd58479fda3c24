import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { openPdf } from "../document.ts";
import { buildPages } from "../testing/build-file.ts";
import { shownText, withoutBlanks } from "./shown-text.ts";

/** The text of one page with this content, its fonts F (Helvetica) and G. */
const textOf = (content: string, more: Record<number, string | { entries: string; bytes: string }> = {}) =>
  shownText(
    openPdf(
      buildPages(1, {
        page: () => "/Resources<</Font<</F 3 0 R/G 20 0 R>>/XObject<</X 30 0 R>>>>",
        objects: { 11: { entries: "", bytes: content }, ...more },
      }),
    ),
  );

const composite = (cmap: string) => ({
  20: "<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/ToUnicode 21 0 R>>",
  21: { entries: "", bytes: cmap },
});

describe("the text that a PDF shows", () => {
  it("is that of its pages, in order; no word spans two of them", () => {
    const text = shownText(openPdf(buildPages(2)));
    expect(text).toContain("Page1");
    expect(text.indexOf("Page2")).toBeGreaterThan(text.indexOf("Page1"));
    expect(text).not.toContain(withoutBlanks("Page 1 Page 2"));
  });

  it("has strings in all their forms, whatever moves between them", () => {
    const text = textOf("BT /F 9 Tf [(In)-200(vo)] TJ 3 0 Td (ice) Tj (\\0503\\51) ' 1 2 <3432> \" ET");
    expect(text).toContain("Invoice(3)42");
  });

  it("follows ToUnicode: single codes, ranges, lists, ligatures and characters beyond 16 bits", () => {
    const text = textOf(
      "BT /G 9 Tf <000100020003001000110020> Tj ET",
      composite(`1 begincodespacerange <0000> <ffff> endcodespacerange
        3 beginbfchar <0001> <20ac> <0002> <00660069> <0003> <d83dde00> endbfchar
        2 beginbfrange <0010> <0011> <0041> <0020> <0021> [<005a> <0059>] endbfrange`),
    );
    expect(text).toContain("€fi😀ABZ");
  });

  it("knows simple fonts by their encoding and the names of their glyphs", () => {
    const text = textOf("BT /F 9 Tf (\\200 \\344) Tj /G 9 Tf (\\101B) Tj ET", {
      20: "<</Type/Font/Subtype/Type1/BaseFont/Any/Encoding<</BaseEncoding/MacRomanEncoding/Differences[65/Lslash]>>>>",
    });
    expect(text).toContain("€äŁB");
  });

  it("goes into forms and the fields of pages, but not into hidden ones", () => {
    const field = (number: number, flags: number) => `<</Subtype/Widget/F ${flags}/AP<</N ${number} 0 R>>>>`;
    const pdf = buildPages(1, {
      page: () => `/Annots[${field(31, 4)} ${field(32, 2)}]/Resources<</Font<</F 3 0 R>>/XObject<</X 30 0 R>>>>`,
      objects: {
        11: { entries: "", bytes: "/X Do" },
        30: { entries: "/Subtype/Form/Resources<</Font<</F 3 0 R>>>>", bytes: "BT /F 9 Tf (in a form) Tj ET" },
        31: { entries: "/Subtype/Form/Resources<</Font<</F 3 0 R>>>>", bytes: "BT /F 9 Tf (Ada Lovelace) Tj ET" },
        32: { entries: "/Subtype/Form/Resources<</Font<</F 3 0 R>>>>", bytes: "BT /F 9 Tf (secret) Tj ET" },
      },
    });
    const text = shownText(openPdf(pdf));
    expect(text).toContain("inaform");
    expect(text).toContain("AdaLovelace");
    expect(text).not.toContain("secret");
  });

  it("terminates on forms that draw themselves, and on codes that stand for a lot", () => {
    const resources = "/Resources<</Font<</F 3 0 R>>/XObject<</X 30 0 R>>>>";
    const self = (text: string) => ({ entries: `/Subtype/Form${resources}`, bytes: text + "/X Do ".repeat(8) });
    expect(() => textOf("/X Do", { 30: self("BT /F 9 Tf (again) Tj ET ") })).toThrow(Failure);
    // What shows no text is looked into once.
    expect(textOf("/X Do", { 30: self("") })).toBe("\ufffc");

    const bomb = `1 beginbfchar <0001> <${"0041".repeat(256)}> endbfchar`;
    const content = `BT /G 9 Tf <${"0001".repeat(1_000)}> Tj ET`;
    expect(textOf(content, composite(bomb)).length).toBeLessThan(20_000);
  });
});

it("compares texts without blanks, soft hyphens and ligatures", () => {
  expect(withoutBlanks(" of\u00adﬁce\n hours")).toBe("officehours");
});
