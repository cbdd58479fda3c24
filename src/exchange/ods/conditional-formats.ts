/**
 * Conditional formats, an extension of LibreOffice's to OpenDocument 1.3 (`calcext`), and the conditions that styles of cells
 * name (Part 3, 16.3) -> conditional formats of a worksheet (ECMA-376 Part 1, 18.3.1.18; bars by MS-XLSX 2.6).
 */

import { type Attributes, element } from "../../binary/doc/xml-writer.ts";
import { smallestOf } from "../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { GridPosition, GridRange } from "../../spreadsheet/grid-range.ts";
import { colorOf, countOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import { areasOf, rangeReference } from "./cell-addresses.ts";
import type { CellStyles } from "./cell-styles.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import { dateCondition } from "./date-conditions.ts";
import { formulaText } from "./formula-text.ts";

const MOST_FORMATS = 2_000;
const MOST_RULES = 200;
const MOST_AREAS = 500;
const MOST_ENTRIES = 5;
const THRESHOLDS: Readonly<Record<string, string>> = {
  ...{ minimum: "min", maximum: "max", percent: "percent", percentile: "percentile", number: "num" },
  ...{ formula: "formula", "auto-minimum": "autoMin", "auto-maximum": "autoMax" },
};
const ICON_SET = /^[3-5][A-Z]\w{2,20}$/;
const EXTENSION_URI = "{78C0D931-6437-407d-A8EE-F0AAD7539E65}";

interface Format {
  sqref: string;
  /** The first cell: what is relative is so to it. */
  origin: GridPosition;
  node: OdfNode;
}

export interface ConditionalXml {
  /** `conditionalFormatting` elements. */
  plain: string;
  /** Content of `extLst`. */
  extended: string;
}

export class ConditionalFormats {
  readonly #styles: CellStyles;
  readonly #formats: Format[] = [];

  constructor(styles: CellStyles) {
    this.#styles = styles;
  }

  /** @param container `calcext:conditional-formats` */
  add(container: OdfNode): void {
    for (const node of elementsOf(container, "calcext:conditional-format"))
      this.#addFormat(areasOf(node.attributes["calcext:target-range-address"] ?? ""), node);
  }

  get isEmpty(): boolean {
    return this.#formats.length === 0;
  }

  /** Conditions by style, which programs write that do not know the extension. @param maps `style:map` */
  addStyled(areas: readonly GridRange[], maps: readonly OdfNode[]): void {
    const children = maps.map(
      ({ attributes }): OdfNode => ({
        name: "calcext:condition",
        attributes: {
          "calcext:value": attributes["style:condition"] ?? "",
          "calcext:apply-style-name": attributes["style:apply-style-name"] ?? "",
          "calcext:base-cell-address": attributes["style:base-cell-address"] ?? "",
        },
        children: [],
      }),
    );
    this.#addFormat(areas, { name: "calcext:conditional-format", attributes: {}, children });
  }

  #addFormat(areas: readonly GridRange[], node: OdfNode): void {
    if (areas.length === 0 || this.#formats.length >= MOST_FORMATS) return;
    const used = areas.slice(0, MOST_AREAS);
    this.#formats.push({
      sqref: used.map(rangeReference).join(" "),
      origin: {
        row: smallestOf(used.map(({ top }) => top)),
        column: smallestOf(used.map(({ left }) => left)),
      },
      node,
    });
  }

  /**
   * Of several conditions the first that holds is the one that shows, and colors, bars and icons show beside it: they have the
   * first places, and a condition ends the rules.
   */
  xml(): ConditionalXml {
    let [scales, conditions] = [0, this.#formats.reduce((sum, { node }) => sum + node.children.length, 0)];
    let [plain, extended] = ["", ""];
    for (const { sqref, origin, node } of this.#formats) {
      let rules = "";
      for (const rule of elementsOf(node).slice(0, MOST_RULES)) {
        if (rule.name === "calcext:data-bar") {
          const bar = barXml(rule, ++scales);
          extended += element("x14:conditionalFormatting", {}, `${bar}<xm:sqref>${sqref}</xm:sqref>`);
        } else if (rule.name === "calcext:color-scale") rules += scaleXml(rule, ++scales);
        else if (rule.name === "calcext:icon-set") rules += iconsXml(rule, ++scales);
        else rules += this.#conditionXml(rule, ++conditions, origin);
      }
      if (rules !== "") plain += element("conditionalFormatting", { sqref }, rules);
    }
    const list = element("x14:conditionalFormattings", {}, extended);
    return { plain, extended: extended === "" ? "" : element("ext", { uri: EXTENSION_URI }, list) };
  }

  #conditionXml({ name, attributes }: OdfNode, priority: number, origin: GridPosition): string {
    const isDate = name === "calcext:date-is";
    if (!isDate && name !== "calcext:condition") return "";
    const condition: Condition | undefined = isDate
      ? dateCondition(attributes["calcext:date"] ?? "", origin)
      : conditionOf(attributes["calcext:value"] ?? "", movement(origin, attributes["calcext:base-cell-address"]));
    const style = attributes[isDate ? "calcext:style" : "calcext:apply-style-name"];
    if (!condition) return "";
    const formulas = condition.formulas.map((formula) => `<formula>${escapeXmlText(formula)}</formula>`).join("");
    const dxfId = this.#styles.differential(style);
    return element("cfRule", { ...condition.attributes, dxfId, priority, stopIfTrue: 1 }, formulas);
  }
}

