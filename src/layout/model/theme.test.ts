import { expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "./theme.ts";

it("takes East Asian fonts by the language of the document where the theme names none for all", () => {
  const theme = (eastAsian: string, language: string) => {
    const fonts = `<a:latin typeface="Calibri"/><a:ea typeface="${eastAsian}"/><a:font script="Jpan" typeface="MS Mincho"/><a:font script="Hang" typeface="Malgun Gothic"/>`;
    const namespace = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
    const elements = `<a:themeElements><a:fontScheme><a:minorFont>${fonts}</a:minorFont></a:fontScheme></a:themeElements>`;
    return new Theme(readXml(`<a:theme ${namespace}>${elements}</a:theme>`), {}, { eastAsianLanguage: language }).font(
      "minorEastAsia",
    );
  };
  expect(theme("", "ko-KR")).toBe("Malgun Gothic");
  expect(theme("", "ja-JP")).toBe("MS Mincho");
  expect(theme("", "")).toBeUndefined();
  expect(theme("SimSun", "ko-KR")).toBe("SimSun");
});
