/** Conditional formats of a worksheet, those of its extension list included (18.3.1.18; x14 of MS-XLSX 2.6). */
import { child, childrenNamed, findAll, localName, type XmlElement } from "../package/xml.ts";
import { parseRangeList } from "./cell-reference.ts";
import type {
  ConditionalFormat,
  ConditionalRule,
  DataBarDetail,
  IconChoice,
  RuleDetail,
  Threshold,
} from "./conditional-model.ts";
import type { SpreadsheetColors } from "./spreadsheet-colors.ts";
import type { Workbook } from "./workbook-reader.ts";

const isOn = (value: string | undefined, fallback = false) =>
  value === undefined ? fallback : value === "1" || value === "true";

/** `localize` brings formulas to plain references of the sheet. */
export function readConditionalFormats(
  root: XmlElement,
  workbook: Workbook,
  localize: (formula: string) => string,
): ConditionalFormat[] {
  const extensions = child(root, "x:extLst");
  const extended = new Map<string, XmlElement>();
  for (const rule of findAll(extensions, "x14:cfRule")) if (rule.attributes.id) extended.set(rule.attributes.id, rule);
  const formats = [
    ...childrenNamed(root, "x:conditionalFormatting"),
    ...findAll(extensions, "x14:conditionalFormatting"),
  ];
  const used = new Set<XmlElement>();
  return formats.map((format) => ({
    ranges: parseRangeList(format.attributes.sqref ?? child(format, "xm:sqref")?.text.trim()),
    rules: format.children
      .filter((candidate) => localName(candidate) === "cfRule" && !used.has(candidate))
      .map((rule) => {
        const more = rule.name === "x14:cfRule" ? rule : extended.get(idOfExtension(rule));
        if (more) used.add(more);
        return readRule(rule, more, workbook);
      })
      .map((rule) => ({ ...rule, detail: localized(rule.detail, localize) })),
  }));
}

function localized(detail: RuleDetail, localize: (formula: string) => string): RuleDetail {
  if (detail.kind === "test") return { ...detail, formulas: detail.formulas.map(localize) };
  const thresholds = detail.thresholds.map((threshold) => ({ ...threshold, value: localize(threshold.value) }));
  return { ...detail, thresholds };
}

/** Newer programs add to a data bar by a rule of the extension list with this id. */
function idOfExtension(rule: XmlElement): string {
  return findAll(child(rule, "x:extLst"), "x14:id")[0]?.text.trim() ?? "";
}

/** A child in the namespace of the standard or that of its extension. */
function part(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => localName(candidate) === name);
}

/** `extended`: the rule of the extension list that adds to this one, or the rule itself when it stands there. */
function readRule(rule: XmlElement, extended: XmlElement | undefined, workbook: Workbook): ConditionalRule {
  const { priority, stopIfTrue } = rule.attributes;
  return {
    priority: Number(priority ?? extended?.attributes.priority ?? 0),
    stopIfTrue: isOn(stopIfTrue),
    detail: readDetail(rule, extended, workbook),
  };
}

function readDetail(rule: XmlElement, extended: XmlElement | undefined, { colors, styles }: Workbook): RuleDetail {
  const { attributes } = rule;
  switch (attributes.type) {
    case "colorScale": {
      const scale = part(rule, "colorScale");
      return {
        kind: "colorScale",
        thresholds: readThresholds(scale),
        colors: (scale?.children ?? [])
          .filter((candidate) => localName(candidate) === "color")
          .map((color) => colors.read(color) ?? "#ffffff"),
      };
    }
    case "dataBar":
      return readBar(part(rule, "dataBar"), part(extended, "dataBar"), colors);
    case "iconSet":
      return readIcons(part(rule, "iconSet"));
    default: {
      const ownStyle = child(rule, "x14:dxf");
      return {
        kind: "test",
        type: attributes.type ?? "",
        operator: attributes.operator ?? "",
        formulas: rule.children
          .filter((candidate) => candidate.name === "x:formula" || candidate.name === "xm:f")
          .map((formula) => formula.text),
        text: attributes.text ?? "",
        rank: Number(attributes.rank ?? 10),
        percent: isOn(attributes.percent),
        bottom: isOn(attributes.bottom),
        aboveAverage: isOn(attributes.aboveAverage, true),
        equalAverage: isOn(attributes.equalAverage),
        stdDev: Number(attributes.stdDev ?? 0),
        timePeriod: attributes.timePeriod ?? "",
        style: ownStyle
          ? styles.readDifferential(ownStyle)
          : attributes.dxfId === undefined
            ? undefined
            : styles.differentials[Number(attributes.dxfId)],
      };
    }
  }
}

function readThresholds(element: XmlElement | undefined): Threshold[] {
  return (element?.children ?? [])
    .filter((candidate) => localName(candidate) === "cfvo")
    .map((threshold) => ({
      type: threshold.attributes.type ?? "num",
      value: threshold.attributes.val ?? threshold.children[0]?.text ?? "",
      includes: isOn(threshold.attributes.gte, true),
    }));
}

function readIcons(icons: XmlElement | undefined): RuleDetail {
  const thresholds = readThresholds(icons);
  const set = icons?.attributes.iconSet ?? "3TrafficLights1";
  const chosen = isOn(icons?.attributes.custom) ? childrenNamed(icons, "x14:cfIcon") : [];
  const inOrder = thresholds.map((_, index): IconChoice | undefined => {
    const own = chosen[index]?.attributes;
    if (!own) return { set, index };
    return own.iconSet === "NoIcons" ? undefined : { set: own.iconSet ?? set, index: Number(own.iconId ?? 0) || 0 };
  });
  return {
    kind: "iconSet",
    thresholds,
    icons: isOn(icons?.attributes.reverse) ? inOrder.reverse() : inOrder,
    showValue: isOn(icons?.attributes.showValue, true),
  };
}

const BAR_COLOR = "#638ec6";
const NEGATIVE_COLOR = "#ff0000";

function readBar(
  plain: XmlElement | undefined,
  extended: XmlElement | undefined,
  colors: SpreadsheetColors,
): DataBarDetail {
  const own = extended?.attributes ?? {};
  const colorOf = (name: string) => colors.read(part(extended, name));
  const color = colorOf("fillColor") ?? colors.read(part(plain, "color")) ?? BAR_COLOR;
  const border = isOn(own.border) ? (colorOf("borderColor") ?? color) : undefined;
  const share = (name: string, usual: number) =>
    Math.max(0, Math.min(100, Number(own[name] ?? plain?.attributes[name] ?? usual) || 0)) / 100;
  const { axisPosition, direction } = own;
  return {
    kind: "dataBar",
    thresholds: readThresholds(extended ?? plain),
    color,
    gradient: isOn(own.gradient, true),
    showValue: isOn(own.showValue ?? plain?.attributes.showValue, true),
    borderColor: border,
    negativeColor: isOn(own.negativeBarColorSameAsPositive) ? color : (colorOf("negativeFillColor") ?? NEGATIVE_COLOR),
    negativeBorderColor:
      border && !isOn(own.negativeBarBorderColorSameAsPositive, true)
        ? (colorOf("negativeBorderColor") ?? border)
        : border,
    axisColor: colorOf("axisColor") ?? "#000000",
    axis: extended ? (axisPosition === "middle" || axisPosition === "none" ? axisPosition : "automatic") : "none",
    direction: direction === "leftToRight" || direction === "rightToLeft" ? direction : "context",
    minLength: share("minLength", 10),
    maxLength: share("maxLength", 90),
  };
}
