/** `w:drawing`: inline and anchored objects (ECMA-376 part 1, 20.4). */

import { alternateContent } from "../../office/alternate-content.ts";
import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, localName, type XmlNode } from "../../office/xml-node.ts";
import { isDecorative } from "../drawing/decorative.ts";
import { readDrawingNode } from "../drawing/shape-reader.ts";
import type { Inline } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import type { Anchor, AxisPosition, DrawingNode, OutlinePoint, RelativeLength, WrapKind } from "../model/shapes.ts";
import { emuToPoints } from "../model/units.ts";
import type { ReaderContext } from "./reader-context.ts";

const WRAPS: Readonly<Record<string, WrapKind>> = {
  "wp:wrapNone": "none",
  "wp:wrapSquare": "square",
  "wp:wrapTight": "tight",
  "wp:wrapThrough": "through",
  "wp:wrapTopAndBottom": "topAndBottom",
};

export function readWordDrawing(
  element: XmlNode,
  context: ReaderContext,
  format: CharacterFormat,
  link: string | undefined,
): Inline[] {
  const inlines: Inline[] = [];
  for (const object of element.children) {
    if (object.name !== "wp:inline" && object.name !== "wp:anchor") continue;
    const properties = child(object, "wp:docPr");
    if (properties?.attributes.hidden !== undefined && isOn(properties.attributes.hidden)) continue;
    const extent = child(object, "wp:extent")?.attributes ?? {};
    const box = {
      xPt: 0,
      yPt: 0,
      widthPt: Math.max(0, emuToPoints(extent.cx) ?? 0),
      heightPt: Math.max(0, emuToPoints(extent.cy) ?? 0),
    };
    const data = descend(object, "a:graphic", "a:graphicData");
    let drawing: DrawingNode | undefined;
    for (const content of data?.children ?? []) drawing ??= readDrawingNode(content, context, box);
    if (!drawing) {
      context.document.warnings.add("a drawing of an unknown kind was left out");
      drawing = emptyShape(box);
    }
    drawing = { ...drawing, xPt: 0, yPt: 0, altText: drawing.altText || properties?.attributes.descr || "" };
    if (isDecorative(properties)) drawing.decorative = true;
    const click = child(properties, "a:hlinkClick")?.attributes["r:id"];
    const target = (click ? context.relationship(click)?.target : undefined) ?? link;
    if (target) drawing.link = target;
    if (object.name === "wp:inline") {
      const effectBelowPt = emuToPoints(child(object, "wp:effectExtent")?.attributes.b) ?? 0;
      if (effectBelowPt > 0) drawing.effectBelowPt = effectBelowPt;
      inlines.push({
        kind: "object",
        drawing,
        widthPt: box.widthPt,
        heightPt: box.heightPt,
        baselineShiftPt: 0,
        format,
        ...(target ? { link: target } : {}),
      });
    } else inlines.push({ kind: "anchor", anchor: readAnchor(object, drawing), format });
  }
  return inlines;
}

function emptyShape(box: { xPt: number; yPt: number; widthPt: number; heightPt: number }): DrawingNode {
  return {
    kind: "group",
    ...box,
    rotationDeg: 0,
    flipHorizontal: false,
    flipVertical: false,
    altText: "",
    children: [],
  };
}

function readAnchor(object: XmlNode, drawing: DrawingNode): Anchor {
  const attributes = object.attributes;
  const wrapElement = object.children.find((candidate) => candidate.name in WRAPS);
  const distance = (name: string) => emuToPoints(attributes[name]) ?? 0;
  const flag = (value: string | undefined) => value !== undefined && isOn(value);
  const simple = flag(attributes.simplePos) ? child(object, "wp:simplePos")?.attributes : undefined;
  const side = wrapElement?.attributes.wrapText;
  return {
    drawing,
    widthPt: drawing.widthPt,
    heightPt: drawing.heightPt,
    horizontal: simple ? absolute(simple.x) : readAxis(chosen(object, "wp:positionH")),
    vertical: simple ? absolute(simple.y) : readAxis(chosen(object, "wp:positionV")),
    relativeWidth: relativeLength(child(object, "wp14:sizeRelH"), "wp14:pctWidth"),
    relativeHeight: relativeLength(child(object, "wp14:sizeRelV"), "wp14:pctHeight"),
    wrap: WRAPS[wrapElement?.name ?? ""] ?? "none",
    outline: outlineOf(child(wrapElement, "wp:wrapPolygon")),
    wrapSide: side === "left" || side === "right" || side === "largest" ? side : "bothSides",
    distanceTopPt: distance("distT"),
    distanceBottomPt: distance("distB"),
    distanceLeftPt: distance("distL"),
    distanceRightPt: distance("distR"),
    behind: flag(attributes.behindDoc),
    layoutInCell: attributes.layoutInCell === undefined || isOn(attributes.layoutInCell),
    zOrder: Number(attributes.relativeHeight ?? 0) || 0,
  };
}

/** Word writes a position in per cent beside one in points, for older programs. */
function chosen(object: XmlNode, name: string): XmlNode | undefined {
  const alternatives = childrenNamed(object, "mc:AlternateContent").map((element) =>
    child(alternateContent(element), name),
  );
  return child(object, name) ?? alternatives.find((element) => element !== undefined);
}

/** Undefined for 0, which keeps the size in points. */
function relativeLength(element: XmlNode | undefined, name: string): RelativeLength | undefined {
  const share = Number(child(element, name)?.text) / 100_000;
  return share > 0 ? { relativeTo: element?.attributes.relativeFrom ?? "page", share } : undefined;
}

const WRAP_UNITS = 21_600;
const MAX_OUTLINE_POINTS = 500;

/** `wp:wrapPolygon` (20.4.2.16): points in 21600ths of the object. */
function outlineOf(polygon: XmlNode | undefined): OutlinePoint[] | undefined {
  const points = (polygon?.children ?? []).slice(0, MAX_OUTLINE_POINTS).map(({ attributes }) => ({
    x: Number(attributes.x ?? 0) / WRAP_UNITS,
    y: Number(attributes.y ?? 0) / WRAP_UNITS,
  }));
  return points.length >= 3 && points.every(({ x, y }) => Number.isFinite(x + y)) ? points : undefined;
}

function absolute(value: string | undefined): AxisPosition {
  return { relativeTo: "page", align: undefined, offsetPt: emuToPoints(value) ?? 0, share: undefined };
}

function readAxis(element: XmlNode | undefined): AxisPosition {
  const relativeTo = element?.attributes.relativeFrom ?? "column";
  const align = child(element, "wp:align")?.text.trim() || undefined;
  const offsetPt = emuToPoints(child(element, "wp:posOffset")?.text.trim()) ?? 0;
  const percent = childrenNamed(element, "wp14:pctPosHOffset")[0] ?? childrenNamed(element, "wp14:pctPosVOffset")[0];
  const share = percent && localName(percent).startsWith("pctPos") ? Number(percent.text) / 100_000 : undefined;
  return { relativeTo, align, offsetPt, share };
}
