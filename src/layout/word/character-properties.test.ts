import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { child, readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readCharacterProperties, readShading } from "./character-properties.ts";

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const theme = new Theme(undefined);
const run = (content: string) => present(readXml(`<w:r ${NAMES}><w:rPr>${content}</w:rPr></w:r>`));

describe("readCharacterProperties", () => {
  it.each([
    ["a color of the theme", '<w:color w:val="112233" w:themeColor="text2"/>', { color: "#1f497d" }],
    ["a darker one", '<w:color w:themeColor="background1" w:themeShade="80"/>', { color: "#808080" }],
    ["its own color where the theme has none", '<w:color w:val="112233" w:themeColor="none"/>', { color: "#112233" }],
    ["a marker", '<w:highlight w:val="yellow"/>', { highlight: "#ffff00" }],
    ["no marker", '<w:highlight w:val="none"/>', { highlight: undefined }],
    [
      "a line below it in a color of its own",
      '<w:u w:val="double" w:color="00FF00"/>',
      { underline: "double", underlineColor: "#00ff00" },
    ],
    ["no line below it", '<w:u w:val="none"/>', { underline: undefined, underlineColor: undefined }],
    [
      "a border",
      '<w:bdr w:val="dashed" w:sz="8" w:space="2" w:color="0000FF" w:shadow="1"/>',
      { border: { style: "dashed", widthPt: 1, spacePt: 2, color: "#0000ff", shadow: true } },
    ],
    [
      "a border that says nothing of itself",
      '<w:bdr w:val="single"/>',
      { border: { style: "single", widthPt: 0.5, spacePt: 0, color: "auto" } },
    ],
    ["a shade", '<w:shd w:val="clear" w:fill="FF0000"/>', { shading: { fill: "#ff0000" } }],
    ["a place above the line", '<w:vertAlign w:val="superscript"/>', { verticalAlign: "superscript" }],
    ["a place on the line", '<w:vertAlign w:val="baseline"/>', { verticalAlign: "baseline" }],
    ["a place that is lower by points", '<w:position w:val="-6"/>', { positionPt: -3 }],
    ["room between characters", '<w:spacing w:val="30"/>', { spacingPt: 1.5 }],
    ["wide characters", '<w:w w:val="150"/>', { scale: 1.5 }],
    ["characters that are six times as wide at the most", '<w:w w:val="9000"/>', { scale: 6 }],
    ["characters of their own width for one of nothing", '<w:w w:val="0"/>', { scale: 1 }],
    ["closer pairs from a size on", '<w:kern w:val="28"/>', { kerningFromPt: 14 }],
    ["no closer pairs", '<w:kern w:val="0"/>', { kerningFromPt: undefined }],
    ["joined letters", '<w14:ligatures w14:val="standardContextual"/>', { ligatures: true }],
    ["single letters", '<w14:ligatures w14:val="none"/>', { ligatures: false }],
    ["a direction and a script", '<w:rtl/><w:cs w:val="0"/>', { rightToLeft: true, complexScript: false }],
  ])("reads %s", (_, content, expected) => {
    expect(readCharacterProperties(child(run(content), "w:rPr"), theme)).toEqual(expected);
  });
});

describe("readShading", () => {
  it.each([
    ["its fill", 'w:val="clear" w:color="FF0000" w:fill="00FF00"', "#00ff00"],
    ["a fill of the theme", 'w:val="clear" w:fill="00FF00" w:themeFill="text2"', "#1f497d"],
    ["nothing for an automatic one", 'w:val="clear" w:fill="auto"', undefined],
    ["nothing", 'w:val="nil" w:fill="00FF00"', undefined],
    ["its pattern's color", 'w:val="solid" w:color="FF0000" w:fill="00FF00"', "#ff0000"],
    ["black for an automatic one", 'w:val="solid" w:color="auto"', "#000000"],
    ["the mixture that a pattern looks like", 'w:val="pct25" w:color="000000" w:fill="FFFFFF"', "#bfbfbf"],
  ])("is %s", (_, attributes, fill) => {
    expect(readShading(present(readXml(`<w:shd ${NAMES} ${attributes}/>`)), theme)).toEqual({ fill });
  });
});
