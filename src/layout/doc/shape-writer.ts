/** Floating shapes -> `w:drawing` with `wp:anchor` (ECMA-376 part 1, 20.4; MS-ODRAW 2.3). */
import type { DrawingContext } from "../officeart/drawing-color.ts";
import { shapeLooksXml } from "../officeart/drawingml-writer.ts";
import { pictureXml } from "../officeart/picture-xml.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import type { ShapeProperties } from "../officeart/shape-properties.ts";
import type { ArtShape, Edges } from "../officeart/shape-tree.ts";
import { bodyPropertiesXml } from "../officeart/text-body-xml.ts";
import { shapeTransform, transformXml } from "../officeart/transform-xml.ts";
import type { DrawingStore, ShapeAnchor } from "./drawing-store.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { element } from "./xml-writer.ts";

/** The blocks of a text box; `textId` is the shape's own. */
export type TextBoxWriter = (textId: number) => string | undefined;

const EMU_PER_TWIP = 635;
const DEFAULT_DISTANCE_X_EMU = 114_300;
const LAYOUT_IN_CELL = 0x03b0;
const TEXT_BOX_BODY_TAG = "wps:bodyPr";
const WRAP_ELEMENTS = ["wrapSquare", "wrapTopAndBottom", "wrapSquare", "wrapNone", "wrapTight", "wrapThrough"];
const WRAP_NONE = 3;
const WRAP_SIDES = ["bothSides", "left", "right", "largest"];
const HORIZONTAL_ALIGNS = [undefined, "left", "center", "right", "inside", "outside"];
const VERTICAL_ALIGNS = [undefined, "top", "center", "bottom", "inside", "outside"];
const HORIZONTAL_RELATIONS = ["margin", "page", "column", "character"];
const VERTICAL_RELATIONS = ["margin", "page", "paragraph", "line"];

export class ShapeWriter {
  readonly #store: DrawingStore;
  readonly #builder: PackageBuilder;
  readonly #relationships: PartRelationships;
  readonly #textBox: TextBoxWriter;
  readonly #context: DrawingContext;

