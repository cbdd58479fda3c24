/** Objects of a shape tree (ECMA-376 part 1, 19.3.1) -> nodes with their final look. */

import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { isOn } from "../../office/on-off.ts";
import { child, type XmlNode } from "../../office/xml-node.ts";
import { isDecorative } from "../drawing/decorative.ts";
import { readFill, readStroke } from "../drawing/drawingml-style.ts";
import { readGeometry, readTransform } from "../drawing/shape-reader.ts";
import type { Fill } from "../model/fill.ts";
import type { Geometry } from "../model/shapes.ts";
import { emuToPoints } from "../model/units.ts";
import { readEffects } from "./effects-reader.ts";
import { readFrame } from "./frame-reader.ts";
import { adoptedBy, groupSpace } from "./group-space.ts";
import { readImageNode } from "./image-reader.ts";
import {
  type Effects,
  type GroupNode,
  NO_EFFECTS,
  type Placement,
  type ShapeNode,
  type SlideNode,
} from "./model/slide.ts";
import type { Inherited, NodeReader, ObjectNames, ShapeSources } from "./node-reader.ts";
import type { PartContext } from "./part-context.ts";
import { isTitle, nonVisual, type Placeholder, part, placeholderOf } from "./placeholders.ts";
import { alternatives } from "./slide-alternatives.ts";
import { referencedEffects, referencedFill, referencedRun, referencedStroke } from "./style-matrix.ts";
import { mergeLevels, type RunProperties } from "./text/text-properties.ts";
import { readLevels } from "./text/text-properties-reader.ts";
import { hasText, linkTarget, readText, type TextSource } from "./text/text-reader.ts";

const EMPTY_BOX = { xPt: 0, yPt: 0, widthPt: 0, heightPt: 0 };
const MAX_DEPTH = 24;
const MAX_OBJECTS = 20_000;

export class ShapeReader implements NodeReader {
  readonly sources: ShapeSources;
  #objects = 0;

  constructor(sources: ShapeSources) {
    this.sources = sources;
  }

  ofPart(context: PartContext): ShapeReader {
    return new ShapeReader({ ...this.sources, context });
  }

  readTree(tree: XmlNode): SlideNode[] {
    return this.readChildren(tree, undefined, 0);
  }

  readChildren(tree: XmlNode, groupFill: Fill | undefined, depth: number): SlideNode[] {
    if (depth > MAX_DEPTH) return [];
    return tree.children.flatMap(alternatives).flatMap((element) => this.#read(element, groupFill, depth) ?? []);
  }

  #read(element: XmlNode, groupFill: Fill | undefined, depth: number): SlideNode | undefined {
    if (this.#objects++ > MAX_OBJECTS) throw new UnreadableFile("the slides have too many objects");
    this.sources.context.shared.meter.charge("block");
    const names = part(nonVisual(element), "cNvPr")?.attributes;
    if (names?.hidden !== undefined && isOn(names.hidden)) return undefined;
    switch (element.name) {
      case "p:sp":
      case "p:cxnSp":
      case "dsp:sp":
      case "a:sp":
        return this.#shape(element, groupFill);
      case "p:pic":
      case "dsp:pic":
        return this.#image(element);
      case "p:grpSp":
      case "dsp:grpSp":
      case "a:grpSp":
        return this.#group(element, groupFill, depth);
      case "p:graphicFrame":
        return readFrame(element, this, depth);
      default:
        return undefined;
    }
  }

  names(element: XmlNode): ObjectNames {
    const properties = part(nonVisual(element), "cNvPr");
    const click = child(properties, "a:hlinkClick");
    return {
      altText: properties?.attributes.descr ?? "",
      ...(isDecorative(properties) ? { decorative: true } : {}),
      link: click && linkTarget(click, this.sources),
    };
  }

  #inherited(placeholder: Placeholder | undefined): Inherited[] {
    return placeholder && this.sources.keepsPlaceholders ? this.sources.inheritedOf(placeholder) : [];
  }

  placement(element: XmlNode, inherited: readonly Inherited[]): Placement {
    for (const candidate of [element, ...inherited.map((entry) => entry.element)]) {
      const properties = part(candidate, "spPr");
      const transform = child(properties, "a:xfrm") ?? part(candidate, "xfrm");
      if (transform && child(transform, "a:ext")) return readTransform(transform, EMPTY_BOX);
    }
    return readTransform(undefined, EMPTY_BOX);
  }

