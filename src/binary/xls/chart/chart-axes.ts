/** Axes (MS-XLS 2.4.11) -> `c:catAx`, `c:valAx`, `c:dateAx`. */

import { escapeXmlText } from "../../../office/xml-text.ts";
import { BUILT_IN_FORMATS } from "../../../spreadsheet/built-in-formats.ts";
import { tag } from "../markup/xml.ts";
import { rgbHex } from "../workbook/format-extensions.ts";
import { lineMarkup } from "./chart-appearances.ts";
import { type ChartContext, formatCode } from "./chart-context.ts";
import { ChartRecord } from "./chart-record-type.ts";
import { nodeFont, textProperties, titleMarkup } from "./chart-text.ts";
import type { ChartNode } from "./chart-tree.ts";

const CATEGORY_AXIS = 0;
const VALUE_AXIS = 1;
const VALUE_AXIS_TITLE = 2;
const CATEGORY_AXIS_TITLE = 3;
const LABEL_PLACES = ["none", "low", "high", "nextTo"];
const TICKS = ["none", "in", "out", "cross"];

/** ValueRange flags (2.4.331). */
const Range = {
  autoMinimum: 0x01,
  autoMaximum: 0x02,
  autoMajor: 0x04,
  autoCross: 0x10,
  logarithmic: 0x20,
  reversed: 0x40,
  crossesAtMaximum: 0x80,
};
/** CatSerRange flags (2.4.39). */
const Categories = { between: 1, crossesAtMaximum: 2, reversed: 4 };
const IS_DATE_AXIS = 0x10;
/** cAutoCatLabelReal of CatLab (2.4.38). */
const IS_AUTOMATIC_INTERVAL = 1;

export interface AxesSource {
  /** AxisParent. */
  parent: ChartNode;
  isSecondary: boolean;
  /** Both axes count values, as those of scatter charts do. */
  isValues: boolean;
  isHorizontal: boolean;
}

/** Numbers of the two axes of a parent. */
export function axisIds({ isSecondary }: Pick<AxesSource, "isSecondary">): [number, number] {
  return isSecondary ? [2001, 2002] : [1001, 1002];
}

interface Scale {
  minimum: number | undefined;
  maximum: number | undefined;
  majorUnit: number | undefined;
  crossesAt: number | undefined;
  isLogarithmic: boolean;
  isReversed: boolean;
  crossesAtMaximum: boolean;
}

function readScale(axis: ChartNode | undefined): Scale | undefined {
  return axis?.child(ChartRecord.ValueRange)?.read((cursor) => {
    const [minimum, maximum, majorUnit] = [cursor.f64(), cursor.f64(), cursor.f64()];
    cursor.skip(8);
    const crossesAt = cursor.f64();
    const flags = cursor.u16();
    const isLogarithmic = (flags & Range.logarithmic) !== 0;
    const value = (stored: number) => (isLogarithmic ? 10 ** stored : stored);
    return {
      minimum: flags & Range.autoMinimum ? undefined : value(minimum),
      maximum: flags & Range.autoMaximum ? undefined : value(maximum),
      majorUnit: flags & Range.autoMajor ? undefined : value(majorUnit),
      crossesAt: flags & Range.autoCross ? undefined : value(crossesAt),
      isLogarithmic,
      isReversed: (flags & Range.reversed) !== 0,
      crossesAtMaximum: (flags & Range.crossesAtMaximum) !== 0,
    };
  });
}

interface CategoryScale {
  crossesAt: number;
  /** Undefined: the program decides which labels fit. */
  labelEvery: number | undefined;
  markEvery: number;
  isBetween: boolean;
  isReversed: boolean;
  crossesAtMaximum: boolean;
}

