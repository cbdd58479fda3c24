import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readXml } from "../../office/xml-node.ts";
import { Theme } from "../model/theme.ts";
import { readSectionProperties } from "./section-properties.ts";

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
/** Of a page with 400 points between its margins. */
const section = (content: string) =>
  readSectionProperties(
    present(
      readXml(
        `<w:sectPr ${NAMES}>${content}<w:pgSz w:w="9000" w:h="12000"/><w:pgMar w:left="500" w:right="500"/></w:sectPr>`,
      ),
    ),
    new Theme(undefined),
    () => undefined,
  );

describe("columns", () => {
  it.each([
    ["one by default", "", [[400, 0]]],
    [
      "equal ones",
      '<w:cols w:num="2" w:space="800"/>',
      [
        [180, 40],
        [180, 40],
      ],
    ],
    [
      "each of its own width",
      '<w:cols w:num="2" w:equalWidth="0"><w:col w:w="2000" w:space="400"/><w:col w:w="5600"/></w:cols>',
      [
        [100, 20],
        [280, 0],
      ],
    ],
    [
      "equal ones, whatever widths are stored beside them",
      '<w:cols w:num="2" w:space="0" w:equalWidth="1"><w:col w:w="2000"/><w:col w:w="5600"/></w:cols>',
      [
        [200, 0],
        [200, 0],
      ],
    ],
  ])("are %s", (_, content, expected) => {
    expect(section(content).columns.map(({ widthPt, gapPt }) => [widthPt, gapPt])).toEqual(expected);
  });

  it("are 45 at the most", () => {
    const own = `<w:cols w:equalWidth="0">${'<w:col w:w="20"/>'.repeat(60)}</w:cols>`;
    expect([section('<w:cols w:num="60"/>'), section(own)].map(({ columns }) => columns.length)).toEqual([45, 45]);
  });
});

describe("borders of pages", () => {
  it("are on the sides that have one, from the text or from the edge", () => {
    const side = (name: string) => `<w:${name} w:val="single" w:sz="16" w:space="24" w:color="FF0000"/>`;
    const line = { style: "single", widthPt: 2, spacePt: 24, color: "#ff0000" };
    expect(section(`<w:pgBorders>${side("top")}${side("left")}</w:pgBorders>`).pageBorders).toEqual({
      ...{ offsetFrom: "text", display: "allPages", inFront: true },
      ...{ top: line, left: line },
    });
    const attributes = 'w:offsetFrom="page" w:display="firstPage" w:zOrder="back"';
    expect(section(`<w:pgBorders ${attributes}>${side("bottom")}</w:pgBorders>`).pageBorders).toEqual({
      ...{ offsetFrom: "page", display: "firstPage", inFront: false },
      bottom: line,
    });
    expect(section("").pageBorders).toBeUndefined();
  });
});

describe("backgrounds of pages", () => {
  const fill = (type: string, color: string) =>
    `<w:pageFill w:type="${type}"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></w:pageFill>`;
  const solid = (color: string) => ({ kind: "solid", color, opacity: 1 });

  it("are their own on a section's first page only if there is one for it", () => {
    expect(section(fill("default", "FF0000")).background).toEqual({ fills: [solid("#ff0000")], first: undefined });
    const both = fill("default", "FF0000") + fill("first", "0000FF");
    expect(section(both).background).toEqual({ fills: [solid("#ff0000")], first: [solid("#0000ff")] });
    expect(section(`${fill("default", "FF0000")}<w:pageFill w:type="first"/>`).background?.first).toEqual([]);
  });
});
