import { expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readSettings } from "./settings.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const settings = (content: string) => readSettings(readXml(`<w:settings ${W}>${content}</w:settings>`));

it("knows the switches that say how older versions laid out, by their names", () => {
  const setting = (name: string, value: string) => `<w:compatSetting w:name="${name}" w:uri="x" w:val="${value}"/>`;
  const { compat, compatibilityMode } = settings(
    `<w:compat><w:noLeading/><w:usePrinterMetrics w:val="0"/>${setting("compatibilityMode", "15")}${setting("doNotFlipMirrorIndents", "1")}${setting("enableOpenTypeFeatures", "0")}</w:compat>`,
  );
  expect([...compat]).toEqual(["noLeading", "doNotFlipMirrorIndents"]);
  expect(compatibilityMode).toBe(15);
  expect(settings("").compatibilityMode).toBe(12);
});

it("maps names of colors to those of the theme, links and accents, too", () => {
  const mapping =
    '<w:clrSchemeMapping w:bg1="dark1" w:t1="light1" w:hyperlink="accent1" w:followedHyperlink="accent2" w:accent1="accent3"/>';
  const theme = new Theme(undefined, settings(mapping).colorMapping);
  const names = ["background1", "text1", "hyperlink", "followedHyperlink", "accent1", "dark1"];
  expect(names.map((name) => theme.color(name))).toEqual(
    ["#000000", "#ffffff", "#4f81bd"].concat(["#c0504d", "#9bbb59", "#000000"]),
  );
});
