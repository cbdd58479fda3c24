import type { Box } from "../../../geometry/box.ts";
import { child, childrenNamed, descend, localName, type XmlNode } from "../../../office/xml-node.ts";
import { readChart } from "../../charts/chart-reader.ts";
import { fillExtendedCaches } from "../../charts/extended-chart-data.ts";
import { fillChartCaches, type ReferredValues } from "../../charts/fill-caches.ts";
import type { DrawingContext } from "../../drawing/drawing-context.ts";
import { LinkedBoxes } from "../../drawing/linked-boxes.ts";
import { readDrawingNode } from "../../drawing/shape-reader.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import { emuToPoints } from "../../model/units.ts";
import { slicerNode } from "../controls/slicer-shapes.ts";
import type { AnchorCorner, DrawingAnchor, DrawingSource } from "../model/drawing-anchor.ts";
import type { Slicer } from "../model/slicer.ts";

const ANCHORS = new Set(["xdr:twoCellAnchor", "xdr:oneCellAnchor", "xdr:absoluteAnchor"]);
const OBJECTS = new Set(["xdr:sp", "xdr:cxnSp", "xdr:pic", "xdr:grpSp", "xdr:graphicFrame"]);

/** Elements of spreadsheet drawings -> the same content in the namespaces that the shape reader knows. */
const SHAPE_NAMES: Readonly<Record<string, string>> = {
  "xdr:sp": "dsp:sp",
  "xdr:cxnSp": "dsp:sp",
  "xdr:grpSp": "dsp:grpSp",
  "xdr:graphicFrame": "wpg:graphicFrame",
  "xdr:xfrm": "wpg:xfrm",
  "xdr:nvCxnSpPr": "dsp:nvSpPr",
};
const DEFAULT_TEXT_SIZE = "1100";

/** What drawings show of the cells and tables of their workbook. */
export interface DrawnData {
  /** The cells that charts refer to. */
  chartValues: ReferredValues;
  slicers: ReadonlyMap<string, Slicer>;
}

export function readSheetDrawings(
  part: string,
  source: DrawingSource,
  { chartValues, slicers }: DrawnData,
): DrawingAnchor[] {
  const root = source.pack.xml(part);
  const context: DrawingContext = {
    ...sheetContext(source, part),
    readChart: (chart) => {
      if (chart.name === "cx:chartSpace") fillExtendedCaches(chart, chartValues);
      else fillChartCaches(chart, chartValues);
      const read = readChart(chart, source.theme);
      if (read.warning) source.warnings.add(read.warning);
      return read;
    },
  };
  const anchors: DrawingAnchor[] = [];
  for (const anchor of root?.children.flatMap(alternatives) ?? []) {
    if (!ANCHORS.has(anchor.name)) continue;
    const object = anchor.children.flatMap(alternatives).find((candidate) => OBJECTS.has(candidate.name));
    if (!object || isHidden(object)) continue;
    const slicer = slicers.get(slicerName(object) ?? "");
    const node = (box: Box) => (slicer ? slicerNode(slicer, box, source.theme) : readObject(object, context, box));
    anchors.push({ ...readPlacement(anchor), node });
  }
  return anchors;
}

/** Graphic frames that are drawn, and need no fallback. */
const KNOWN_FRAMES = new Set(["cx:chart", "sle:slicer"]);

function isKnown(candidate: XmlNode): boolean {
  if (candidate.name !== "xdr:graphicFrame") return OBJECTS.has(candidate.name);
  return KNOWN_FRAMES.has(framed(candidate)?.name ?? "");
}

function framed(frame: XmlNode): XmlNode | undefined {
  return descend(frame, "a:graphic", "a:graphicData")?.children[0];
}

function slicerName(object: XmlNode): string | undefined {
  const content = framed(object);
  return content?.name === "sle:slicer" ? content.attributes.name : undefined;
}

/** What may be drawn of `mc:AlternateContent`: a choice that is understood, else the fallback. */
function alternatives(element: XmlNode): XmlNode[] {
  if (element.name !== "mc:AlternateContent") return [element];
  const choice = child(element, "mc:Choice")?.children ?? [];
  const fallback = child(element, "mc:Fallback")?.children ?? [];
  return choice.some(isKnown) || fallback.length === 0 ? choice : fallback;
}

function isHidden(object: XmlNode): boolean {
  const names = object.children.find((candidate) => /^xdr:nv\w+Pr$/.test(candidate.name));
  const hidden = child(names, "xdr:cNvPr")?.attributes.hidden;
  return hidden === "1" || hidden === "true";
}

