/**
 * Shapes and frames of slides and sheets (OpenDocument 1.3 Part 3, 10) -> the shape tree of PresentationML and the drawings of
 * SpreadsheetML, which have the same elements (ECMA-376 Part 1, 19.3.1 and 20.5.2).
 */
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import type { FormControls } from "../open-document/form-controls.ts";
import { percentOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { automaticColor } from "./automatic-color.ts";
import { type ControlText, controlParts, partIdentityXml, pictureOf, UNKNOWN_CONTROL } from "./control-parts.ts";
import { emuOf } from "./emu.ts";
import { NO_LINE, shadowXml } from "./paints.ts";
import { POINTED } from "./pointed-shapes.ts";
import { runPropertiesXml } from "./run-properties.ts";
import { customShape, pointedShape } from "./shape-outline.ts";
import { type Place, placeOf, placeXml } from "./shape-place.ts";
import { ShapeStyle } from "./shape-style.ts";
import { type TableTools, tableXml } from "./table-writer.ts";
import { paragraphsXml } from "./text-writer.ts";

export interface ShapeTools extends TableTools {
  /** Of the elements: of slides, or of sheets. */
  prefix: "p" | "xdr";
  objects: EmbeddedObjects;
  controls: FormControls;
  warnings: Set<string>;
}

/** EMU, if a style does not say: as LibreOffice has it. */
const PADDING: Readonly<Record<string, number>> = { left: 90_000, right: 90_000, top: 45_000, bottom: 45_000 };
const ALIGNMENTS = { left: "l", center: "ctr", right: "r" };
const VERTICALS: Readonly<Record<string, string>> = { middle: "ctr", bottom: "b", justify: "t", top: "t" };
/** What is there for programs, or for pages that are not shown. */
const SILENT: ReadonlySet<string> = new Set([
  ...["presentation:notes", "draw:page-thumbnail", "office:forms", "anim:par", "anim:seq", "svg:title", "svg:desc"],
  ...["draw:layer-set", "draw:glue-point", "office:event-listeners", "presentation:animations", "office:annotation"],
  ...["draw:image-map", "presentation:sound"],
]);
export interface PlacedShape {
  markup: string;
  place: Place;
}

interface Shown {
  /** Properties of the shape. */
  said: Properties;
  place: Place;
  /** `a:prstGeom` or `a:custGeom`. */
  geometry: string;
  text: readonly OdfNode[];
}

export class ShapeWriter {
  readonly #tools: ShapeTools;
  /** Ids of shapes are unique within a part; 1 is that of the tree. */
  #nextId = 2;

  constructor(tools: ShapeTools) {
    this.#tools = tools;
  }

  /** Markup of a shape, or of all that are in a group; nothing for what is not shown. */
  shape(node: OdfNode): string {
    return this.shapes(node)
      .map(({ markup }) => markup)
      .join("");
  }

  /** The shape, or all that are in a group, each by itself. */
  shapes(node: OdfNode): PlacedShape[] {
    const { name, attributes } = node;
    if (SILENT.has(name) || attributes["draw:display"] === "none" || attributes["draw:display"] === "screen") return [];
    if (name === "draw:g" || name === "draw:a") return elementsOf(node).flatMap((each) => this.shapes(each));
    if (name === "draw:control") return this.#control(node);
    const shape = this.#shape(node);
    return shape ? [shape] : [];
  }

  #shape(node: OdfNode): PlacedShape | undefined {
    const { name } = node;
    const style = ShapeStyle.of(node, this.#tools.book);
    if (name === "draw:frame") return this.#frame(node, style);
    if (name === "draw:custom-shape") return this.#customShape(node, style);
    if (name === "dr3d:scene") this.#tools.warnings.add("Three-dimensional shapes are left out.");
    else if (POINTED.has(name)) return this.#pointed(node, style);
    else if (name.startsWith("draw:")) this.#tools.warnings.add("Shapes of a kind that is not read are left out.");
    return undefined;
  }

  #frame(node: OdfNode, style: ShapeStyle): PlacedShape | undefined {
    const { objects, pictures, relationships, warnings } = this.#tools;
    const place = placeOf(node.attributes);
    const box = childOf(node, "draw:text-box");
    if (box) {
      const height = place.height || (emuOf(box.attributes["fo:min-height"]) ?? 0);
      return this.#shapeXml(node, style, {
        said: { ...style.graphic, "fo:wrap-option": "wrap" },
        ...{ place: { ...place, height }, geometry: '<a:prstGeom prst="rect"/>', text: elementsOf(box) },
      });
    }
    const table = childOf(node, "table:table");
    if (table) {
      const markup = tableXml(table, place, this.#tools);
      return markup === "" ? undefined : this.#graphicFrame(node, place, markup);
    }
    const chart = objects.graphic(childOf(node, "draw:object"), relationships);
    if (chart) return this.#graphicFrame(node, place, chart);
    const formula = objects.formula(childOf(node, "draw:object"), formulaLook);
    if (formula) return this.#formula(node, place, formula);
    const part = pictures.part(elementsOf(node, "draw:image"));
    if (part) return this.#picture(node, style, place, part);
    if (node.attributes["presentation:placeholder"] === "true") return undefined;
    warnings.add(
      node.children.some((child) => typeof child !== "string" && /^draw:(?:object|plugin|applet)/.test(child.name))
        ? "Objects without a picture are not shown."
        : "Pictures of a kind that is not read are left out.",
    );
    return undefined;
  }

  /** The shapes that a control consists of. */
  #control(node: OdfNode): PlacedShape[] {
    const { book, controls, pictures, warnings, count } = this.#tools;
    const control = controls.of(node);
    if (!control) {
      warnings.add(UNKNOWN_CONTROL);
      return [];
    }
    const place = placeOf(node.attributes);
    const picture = pictureOf(control);
    const part = picture && pictures.part([picture]);
    if (part) return [this.#picture(node, ShapeStyle.of(node, book), place, part)];
    return controlParts(control, node, place, book).map((part) => {
      const { x, y, width, height, appearance, text } = part;
      const own = { ...place, x: place.x + x, y: place.y + y, width: Math.max(1, width), height: Math.max(1, height) };
      const markup = element(
        this.#name("sp"),
        {},
        this.#nonVisualXml("Sp", partIdentityXml(this.#name("cNvPr"), this.#nextId++, part)) +
          element(this.#name("spPr"), {}, placeXml(own) + appearance) +
          (text ? element(this.#name("txBody"), {}, controlTextXml(text)) : ""),
      );
      count.add(markup.length);
      return { markup, place: own };
    });
  }

  #picture(node: OdfNode, style: ShapeStyle, place: Place, part: string): PlacedShape {
    const { relationships, paints, pictures } = this.#tools;
    const said = style.graphic;
    const opacity = percentOf(said["draw:image-opacity"]) ?? 100;
    const blip = element(
      "a:blip",
      { "r:embed": relationships.to("image", part) },
      opacity < 100 ? element("a:alphaModFix", { amt: Math.max(0, Math.round(opacity * 1_000)) }) : "",
    );
    const mirrored = said["style:mirror"] ?? "";
    const turned = {
      ...place,
      isFlippedX: place.isFlippedX !== mirrored.includes("horizontal"),
      isFlippedY: place.isFlippedY !== mirrored.includes("vertical"),
    };
    const markup = element(
      this.#name("pic"),
      {},
      this.#identityXml("Pic", node) +
        element(
          this.#name("blipFill"),
          {},
          `${blip}${pictures.cropXml(part, said)}<a:stretch><a:fillRect/></a:stretch>`,
        ) +
        element(
          this.#name("spPr"),
          {},
          // the shadow of what may be transparent has its form, not that of the frame
          `${placeXml(turned)}<a:prstGeom prst="rect"/>${paints.lineXml(said)}${part.endsWith(".jpeg") ? shadowXml(said) : ""}`,
        ),
    );
    return { markup, place };
  }

  /** In a box of its own, in whose middle it stands. */
  #formula(node: OdfNode, place: Place, formula: string): PlacedShape {
    const body = element("a:bodyPr", { wrap: "none", lIns: 0, tIns: 0, rIns: 0, bIns: 0, anchor: "ctr", anchorCtr: 1 });
    const text = element("a:p", {}, element("a14:m", {}, formula));
    const markup = element(
      this.#name("sp"),
      {},
      this.#identityXml("Sp", node) +
        element(this.#name("spPr"), {}, `${placeXml(place)}<a:prstGeom prst="rect"/><a:noFill/>`) +
        element(this.#name("txBody"), {}, `${body}<a:lstStyle/>${text}`),
    );
    return { markup, place };
  }

  #graphicFrame(node: OdfNode, place: Place, graphicData: string): PlacedShape {
    const markup = element(
      this.#name("graphicFrame"),
      {},
      this.#identityXml("GraphicFrame", node) +
        placeXml(place, this.#name("xfrm")) +
        element("a:graphic", {}, graphicData),
    );
    return { markup, place };
  }

  #customShape(node: OdfNode, style: ShapeStyle): PlacedShape | undefined {
    const { place, geometry } = customShape(node);
    const said = { ...style.graphic, "draw:auto-grow-width": "false" };
    return this.#shapeXml(node, style, { said, place, geometry, text: textNodes(node) });
  }

  /** Lines, polygons and others by their points. */
  #pointed(node: OdfNode, style: ShapeStyle): PlacedShape | undefined {
    const { place, geometry, isFilled } = pointedShape(node);
    const said = isFilled ? style.graphic : { ...style.graphic, "draw:fill": "none" };
    return this.#shapeXml(node, style, { said, place, geometry, text: textNodes(node) });
  }

  #shapeXml(node: OdfNode, style: ShapeStyle, { said, place, geometry, text }: Shown): PlacedShape | undefined {
    const { paints, relationships, count } = this.#tools;
    const fill = paints.fillXml(said, relationships) ?? "<a:noFill/>";
    const line = paints.lineXml(said);
    const body = text.length === 0 ? "" : this.#bodyXml(style, said, text);
    if (body === "" && fill === "<a:noFill/>" && line === NO_LINE) return undefined;
    const isTitle = node.attributes["presentation:class"] === "title";
    const markup = element(
      this.#name("sp"),
      {},
      this.#identityXml("Sp", node, isTitle ? '<p:ph type="title"/>' : "") +
        element(this.#name("spPr"), {}, placeXml(place) + geometry + fill + line + shadowXml(said)) +
        body,
    );
    count.add(markup.length - body.length);
    return { markup, place };
  }

  #bodyXml(style: ShapeStyle, said: Properties, text: readonly OdfNode[]): string {
    const { paints } = this.#tools;
    const inset = (side: string) => Math.round(Math.max(0, emuOf(said[`fo:padding-${side}`]) ?? PADDING[side] ?? 0));
    const grows = said["draw:auto-grow-height"] === "true";
    const shrinks = said["style:shrink-to-fit"] === "true" || said["draw:fit-to-size"] === "shrink-to-fit";
    const isUnwrapped = said["fo:wrap-option"] === "no-wrap" || said["draw:auto-grow-width"] === "true";
    const direction = style.base(1).paragraph.attributes["style:writing-mode"] ?? "";
    const properties = element(
      "a:bodyPr",
      {
        vert: direction.startsWith("tb-") ? "vert" : direction.startsWith("bt-") ? "vert270" : undefined,
        wrap: isUnwrapped ? "none" : "square",
        lIns: inset("left"),
        tIns: inset("top"),
        rIns: inset("right"),
        bIns: inset("bottom"),
        anchor: VERTICALS[said["draw:textarea-vertical-align"] ?? ""] ?? "t",
        anchorCtr: isUnwrapped && said["draw:textarea-horizontal-align"] === "center" ? 1 : undefined,
      },
      shrinks ? "<a:normAutofit/>" : grows ? "<a:spAutoFit/>" : "<a:noAutofit/>",
    );
    const paragraphs = paragraphsXml(text, style, automaticColor(paints.plainColor(said)), this.#tools);
    return element(this.#name("txBody"), {}, `${properties}<a:lstStyle/>${paragraphs}`);
  }

  #name(local: string): string {
    return `${this.#tools.prefix}:${local}`;
  }

  /** @param kind of the element's name @param role of slides: what place of its layout it takes */
  #identityXml(kind: "Sp" | "Pic" | "GraphicFrame", node: OdfNode, role = ""): string {
    const described = childOf(node, "svg:desc") ?? childOf(node, "svg:title");
    const id = this.#nextId++;
    const name = (node.attributes["draw:name"] ?? "").slice(0, 200);
    const descr = described ? textOf(described).slice(0, 5_000) : undefined;
    return this.#nonVisualXml(kind, element(this.#name("cNvPr"), { id, name, descr }), role);
  }

  #nonVisualXml(kind: "Sp" | "Pic" | "GraphicFrame", identity: string, role = ""): string {
    return element(
      this.#name(`nv${kind}Pr`),
      {},
      identity + element(this.#name(`cNv${kind}Pr`)) + (this.#tools.prefix === "p" ? element("p:nvPr", {}, role) : ""),
    );
  }
}

