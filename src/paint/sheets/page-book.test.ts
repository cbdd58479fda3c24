import { describe, expect, it } from "vitest";
import { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import { WorkbookPrinter } from "../../layout/sheets/print/workbook-printer.ts";
import { readSheet } from "../../layout/sheets/workbook/sheet-reader.ts";
import { rowXml, type TestSheet, testWorkbook } from "../../layout/testing/sheet-package.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { cellFillCss } from "./cell-fill-css.ts";
import { paintIcon } from "./condition-icons.ts";
import { paintDataBar } from "./data-bar-painter.ts";
import { paintBook } from "./page-book.ts";
import { paintSparkline } from "./sparkline-painter.ts";

withPageDocument();

const STYLES =
  '<fonts><font><sz val="10"/><name val="Arial"/></font><font><b/><u val="double"/><sz val="20"/><color rgb="FF0000FF"/><name val="Arial"/></font></fonts>' +
  '<fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>' +
  '<borders><border/><border><left style="thin"><color rgb="FFFF0000"/></left></border></borders>' +
  '<cellXfs><xf fontId="0" fillId="0" borderId="0"/><xf fontId="1" fillId="2" borderId="1"/><xf fontId="0" fillId="0" borderId="0"><alignment textRotation="45"/></xf></cellXfs>';

function painted(sheets: TestSheet[]) {
  const workbook = testWorkbook(sheets, { styles: STYLES });
  const read = workbook.sheets.flatMap((source) => readSheet(source, workbook) ?? []);
  const fonts = new CellFonts(
    (text) => [...text].length / 2,
    () => ({ ascent: 0.9, descent: 0.3 }),
    () => true,
  );
  const printer = new WorkbookPrinter(workbook, read, fonts, {
    now: new Date(0),
    fileName: "Book.xlsx",
    mayGoOn: () => true,
  });
  const pages = [...printer.pages()];
  const root = document.createElement("main");
  const css = paintBook(pages, root, {
    fonts,
    paintDrawing: () => document.createElement("i"),
    headers: (page) => printer.headers(page, pages.length),
  });
  return { css, root, pages: [...root.children] as HTMLElement[] };
}
const sheet = (rows: string, more: Partial<TestSheet> = {}): TestSheet => ({ name: "One", rows, ...more });
const styled = (text: string, style: number) =>
  `<row r="1"><c r="A1" s="${style}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const texts = (root: Element) => [...root.querySelectorAll("span")].map((span) => span.textContent);

describe("books", () => {
  it("set words as wide as they were measured: without kerning and ligatures", () => {
    const [word] = painted([sheet(rowXml(1, ["To"]))]).root.querySelectorAll("span");
    const css = word?.style.cssText ?? "";
    // After the shorthand, which resets them.
    expect(css.indexOf("font-kerning: none")).toBeGreaterThan(css.search(/(?<!-)font: /));
    expect(css).toContain("font-kerning: none");
    expect(css).toContain("font-variant-ligatures: none");
  });

  it("have a paper for each page, each size named once", () => {
    const wide = '<pageSetup paperSize="9" orientation="landscape"/>';
    const { css, pages } = painted([
      sheet(rowXml(1, ["a"]), { rest: '<pageSetup paperSize="9"/>' }),
      sheet(rowXml(1, ["b"]), { name: "Two", rest: wide }),
      sheet(rowXml(1, ["c"]), { name: "Three", rest: wide }),
    ]);
    expect(pages.map(texts)).toEqual([["a"], ["b"], ["c"]]);
    const sizes = css
      .match(/@page size\d\{size:(\d+)[^ ]* (\d+)/g)
      ?.map((rule) => rule.replace(/@page |\{size|\.\d+|pt/g, ""));
    expect(sizes).toEqual(["size0:595 841", "size1:841 595"]);
  });

  it("have headers on their paper, with the page's number", () => {
    const rest = "<headerFooter><oddHeader>&amp;CPage &amp;P of &amp;N</oddHeader></headerFooter>";
    const breaks = `${rest}<rowBreaks count="1"><brk id="1" man="1"/></rowBreaks>`;
    const { pages } = painted([sheet(rowXml(1, ["a"]) + rowXml(2, ["b"]), { rest: breaks })]);
    expect(pages.map((page) => page.lastElementChild?.textContent)).toEqual(["Page 1 of 2", "Page 2 of 2"]);
  });

  it("scale their sheets as the page setup says", () => {
    const scaled = (percent: number) => {
      const { root } = painted([sheet(rowXml(1, ["a", "b"]), { rest: `<pageSetup scale="${percent}"/>` })]);
      const [svg] = root.querySelectorAll("svg");
      return Number.parseFloat(svg?.style.width ?? "") / Number(svg?.getAttribute("viewBox")?.split(" ")[2]);
    };
    expect(scaled(50) / scaled(100)).toBeCloseTo(0.5);
  });
});

describe("cells", () => {
  it("have fill, border and text, in this order", () => {
    const { root } = painted([sheet(styled("x", 1))]);
    const [found] = root.querySelectorAll("span");
    expect(root.querySelector('[style*="#ffff00" i]')).not.toBeNull();
    expect(attributesOf(root, "path[stroke]", "stroke")).toEqual(["#ff0000"]);
    expect(found?.style.fontWeight).toBe("700");
    expect(found?.style.textDecoration).toBe("underline double");
    expect(found?.style.color).toBe("#0000ff");
  });

  it("turn their text about its middle", () => {
    const { root } = painted([sheet(styled("turned", 2))]);
    const turned = root.querySelector('[style*="rotate(-45deg)"]');
    expect(turned?.textContent).toBe("turned");
  });

  it("link where a browser may follow, and nowhere else", () => {
    const links = '<hyperlinks><hyperlink ref="A1" r:id="l1"/><hyperlink ref="A2" r:id="l2"/></hyperlinks>';
    const related = [
      ["l1", "hyperlink", "https://a.example/"],
      ["l2", "hyperlink", "javascript:alert(1)"],
    ] as const;
    const { root } = painted([sheet(rowXml(1, ["good"]) + rowXml(2, ["bad"]), { rest: links, related })]);
    const anchors = [...root.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    expect(anchors).toEqual([["good", "https://a.example/"]]);
  });

  it("keep their text from being markup", () => {
    expect(texts(painted([sheet(rowXml(1, ["&lt;b&gt;"]))]).root)).toEqual(["<b>"]);
  });
});

describe("conditional formats", () => {
  const cell = { xPt: 10, yPt: 20, widthPt: 103, heightPt: 15 };
  const bar = { from: 0.25, to: 0.75, color: "#00ff00", strongEnd: undefined, borderColor: undefined, axis: undefined };

  it("draw bars within their cell, and their axis through all of it", () => {
    const [box, axis] = paintDataBar({ ...bar, axis: { at: 0.25, color: "#123456" } }, cell);
    expect(box && placeText(box)).toBe("36.5 21.5 50x12");
    expect(axis && placeText(axis)).toBe("36.25 20 0x15");
    expect(axis?.style.borderLeft).toContain("#123456");
  });

  it.each([
    ["left", "90deg"],
    ["right", "270deg"],
  ] as const)("fade from the %s", (strongEnd, angle) => {
    expect(paintDataBar({ ...bar, strongEnd }, cell)[0]?.getAttribute("style")).toContain(angle);
  });

  it("draw no bar without length", () => {
    expect(paintDataBar({ ...bar, to: 0.25 }, cell)).toEqual([]);
  });

  it("draw icons in the colours of their set", () => {
    const icon = (index: number) => paintIcon({ set: "3TrafficLights1", index }, cell);
    expect(placeText(icon(0))).toBe("10 20 103x15");
    const colors = [0, 1, 2].map((index) => attributesOf(icon(index), "path", "fill")[0]);
    expect(new Set(colors).size).toBe(3);
  });
});

describe("fills", () => {
  const stops = [
    { color: "#000000", offset: 0, opacity: 1 },
    { color: "#ffffff", offset: 1, opacity: 1 },
  ];

  it("run from left to right at nought degrees, which CSS calls ninety", () => {
    const fill = { kind: "gradient" as const, stops, angleDeg: 0, radial: false };
    expect(cellFillCss(fill)).toBe("linear-gradient(90deg,#000000 0.0%,#ffffff 100.0%)");
  });

  it("are plain colours or spread from a point", () => {
    const focus = { left: 0.5, top: 0.25, right: 0.5, bottom: 0.75 };
    const path = { shape: "rect" as const, focus };
    expect(cellFillCss("#ff0000")).toBe("#ff0000");
    expect(cellFillCss({ kind: "gradient", stops, angleDeg: 0, radial: true, path })).toContain("at 50.0% 25.0%");
  });
});

describe("sparklines", () => {
  const none = {
    every: undefined,
    high: undefined,
    low: undefined,
    first: undefined,
    last: undefined,
    negative: undefined,
  };
  const look = {
    kind: "line" as const,
    lineWeightPt: 1,
    marks: none,
    color: "#112233",
    axisColor: "#445566",
    rightToLeft: false,
  };

  it("draw lines, a point for a line of one, bars, marks and the axis", () => {
    const shapes = {
      lines: [
        [
          { x: 0, y: 5.126 },
          { x: 10, y: 0 },
        ],
        [{ x: 30, y: 3 }],
      ],
      bars: [{ x: 1, y: 2, width: 3, height: 4, color: "#ff0000" }],
      dots: [{ x: 10, y: 0, color: "#00ff00" }],
      axisY: 5,
    };
    const svg = paintSparkline(shapes, look, { xPt: 0, yPt: 0, widthPt: 44.5, heightPt: 14.5 });
    expect(attributesOf(svg, "polyline", "points", "stroke")).toEqual(["0,5.13 10,0 #112233"]);
    expect(attributesOf(svg, "circle", "cx", "fill")).toEqual(["30 #112233", "10 #00ff00"]);
    expect(attributesOf(svg, "rect", "x", "height", "fill")).toEqual(["1 4 #ff0000"]);
    expect(attributesOf(svg, "line", "x2", "stroke")).toEqual(["40 #445566"]);
  });
});
