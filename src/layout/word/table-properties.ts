import { isOn } from "../../office/on-off.ts";
import { child, type XmlNode } from "../../office/xml-node.ts";
import type {
  EdgeBorders,
  EdgeLengths,
  FloatingTable,
  Measure,
  PartialCellFormat,
  PartialTableFormat,
  RowFormat,
  TableLook,
} from "../model/table-format.ts";
import type { Theme } from "../model/theme.ts";
import { integer, twipsToPoints } from "../model/units.ts";
import { readBorder, readShading } from "./character-properties.ts";

/** `CT_TblWidth` (17.4.87): fiftieths of a percent, or a literal percentage; a width of zero counts as not given. */
function readMeasure(element: XmlNode | undefined): Measure {
  const type = element?.attributes["w:type"] ?? "dxa";
  const text = element?.attributes["w:w"] ?? "";
  const isPercentage = text.endsWith("%");
  if (isPercentage || type === "pct") {
    const share = (Number.parseFloat(text) || 0) / (isPercentage ? 100 : 5000);
    return share > 0 ? { kind: "share", value: share } : { kind: "auto" };
  }
  if (type === "auto" || type === "nil") return { kind: "auto" };
  const value = twipsToPoints(text);
  return value === undefined || value <= 0 ? { kind: "auto" } : { kind: "points", value };
}

const EDGE_NAMES: Readonly<Record<string, keyof EdgeBorders>> = {
  "w:top": "top",
  "w:bottom": "bottom",
  "w:left": "left",
  "w:start": "left",
  "w:right": "right",
  "w:end": "right",
  "w:insideH": "insideH",
  "w:insideV": "insideV",
  "w:tl2br": "diagonalDown",
  "w:tr2bl": "diagonalUp",
};

function readEdgeBorders(element: XmlNode, theme: Theme): EdgeBorders {
  const borders: EdgeBorders = {};
  for (const side of element.children) {
    const edge = EDGE_NAMES[side.name];
    if (edge) borders[edge] = readBorder(side, theme);
  }
  return borders;
}

function readEdgeLengths(element: XmlNode): EdgeLengths {
  const lengths: EdgeLengths = {};
  for (const side of element.children) {
    const edge = EDGE_NAMES[side.name];
    const measure = twipsToPoints(side.attributes["w:w"]);
    if (measure !== undefined && (edge === "top" || edge === "bottom" || edge === "left" || edge === "right")) {
      lengths[edge] = measure;
    }
  }
  return lengths;
}

function readAlignment(value: string | undefined): "left" | "center" | "right" {
  if (value === "center") return "center";
  return value === "right" || value === "end" ? "right" : "left";
}

export function readTableProperties(element: XmlNode | undefined, theme: Theme): PartialTableFormat {
  const format: PartialTableFormat = {};
  for (const property of element?.children ?? []) {
    const value = property.attributes["w:val"];
    switch (property.name) {
      case "w:tblW":
        format.width = readMeasure(property);
        break;
      case "w:jc":
        format.alignment = readAlignment(value);
        break;
      case "w:tblInd":
        format.indentPt = twipsToPoints(property.attributes["w:w"]) ?? 0;
        break;
      case "w:tblLayout":
        format.fixedLayout = property.attributes["w:type"] === "fixed";
        break;
      case "w:tblBorders":
        format.borders = readEdgeBorders(property, theme);
        break;
      case "w:tblCellMar":
        format.cellMargins = readEdgeLengths(property);
        break;
      case "w:tblCellSpacing":
        format.cellSpacingPt = twipsToPoints(property.attributes["w:w"]) ?? 0;
        break;
      case "w:shd":
        format.shading = readShading(property, theme);
        break;
      case "w:bidiVisual":
        format.rightToLeft = isOn(value);
        break;
      case "w:tblStyleRowBandSize":
        format.rowBandSize = integer(value) ?? 1;
        break;
      case "w:tblStyleColBandSize":
        format.columnBandSize = integer(value) ?? 1;
        break;
      case "w:tblpPr":
        format.floating = readFloating(property);
        break;
      case "w:tblLook":
        format.appearance = readAppearance(property);
        break;
    }
  }
  return format;
}