function controlTextXml({ lines, said, align, anchor, wraps, inset }: ControlText): string {
  const sides = { lIns: inset, tIns: 0, rIns: inset, bIns: 0 };
  const properties = element("a:bodyPr", { ...sides, wrap: wraps ? "square" : "none", anchor }, "<a:noAutofit/>");
  const format = (name: string) => runPropertiesXml(name, said, "000000");
  const paragraphs = lines.map((line) => {
    const run = line === "" ? "" : `<a:r>${format("a:rPr")}<a:t>${escapeXmlText(line)}</a:t></a:r>`;
    const look = element("a:pPr", { marL: 0, indent: 0, algn: ALIGNMENTS[align] }, "<a:buNone/>");
    return element("a:p", {}, look + run + format("a:endParaRPr"));
  });
  return `${properties}<a:lstStyle/>${paragraphs.join("")}`;
}

/** Text of shapes stands in them; without any words there is none. */
function textNodes(node: OdfNode): OdfNode[] {
  const nodes = elementsOf(node).filter(({ name }) => /^text:(?:p|h|list|section)$/.test(name));
  return nodes.some((each) => hasText(each)) ? nodes : [];
}

function hasText(node: OdfNode): boolean {
  return node.children.some((child) =>
    typeof child === "string" ? child.trim() !== "" : child.name === "text:page-number" || hasText(child),
  );
}

function formulaLook(size: number): string {
  return element("a:rPr", { sz: Math.round(size * 100) });
}
