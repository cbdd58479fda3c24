import { describe, expect, it } from "vitest";
import { readXml } from "../../../office/xml-node.ts";
import { Theme } from "../../model/theme.ts";
import { readRichText } from "./rich-text.ts";
import { SpreadsheetColors } from "./spreadsheet-colors.ts";
import { StyleBook } from "./styles.ts";

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

const xml = (name: string, content: string) => readXml(`<${name} ${NAMESPACE}>${content}</${name}>`);

function styleBook(content: string, locale?: string): StyleBook {
  const root = xml("styleSheet", content);
  return new StyleBook(root, new SpreadsheetColors(new Theme(undefined), root), locale);
}

/** The format of a cell whose one fill, border or alignment is given. */
const withFill = (fill: string) =>
  styleBook(`<fills><fill>${fill}</fill></fills><cellXfs><xf fillId="0"/></cellXfs>`).style(0).fill;

describe("the fill of a cell", () => {
  const fore = '<fgColor rgb="FFFF0000"/>';
  const back = '<bgColor rgb="FF0000FF"/>';
  it.each([
    ["nothing", "<patternFill/>", undefined],
    ["one colour", `<patternFill patternType="solid">${fore}${back}</patternFill>`, "#ff0000"],
    ["one colour that is only named behind", `<patternFill patternType="solid">${back}</patternFill>`, "#0000ff"],
    ["half of two colours", `<patternFill patternType="mediumGray">${fore}${back}</patternFill>`, "#800080"],
    ["dark stripes of black on white", '<patternFill patternType="darkUp"/>', "#808080"],
    ["light stripes", '<patternFill patternType="lightDown"/>', "#bfbfbf"],
    [
      "a gradient from left to right",
      `<gradientFill><stop position="0"><color rgb="FFFF0000"/></stop><stop position="1"><color rgb="FF0000FF"/></stop></gradientFill>`,
      {
        kind: "gradient",
        angleDeg: 0,
        radial: false,
        stops: [
          { offset: 0, color: "#ff0000", opacity: 1 },
          { offset: 1, color: "#0000ff", opacity: 1 },
        ],
      },
    ],
    [
      "one from the middle",
      `<gradientFill type="path" left="0.5" right="0.5" top="0.5" bottom="0.5"><stop position="0"><color rgb="FFFF0000"/></stop></gradientFill>`,
      {
        kind: "gradient",
        angleDeg: 0,
        radial: true,
        path: { shape: "rect", focus: { left: 0.5, right: 0.5, top: 0.5, bottom: 0.5 } },
        stops: [{ offset: 0, color: "#ff0000", opacity: 1 }],
      },
    ],
    [
      "one from the middle to the far corner, where right and bottom are not stated",
      `<gradientFill type="path" left="0.5" top="0.5"><stop position="0"><color rgb="FFFF0000"/></stop></gradientFill>`,
      {
        kind: "gradient",
        angleDeg: 0,
        radial: true,
        path: { shape: "rect", focus: { left: 0.5, right: 1, top: 0.5, bottom: 1 } },
        stops: [{ offset: 0, color: "#ff0000", opacity: 1 }],
      },
    ],
    ["a gradient without stops", "<gradientFill/>", undefined],
  ])("is %s", (_, fill, expected) => {
    expect(withFill(fill)).toEqual(expected);
  });

  it("is the background colour in a conditional format, where a solid fill needs no name", () => {
    const { differentials } = styleBook(
      `<dxfs><dxf><fill><patternFill>${fore}${back}</patternFill></fill></dxf></dxfs>`,
    );
    expect(differentials[0]?.fill).toBe("#0000ff");
  });
});