/** Not in the standard: files of Excel 97-2003 count offsets in parts of a cell (docs/decisions/sheets.md). */
function shareOf(offset: XmlNode | undefined): number | undefined {
  const share = Number(offset?.attributes.share);
  return Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : undefined;
}

function readPlacement(anchor: XmlNode): Omit<DrawingAnchor, "node"> {
  const corner = (element: XmlNode | undefined): AnchorCorner | undefined =>
    element && {
      column: Number(child(element, "xdr:col")?.text ?? 0) || 0,
      columnOffsetPt: emuToPoints(child(element, "xdr:colOff")?.text.trim()) ?? 0,
      row: Number(child(element, "xdr:row")?.text ?? 0) || 0,
      rowOffsetPt: emuToPoints(child(element, "xdr:rowOff")?.text.trim()) ?? 0,
      columnShare: shareOf(child(element, "xdr:colOff")),
      rowShare: shareOf(child(element, "xdr:rowOff")),
    };
  const position = child(anchor, "xdr:pos")?.attributes;
  const extent = child(anchor, "xdr:ext")?.attributes;
  return {
    from: corner(child(anchor, "xdr:from")),
    to: corner(child(anchor, "xdr:to")),
    position: position && { xPt: emuToPoints(position.x) ?? 0, yPt: emuToPoints(position.y) ?? 0 },
    extent: extent && { widthPt: emuToPoints(extent.cx) ?? 0, heightPt: emuToPoints(extent.cy) ?? 0 },
    // Not in the standard: Excel 97-2003 can print charts in a size of their own (docs/decisions/sheets.md).
    extentIsPrinted: extent?.printed === "1",
  };
}

function readObject(object: XmlNode, context: DrawingContext, box: Box): DrawingNode | undefined {
  if (object.name === "xdr:graphicFrame") {
    const data = framed(object);
    return data ? readDrawingNode(data, context, box) : undefined;
  }
  const node = readDrawingNode(asKnownShape(object), context, box);
  // The anchor decides place and size; only within groups an object has its own.
  return node && { ...node, ...placedIn(node, box) };
}

/** The anchor holds the visible box: a shape on its side is placed across it. */
function placedIn(node: DrawingNode, box: Box): Box {
  const sideways = Math.abs(Math.round(node.rotationDeg / 90)) % 2 === 1;
  if (!sideways) return { xPt: box.xPt, yPt: box.yPt, widthPt: box.widthPt, heightPt: box.heightPt };
  const { widthPt, heightPt } = node;
  return {
    xPt: box.xPt + (box.widthPt - widthPt) / 2,
    yPt: box.yPt + (box.heightPt - heightPt) / 2,
    widthPt,
    heightPt,
  };
}

function asKnownShape(element: XmlNode): XmlNode {
  const inImage = element.name === "xdr:pic";
  return renamed(element, inImage ? "pic" : "dsp");
}

function renamed(element: XmlNode, prefix: "pic" | "dsp"): XmlNode {
  const inner = element.name === "xdr:pic" ? "pic" : prefix;
  const name = element.name.startsWith("xdr:")
    ? inner === "pic"
      ? `pic:${localName(element)}`
      : (SHAPE_NAMES[element.name] ?? `dsp:${localName(element)}`)
    : element.name;
  const isRun = element.name === "a:rPr" || element.name === "a:endParaRPr";
  const attributes =
    isRun && element.attributes.sz === undefined
      ? { ...element.attributes, sz: DEFAULT_TEXT_SIZE }
      : element.attributes;
  const children = element.children.flatMap(alternatives).map((part) => renamed(part, inner));
  if (element.name === "a:r" && childrenNamed(element, "a:rPr").length === 0) {
    children.unshift({ name: "a:rPr", attributes: { sz: DEFAULT_TEXT_SIZE }, children: [], text: "" });
  }
  // Line feeds within a run are just spaces.
  return { name, attributes, children, text: element.text.replace(/(?<!\s)\s*\n\s*/g, " ") };
}

/** What the readers of shapes need to know about the part that holds them; Word's text boxes do not exist here. */
export function sheetContext(source: DrawingSource, part: string): DrawingContext {
  const { pack, theme } = source;
  const targetPart = (id: string | undefined): string | undefined => {
    const relationship = id === undefined ? undefined : pack.relationships(part).get(id);
    return relationship && !relationship.external ? relationship.target : undefined;
  };
  return {
    package: pack,
    part,
    theme,
    shapeTypes: new Map(),
    linkedBoxes: new LinkedBoxes(),
    targetPart,
    imageSource: (id, substitute) => {
      const target = targetPart(id);
      return target ? source.imageUrl(target, targetPart(substitute)) : undefined;
    },
    readTextBox: () => [],
    readChart: (root) => readChart(root, theme),
  };
}