  constructor(store: DrawingStore, builder: PackageBuilder, relationships: PartRelationships, textBox: TextBoxWriter) {
    this.#store = store;
    this.#builder = builder;
    this.#relationships = relationships;
    this.#textBox = textBox;
    this.#context = {
      indexedColor: () => undefined,
      pictureRelationship: (blip) => this.#pictureRelationship(blip),
    };
  }

  /** A floating shape with everything in it; empty when it is hidden. */
  anchorXml(anchor: ShapeAnchor): string {
    const { shape } = anchor;
    const { properties } = shape;
    if (properties.flag(PROPERTY.isHidden) || shape.isDeleted) return "";
    const { edges } = shapeTransform(shape, anchor.edges);
    const distance = (id: number, fallback: number) => Math.max(0, properties.signed(id) ?? fallback);
    const behind = properties.flag(PROPERTY.behindText) ?? (anchor.wrapStyle === WRAP_NONE && anchor.isBelowText);
    const description = properties.text(PROPERTY.description);
    const extent = {
      cx: Math.round((edges.right - edges.left) * EMU_PER_TWIP),
      cy: Math.round((edges.bottom - edges.top) * EMU_PER_TWIP),
    };
    const attributes = {
      distT: distance(PROPERTY.wrapDistanceTop, 0),
      distB: distance(PROPERTY.wrapDistanceBottom, 0),
      distL: distance(PROPERTY.wrapDistanceLeft, DEFAULT_DISTANCE_X_EMU),
      distR: distance(PROPERTY.wrapDistanceRight, DEFAULT_DISTANCE_X_EMU),
      relativeHeight: anchor.order + 1,
      behindDoc: behind ? 1 : 0,
      layoutInCell: (properties.flag(LAYOUT_IN_CELL) ?? true) ? 1 : 0,
    };
    const content =
      positionXml("H", anchor, properties, edges) +
      positionXml("V", anchor, properties, edges) +
      element("wp:extent", extent) +
      wrapXml(anchor) +
      element("wp:docPr", { id: shape.id, name: "", descr: description || undefined }) +
      element("a:graphic", {}, element("a:graphicData", {}, this.#shapeXml(shape, anchor.edges, EMU_PER_TWIP, true)));
    return element("w:drawing", {}, element("wp:anchor", attributes, content));
  }

  #pictureRelationship(blip: number): string | undefined {
    const found = this.#store.blips.blip(blip);
    const part = found && this.#builder.media(`store/${blip}`, found.extension, () => found.bytes);
    return part && this.#relationships.to("image", part);
  }

  #shapeXml(shape: ArtShape, edges: Edges, emuPerUnit: number, isTop: boolean): string {
    const transform = transformXml(shape, isTop ? atOrigin(edges) : edges, emuPerUnit);
    if (shape.isGroup) {
      const children = shape.children.map((child) =>
        child.childAnchor ? this.#shapeXml(child, child.childAnchor, 1, false) : "",
      );
      return element(isTop ? "wpg:wgp" : "wpg:grpSp", {}, element("wpg:grpSpPr", {}, transform) + children.join(""));
    }
    const size = { width: Math.abs(edges.right - edges.left), height: Math.abs(edges.bottom - edges.top) };
    const looks = shapeLooksXml(shape, size, this.#context);
    const picture = this.#pictureRelationship(shape.properties.number(PROPERTY.picture) ?? 0);
    if (picture) {
      const content =
        element("pic:blipFill", {}, pictureXml(shape.properties, picture)) + element("pic:spPr", {}, transform + looks);
      return element("pic:pic", {}, element("pic:nvPicPr", {}, element("pic:cNvPr", { id: 0, name: "" })) + content);
    }
    const textId = shape.properties.number(PROPERTY.textId);
    const text = textId === undefined ? undefined : this.#textBox(textId);
    const body = text === undefined ? "" : element("wps:txbx", {}, element("w:txbxContent", {}, text));
    return element(
      "wps:wsp",
      {},
      element("wps:spPr", {}, transform + looks) +
        body +
        (body === "" ? "" : bodyPropertiesXml(shape.properties, {}, TEXT_BOX_BODY_TAG)),
    );
  }
}

function atOrigin({ left, top, right, bottom }: Edges): Edges {
  const x = Math.min(left, right);
  const y = Math.min(top, bottom);
  return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
}

/** Shape properties tell places more exactly than the Spa; where they say nothing, it holds. */
function positionXml(axis: "H" | "V", anchor: ShapeAnchor, properties: ShapeProperties, edges: Edges): string {
  const isHorizontal = axis === "H";
  const relation = properties.number(isHorizontal ? PROPERTY.horizontalRelation : PROPERTY.verticalRelation);
  const kind = properties.number(isHorizontal ? PROPERTY.horizontalPosition : PROPERTY.verticalPosition);
  const align = (isHorizontal ? HORIZONTAL_ALIGNS : VERTICAL_ALIGNS)[kind ?? 0];
  const origin = isHorizontal ? anchor.horizontalOrigin : anchor.verticalOrigin;
  const relations = isHorizontal ? HORIZONTAL_RELATIONS : VERTICAL_RELATIONS;
  const offset = Math.round((isHorizontal ? edges.left : edges.top) * EMU_PER_TWIP);
  return element(
    `wp:position${axis}`,
    { relativeFrom: (relation === undefined ? undefined : relations[relation]) ?? origin },
    align === undefined ? `<wp:posOffset>${offset}</wp:posOffset>` : `<wp:align>${align}</wp:align>`,
  );
}

function wrapXml({ wrapStyle, wrapSide }: ShapeAnchor): string {
  const name = WRAP_ELEMENTS[wrapStyle] ?? "wrapNone";
  const hasSide = name !== "wrapNone" && name !== "wrapTopAndBottom";
  return element(`wp:${name}`, { wrapText: hasSide ? (WRAP_SIDES[wrapSide] ?? "bothSides") : undefined });
}
