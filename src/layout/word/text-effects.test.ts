import { expect, it } from "vitest";
import { child, readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readCharacterProperties } from "./character-properties.ts";

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const red = (more = "") => `<w14:solidFill><w14:srgbClr w14:val="FF0000">${more}</w14:srgbClr></w14:solidFill>`;
const properties = (content: string) =>
  readCharacterProperties(
    child(readXml(`<w:r ${NAMES}><w:rPr>${content}</w:rPr></w:r>`), "w:rPr"),
    new Theme(undefined),
  );

it.each([
  [
    "a line along letters",
    `<w14:textOutline w14:w="25400">${red()}</w14:textOutline>`,
    { line: { color: "#ff0000", opacity: 1, widthPt: 2 } },
  ],
  ["no line", '<w14:textOutline w14:w="25400"><w14:noFill/></w14:textOutline>', { line: undefined }],
  [
    "a colour before that of the text",
    `<w:color w:val="00FF00"/><w14:textFill>${red()}</w14:textFill>`,
    { color: "#ff0000" },
  ],
  ["transparency", `<w14:textFill>${red('<w14:alpha w14:val="80000"/>')}</w14:textFill>`, { color: "#ff000033" }],
  ["hollow letters", "<w14:textFill><w14:noFill/></w14:textFill>", { outline: true }],
  [
    "gradients",
    '<w14:textFill><w14:gradFill><w14:gsLst><w14:gs w14:pos="0"><w14:srgbClr w14:val="FF0000"/></w14:gs><w14:gs w14:pos="100000"><w14:srgbClr w14:val="0000FF"/></w14:gs></w14:gsLst><w14:lin w14:ang="5400000"/></w14:gradFill></w14:textFill>',
    {
      gradient: {
        angleDeg: 90,
        stops: [
          { offset: 0, color: "#ff0000" },
          { offset: 1, color: "#0000ff" },
        ],
      },
    },
  ],
  [
    "shadows",
    '<w14:shadow w14:blurRad="50800" w14:dist="38100" w14:dir="5400000" w14:sx="100000" w14:sy="100000"><w14:srgbClr w14:val="000000"><w14:alpha w14:val="60000"/></w14:srgbClr></w14:shadow>',
    { textShadow: { color: "#000000", opacity: 0.4, blurPt: 4, offsetYPt: 3 } },
  ],
  [
    "no shadow of no size",
    '<w14:shadow w14:blurRad="0" w14:dist="0" w14:sx="0" w14:sy="0"><w14:srgbClr w14:val="000000"/></w14:shadow>',
    { textShadow: undefined },
  ],
  [
    "glows",
    '<w14:glow w14:rad="63500"><w14:srgbClr w14:val="FFC000"/></w14:glow>',
    { glow: { color: "#ffc000", opacity: 1, radiusPt: 5 } },
  ],
])("reads %s", (_, content, expected) => {
  expect(properties(content)).toMatchObject(expected);
});
