/** Shapes and pictures of a document (OfficeArtContent, MS-DOC 2.9.172) and where they are anchored (Spa, 2.9.253). */
import { BlipStore } from "../officeart/blip-store.ts";
import { ART } from "../officeart/record-types.ts";
import { readNode } from "../officeart/records.ts";
import { type ArtShape, type Edges, readDefaultProperties, readDrawing } from "../officeart/shape-tree.ts";
import { CharacterPlex } from "./character-plex.ts";

/** A floating shape in the place that its text gives it. */
export interface ShapeAnchor {
  shape: ArtShape;
  /** Place among all shapes, the farthest behind first. */
  order: number;
  /** Twips from the origins. */
  edges: Edges;
  horizontalOrigin: "margin" | "page" | "column";
  verticalOrigin: "margin" | "page" | "paragraph";
  /** `wr` and `wrk` of the Spa. */
  wrapStyle: number;
  wrapSide: number;
  isBelowText: boolean;
}

const RECORD_HEADER_BYTES = 8;
const SPA_BYTES = 26;
const IN_HEADERS = 1;
const MAX_DRAWINGS = 4;
const HORIZONTAL_ORIGINS = ["margin", "page", "column"] as const;
const VERTICAL_ORIGINS = ["margin", "page", "paragraph"] as const;

type Place = "body" | "headers";

export class DrawingStore {
  readonly blips: BlipStore;
  readonly #shapes: Record<Place, Map<number, { shape: ArtShape; order: number }>> = {
    body: new Map(),
    headers: new Map(),
  };

  constructor(bytes: Uint8Array, wordDocument: Uint8Array) {
    const group = readNode(bytes, 0);
    const isGroup = group?.type === ART.drawingGroupContainer;
    this.blips = new BlipStore(isGroup ? group : undefined, wordDocument);
    if (!group || !isGroup) return;
    const defaults = readDefaultProperties(group);
    let at = RECORD_HEADER_BYTES + group.body.length;
    for (let index = 0; index < MAX_DRAWINGS && at < bytes.length; index++) {
      const place: Place = bytes[at] === IN_HEADERS ? "headers" : "body";
      const drawing = readNode(bytes, at + 1);
      if (drawing?.type !== ART.drawingContainer) return;
      for (const [order, shape] of readDrawing(drawing, defaults).shapes.entries()) {
        this.#shapes[place].set(shape.id, { shape, order });
      }
      at += 1 + RECORD_HEADER_BYTES + drawing.body.length;
    }
  }

  /** Anchors by their position in the story. */
  anchors(place: Place, plc: Uint8Array): Map<number, ShapeAnchor> {
    const plex = new CharacterPlex(plc, SPA_BYTES);
    const anchors = new Map<number, ShapeAnchor>();
    const anchored = new Set<number>();
    for (let index = 0; index < plex.length; index++) {
      const data = plex.data(index);
      const known = this.#shapes[place].get(data.u32(0));
      // A shape is in one place only.
      if (!known || anchored.has(known.shape.id)) continue;
      anchored.add(known.shape.id);
      const flags = data.u16(20);
      anchors.set(plex.position(index), {
        ...known,
        edges: { left: data.i32(4), top: data.i32(8), right: data.i32(12), bottom: data.i32(16) },
        horizontalOrigin: HORIZONTAL_ORIGINS[(flags >> 1) & 3] ?? "column",
        verticalOrigin: VERTICAL_ORIGINS[(flags >> 3) & 3] ?? "paragraph",
        wrapStyle: (flags >> 5) & 15,
        wrapSide: (flags >> 9) & 15,
        isBelowText: (flags & 0x4000) !== 0,
      });
    }
    return anchors;
  }
}
