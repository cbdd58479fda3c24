/** Conditional formats of a worksheet, those of its extension list included (18.3.1.18; x14 of MS-XLSX 2.6). */
import { normalizeHex } from "../docx/color.ts";
import { child, childrenNamed, findAll, localName, type XmlElement } from "../package/xml.ts";
import { parseRangeList } from "./cell-reference.ts";
import type { ConditionalFormat, ConditionalRule, RuleDetail, Threshold } from "./conditional-model.ts";
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
  const extensions = extendedBars(root);
  return childrenNamed(root, "x:conditionalFormatting").map((format) => ({
    ranges: parseRangeList(format.attributes.sqref),
    rules: childrenNamed(format, "x:cfRule")
      .map((rule) => readRule(rule, workbook, extensions))
      .filter((rule) => rule !== undefined)
      .map((rule) => ({ ...rule, detail: localized(rule.detail, localize) })),
  }));
}

function localized(detail: RuleDetail, localize: (formula: string) => string): RuleDetail {
  if (detail.kind === "test") return { ...detail, formulas: detail.formulas.map(localize) };
  const thresholds = detail.thresholds.map((threshold) => ({ ...threshold, value: localize(threshold.value) }));
  return { ...detail, thresholds };
}

/** `x14:cfRule` by id: what newer programs add to data bars. */
function extendedBars(root: XmlElement): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  const list = child(root, "x:extLst");
  for (const rule of list ? list.children.flatMap((extension) => allNamed(extension, "cfRule")) : []) {
    if (rule.attributes.id) found.set(rule.attributes.id, rule);
  }
  return found;
}

function allNamed(element: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const candidate of element.children) {
    if (localName(candidate) === name) found.push(candidate);
    allNamed(candidate, name, found);
  }
  return found;
}

function readRule(
  rule: XmlElement,
  workbook: Workbook,
  extensions: ReadonlyMap<string, XmlElement>,
): ConditionalRule | undefined {
  const detail = readDetail(rule, workbook, extensions);
  return (
    detail && { priority: Number(rule.attributes.priority ?? 0), stopIfTrue: isOn(rule.attributes.stopIfTrue), detail }
  );
}

function readDetail(
  rule: XmlElement,
  workbook: Workbook,
  extensions: ReadonlyMap<string, XmlElement>,
): RuleDetail | undefined {
  const { colors, styles } = workbook;
  const { attributes } = rule;
  switch (attributes.type) {
    case "colorScale": {
      const scale = child(rule, "x:colorScale");
      return {
        kind: "colorScale",
        thresholds: readThresholds(scale),
        colors: childrenNamed(scale, "x:color").map((color) => colors.read(color) ?? "#ffffff"),
      };
    }
    case "dataBar":
      return readBar(rule, colors, extensions);
    case "iconSet": {
      const icons = child(rule, "x:iconSet");
      return {
        kind: "iconSet",
        thresholds: readThresholds(icons),
        set: icons?.attributes.iconSet ?? "3TrafficLights1",
        reverse: isOn(icons?.attributes.reverse),
        showValue: isOn(icons?.attributes.showValue, true),
      };
    }
    default:
      return {
        kind: "test",
        type: attributes.type ?? "",
        operator: attributes.operator ?? "",
        formulas: childrenNamed(rule, "x:formula").map((formula) => formula.text),
        text: attributes.text ?? "",
        rank: Number(attributes.rank ?? 10),
        percent: isOn(attributes.percent),
        bottom: isOn(attributes.bottom),
        aboveAverage: isOn(attributes.aboveAverage, true),
        equalAverage: isOn(attributes.equalAverage),
        stdDev: Number(attributes.stdDev ?? 0),
        timePeriod: attributes.timePeriod ?? "",
        style: attributes.dxfId === undefined ? undefined : styles.differentials[Number(attributes.dxfId)],
      };
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

function readBar(rule: XmlElement, colors: SpreadsheetColors, extensions: ReadonlyMap<string, XmlElement>): RuleDetail {
  const bar = child(rule, "x:dataBar");
  const id = findAll(child(rule, "x:extLst"), "x14:id")[0]?.text ?? allNamed(rule, "id")[0]?.text;
  const extended = id ? allNamed(extensions.get(id.trim()) ?? rule, "dataBar").at(-1) : undefined;
  const own = extended === bar ? undefined : extended;
  const negative = own?.children.find((candidate) => localName(candidate) === "negativeFillColor");
  return {
    kind: "dataBar",
    thresholds: readThresholds(own ?? bar),
    color: colors.read(child(bar, "x:color")) ?? "#638ec6",
    gradient: isOn(own?.attributes.gradient, true),
    showValue: isOn(bar?.attributes.showValue, true),
    negativeColor: negative ? (colors.read(negative) ?? normalizeHex(negative.attributes.rgb?.slice(-6))) : undefined,
    minLength: Number(own?.attributes.minLength ?? bar?.attributes.minLength ?? 10) / 100,
    maxLength: Number(own?.attributes.maxLength ?? bar?.attributes.maxLength ?? 90) / 100,
  };
}
