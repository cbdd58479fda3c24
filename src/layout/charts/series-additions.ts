/** `c:trendline` and `c:errBars` of a series. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, type XmlNode } from "../../office/xml-node.ts";
import { readStroke } from "../drawing/drawingml-style.ts";
import type { ErrorBars, TextAppearance, Trend } from "../model/chart.ts";
import type { Theme } from "../model/theme.ts";
import { BLACK_LINE } from "./automatic-lines.ts";
import { cachedTexts, number, value } from "./chart-cache.ts";

const MAX_TRENDS = 20;
const PERIODS_AT_MOST = 255;

const TREND_KINDS: Readonly<Record<string, Trend["kind"]>> = {
  linear: "linear",
  log: "logarithmic",
  exp: "exponential",
  power: "power",
  poly: "polynomial",
  movingAvg: "movingAverage",
};

const ERROR_KINDS: Readonly<Record<string, ErrorBars["kind"]>> = {
  fixedVal: "fixed",
  percentage: "percentage",
  stdDev: "deviation",
  stdErr: "standardError",
  cust: "custom",
};

/** `lookOf` reads the text of a label. */
export function readTrends(
  series: XmlNode,
  theme: Theme,
  appearanceOf: (container: XmlNode | undefined) => TextAppearance,
): Trend[] {
  return childrenNamed(series, "c:trendline")
    .slice(0, MAX_TRENDS)
    .map((element) => ({
      kind: TREND_KINDS[value(element, "c:trendlineType") ?? ""] ?? "linear",
      name: child(element, "c:name")?.text || undefined,
      order: number(value(element, "c:order")) ?? 2,
      period: Math.max(2, Math.min(PERIODS_AT_MOST, Math.round(number(value(element, "c:period")) ?? 2))),
      forward: Math.max(0, number(value(element, "c:forward")) ?? 0),
      backward: Math.max(0, number(value(element, "c:backward")) ?? 0),
      intercept: number(value(element, "c:intercept")),
      showsEquation: isShown(element, "c:dispEq"),
      showsDetermination: isShown(element, "c:dispRSqr"),
      stroke: readStroke(descend(element, "c:spPr", "a:ln"), theme, BLACK_LINE),
      text: appearanceOf(descend(element, "c:trendlineLbl", "c:txPr")),
    }));
}

function isShown(element: XmlNode, name: string): boolean {
  const found = child(element, name);
  return found !== undefined && isOn(found.attributes.val);
}

export function readErrorBars(series: XmlNode, theme: Theme): ErrorBars[] {
  return childrenNamed(series, "c:errBars").map((element) => {
    const side = value(element, "c:errBarType");
    const lengths = (name: string) => cachedTexts(child(element, name)).map(number);
    return {
      direction: value(element, "c:errDir") === "x" ? "x" : "y",
      side: side === "plus" || side === "minus" ? side : "both",
      kind: ERROR_KINDS[value(element, "c:errValType") ?? ""] ?? "fixed",
      amount: number(value(element, "c:val")) ?? 0,
      plus: lengths("c:plus"),
      minus: lengths("c:minus"),
      hasCaps: !isShown(element, "c:noEndCap"),
      stroke: readStroke(descend(element, "c:spPr", "a:ln"), theme, BLACK_LINE),
    };
  });
}
