import { expect, it } from "vitest";
import { testFonts } from "../../font/testing/fonts.ts";
import { readChart } from "../../layout/charts/chart-reader.ts";
import { Theme } from "../../layout/model/theme.ts";
import { readXml } from "../../office/xml-node.ts";
import type { DisplayItem, GroupItem, ShadingItem, TextItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { drawChartOn } from "./chart-renderer.ts";

const NAMES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const ARIAL = '<a:p><a:pPr><a:defRPr sz="1000"><a:latin typeface="Arial"/></a:defRPr></a:pPr><a:endParaRPr/></a:p>';
const stop = (position: number, color: string) => `<a:gs pos="${position}"><a:srgbClr val="${color}"/></a:gs>`;
const GRADIENT = `<a:gradFill><a:gsLst>${stop(0, "FF0000")}${stop(100_000, "0000FF")}</a:gsLst><a:lin ang="5400000"/></a:gradFill>`;
const points = (...values: (string | number)[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");

const title =
  '<c:title><c:tx><c:rich><a:bodyPr rot="-5400000"/><a:p><a:r><a:rPr sz="1000"><a:latin typeface="Arial"/></a:rPr><a:t>Tons</a:t></a:r></a:p></c:rich></c:tx></c:title>';
const axis = (name: string, id: number, position: string, more = "") =>
  `<c:${name}><c:axId val="${id}"/><c:scaling/><c:delete val="0"/><c:axPos val="${position}"/>${more}<c:crossAx val="${3 - id}"/></c:${name}>`;
const BARS =
  `<c:chartSpace ${NAMES}><c:chart><c:plotArea><c:barChart><c:ser><c:spPr>${GRADIENT}<a:ln w="12700"><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></a:ln></c:spPr>` +
  `<c:cat><c:strRef><c:strCache>${points("North", "South")}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(2, 4)}</c:numCache></c:numRef></c:val></c:ser>` +
  `<c:axId val="1"/><c:axId val="2"/></c:barChart>${axis("catAx", 1, "b")}${axis("valAx", 2, "l", title)}</c:plotArea></c:chart><c:txPr><a:bodyPr/>${ARIAL}</c:txPr></c:chartSpace>`;

type Within = readonly [command: DisplayItem, around: readonly GroupItem[]];

/** Every command, with the groups around it. */
function flat(items: readonly DisplayItem[], around: readonly GroupItem[] = []): Within[] {
  return items.flatMap((item): Within[] =>
    item.kind === "group" ? flat(item.items, [...around, item]) : [[item, around]],
  );
}

async function drawn() {
  const root = readXml(BARS);
  if (!root) throw new Error("the chart cannot be read");
  const fonts = await testFonts();
  await fonts.prepare(new Map([['400 |"Arial"', "NorthSuTons0123456789."]]));
  const builder = new DisplayListBuilder();
  const box = { xPt: 50, yPt: 60, widthPt: 300, heightPt: 200 };
  return builder.record(() => drawChartOn(builder, fonts, readChart(root, new Theme(undefined)), box));
}

it("a chart is in its box and shows nothing beyond it", async () => {
  const items = await drawn();
  expect(items).toMatchObject([{ kind: "group", matrix: [1, 0, 0, 1, 50, 60], clip: rectangle(0, 0, 300, 200) }]);
});

it("the colours of a bar run over the bar, which its line surrounds", async () => {
  const all = flat(await drawn());
  const bars = all.filter(([item]) => item.kind === "shading");
  expect(bars).toHaveLength(2);
  for (const [item, around] of bars) {
    const { geometry, outline } = item as ShadingItem;
    const heights = outline.numbers.filter((_, index) => index % 2 === 1);
    // from the top of the bar to its foot, in the bar's own coordinates
    expect(geometry).toMatchObject({ kind: "linear", y1Pt: 0, y2Pt: expect.closeTo(Math.max(...heights), 1) });
    expect(around.at(-1)?.matrix[5]).toBeGreaterThan(0);
  }
  const lines = all.filter(([item]) => item.kind === "path" && item.stroke?.color === "#00ff00");
  expect(lines).toHaveLength(2);
});

it("texts of a chart are centred on their middle; a turned one turns about its own", async () => {
  const texts = flat(await drawn()).filter(([item]) => item.kind === "text") as [TextItem, readonly GroupItem[]][];
  const find = (text: string) => texts.find(([{ characters }]) => characters.join("") === text);
  const [north] = find("North") ?? [];
  const [south] = find("South") ?? [];
  expect(north && south && north.xPt < south.xPt && north.yPt === south.yPt).toBe(true);
  const [tons, around] = find("Tons") ?? [];
  expect(
    around
      ?.at(-1)
      ?.matrix.slice(0, 4)
      .map((value) => Math.round(value) + 0),
  ).toEqual([0, -1, 1, 0]);
  const width = tons?.advancesPt.reduce((sum, advance) => sum + advance, 0) ?? 0;
  expect(tons?.xPt).toBeCloseTo(-width / 2, 5);
});