function readFloating(property: XmlNode): FloatingTable {
  const attributes = property.attributes;
  const points = (name: string) => twipsToPoints(attributes[`w:${name}`]) ?? 0;
  return {
    leftFromTextPt: points("leftFromText"),
    rightFromTextPt: points("rightFromText"),
    topFromTextPt: points("topFromText"),
    bottomFromTextPt: points("bottomFromText"),
    horizontalAnchor: attributes["w:horzAnchor"] ?? "text",
    // Word's default is not the standard's (MS-OI29500, 2.1.162).
    verticalAnchor: attributes["w:vertAnchor"] ?? "margin",
    xPt: points("tblpX"),
    yPt: points("tblpY"),
    xAlign: attributes["w:tblpXSpec"],
    yAlign: attributes["w:tblpYSpec"],
  };
}

/** `w:tblLook`: single attributes win over the bit mask of older files (17.4.56). */
function readAppearance(property: XmlNode): TableLook {
  const mask = Number.parseInt(property.attributes["w:val"] ?? "0", 16) || 0;
  const flag = (name: string, bit: number) => {
    const value = property.attributes[`w:${name}`];
    return value === undefined ? (mask & bit) !== 0 : isOn(value);
  };
  return {
    firstRow: flag("firstRow", 0x20),
    lastRow: flag("lastRow", 0x40),
    firstColumn: flag("firstColumn", 0x80),
    lastColumn: flag("lastColumn", 0x100),
    horizontalBands: !flag("noHBand", 0x200),
    verticalBands: !flag("noVBand", 0x400),
  };
}

export function readRowProperties(element: XmlNode | undefined): Partial<RowFormat> {
  const format: Partial<RowFormat> = {};
  for (const property of element?.children ?? []) {
    const value = property.attributes["w:val"];
    switch (property.name) {
      case "w:trHeight": {
        format.heightPt = twipsToPoints(value) ?? 0;
        const rule = property.attributes["w:hRule"];
        format.heightRule = rule === "exact" ? "exact" : rule === "auto" ? "auto" : "atLeast";
        break;
      }
      case "w:tblHeader":
        format.header = isOn(value);
        break;
      case "w:cantSplit":
        format.cantSplit = isOn(value);
        break;
      case "w:gridBefore":
        format.gridBefore = integer(value) ?? 0;
        break;
      case "w:gridAfter":
        format.gridAfter = integer(value) ?? 0;
        break;
      case "w:jc":
        format.alignment = readAlignment(value);
        break;
      case "w:hidden":
        format.hidden = isOn(value);
        break;
    }
  }
  return format;
}

export function readCellProperties(element: XmlNode | undefined, theme: Theme): PartialCellFormat {
  const format: PartialCellFormat = {};
  for (const property of element?.children ?? []) {
    const value = property.attributes["w:val"];
    switch (property.name) {
      case "w:tcW":
        format.width = readMeasure(property);
        break;
      case "w:gridSpan":
        format.gridSpan = Math.min(200, Math.max(1, integer(value) ?? 1));
        break;
      case "w:vMerge":
        format.verticalMerge = value === "restart" ? "restart" : "continue";
        break;
      case "w:hMerge":
        format.horizontalMerge = value === "restart" ? "restart" : "continue";
        break;
      case "w:tcBorders":
        format.borders = readEdgeBorders(property, theme);
        break;
      case "w:tcMar":
        format.margins = readEdgeLengths(property);
        break;
      case "w:shd":
        format.shading = readShading(property, theme);
        break;
      case "w:vAlign":
        format.verticalAlign = value === "center" || value === "bottom" ? value : "top";
        break;
      case "w:noWrap":
        format.noWrap = isOn(value);
        break;
      case "w:textDirection":
        format.textDirection = value;
        break;
      case "w:tcFitText":
        format.fitText = isOn(value);
        break;
      case "w:hideMark":
        format.hideMark = isOn(value);
        break;
    }
  }
  return format;
}

/** The row-level exceptions of `w:tblPrEx`. */
export function readTableException(row: XmlNode, theme: Theme): PartialTableFormat {
  return readTableProperties(child(row, "w:tblPrEx"), theme);
}
