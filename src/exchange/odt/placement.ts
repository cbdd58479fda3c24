/** Where frames and shapes stand beside the text (OpenDocument 1.3 Part 3, 20.297 and following) -> `wp:anchor`. */
import { element } from "../../binary/doc/xml-writer.ts";
import { emuOfTwips, twipsOf } from "../open-document/measures.ts";
import type { Extent } from "../open-document/pictures.ts";
import type { Properties } from "../open-document/style-properties.ts";

export interface Placement {
  /** `text:anchor-type`. */
  anchor: string;
  /** Attributes of the element. */
  attributes: Readonly<Record<string, string>>;
  /** Properties of its style. */
  said: Properties;
  extent: Extent;
  description: string | undefined;
  /** A picture or a box, not a shape: what is said of neither is another thing for both. */
  isFrame: boolean;
}

const HORIZONTAL: Readonly<Record<string, string>> = {
  page: "page",
  "page-content": "margin",
  "page-start-margin": "leftMargin",
  "page-end-margin": "rightMargin",
  char: "character",
};
const VERTICAL: Readonly<Record<string, string>> = {
  page: "page",
  "page-content": "margin",
  char: "line",
  line: "line",
  text: "line",
};
const HORIZONTAL_ALIGNMENTS: Readonly<Record<string, string>> = {
  left: "left",
  center: "center",
  right: "right",
  inside: "inside",
  outside: "outside",
};
const VERTICAL_ALIGNMENTS: Readonly<Record<string, string>> = {
  top: "top",
  middle: "center",
  bottom: "bottom",
  below: "bottom",
};
const WRAPS: Readonly<Record<string, string>> = {
  none: "<wp:wrapTopAndBottom/>",
  left: '<wp:wrapSquare wrapText="left"/>',
  right: '<wp:wrapSquare wrapText="right"/>',
  parallel: '<wp:wrapSquare wrapText="bothSides"/>',
  dynamic: '<wp:wrapSquare wrapText="largest"/>',
  biggest: '<wp:wrapSquare wrapText="largest"/>',
};
const MOST_ORDER = 1_000_000;

/** `w:drawing`. @param graphicData `a:graphicData` */
export function drawingXml(graphicData: string, placement: Placement): string {
  const { anchor, extent, description, said, attributes } = placement;
  const shared =
    element("wp:extent", extent) +
    (anchor === "as-char" ? "" : (WRAPS[wrapOf(placement)] ?? "<wp:wrapNone/>")) +
    element("wp:docPr", { id: 1, name: "", descr: description || undefined }) +
    element("a:graphic", {}, graphicData);
  const distances = {
    distT: distance(said, "top"),
    distB: distance(said, "bottom"),
    distL: distance(said, "left"),
    distR: distance(said, "right"),
  };
  if (anchor === "as-char") return element("w:drawing", {}, element("wp:inline", distances, shared));
  const order = Number(attributes["draw:z-index"] ?? 0);
  const isBehind = wrapOf(placement) === "run-through" && said["style:run-through"] === "background";
  return element(
    "w:drawing",
    {},
    element(
      "wp:anchor",
      {
        ...distances,
        simplePos: 0,
        relativeHeight: Number.isInteger(order) ? Math.max(0, Math.min(MOST_ORDER, order)) : 0,
        behindDoc: isBehind ? 1 : 0,
        locked: 0,
        layoutInCell: 1,
        allowOverlap: 1,
      },
      element("wp:simplePos", { x: 0, y: 0 }) + horizontalXml(placement) + verticalXml(placement) + shared,
    ),
  );
}

function wrapOf({ said, isFrame }: Placement): string {
  return said["style:wrap"] ?? (isFrame ? "none" : "run-through");
}

function distance(said: Properties, side: string): number {
  return Math.max(0, emuOfTwips(twipsOf(said[`fo:margin-${side}`]) ?? 0));
}

function horizontalXml({ anchor, attributes, said }: Placement): string {
  const usual = anchor === "page" ? "page" : "column";
  const relativeFrom = HORIZONTAL[said["style:horizontal-rel"] ?? ""] ?? usual;
  const alignment = HORIZONTAL_ALIGNMENTS[said["style:horizontal-pos"] ?? ""];
  return axisXml("H", relativeFrom, alignment, attributes["svg:x"]);
}

function verticalXml({ anchor, attributes, said }: Placement): string {
  const usual = anchor === "page" ? "page" : "paragraph";
  const relativeFrom = VERTICAL[said["style:vertical-rel"] ?? ""] ?? usual;
  const alignment = VERTICAL_ALIGNMENTS[said["style:vertical-pos"] ?? ""];
  return axisXml("V", relativeFrom, alignment, attributes["svg:y"]);
}

function axisXml(
  axis: string,
  relativeFrom: string,
  alignment: string | undefined,
  offset: string | undefined,
): string {
  const place = alignment
    ? `<wp:align>${alignment}</wp:align>`
    : `<wp:posOffset>${emuOfTwips(twipsOf(offset) ?? 0)}</wp:posOffset>`;
  return element(`wp:position${axis}`, { relativeFrom }, place);
}
