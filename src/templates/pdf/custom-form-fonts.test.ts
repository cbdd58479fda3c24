import { describe, expect, it } from "vitest";
import type { CustomFont } from "../../domain/custom-font.ts";
import { smallFont } from "../../font/testing/small-font.ts";
import { openPdf } from "../../pdf/document.ts";
import { FieldFonts } from "../../pdf/form/field-fonts.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { customFormFonts } from "./custom-form-fonts.ts";

const font = (more: Partial<CustomFont>): CustomFont => ({
  ...{ key: "f/w/regular", family: "House Sans", styleFamily: undefined, postScriptName: "HouseSans-Regular" },
  ...{ weight: 400, isBold: false, isItalic: false },
  ...more,
});
const fonts = [font({}), font({ key: "f/w/bold", postScriptName: "HouseSans-Bold", weight: 700, isBold: true })];

/** A form with a field in the font F1, which has this name. */
function form(baseFont: string) {
  const widget = "/Type/Annot/Subtype/Widget/Rect[10 10 110 30]/FT/Tx/T(a)/DA(/F1 10 Tf)";
  return openPdf(
    buildPages(1, {
      catalog: "/AcroForm<</Fields[50 0 R]/DR<</Font<</F1 51 0 R>>>>>>",
      page: () => "/Annots[50 0 R]",
      objects: { 50: `<<${widget}>>`, 51: `<</Type/Font/Subtype/Type1/BaseFont/${baseFont}>>` },
    }),
  );
}

describe("fonts of the workspace in forms", () => {
  it.each([
    ["HouseSans-Bold", ["f/w/bold"]],
    ["ABCDEF+HouseSans", ["f/w/regular"]],
    ["HouseSans,Bold", ["f/w/bold"]],
    ["House#20Sans", ["f/w/regular"]],
    ["HouseSans-Italic", []],
    ["Helvetica", []],
  ])("are found for %s", async (baseFont, keys) => {
    const asked: string[] = [];
    const read = async (key: string) => {
      asked.push(key);
      return smallFont();
    };
    const found = await customFormFonts(form(baseFont), { fonts, read });
    expect(asked).toEqual(keys);
    expect(found.map(({ fontNames }) => fontNames)).toEqual(keys.map(() => ["F1"]));
  });

  it("draw the fields, in place of a font that looks similar", async () => {
    const document = form("HouseSans");
    const given = await customFormFonts(document, { fonts, read: async () => smallFont() });
    const chosen = new FieldFonts(document, given);
    expect(chosen.choose("F1", "ABBA").widthOf("ABBA")).toBeCloseTo(2.6);
    expect(chosen.choose("F2", "ABBA").widthOf("ABBA")).not.toBeCloseTo(2.6);
    // Characters that it lacks come from the others.
    expect(chosen.choose("F1", "ABx").widthOf("AB")).toBeCloseTo(1.3);
    expect(chosen.choose("F1", "ABx").canShow("ABx")).toBe(true);
  });
});