function readCategories(axis: ChartNode | undefined): CategoryScale | undefined {
  const labels = axis?.child(ChartRecord.CatLab)?.read((cursor) => {
    cursor.skip(8);
    return { isAutomatic: (cursor.u16() & IS_AUTOMATIC_INTERVAL) !== 0 };
  });
  return axis?.child(ChartRecord.CatSerRange)?.read((cursor) => {
    const [crossesAt, labelEvery, markEvery] = [cursor.u16(), cursor.u16(), cursor.u16()];
    const flags = cursor.u16();
    // Without a record that says so, only what is not the usual interval was chosen.
    const isAutomatic = labels?.isAutomatic ?? labelEvery === 1;
    return {
      crossesAt,
      labelEvery: isAutomatic || labelEvery === 0 ? undefined : labelEvery,
      markEvery,
      isBetween: (flags & Categories.between) !== 0,
      isReversed: (flags & Categories.reversed) !== 0,
      crossesAtMaximum: (flags & Categories.crossesAtMaximum) !== 0,
    };
  });
}

/** Both axes of a parent; one that it does not have is there, but not drawn. */
export function axesMarkup(source: AxesSource, context: ChartContext): string {
  const { parent, isHorizontal, isSecondary, isValues } = source;
  const axes = parent.all(ChartRecord.Axis);
  const ofKind = (kind: number) => axes.find((axis) => axis.read((cursor) => cursor.u16()) === kind);
  const category = ofKind(CATEGORY_AXIS);
  const value = ofKind(VALUE_AXIS);
  const [categoryId, valueId] = axisIds(source);
  const valueScale = readScale(value);
  const categories = readCategories(category);
  const xScale = isValues ? readScale(category) : undefined;
  const isDate =
    category?.child(ChartRecord.AxcExt)?.read((cursor) => {
      cursor.skip(16);
      return (cursor.u16() & IS_DATE_AXIS) !== 0;
    }) ?? false;
  const categoryPlace = isHorizontal ? (isSecondary ? "r" : "l") : isSecondary ? "t" : "b";
  const valuePlace = isHorizontal ? (isSecondary ? "t" : "b") : isSecondary ? "r" : "l";
  const titleOf = (link: number) =>
    titleMarkup(
      parent
        .all(ChartRecord.Text)
        .find((text) => text.child(ChartRecord.ObjectLink)?.read((cursor) => cursor.u16()) === link),
      context.globals,
      context.globals.fonts[0],
    ) ?? "";
  const first = axisMarkup(category, context, {
    element: isValues ? "c:valAx" : isDate ? "c:dateAx" : "c:catAx",
    id: categoryId,
    crossId: valueId,
    place: categoryPlace,
    title: titleOf(CATEGORY_AXIS_TITLE),
    scaling: isValues ? scaling(xScale) : orientation(categories?.isReversed ?? false),
    crossing: crossing(valueScale?.crossesAtMaximum, valueScale?.crossesAt),
    rest:
      (isValues ? tag("c:crossBetween", { val: "midCat" }) : "") +
      (isValues && xScale?.majorUnit ? tag("c:majorUnit", { val: xScale.majorUnit }) : "") +
      (isValues || isDate ? "" : intervals(categories)),
  });
  const valueCrossing = isValues
    ? crossing(xScale?.crossesAtMaximum, xScale?.crossesAt)
    : crossing(categories?.crossesAtMaximum, categories && categories.crossesAt > 1 ? categories.crossesAt : undefined);
  const second = axisMarkup(value, context, {
    element: "c:valAx",
    id: valueId,
    crossId: categoryId,
    place: valuePlace,
    title: titleOf(VALUE_AXIS_TITLE),
    scaling: scaling(valueScale),
    crossing: valueCrossing,
    rest:
      tag("c:crossBetween", { val: isValues || categories?.isBetween === false ? "midCat" : "between" }) +
      (valueScale?.majorUnit ? tag("c:majorUnit", { val: valueScale.majorUnit }) : ""),
  });
  return first + second;
}

function orientation(isReversed: boolean): string {
  return `<c:scaling>${tag("c:orientation", { val: isReversed ? "maxMin" : "minMax" })}</c:scaling>`;
}

