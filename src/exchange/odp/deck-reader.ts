/** Master pages and slides (OpenDocument 1.3 Part 3, 16.9 and 10.2.4), one after the other. */
import { PartRelationships } from "../../binary/doc/package-builder.ts";
import { checkLimit } from "../../domain/limits.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import { overlaid, type Properties, type PropertySet } from "../open-document/style-properties.ts";
import { emuOf } from "../open-drawing/emu.ts";
import type { Size } from "../open-drawing/outline.ts";
import { ShapeStyle } from "../open-drawing/shape-style.ts";
import { type ShapeTools, ShapeWriter } from "../open-drawing/shape-writer.ts";
import type { EdgeTexts } from "../open-drawing/text-writer.ts";
import type { SlideParts } from "./slide-parts.ts";

interface MasterPage {
  layout: string;
  size: Size | undefined;
  /** What stands at the edges of slides that show it. */
  edges: readonly OdfNode[];
}

/** Of a class -> what a slide says to show it. */
const EDGES: Readonly<Record<string, string>> = {
  footer: "presentation:display-footer",
  "date-time": "presentation:display-date-time",
  "page-number": "presentation:display-page-number",
};
const USUAL_SIZE: Size = { width: 10_080_000, height: 5_670_000 };
const MOST_MASTERS = 500;
const WHITE = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';

export class DeckReader {
  readonly #tools: Omit<ShapeTools, "relationships" | "edges">;
  readonly #parts: SlideParts;
  readonly #masters = new Map<string, MasterPage>();
  readonly #sizes = new Map<string, Size>();
  /** Texts for the edges of slides, by kind and name; undefined for the day's date. */
  readonly #texts = new Map<string, string | undefined>();
  #size: Size | undefined;
  #first: MasterPage | undefined;

  constructor(tools: Omit<ShapeTools, "relationships" | "edges">, parts: SlideParts) {
    this.#tools = tools;
    this.#parts = parts;
  }

  /** Of the slides, which are all alike. */
  get size(): Size {
    return this.#size ?? USUAL_SIZE;
  }

  /** @param automatic styles of pages @param masters `office:master-styles` */
  addMasters(automatic: OdfNode | undefined, masters: OdfNode | undefined): void {
    for (const layout of elementsOf(automatic, "style:page-layout")) {
      const said = childOf(layout, "style:page-layout-properties")?.attributes;
      const [width, height] = [emuOf(said?.["fo:page-width"]), emuOf(said?.["fo:page-height"])];
      if (width && height) this.#sizes.set(layout.attributes["style:name"] ?? "", { width, height });
    }
    for (const node of elementsOf(masters, "style:master-page").slice(0, MOST_MASTERS)) this.#addMaster(node);
  }

  #addMaster(node: OdfNode): void {
    const name = node.attributes["style:name"] ?? "";
    const relationships = new PartRelationships();
    const writer = new ShapeWriter({ ...this.#tools, relationships, edges: {} });
    for (const forms of elementsOf(node, "office:forms")) this.#tools.controls.add(forms);
    const [edges, shapes]: [OdfNode[], OdfNode[]] = [[], []];
    for (const child of elementsOf(node)) {
      const kind = child.attributes["presentation:class"];
      if (kind === undefined) shapes.push(child);
      else if (kind in EDGES) edges.push(child);
    }
    const background = this.#background(node, name, relationships) ?? WHITE;
    const markup = shapes.map((shape) => writer.shape(shape)).join("");
    const master: MasterPage = {
      layout: this.#parts.addMaster({ shapes: markup, background, relationships }),
      size: this.#sizes.get(node.attributes["style:page-layout-name"] ?? ""),
      edges,
    };
    this.#first ??= master;
    this.#masters.set(name, master);
  }

  /** A fill; undefined for a page that has none. */
  #background(page: OdfNode, master: string | undefined, relationships: PartRelationships): string | undefined {
    const { book, paints } = this.#tools;
    const said = this.#page(page).attributes;
    const own = paints.fillXml(said, relationships);
    if (own !== undefined || master === undefined) return own === "<a:noFill/>" ? undefined : own;
    const named = new ShapeStyle(book, "presentation", `${master}-background`, undefined).graphic;
    const fill = book.style("presentation", `${master}-background`) ? paints.fillXml(named, relationships) : undefined;
    return fill === "<a:noFill/>" ? undefined : fill;
  }

  #page(page: OdfNode): PropertySet {
    const { book } = this.#tools;
    let properties = book.defaults("drawing-page", "drawing-page");
    for (const style of book.lineage(book.style("drawing-page", page.attributes["draw:style-name"])).reverse())
      properties = overlaid(properties, book.own(style, "drawing-page"));
    return properties;
  }

  /** `presentation:footer-decl` or `presentation:date-time-decl`. */
  addText(node: OdfNode): void {
    const isToday = node.attributes["presentation:source"] === "current-date";
    const text = isToday ? undefined : textOf(node).trim();
    this.#texts.set(`${node.name} ${node.attributes["presentation:name"]}`, text);
  }

  /** `draw:page`. */
  addSlide(node: OdfNode): void {
    checkLimit("odpSlides", this.#parts.slideCount + 1);
    const { attributes } = node;
    const master = this.#masters.get(attributes["draw:master-page-name"] ?? "") ?? this.#first ?? this.#plainMaster();
    this.#size ??= master.size;
    const said = this.#page(node).attributes;
    for (const forms of elementsOf(node, "office:forms")) this.#tools.controls.add(forms);
    const relationships = new PartRelationships();
    const writer = new ShapeWriter({ ...this.#tools, relationships, edges: this.#edgeTexts(attributes) });
    const showsMaster = said["presentation:background-objects-visible"] !== "false";
    const edges = showsMaster ? master.edges.filter((edge) => isShown(edge, said)) : [];
    const shapes = elementsOf(node).filter(({ attributes: own }) => own["presentation:placeholder"] !== "true");
    const background =
      this.#background(node, undefined, relationships) ??
      (said["presentation:background-visible"] === "false" ? WHITE : undefined);
    this.#parts.addSlide(
      { shapes: [...edges, ...shapes].map((shape) => writer.shape(shape)).join(""), background, relationships },
      { layout: master.layout, isHidden: said["presentation:visibility"] === "hidden", showsMaster },
    );
  }

  #plainMaster(): MasterPage {
    const relationships = new PartRelationships();
    const layout = this.#parts.addMaster({ shapes: "", background: WHITE, relationships });
    this.#first = { layout, size: undefined, edges: [] };
    return this.#first;
  }

  #edgeTexts(page: Properties): EdgeTexts {
    const text = (kind: string) => {
      const key = `presentation:${kind}-decl ${page[`presentation:use-${kind}-name`]}`;
      return this.#texts.has(key) ? this.#texts.get(key) : "";
    };
    return {
      "presentation:footer": text("footer"),
      "presentation:date-time": text("date-time"),
      "presentation:header": text("header"),
    };
  }
}

function isShown(edge: OdfNode, page: Properties): boolean {
  return page[EDGES[edge.attributes["presentation:class"] ?? ""] ?? ""] === "true";
}
