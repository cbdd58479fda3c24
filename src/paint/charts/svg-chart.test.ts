import { describe, expect, it } from "vitest";
import { readChart } from "../../layout/charts/chart-reader.ts";
import { Theme } from "../../layout/model/theme.ts";
import { readXml } from "../../office/xml-node.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { paintChart } from "./svg-chart.ts";

withPageDocument();

const NAMES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const points = (values: readonly (string | number)[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
const title = (text: string) =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr sz="1400" b="1" i="1"><a:solidFill><a:srgbClr val="112233"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const fill = '<c:spPr><a:solidFill><a:srgbClr val="FF0000"><a:alpha val="50000"/></a:srgbClr></a:solidFill></c:spPr>';
const axes = (valueTitle: string) =>
  '<c:catAx><c:axId val="1"/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>' +
  `<c:valAx><c:axId val="2"/><c:delete val="0"/><c:axPos val="l"/>${valueTitle}<c:crossAx val="1"/></c:valAx>`;

function painted(heading = "", valueTitle = "") {
  const series = `<c:ser><c:idx val="0"/><c:order val="0"/>${fill}<c:cat><c:strRef><c:strCache><c:ptCount val="2"/>${points(["Ann &amp; Co", "Bob"])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:ptCount val="2"/>${points([3, 5])}</c:numCache></c:numRef></c:val></c:ser>`;
  const chart = `<c:barChart><c:barDir val="col"/>${series}<c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  const root = readXml(
    `<c:chartSpace ${NAMES}><c:chart>${heading}<c:plotArea>${chart}${axes(valueTitle)}</c:plotArea></c:chart></c:chartSpace>`,
  );
  if (!root) throw new Error("the chart cannot be read");
  return paintChart(readChart(root, new Theme(undefined)), 300, 200);
}
const textsOf = (svg: SVGElement) => [...svg.querySelectorAll("text")];

describe("paintChart", () => {
  it("lies on its box and uses points", () => {
    const svg = painted();
    expect(placeText(svg)).toBe("0 0 300x200");
    expect(svg.getAttribute("viewBox")).toBe("0 0 300 200");
  });

  it("writes its words as text, never as markup", () => {
    const words = textsOf(painted(title("Sales &lt; all"))).map((text) => text.textContent);
    expect(words).toEqual(expect.arrayContaining(["Sales < all", "Ann & Co", "Bob", "0", "6"]));
  });

  it("kerns its words, as they are measured", () => {
    expect(painted().style.fontKerning).toBe("normal");
  });

  it("sets text in its look, at the middle of its height", () => {
    const found = textsOf(painted(title("Sales"))).find((text) => text.textContent === "Sales");
    const attributes = ["font-size", "fill", "font-weight", "font-style", "text-anchor", "x"];
    expect(attributes.map((name) => found?.getAttribute(name))).toEqual([
      "14",
      "#112233",
      "700",
      "italic",
      "middle",
      "150",
    ]);
    expect(found?.style.fontFamily).toContain("Calibri");
  });

  it("turns the title of an upright axis about its anchor", () => {
    const [turned] = painted("", title("Euro")).querySelectorAll("text[transform]");
    expect(turned?.textContent).toBe("Euro");
    expect(turned?.getAttribute("transform")).toMatch(/^rotate\(-90 \S+ \S+\)$/);
  });

  it("fills bars with their colour and opacity, from the axis up", () => {
    expect(attributesOf(painted(), 'path[fill="#ff0000"]', "fill-opacity")).toEqual(["0.5", "0.5"]);
    const heights = attributesOf(painted(), 'path[fill="#ff0000"]', "d").map((d) => {
      const [, top = 0, bottom = 0] = d.match(/M\S+ (\S+)H\S+V(\S+?)H/)?.map(Number) ?? [];
      return bottom - top;
    });
    const [three = 0, five = 0] = heights;
    expect(five / three).toBeCloseTo(5 / 3, 1);
  });
});