describe("the format of a cell", () => {
  it("has the font, borders and number format that it names", () => {
    const book = styleBook(`
      <numFmts><numFmt numFmtId="170" formatCode="0.000"/></numFmts>
      <fonts><font/><font><b/><i val="0"/><sz val="900"/><name val="Lato"/><family val="1"/><u val="doubleAccounting"/>
        <color indexed="10"/><vertAlign val="superscript"/></font></fonts>
      <borders><border diagonalUp="1"><start style="thin"/><right style="none"/><diagonal style="thick"/></border></borders>
      <cellXfs><xf fontId="1" borderId="0" numFmtId="170"/><xf numFmtId="10"/></cellXfs>`);
    const { font, borders, numberFormat } = book.style(0);
    expect(font).toMatchObject({ family: "Lato", familyClass: 1, sizePt: 409, bold: true, italic: false });
    expect(font).toMatchObject({ underline: "double", color: "#ff0000", vertical: "superscript" });
    expect(borders).toEqual({
      left: { style: "thin", color: "#000000" },
      diagonalUp: { style: "thick", color: "#000000" },
    });
    expect([numberFormat, book.style(1).numberFormat]).toEqual(["0.000", "0.00%"]);
  });

  it("is the first one for a number that does not exist, and plain in a book without formats", () => {
    const book = styleBook('<fonts><font><sz val="8"/></font></fonts><cellXfs><xf fontId="0"/></cellXfs>');
    expect(book.style(7).font.sizePt).toBe(8);
    expect(styleBook("").style(0)).toMatchObject({ fill: undefined, numberFormat: "General", borders: {} });
  });

  it.each([
    ['textRotation="45"', { rotation: 45 }],
    ['textRotation="135"', { rotation: -45 }],
    ['textRotation="255"', { rotation: "stacked" }],
    ['horizontal="right" vertical="top"', { horizontal: "right", vertical: "top" }],
    ['wrapText="1" indent="-3"', { wrap: true, indent: 0 }],
    ['shrinkToFit="true"', { shrink: true }],
  ])("is set by %s", (attributes, expected) => {
    const book = styleBook(`<cellXfs><xf><alignment ${attributes}/></xf></cellXfs>`);
    expect(book.style(0).alignment).toMatchObject(expected);
  });
});

describe("the colours of a workbook", () => {
  const colors = new SpreadsheetColors(new Theme(undefined), undefined);
  it.each([
    ['rgb="80FF8000"', "#ff8000"],
    ['indexed="64"', "#000000"],
    ['indexed="65"', "#ffffff"],
    ['indexed="12"', "#0000ff"],
    ['indexed="999"', undefined],
    ['theme="0"', "#ffffff"],
    ['theme="1" tint="0.5"', "#808080"],
    ['theme="0" tint="-0.25"', "#bfbfbf"],
    ["", undefined],
  ])("are named by %s", (attributes, expected) => {
    expect(colors.read(readXml(`<color ${NAMESPACE} ${attributes}/>`))).toBe(expected);
  });

  it("come from the file's own palette", () => {
    const root = xml("styleSheet", '<colors><indexedColors><rgbColor rgb="00123456"/></indexedColors></colors>');
    expect(new SpreadsheetColors(new Theme(undefined), root).indexed(0)).toBe("#123456");
  });
});

describe("rich text of a cell", () => {
  it("has its runs without their reading aid, and the characters that XML cannot hold", () => {
    const item = xml(
      "si",
      `<r><t>a_x000D_b</t></r><r><rPr><b/><rFont val="Lato"/></rPr><t>c</t></r><r><t/></r><rPh><t>no</t></rPh>`,
    );
    const runs = readRichText(item, new SpreadsheetColors(new Theme(undefined), undefined));
    expect(runs).toMatchObject([{ text: "a\nb" }, { text: "c", font: { bold: true, family: "Lato", sizePt: 11 } }]);
  });
});

it("dates that follow the system are those of the locale, unless the workbook says what they are", () => {
  const formats = '<cellXfs><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="15"/></cellXfs>';
  const codes = (content: string, locale?: string) => {
    const book = styleBook(content, locale);
    return [0, 1, 2].map((index) => book.style(index).numberFormat);
  };
  expect(codes(formats)).toEqual(["m/d/yyyy", "m/d/yyyy h:mm", "d-mmm-yy"]);
  expect(codes(formats, "de-DE")).toEqual(["dd.mm.yyyy", "dd.mm.yyyy h:mm", "d-mmm-yy"]);
  const own = '<numFmts><numFmt numFmtId="14" formatCode="yyyy"/></numFmts>';
  expect(codes(`${own}${formats}`, "de-DE")[0]).toBe("yyyy");
});
