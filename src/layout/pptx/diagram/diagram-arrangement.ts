/** Diagrams without a stored drawing: their texts as a tree of boxes, or as a row where nothing is below anything. */
import type { Fill, Stroke } from "../../drawing/model.ts";
import { child, childrenNamed, type XmlElement } from "../../package/xml.ts";
import type { PartContext } from "../part-context.ts";
import type { ShapeSources } from "../shape-reader.ts";
import { NO_EFFECTS, type ShapeNode, type SlideNode } from "../slide-model.ts";
import type { SlideText } from "../text/text-model.ts";
import { hasText, readText } from "../text/text-reader.ts";

interface DiagramPoint {
  body: XmlElement | undefined;
  children: string[];
}

/** A point with its place in a grid of `columns` leaves. */
interface PlacedPoint {
  id: string;
  parent: PlacedPoint | undefined;
  level: number;
  column: number;
  width: number;
}

const MOST_POINTS = 300;
const MOST_LEVELS = 20;
const GAP_SHARE = 0.1;
const ROW_GAP_SHARE = 0.4;
const MOST_FONT_PT = 65;
const LEAST_FONT_PT = 5;

/** Points of the data model by id, with their children in order. */
export function readPoints(data: XmlElement): { points: Map<string, DiagramPoint>; roots: string[] } {
  const points = new Map<string, DiagramPoint>();
  let document: string | undefined;
  for (const element of childrenNamed(child(data, "dgm:ptLst"), "dgm:pt").slice(0, MOST_POINTS * 4)) {
    const { modelId, type } = element.attributes;
    if (!modelId) continue;
    if (type === "doc") document = modelId;
    if (type === undefined || type === "node" || type === "asst" || type === "doc")
      points.set(modelId, { body: child(element, "dgm:t"), children: [] });
  }
  const connections = childrenNamed(child(data, "dgm:cxnLst"), "dgm:cxn")
    .filter(({ attributes }) => (attributes.type ?? "parOf") === "parOf")
    .sort((first, second) => Number(first.attributes.srcOrd ?? 0) - Number(second.attributes.srcOrd ?? 0));
  for (const { attributes } of connections) {
    if (points.has(attributes.destId ?? "")) points.get(attributes.srcId ?? "")?.children.push(attributes.destId ?? "");
  }
  return { points, roots: document ? (points.get(document)?.children ?? []) : [] };
}

/** Leaves side by side, parents in the middle above their children. */
export function arrangePoints(points: ReadonlyMap<string, DiagramPoint>, roots: readonly string[]): PlacedPoint[] {
  const placed: PlacedPoint[] = [];
  const seen = new Set<string>();
  let next = 0;
  const visit = (id: string, parent: PlacedPoint | undefined, level: number): PlacedPoint | undefined => {
    if (seen.has(id) || seen.size >= MOST_POINTS || level > MOST_LEVELS) return undefined;
    seen.add(id);
    const point: PlacedPoint = { id, parent, level, column: next, width: 1 };
    placed.push(point);
    const children = (points.get(id)?.children ?? []).flatMap((inner) => visit(inner, point, level + 1) ?? []);
    const first = children[0];
    const last = children.at(-1);
    if (first && last) point.column = (first.column + last.column) / 2;
    else next += 1;
    return point;
  };
  for (const root of roots) visit(root, undefined, 0);
  return placed;
}

export function arrangedDiagram(
  data: XmlElement,
  size: { widthPt: number; heightPt: number },
  sources: ShapeSources,
  context: PartContext,
): SlideNode[] {
  const { points, roots } = readPoints(data);
  const placed = arrangePoints(points, roots);
  if (placed.length === 0) return [];
  const columns = Math.max(1, ...placed.map((point) => point.column + 1));
  const levels = Math.max(...placed.map((point) => point.level)) + 1;
  const stepX = size.widthPt / columns;
  const boxWidth = stepX * (1 - GAP_SHARE);
  const boxHeight = Math.min(size.heightPt / (levels + (levels - 1) * ROW_GAP_SHARE), boxWidth / 2);
  const stepY = boxHeight * (1 + ROW_GAP_SHARE);
  const top = (size.heightPt - (levels * boxHeight + (levels - 1) * boxHeight * ROW_GAP_SHARE)) / 2;
  const accent = context.theme.color("accent1") ?? "#4f81bd";
  const boxOf = (point: PlacedPoint) => ({
    xPt: point.column * stepX + (stepX - boxWidth) / 2,
    yPt: top + point.level * stepY,
    widthPt: boxWidth,
    heightPt: boxHeight,
  });
  const texts = new Map(
    placed.map((point) => {
      const body = points.get(point.id)?.body;
      return [point.id, body && readBoxText(body, sources, context)] as const;
    }),
  );
  fitTexts([...texts.values()], boxWidth, boxHeight);
  const lines = placed.flatMap((point) =>
    point.parent ? [connector(boxOf(point.parent), boxOf(point), { ...PLAIN_LINE, color: accent })] : [],
  );
  const boxes = placed.map((point): ShapeNode => {
    const text = texts.get(point.id);
    return {
      ...PLAIN_SHAPE,
      ...boxOf(point),
      geometry: { kind: "preset", name: "rect", adjustments: {} },
      fill: { kind: "solid", color: accent, opacity: 1 },
      stroke: { ...PLAIN_LINE, color: context.theme.color("lt1") ?? "#ffffff" },
      text: text && hasText(text) ? text : undefined,
    };
  });
  return [...lines, ...boxes];
}