function scaling(scale: Scale | undefined): string {
  if (!scale) return orientation(false);
  return (
    "<c:scaling>" +
    (scale.isLogarithmic ? tag("c:logBase", { val: 10 }) : "") +
    tag("c:orientation", { val: scale.isReversed ? "maxMin" : "minMax" }) +
    (scale.maximum === undefined ? "" : tag("c:max", { val: scale.maximum })) +
    (scale.minimum === undefined ? "" : tag("c:min", { val: scale.minimum })) +
    "</c:scaling>"
  );
}

function intervals(categories: CategoryScale | undefined): string {
  const { labelEvery, markEvery = 1 } = categories ?? {};
  return (
    (labelEvery ? tag("c:tickLblSkip", { val: labelEvery }) : "") +
    (markEvery > 1 ? tag("c:tickMarkSkip", { val: markEvery }) : "")
  );
}

function crossing(atMaximum: boolean | undefined, at: number | undefined): string {
  if (atMaximum) return tag("c:crosses", { val: "max" });
  return at === undefined ? tag("c:crosses", { val: "autoZero" }) : tag("c:crossesAt", { val: at });
}

interface AxisParts {
  element: string;
  id: number;
  crossId: number;
  place: string;
  title: string;
  scaling: string;
  crossing: string;
  rest: string;
}

function axisMarkup(axis: ChartNode | undefined, context: ChartContext, parts: AxisParts): string {
  const { globals } = context;
  const tick = axis?.child(ChartRecord.Tick)?.read((cursor) => {
    const [major, , labels] = [cursor.u8(), cursor.u8(), cursor.u8()];
    cursor.skip(1);
    const color = rgbHex(cursor.u32());
    cursor.skip(16);
    const flags = cursor.u16();
    cursor.skip(2);
    return {
      major,
      labels,
      color: flags & 1 ? undefined : color,
      // whether the text is turned is left to Excel
      rotation: flags & 0x20 ? 0 : cursor.u16(),
    };
  });
  const code = axis?.child(ChartRecord.IFmtRecord)?.read((cursor) => cursor.u16());
  const font = nodeFont(axis, globals, globals.fonts[0]);
  return tag(
    parts.element,
    {},
    tag("c:axId", { val: parts.id }) +
      parts.scaling +
      tag("c:delete", { val: axis === undefined }) +
      tag("c:axPos", { val: parts.place }) +
      gridMarkup(axis) +
      parts.title +
      numberFormat(code === undefined ? undefined : formatCode(globals, code, BUILT_IN_FORMATS)) +
      tag("c:majorTickMark", { val: TICKS[tick?.major ?? 2] ?? "out" }) +
      tag("c:tickLblPos", { val: LABEL_PLACES[tick?.labels ?? 3] ?? "nextTo" }) +
      `<c:spPr>${lineMarkup(lineOf(axis, 0), "000000")}</c:spPr>` +
      textProperties(font, globals, tick?.color, tick?.rotation) +
      tag("c:crossAx", { val: parts.crossId }) +
      parts.crossing +
      parts.rest,
  );
}

function numberFormat(code: string | undefined): string {
  return code === undefined
    ? '<c:numFmt formatCode="General" sourceLinked="1"/>'
    : `<c:numFmt formatCode="${escapeXmlText(code)}" sourceLinked="0"/>`;
}

/** The LineFormat after the AxisLine of an id: 0 the axis, 1 its grid. */
function lineOf(axis: ChartNode | undefined, id: number): ChartNode | undefined {
  const line = axis?.all(ChartRecord.AxisLine).find((node) => node.read((cursor) => cursor.u16()) === id);
  return line && axis?.after(line, ChartRecord.LineFormat);
}

function gridMarkup(axis: ChartNode | undefined): string {
  const format = lineOf(axis, 1);
  return format ? `<c:majorGridlines><c:spPr>${lineMarkup(format, "000000")}</c:spPr></c:majorGridlines>` : "";
}
