/** Conditional formats of a worksheet, those of its extension list included (18.3.1.18; x14 of MS-XLSX 2.6). */
import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, findAll, localName, type XmlNode } from "../../../office/xml-node.ts";
import { parseGridRanges } from "../../../spreadsheet/grid-range.ts";
import type {
  ConditionalFormat,
  ConditionalRule,
  DataBarDetail,
  IconChoice,
  RuleDetail,
  Threshold,
} from "../model/conditional-format.ts";
import type { Workbook } from "../model/workbook.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";

/** `localize` brings formulas to plain references of the sheet. */
export function readConditionalFormats(
  root: XmlNode,
  workbook: Workbook,
  localize: (formula: string) => string,
): ConditionalFormat[] {
  const extensions = child(root, "x:extLst");
  const extended = new Map<string, XmlNode>();
  for (const rule of findAll(extensions, "x14:cfRule")) if (rule.attributes.id) extended.set(rule.attributes.id, rule);
  const formats = [
    ...childrenNamed(root, "x:conditionalFormatting"),
    ...findAll(extensions, "x14:conditionalFormatting"),
  ];
  const used = new Set<XmlNode>();
  return formats.map((format) => ({
    ranges: parseGridRanges(format.attributes.sqref ?? child(format, "xm:sqref")?.text.trim()),
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
function idOfExtension(rule: XmlNode): string {
  return findAll(child(rule, "x:extLst"), "x14:id")[0]?.text.trim() ?? "";
}

/** A child in the namespace of the standard or that of its extension. */
function part(element: XmlNode | undefined, name: string): XmlNode | undefined {
  return element?.children.find((candidate) => localName(candidate) === name);
}

/** `extended`: the rule of the extension list that adds to this one, or the rule itself if it is there. */
function readRule(rule: XmlNode, extended: XmlNode | undefined, workbook: Workbook): ConditionalRule {
  const { priority, stopIfTrue } = rule.attributes;
  return {
    priority: Number(priority ?? extended?.attributes.priority ?? 0),
    stopIfTrue: booleanAttribute(stopIfTrue),
    detail: readDetail(rule, extended, workbook),
  };
}

function readDetail(rule: XmlNode, extended: XmlNode | undefined, { colors, styles }: Workbook): RuleDetail {
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
        percent: booleanAttribute(attributes.percent),
        bottom: booleanAttribute(attributes.bottom),
        aboveAverage: booleanAttribute(attributes.aboveAverage, true),
        equalAverage: booleanAttribute(attributes.equalAverage),
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

function readThresholds(element: XmlNode | undefined): Threshold[] {
  return (element?.children ?? [])
    .filter((candidate) => localName(candidate) === "cfvo")
    .map((threshold) => ({
      type: threshold.attributes.type ?? "num",
      value: threshold.attributes.val ?? threshold.children[0]?.text ?? "",
      includes: booleanAttribute(threshold.attributes.gte, true),
    }));
}

function readIcons(icons: XmlNode | undefined): RuleDetail {
  const thresholds = readThresholds(icons);
  const set = icons?.attributes.iconSet ?? "3TrafficLights1";
  const chosen = booleanAttribute(icons?.attributes.custom) ? childrenNamed(icons, "x14:cfIcon") : [];
  const inOrder = thresholds.map((_, index): IconChoice | undefined => {
    const own = chosen[index]?.attributes;
    if (!own) return { set, index };
    return own.iconSet === "NoIcons" ? undefined : { set: own.iconSet ?? set, index: Number(own.iconId ?? 0) || 0 };
  });
  return {
    kind: "iconSet",
    thresholds,
    icons: booleanAttribute(icons?.attributes.reverse) ? inOrder.reverse() : inOrder,
    showValue: booleanAttribute(icons?.attributes.showValue, true),
  };
}

const BAR_COLOR = "#638ec6";
const NEGATIVE_COLOR = "#ff0000";

function readBar(plain: XmlNode | undefined, extended: XmlNode | undefined, colors: SpreadsheetColors): DataBarDetail {
  const own = extended?.attributes ?? {};
  const colorOf = (name: string) => colors.read(part(extended, name));
  const color = colorOf("fillColor") ?? colors.read(part(plain, "color")) ?? BAR_COLOR;
  const border = booleanAttribute(own.border) ? (colorOf("borderColor") ?? color) : undefined;
  const share = (name: string, usual: number) =>
    Math.max(0, Math.min(100, Number(own[name] ?? plain?.attributes[name] ?? usual) || 0)) / 100;
  const { axisPosition, direction } = own;
  return {
    kind: "dataBar",
    thresholds: readThresholds(extended ?? plain),
    color,
    gradient: booleanAttribute(own.gradient, true),
    showValue: booleanAttribute(own.showValue ?? plain?.attributes.showValue, true),
    borderColor: border,
    negativeColor: booleanAttribute(own.negativeBarColorSameAsPositive)
      ? color
      : (colorOf("negativeFillColor") ?? NEGATIVE_COLOR),
    negativeBorderColor:
      border && !booleanAttribute(own.negativeBarBorderColorSameAsPositive, true)
        ? (colorOf("negativeBorderColor") ?? border)
        : border,
    axisColor: colorOf("axisColor") ?? "#000000",
    axis: extended ? (axisPosition === "middle" || axisPosition === "none" ? axisPosition : "automatic") : "none",
    direction: direction === "leftToRight" || direction === "rightToLeft" ? direction : "context",
    minLength: share("minLength", 10),
    maxLength: share("maxLength", 90),
  };
}