const PLAIN_LINE: Stroke = {
  color: "#000000",
  opacity: 1,
  widthPt: 2,
  dash: "solid",
  cap: "flat",
  head: undefined,
  tail: undefined,
  compound: false,
};
const NO_FILL: Fill = { kind: "none" };
const PLAIN_SHAPE = {
  kind: "shape",
  rotationDeg: 0,
  flipHorizontal: false,
  flipVertical: false,
  altText: "",
  link: undefined,
  effects: NO_EFFECTS,
  textPlace: undefined,
  isTitle: false,
} as const;

type Rectangle = ReturnType<() => { xPt: number; yPt: number; widthPt: number; heightPt: number }>;

/** Down from the parent, across, and down to the child. */
function connector(from: Rectangle, to: Rectangle, stroke: Stroke): ShapeNode {
  const x1 = from.xPt + from.widthPt / 2;
  const x2 = to.xPt + to.widthPt / 2;
  const y1 = from.yPt + from.heightPt;
  const y2 = to.yPt;
  const values = (x: number, y: number) => [String(x), String(y)];
  return {
    ...PLAIN_SHAPE,
    xPt: 0,
    yPt: 0,
    widthPt: 1,
    heightPt: 1,
    geometry: {
      kind: "custom",
      definition: {
        adjustments: [],
        guides: [],
        textBox: ["l", "t", "r", "b"],
        paths: [
          {
            width: 1,
            height: 1,
            fill: "none",
            stroked: true,
            commands: [
              { letter: "M", values: values(x1, y1) },
              { letter: "L", values: values(x1, (y1 + y2) / 2) },
              { letter: "L", values: values(x2, (y1 + y2) / 2) },
              { letter: "L", values: values(x2, y2) },
            ],
          },
        ],
      },
    },
    fill: NO_FILL,
    stroke,
    text: undefined,
  };
}

function readBoxText(body: XmlElement, sources: ShapeSources, context: PartContext): SlideText {
  const text = readText(body, {
    context,
    slideNumber: sources.slideNumber,
    slideLink: sources.slideLink,
    levels: [],
    style: { color: { color: context.theme.color("lt1") ?? "#ffffff", opacity: 1 } },
    inheritedBodies: [],
  });
  text.frame.anchor = "center";
  for (const paragraph of text.paragraphs) paragraph.alignment = "ctr";
  return text;
}

/** One size for all boxes, in which the longest text fits; glyphs are about half as wide as they are high. */
function fitTexts(texts: readonly (SlideText | undefined)[], widthPt: number, heightPt: number): void {
  let sizePt = MOST_FONT_PT;
  for (const text of texts) {
    for (const paragraph of text?.paragraphs ?? []) {
      const words = paragraph.inlines.flatMap((inline) => (inline.kind === "text" ? inline.text.split(/\s+/) : []));
      const longest = Math.max(1, ...words.map((word) => word.length));
      const length = words.join(" ").length;
      sizePt = Math.min(sizePt, (widthPt - 4) / (longest * 0.55));
      sizePt = Math.min(sizePt, Math.sqrt((widthPt * heightPt) / (Math.max(1, length) * 0.55 * 1.25)));
    }
  }
  sizePt = Math.max(LEAST_FONT_PT, Math.floor(sizePt));
  for (const text of texts) {
    for (const paragraph of text?.paragraphs ?? []) {
      paragraph.endFormat = { ...paragraph.endFormat, sizePt, sizeComplexPt: sizePt };
      for (const inline of paragraph.inlines) {
        if (inline.kind !== "bookmark") inline.format = { ...inline.format, sizePt, sizeComplexPt: sizePt };
      }
    }
  }
}
