import { describe, expect, it } from "vitest";
import { LayoutContext } from "../../layout/flow/layout-context.ts";
import { paginate } from "../../layout/flow/paginate.ts";
import { type FurtherParts, paragraph, section, wordDocument } from "../../layout/testing/word-document.ts";
import { TextMeasurer } from "../../layout/text/measure.ts";
import { TextStyles } from "../../layout/text/text-style.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { PagePainter } from "./page-painter.ts";

withPageDocument();

/** The pages of a document, and the style sheet that gives them their sizes. */
function painted(body: string, parts: FurtherParts = {}) {
  const context = new LayoutContext(
    wordDocument(body, parts),
    new TextStyles(() => ({ ascent: 0.9, descent: 0.3 })),
    new TextMeasurer((text) => [...text].length / 2),
    { budgetMs: 60_000, clock: () => 0 },
  );
  const root = document.createElement("main");
  const css = new PagePainter(context, paginate(context, 100)).paint(root);
  return { css, root, pages: [...root.children] as HTMLElement[] };
}

const A4 = section(40, 40);
const heading =
  '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
const textOf = (page: HTMLElement | undefined, selector: string) =>
  [...(page?.querySelectorAll(selector) ?? [])].map((found) => found.textContent);

/** A rectangle in front of or behind the text, at a place of the page in points. */
function floating(x: number, y: number, { behind = false, height = 1, color = "FF0000", text = "" } = {}): string {
  const axis = (name: string, offset: number) =>
    `<wp:position${name} relativeFrom="page"><wp:posOffset>${offset * 12700}</wp:posOffset></wp:position${name}>`;
  const box = text && `<wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx>`;
  return (
    `<w:p><w:r><w:drawing><wp:anchor behindDoc="${Number(behind)}" relativeHeight="${height}" distT="0" distB="0" distL="0" distR="0" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1">` +
    `<wp:simplePos x="0" y="0"/>${axis("H", x)}${axis("V", y)}<wp:extent cx="508000" cy="254000"/><wp:wrapNone/><wp:docPr id="1" name="r" descr="A ${color} box"/>` +
    `<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/>` +
    `<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="508000" cy="254000"/></a:xfrm><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></wps:spPr>${box}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`
  );
}

describe("pages", () => {
  it("are papers of a named size, which the style sheet has once", () => {
    const wide = `<w:p><w:pPr>${section(10, 90)}</w:pPr></w:p>`;
    const { css, pages } = painted(`${paragraph("a")}${wide}${paragraph("b")}${section(10, 90)}`);
    expect(pages.map(({ className, style }) => [className, style.width, style.height])).toEqual([
      ["page", "470pt", "140pt"],
      ["page", "470pt", "140pt"],
    ]);
    expect(css.match(/@page size\d+\{[^}]*\}/g)).toEqual(["@page size0{size:470pt 140pt;margin:0}"]);
  });

  it("have headers and footers under the body, whatever is in them", () => {
    const references = '<w:headerReference w:type="default" r:id="rId-header"/>';
    const { pages } = painted(`${paragraph("Body")}${section(10, 40, references)}`, {
      header: `${floating(0, 0, { color: "00FF00" })}${paragraph("Header")}`,
    });
    const [page] = pages;
    const order = [...(page?.querySelectorAll("p, [aria-label]") ?? [])].map(
      (found) => found.getAttribute("aria-label") ?? found.textContent,
    );
    expect(order.filter(Boolean)).toEqual(["Header", "A 00FF00 box", "Body"]);
  });

  it("show fields as they are on the page", () => {
    const field = '<w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>9</w:t></w:r></w:fldSimple></w:p>';
    const { pages } = painted(`${field}${paragraph("x", "<w:pageBreakBefore/>")}${field}${A4}`);
    expect(pages.map((page) => textOf(page, "p")[0])).toEqual(["1", "x"]);
    expect(textOf(pages[1], "p")[1]).toBe("2");
  });
});

