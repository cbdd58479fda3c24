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
])("reads %s", (_, content, expected) => {
  expect(properties(content)).toMatchObject(expected);
});
