/** Diagrams without a stored drawing: their texts as a tree of boxes, as rows, or side by side. */

import { largestOf } from "../../../domain/collections/long-lists.ts";
import type { Box as Rectangle } from "../../../geometry/box.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { mix } from "../../model/color.ts";
import type { Fill, Stroke } from "../../model/fill.ts";
import { NO_EFFECTS, type ShapeNode, type SlideNode } from "../model/slide.ts";
import type { SlideText } from "../model/text.ts";
import type { ShapeSources } from "../node-reader.ts";
import type { PartContext } from "../part-context.ts";
import { hasText, readText } from "../text/text-reader.ts";

interface DiagramPoint {
  body: XmlNode | undefined;
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

const MAX_POINTS = 300;
const MAX_LEVELS = 20;
const GAP_SHARE = 0.1;
const ROW_GAP_SHARE = 0.4;
const MAX_FONT_PT = 65;
const MIN_FONT_PT = 5;
const ROW_HEAD_SHARE = 0.36;
const BOX_INSETS_PT = 14.4;
const PALE_SHARE = 0.75;

/** Points of the data model by id, with their children in order. */
export function readPoints(data: XmlNode): { points: Map<string, DiagramPoint>; roots: string[] } {
  const points = new Map<string, DiagramPoint>();
  let document: string | undefined;
  for (const element of childrenNamed(child(data, "dgm:ptLst"), "dgm:pt").slice(0, MAX_POINTS * 4)) {
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

/** Leaves side by side, parents centered above their children. */
export function arrangePoints(points: ReadonlyMap<string, DiagramPoint>, roots: readonly string[]): PlacedPoint[] {
  const placed: PlacedPoint[] = [];
  const seen = new Set<string>();
  let next = 0;
  const visit = (id: string, parent: PlacedPoint | undefined, level: number): PlacedPoint | undefined => {
    if (seen.has(id) || seen.size >= MAX_POINTS || level > MAX_LEVELS) return undefined;
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

/** How the boxes are arranged, by the name of the diagram's layout (`dgm:layoutDef/@uniqueId`). */
function isTree(layoutId: string): boolean {
  return /orgChart|hierarchy|HalfCircleOrg|NameandTitle/i.test(layoutId);
}

export function arrangedDiagram(
  data: XmlNode,
  layoutId: string,
  size: { widthPt: number; heightPt: number },
  sources: ShapeSources,
  context: PartContext,
): SlideNode[] {
  const { points, roots } = readPoints(data);
  const appearance = new DiagramAppearance(points, sources, context);
  const hasChildren = roots.some((root) => (points.get(root)?.children.length ?? 0) > 0);
  if (hasChildren && !isTree(layoutId)) return rowsOf(points, roots.slice(0, MAX_POINTS), size, appearance);
  return treeOf(arrangePoints(points, roots), size, appearance);
}

/** A row for each point: its own text on the left, those below it on the right. */
function rowsOf(
  points: ReadonlyMap<string, DiagramPoint>,
  roots: readonly string[],
  { widthPt, heightPt }: { widthPt: number; heightPt: number },
  appearance: DiagramAppearance,
): SlideNode[] {
  const step = heightPt / Math.max(1, roots.length);
  const boxHeight = step * (1 - GAP_SHARE);
  const headWidth = widthPt * ROW_HEAD_SHARE;
  const heads = roots.map((id) => appearance.text([id]));
  const bodies = roots.map((id) => appearance.text(descendants(points, id), true));
  fitTexts(heads, headWidth - BOX_INSETS_PT, boxHeight - BOX_INSETS_PT / 2);
  fitTexts(bodies, widthPt - headWidth - BOX_INSETS_PT, boxHeight - BOX_INSETS_PT / 2);
  return roots.flatMap((_, index) => {
    const yPt = index * step + (step - boxHeight) / 2;
    const head = { xPt: 0, yPt, widthPt: headWidth, heightPt: boxHeight };
    const body = { xPt: headWidth, yPt, widthPt: widthPt - headWidth, heightPt: boxHeight };
    return [appearance.box(body, bodies[index], true), appearance.box(head, heads[index], false)];
  });
}

function descendants(points: ReadonlyMap<string, DiagramPoint>, id: string): string[] {
  const found: string[] = [];
  const visit = (inner: string, level: number) => {
    if (found.length >= MAX_POINTS || level > MAX_LEVELS || found.includes(inner)) return;
    found.push(inner);
    for (const child of points.get(inner)?.children ?? []) visit(child, level + 1);
  };
  for (const child of points.get(id)?.children ?? []) visit(child, 0);
  return found;
}

function treeOf(
  placed: readonly PlacedPoint[],
  size: { widthPt: number; heightPt: number },
  appearance: DiagramAppearance,
): SlideNode[] {
  if (placed.length === 0) return [];
  const columns = largestOf(
    placed.map((point) => point.column + 1),
    1,
  );
  const levels = largestOf(placed.map((point) => point.level)) + 1;
  const stepX = size.widthPt / columns;
  const boxWidth = stepX * (1 - GAP_SHARE);
  const boxHeight = Math.min(size.heightPt / (levels + (levels - 1) * ROW_GAP_SHARE), boxWidth / 2);
  const stepY = boxHeight * (1 + ROW_GAP_SHARE);
  const top = (size.heightPt - (levels * boxHeight + (levels - 1) * boxHeight * ROW_GAP_SHARE)) / 2;
  const boxOf = (point: PlacedPoint) => ({
    xPt: point.column * stepX + (stepX - boxWidth) / 2,
    yPt: top + point.level * stepY,
    widthPt: boxWidth,
    heightPt: boxHeight,
  });
  const texts = placed.map((point) => appearance.text([point.id]));
  fitTexts(texts, boxWidth, boxHeight);
  const lines = placed.flatMap((point) =>
    point.parent ? [appearance.connector(boxOf(point.parent), boxOf(point))] : [],
  );
  return [...lines, ...placed.map((point, index) => appearance.box(boxOf(point), texts[index], false))];
}

/** Colors and texts of the boxes. */
class DiagramAppearance {
  readonly #points: ReadonlyMap<string, DiagramPoint>;
  readonly #sources: ShapeSources;
  readonly #context: PartContext;
  readonly #accent: string;
  readonly #light: string;

  constructor(points: ReadonlyMap<string, DiagramPoint>, sources: ShapeSources, context: PartContext) {
    this.#points = points;
    this.#sources = sources;
    this.#context = context;
    this.#accent = context.theme.color("accent1") ?? "#4f81bd";
    this.#light = context.theme.color("lt1") ?? "#ffffff";
  }

  /** The texts of points as one; as a list they are dark and on the left. */
  text(ids: readonly string[], isList = false): SlideText | undefined {
    const color = isList ? (this.#context.theme.color("dk1") ?? "#000000") : this.#light;
    const texts = ids.flatMap((id) => {
      const body = this.#points.get(id)?.body;
      return body ? [readBoxText(body, color, this.#sources, this.#context)] : [];
    });
    const [first] = texts;
    if (!first) return undefined;
    const paragraphs = texts.flatMap((text) => text.paragraphs);
    for (const paragraph of paragraphs) paragraph.alignment = isList ? "l" : "ctr";
    return { ...first, paragraphs };
  }

  box(at: Rectangle, text: SlideText | undefined, isPale: boolean): ShapeNode {
    const color = isPale ? mix(this.#accent, "#ffffff", PALE_SHARE) : this.#accent;
    return {
      ...PLAIN_SHAPE,
      ...at,
      geometry: { kind: "preset", name: "rect", adjustments: {} },
      fill: { kind: "solid", color, opacity: 1 },
      stroke: { ...PLAIN_LINE, color: this.#light },
      text: text && hasText(text) ? text : undefined,
    };
  }

  connector(from: Rectangle, to: Rectangle): ShapeNode {
    return connector(from, to, { ...PLAIN_LINE, color: this.#accent });
  }
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

function readBoxText(body: XmlNode, color: string, sources: ShapeSources, context: PartContext): SlideText {
  const text = readText(body, {
    context,
    slideNumber: sources.slideNumber,
    slideLink: sources.slideLink,
    levels: [],
    style: { color: { color, opacity: 1 } },
    inheritedBodies: [],
  });
  text.frame.anchor = "center";
  return text;
}

/** One size for all boxes, in which the longest text fits; glyphs are about half as wide as they are high. */
function fitTexts(texts: readonly (SlideText | undefined)[], widthPt: number, heightPt: number): void {
  let sizePt = MAX_FONT_PT;
  for (const text of texts) {
    for (const paragraph of text?.paragraphs ?? []) {
      const words = paragraph.inlines.flatMap((inline) => (inline.kind === "text" ? inline.text.split(/\s+/) : []));
      const longest = largestOf(
        words.map((word) => word.length),
        1,
      );
      const length = words.join(" ").length;
      sizePt = Math.min(sizePt, (widthPt - 4) / (longest * 0.55));
      sizePt = Math.min(sizePt, Math.sqrt((widthPt * heightPt) / (Math.max(1, length) * 0.55 * 1.25)));
    }
  }
  sizePt = Math.max(MIN_FONT_PT, Math.floor(sizePt));
  for (const text of texts) {
    for (const paragraph of text?.paragraphs ?? []) {
      paragraph.endFormat = { ...paragraph.endFormat, sizePt, sizeComplexPt: sizePt };
      for (const inline of paragraph.inlines) {
        if (inline.kind !== "bookmark") inline.format = { ...inline.format, sizePt, sizeComplexPt: sizePt };
      }
    }
  }
}