describe("paragraphs", () => {
  it("are headings if their style says so, and only where they begin", () => {
    const long = paragraph("Title", '<w:pStyle w:val="H1"/>');
    const { pages } = painted(`${long}${paragraph("Text")}${A4}`, { styles: heading });
    expect(textOf(pages[0], "h1")).toEqual(["Title"]);
    expect(textOf(pages[0], "p")).toEqual(["Text"]);
  });

  it("lie on their fill, and have their borders around it", () => {
    const border = (side: string) => `<w:${side} w:val="single" w:sz="8" w:space="0" w:color="0000FF"/>`;
    const decorated = `<w:pBdr>${border("top")}${border("left")}</w:pBdr><w:shd w:val="clear" w:fill="FFFF00"/>`;
    const [page] = painted(`${paragraph("x", decorated)}${A4}`).pages;
    const box = page?.querySelector("p");
    expect(box?.querySelector('[style*="#ffff00" i]')?.tagName).toBe("DIV");
    expect(attributesOf(box as Element, "svg path", "stroke")).toEqual(["#0000ff"]);
  });

  it("have waves around them, and a bar beside them", () => {
    const wave = '<w:top w:val="wave" w:sz="8" w:space="0" w:color="0000FF"/>';
    const bar = '<w:bar w:val="single" w:sz="8" w:space="4" w:color="FF0000"/>';
    const [page] = painted(`${paragraph("x", `<w:pBdr>${wave}${bar}</w:pBdr>`)}${A4}`).pages;
    const paths = attributesOf(page?.querySelector("p") as Element, "svg path", "d");
    expect(paths[0]).toMatch(/^M0 1\.5C[\d. -]+ 200 1\.5$/);
    expect(paths[1]).toBe("M-4.5 0L-4.5 15");
  });

  it("are white on dark fills if their colour is automatic", () => {
    const [page] = painted(`${paragraph("x", '<w:shd w:val="clear" w:fill="000080"/>')}${paragraph("y")}${A4}`).pages;
    const colors = [...(page?.querySelectorAll("span") ?? [])].map(({ style }) => style.color);
    expect(colors).toEqual(["#ffffff", "#000000"]);
  });

  it("mark a place that links lead to once", () => {
    const mark = '<w:p><w:bookmarkStart w:id="1" w:name="here"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>';
    const { root } = painted(`${mark}${mark}${A4}`);
    expect(attributesOf(root, "[id]", "id")).toEqual(["here"]);
  });
});

describe("tables", () => {
  it("say what their rows and cells are", () => {
    const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/></w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("a")}${cell("b")}</w:tr><w:tr>${cell("c")}${cell("d")}</w:tr></w:tbl>`;
    const { root } = painted(`${table}${paragraph("")}${A4}`);
    const roles = attributesOf(root, "[role]", "role").filter((role) => role !== "presentation");
    expect(roles).toEqual(["table", "row", "columnheader", "columnheader", "row", "cell", "cell"]);
    const cells = [...root.querySelectorAll('[role="cell"]')].map((found) => placeText(found).split(" ")[0]);
    expect(Number(cells[1]) - Number(cells[0])).toBe(50);
  });
});

describe("objects that float", () => {
  it("lie behind or in front of all text, in their stacking order", () => {
    const objects = [
      floating(10, 20, { height: 5, color: "0000AA" }),
      floating(10, 20, { height: 2, color: "0000BB" }),
      floating(10, 20, { behind: true, height: 9, color: "0000CC" }),
    ];
    const [page] = painted(`${paragraph("Body")}${objects.join("")}${A4}`).pages;
    const order = [...(page?.querySelectorAll("p, [aria-label]") ?? [])].map(
      (found) => found.getAttribute("aria-label") ?? found.textContent,
    );
    expect(order.filter(Boolean)).toEqual(["A 0000CC box", "Body", "A 0000BB box", "A 0000AA box"]);
  });

  it("are where they are anchored", () => {
    const [page] = painted(`${paragraph("Body")}${floating(30, 40)}${A4}`).pages;
    const box = page?.querySelector("[aria-label]");
    const places = [];
    for (let at = box; at && at.tagName === "DIV"; at = at.parentElement) places.push(placeText(at));
    expect(places).toContain("0 0 40x20");
    expect(places.some((place) => place.startsWith("30 40"))).toBe(true);
  });

  it("hold text on a background of their own", () => {
    const box = floating(0, 0, { color: "000080", text: "inside" });
    const [page] = painted(`${box}${A4}`).pages;
    expect(textOf(page, "[aria-label] p")).toEqual(["inside"]);
    expect(page?.querySelector("[aria-label]")?.getAttribute("role")).toBeNull();
  });
});