  #shape(element: XmlNode, groupFill: Fill | undefined): ShapeNode | undefined {
    const { context, keepsPlaceholders, background } = this.sources;
    const placeholder = placeholderOf(element);
    if (placeholder && !keepsPlaceholders) return undefined;
    const inherited = this.#inherited(placeholder);
    const chain: Inherited[] = [{ element, context }, ...inherited];
    const own = part(element, "spPr");
    const usesBackground = element.attributes.useBgFill !== undefined && isOn(element.attributes.useBgFill);
    const fill = usesBackground ? background : this.#fill(chain, groupFill);
    const effects = effectsOf(chain);
    const text = this.#text(element, placeholder, inherited, fill.kind === "none" ? thrownByText(effects) : {});
    if (placeholder && !text && !hasAppearance(own)) return undefined;
    return {
      kind: "shape",
      ...this.placement(element, inherited),
      ...this.names(element),
      geometry: geometryOf(chain),
      fill,
      stroke: this.#stroke(chain),
      effects,
      text,
      textPlace: this.#textPlace(element),
      isTitle: isTitle(placeholder),
    };
  }

  #fill(chain: readonly Inherited[], groupFill: Fill | undefined): Fill {
    for (const { element, context } of chain) {
      const properties = part(element, "spPr");
      if (child(properties, "a:grpFill")) return groupFill ?? { kind: "none" };
      const fill = readFill(properties, context.theme, context.imageUrl);
      if (fill) return fill;
      const styled = referencedFill(child(part(element, "style"), "a:fillRef"), context);
      if (styled) return styled;
    }
    return { kind: "none" };
  }

  /** Lines are inherited attribute by attribute, from the style up to the shape's own. */
  #stroke(chain: readonly Inherited[]): ShapeNode["stroke"] {
    let stroke: ShapeNode["stroke"];
    for (const { element, context } of [...chain].reverse()) {
      stroke = referencedStroke(child(part(element, "style"), "a:lnRef"), context) ?? stroke;
      stroke = readStroke(child(part(element, "spPr"), "a:ln"), context.theme, stroke);
    }
    return stroke;
  }

  #text(
    element: XmlNode,
    placeholder: Placeholder | undefined,
    inherited: readonly Inherited[],
    effects: RunProperties,
  ): ShapeNode["text"] {
    const body = part(element, "txBody");
    if (!body) return undefined;
    const { context, levelsOf } = this.sources;
    let levels = levelsOf(placeholder);
    for (const entry of [...inherited].reverse()) {
      levels = mergeLevels(levels, readLevels(child(part(entry.element, "txBody"), "a:lstStyle"), entry.context));
    }
    const style = [element, ...inherited.map((entry) => entry.element)]
      .map((candidate) => child(part(candidate, "style"), "a:fontRef"))
      .find(Boolean);
    const text = readText(body, {
      ...this.textSource(),
      context,
      levels,
      style: { ...effects, ...referencedRun(style, context) },
      inheritedBodies: inherited.map((entry) => child(part(entry.element, "txBody"), "a:bodyPr")),
    });
    return hasText(text) ? text : undefined;
  }

  textSource(): Pick<TextSource, "slideNumber" | "slideLink"> {
    const { slideNumber, slideLink } = this.sources;
    return { slideNumber, slideLink };
  }

  /** `dsp:txXfrm`: shapes of diagrams say where their text is. */
  #textPlace(element: XmlNode): Placement | undefined {
    const transform = child(element, "dsp:txXfrm");
    if (!transform) return undefined;
    const shape = this.placement(element, []);
    const place = readTransform(transform, EMPTY_BOX);
    return { ...place, xPt: place.xPt - shape.xPt, yPt: place.yPt - shape.yPt };
  }

  #image(element: XmlNode): SlideNode | undefined {
    const placeholder = placeholderOf(element);
    if (placeholder && !this.sources.keepsPlaceholders) return undefined;
    return this.image(element, this.#inherited(placeholder));
  }

  image(element: XmlNode, inherited: readonly Inherited[]): SlideNode | undefined {
    const { context } = this.sources;
    const chain: Inherited[] = [{ element, context }, ...inherited];
    return readImageNode(element, context, {
      placement: this.placement(element, inherited),
      names: this.names(element),
      geometry: geometryOf(chain),
      stroke: this.#stroke(chain),
      fill: this.#fill(chain, undefined),
      effects: effectsOf(chain),
    });
  }

  #group(element: XmlNode, groupFill: Fill | undefined, depth: number): GroupNode {
    const { context } = this.sources;
    const properties = part(element, "grpSpPr");
    const transform = child(properties, "a:xfrm");
    const fill = child(properties, "a:grpFill")
      ? groupFill
      : (readFill(properties, context.theme, context.imageUrl) ?? groupFill);
    const children = this.readChildren(element, fill, depth + 1);
    const place = readTransform(transform, EMPTY_BOX);
    const offset = child(transform, "a:chOff")?.attributes;
    const extent = child(transform, "a:chExt")?.attributes;
    const space = groupSpace(place, {
      xPt: emuToPoints(offset?.x) ?? place.xPt,
      yPt: emuToPoints(offset?.y) ?? place.yPt,
      widthPt: emuToPoints(extent?.cx) ?? place.widthPt,
      heightPt: emuToPoints(extent?.cy) ?? place.heightPt,
    });
    return {
      kind: "group",
      ...place,
      // Mirroring is left to the children: text in them stays readable.
      flipHorizontal: false,
      flipVertical: false,
      ...this.names(element),
      children: children.map((node) => adoptedBy(node, space)),
    };
  }
}

function hasAppearance(properties: XmlNode | undefined): boolean {
  return (
    properties?.children.some((entry) => /^a:(solidFill|gradFill|blipFill|pattFill|ln)$/.test(entry.name)) ?? false
  );
}

function geometryOf(chain: readonly Inherited[]): Geometry {
  for (const { element } of chain) {
    const properties = part(element, "spPr");
    if (child(properties, "a:prstGeom") || child(properties, "a:custGeom")) return readGeometry(properties);
  }
  return readGeometry(undefined);
}

/** The text of a shape without a fill casts what the shape would. */
function thrownByText({ shadow, glow }: Effects): RunProperties {
  return { ...(shadow?.kind === "outer" ? { shadow } : {}), ...(glow ? { glow } : {}) };
}

function effectsOf(chain: readonly Inherited[]): Effects {
  for (const { element, context } of chain) {
    const list = child(part(element, "spPr"), "a:effectLst");
    if (list) return readEffects(list, context);
    const reference = child(part(element, "style"), "a:effectRef");
    if (reference) return referencedEffects(reference, context);
  }
  return NO_EFFECTS;
}
