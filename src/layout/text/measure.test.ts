import { describe, expect, it } from "vitest";
import { linesWithin } from "../flow/fragment-notes.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { layOut, section, wordDocument } from "../testing/word-document.ts";
import { TextMeasurer } from "./measure.ts";
import { TextStyles } from "./text-style.ts";

const measurer = new TextMeasurer((text) => [...text].length / 2);
const verdana = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, fonts: { ascii: "Verdana" } };

describe("text of a font that is not served", () => {
  it("is as wide as the font's own advances say", () => {
    const style = new TextStyles().style(verdana);
    expect(measurer.width("n", style)).toBeCloseTo(0.633 * 20);
    expect(measurer.width("none", style)).toBeCloseTo((0.633 + 0.607 + 0.633 + 0.596) * 20);
  });

  it("is as wide under an accent as without it", () => {
    const style = new TextStyles().style(verdana);
    expect(measurer.width("ñÈ", style)).toBeCloseTo((0.633 + 0.632) * 20);
  });

  it("is as wide in an emboldened face as in the one it is made of", () => {
    const light = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, fonts: { ascii: "Calibri Light" } };
    const styles = new TextStyles();
    const bold = styles.style({ ...light, bold: true });
    expect(measurer.width("none", bold)).toBeCloseTo(measurer.width("none", styles.style(light)));
  });

  it("takes half the em for Latin letters of the old East Asian fonts", () => {
    const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, fonts: { ascii: "SimSun" } };
    const thirds = new TextMeasurer((text) => [...text].length / 3);
    expect(thirds.width("Wi8", new TextStyles().style(format))).toBeCloseTo(30);
  });

  it("knows the Hebrew of Arial, not its Latin letters, which its substitute has alike", () => {
    const fonts = { ascii: "Arial", complex: "Arial" };
    const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, sizeComplexPt: 20, fonts };
    expect(new TextStyles().style(format).advances).toBeUndefined();
    expect(measurer.width("של", new TextStyles().style(format, "complex"))).toBeCloseTo((0.694 + 0.463) * 20);
  });

  it("takes the substitute's advance for characters that are not known", () => {
    const style = new TextStyles().style(verdana);
    expect(measurer.width("日", style)).toBeCloseTo(style.sizePt / 2);
  });

  it("takes emoji of several characters for one sign", () => {
    const whole = new TextMeasurer((text) => (text === "" ? 0 : 1));
    const style = new TextStyles().style(verdana);
    for (const emoji of ["👨‍👩‍👧", "👋🏽", "🇩🇪"]) {
      expect(whole.width(emoji, style)).toBeCloseTo(style.sizePt);
      expect(whole.width(`n${emoji}n`, style)).toBeCloseTo(2 * 0.633 * 20 + style.sizePt);
    }
  });

  it("counts letters of Hebrew one by one, unless they have marks", () => {
    const fonts = { complex: "Microsoft Sans Serif", ascii: "Microsoft Sans Serif" };
    const style = new TextStyles().style(
      { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, sizeComplexPt: 20, fonts },
      "complex",
    );
    expect(measurer.width("שלום", style)).toBeCloseTo((0.664 + 0.52 + 0.32 + 0.6) * 20);
    expect(measurer.width("שָׁ", style)).toBeCloseTo(3 * 0.5 * 20);
  });

  it("is measured where the font itself is there", () => {
    const style = new TextStyles(undefined, () => true).style(verdana);
    expect(measurer.width("nn", style)).toBeCloseTo(20);
  });

  it("is that of the named font where another is served under its name", () => {
    const style = new TextStyles(undefined, () => false).style({ ...verdana, fonts: { ascii: "Cambria" } });
    expect(measurer.width("2017", style)).toBeCloseTo(4 * 0.554 * 20);
  });

  it("is spread so that it fills its room", () => {
    const run = '<w:r><w:rPr><w:rFonts w:ascii="Verdana" w:hAnsi="Verdana"/></w:rPr><w:t>none</w:t></w:r>';
    const [page] = layOut(wordDocument(`<w:p>${run}</w:p>${section(5, 40)}`));
    const [part] = linesWithin(page?.body ?? [])[0]?.parts ?? [];
    if (part?.kind !== "text") throw new Error("there is no text");
    expect(part.widthPt).toBeCloseTo(24.69);
    expect(measurer.drawnWidth("none", part.style) + 4 * (part.fitPt ?? 0)).toBeCloseTo(part.widthPt);
  });
});

it("text is measured with and without kerning, in each font", () => {
  const widths = new TextMeasurer((_, fontKey, kerning) => (kerning ? 1 : 2) + (fontKey.includes("700") ? 10 : 0));
  const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 10, fonts: { ascii: "Arial" } };
  const kerned = { ...format, kerningFromPt: 1 };
  const styles = new TextStyles();
  const measured = [format, kerned, { ...format, bold: true }, { ...kerned, bold: true }, format, kerned].map((each) =>
    widths.width("AV", styles.style(each)),
  );
  expect(measured).toEqual([20, 10, 120, 110, 20, 10]);
});
