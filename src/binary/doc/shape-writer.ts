/** Floating shapes -> `w:drawing` with `wp:anchor` (ECMA-376 part 1, 20.4; MS-ODRAW 2.3). */
import { EMU_PER_TWIP } from "../../geometry/units.ts";
import type { DrawingContext } from "../officeart/drawing-color.ts";
import { shapeAppearancesXml } from "../officeart/drawingml-writer.ts";
import { imageXml } from "../officeart/image-xml.ts";
import { PROPERTY } from "../officeart/property-ids.ts";
import type { ArtShape, Edges } from "../officeart/shape-tree.ts";
import { bodyPropertiesXml } from "../officeart/text-body-xml.ts";
import { shapeTransform, transformXml } from "../officeart/transform-xml.ts";
import type { DrawingStore, ShapeAnchor } from "./drawing-store.ts";
import { inlineXml } from "./image-writer.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { type FloatingPlace, isWordArt, wordArtXml } from "./word-art.ts";
import { element } from "./xml-writer.ts";

/** `wps:txbx` or `wps:linkedTxbx`; `textId` is the shape's own. */
export type TextBoxWriter = (textId: number) => string | undefined;

const DEFAULT_DISTANCE_X_EMU = 114_300;
const LAYOUT_IN_CELL = 0x03b0;
const PSEUDO_INLINE = 0x053f;
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
      imageRelationship: (blip) => this.#imageRelationship(blip),
    };
  }

  /** A floating shape with everything in it; empty when it is hidden. */
  anchorXml(anchor: ShapeAnchor): string {
    const { shape } = anchor;
    const { properties } = shape;
    if (properties.flag(PROPERTY.isHidden) || shape.isDeleted) return "";
    const place = placeOf(anchor);
    if (isWordArt(shape)) return wordArtXml(anchor, place, this.#context);
    const extent = { cx: Math.round(place.width * EMU_PER_TWIP), cy: Math.round(place.height * EMU_PER_TWIP) };
    const description = properties.text(PROPERTY.description);
    const graphicData = element("a:graphicData", {}, this.#shapeXml(shape, anchor.edges, EMU_PER_TWIP, true));
    if (isPseudoInline(shape)) return inlineXml(extent, graphicData, description);
    const distance = (id: number, fallback: number) => Math.max(0, properties.signed(id) ?? fallback);
    const attributes = {
      distT: distance(PROPERTY.wrapDistanceTop, 0),
      distB: distance(PROPERTY.wrapDistanceBottom, 0),
      distL: distance(PROPERTY.wrapDistanceLeft, DEFAULT_DISTANCE_X_EMU),
      distR: distance(PROPERTY.wrapDistanceRight, DEFAULT_DISTANCE_X_EMU),
      relativeHeight: anchor.order + 1,
      behindDoc: place.isBehind ? 1 : 0,
      layoutInCell: (properties.flag(LAYOUT_IN_CELL) ?? true) ? 1 : 0,
    };
    const content =
      positionXml("wp:positionH", place.horizontalRelation, place.horizontalAlign, place.left) +
      positionXml("wp:positionV", place.verticalRelation, place.verticalAlign, place.top) +
      element("wp:extent", extent) +
      wrapXml(anchor) +
      element("wp:docPr", { id: shape.id, name: "", descr: description || undefined }) +
      element("a:graphic", {}, graphicData);
    return element("w:drawing", {}, element("wp:anchor", attributes, content));
  }

  #imageRelationship(blip: number): string | undefined {
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
    const appearances = shapeAppearancesXml(shape, size, this.#context);
    const image = this.#imageRelationship(shape.properties.number(PROPERTY.image) ?? 0);
    if (image) {
      const content =
        element("pic:blipFill", {}, imageXml(shape.properties, image)) +
        element("pic:spPr", {}, transform + appearances);
      return element("pic:pic", {}, element("pic:nvPicPr", {}, element("pic:cNvPr", { id: 0, name: "" })) + content);
    }
    const textId = shape.properties.number(PROPERTY.textId);
    const body = (textId === undefined ? undefined : this.#textBox(textId)) ?? "";
    return element(
      "wps:wsp",
      {},
      element("wps:spPr", {}, transform + appearances) +
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

/** Shape properties give places more exactly than the Spa; where they say nothing, the Spa holds. */
function placeOf({
  shape,
  edges,
  horizontalOrigin,
  verticalOrigin,
  wrapStyle,
  isBelowText,
}: ShapeAnchor): FloatingPlace {
  const { properties } = shape;
  const box = shapeTransform(shape, edges).edges;
  const named = (names: readonly (string | undefined)[], id: number) => names[properties.number(id) ?? -1];
  return {
    left: box.left,
    top: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    horizontalRelation: named(HORIZONTAL_RELATIONS, PROPERTY.horizontalRelation) ?? horizontalOrigin,
    verticalRelation: named(VERTICAL_RELATIONS, PROPERTY.verticalRelation) ?? verticalOrigin,
    horizontalAlign: named(HORIZONTAL_ALIGNS, PROPERTY.horizontalPosition),
    verticalAlign: named(VERTICAL_ALIGNS, PROPERTY.verticalPosition),
    isBehind: properties.flag(PROPERTY.behindText) ?? (wrapStyle === WRAP_NONE && isBelowText),
  };
}

/** Drawings in the line are stored as floating ones that say so (MS-ODRAW 2.3.11.1). */
export function isPseudoInline({ properties }: ArtShape): boolean {
  return properties.flag(PSEUDO_INLINE) === true;
}

function positionXml(name: string, relation: string, align: string | undefined, twips: number): string {
  const place =
    align === undefined
      ? `<wp:posOffset>${Math.round(twips * EMU_PER_TWIP)}</wp:posOffset>`
      : `<wp:align>${align}</wp:align>`;
  return element(name, { relativeFrom: relation }, place);
}

function wrapXml({ wrapStyle, wrapSide }: ShapeAnchor): string {
  const name = WRAP_ELEMENTS[wrapStyle] ?? "wrapNone";
  const hasSide = name !== "wrapNone" && name !== "wrapTopAndBottom";
  return element(`wp:${name}`, { wrapText: hasSide ? (WRAP_SIDES[wrapSide] ?? "bothSides") : undefined });
}