/** From the cell for which a formula is written to the one for which a worksheet's are. */
function movement(origin: GridPosition, base: string | undefined): GridPosition {
  const [written] = areasOf(base ?? "");
  return written ? { row: origin.row - written.top, column: origin.column - written.left } : { row: 0, column: 0 };
}

function scaleXml(scale: OdfNode, priority: number): string {
  const entries = elementsOf(scale, "calcext:color-scale-entry").slice(0, MOST_ENTRIES);
  if (entries.length < 2) return "";
  const colors = entries.map(({ attributes }) => colorXml("color", attributes["calcext:color"], "FFFFFF"));
  const thresholds = entries.map((entry) => thresholdXml(entry));
  return element(
    "cfRule",
    { type: "colorScale", priority },
    element("colorScale", {}, thresholds.join("") + colors.join("")),
  );
}

function iconsXml(icons: OdfNode, priority: number): string {
  const { attributes } = icons;
  const iconSet = attributes["calcext:icon-set-type"] ?? "";
  const entries = entriesOf(icons);
  if (!ICON_SET.test(iconSet) || entries.length < 2) return "";
  // LibreOffice writes it to the first entry, where it does not read it
  const hidesValue = attributes["calcext:show-value"] === "false";
  const thresholds = entries.map((entry) => thresholdXml(entry)).join("");
  return element(
    "cfRule",
    { type: "iconSet", priority },
    element("iconSet", { iconSet, showValue: hidesValue ? 0 : undefined }, thresholds),
  );
}

function entriesOf(node: OdfNode): OdfNode[] {
  return elementsOf(node)
    .filter(({ name }) => name === "calcext:formatting-entry" || name === "calcext:data-bar-entry")
    .slice(0, MOST_ENTRIES);
}

function barXml(bar: OdfNode, priority: number): string {
  const said = bar.attributes;
  const length = (name: string, usual: number) => countOf(said[name], 100) ?? usual;
  const isOff = (name: string) => (said[name] === "false" ? 0 : undefined);
  const axis = said["calcext:axis-position"];
  const thresholds = entriesOf(bar).map((entry) => {
    const { type, val } = threshold(entry);
    return element("x14:cfvo", { type }, val === undefined ? "" : `<xm:f>${escapeXmlText(val)}</xm:f>`);
  });
  const attributes: Attributes = {
    minLength: length("calcext:min-length", 0),
    maxLength: length("calcext:max-length", 100),
    gradient: isOff("calcext:gradient"),
    showValue: isOff("calcext:show-value"),
    axisPosition: axis === "none" || axis === "middle" ? axis : undefined,
  };
  const colors =
    colorXml("x14:fillColor", said["calcext:positive-color"], "0000FF") +
    colorXml("x14:negativeFillColor", said["calcext:negative-color"], "FF0000") +
    colorXml("x14:axisColor", said["calcext:axis-color"], "000000");
  const content = element("x14:dataBar", attributes, thresholds.join("") + colors);
  return element("x14:cfRule", { type: "dataBar", priority }, content);
}

function threshold({ attributes }: OdfNode): { type: string; val: string | undefined } {
  const type = THRESHOLDS[attributes["calcext:type"] ?? ""] ?? "num";
  const value = attributes["calcext:value"] ?? "0";
  const isPlain = /^(?:min|max|autoM(?:in|ax))$/.test(type);
  return { type, val: isPlain ? undefined : type === "formula" ? formulaText(value) : value.slice(0, 40) };
}

function thresholdXml(entry: OdfNode): string {
  return element("cfvo", { ...threshold(entry) });
}

function colorXml(name: string, color: string | undefined, usual: string): string {
  return element(name, { rgb: `FF${colorOf(color) ?? usual}` });
}
