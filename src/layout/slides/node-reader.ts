/**
 * What the readers of frames, tables and diagrams need to know about the part they are in, and about its other objects.
 */

import type { XmlNode } from "../../office/xml-node.ts";
import type { Fill } from "../model/fill.ts";
import type { Placement, SlideNode } from "./model/slide.ts";
import type { PartContext } from "./part-context.ts";
import type { Placeholder } from "./placeholders.ts";
import type { LevelProperties } from "./text/text-properties.ts";
import type { TextSource } from "./text/text-reader.ts";

export interface Inherited {
  element: XmlNode;
  context: PartContext;
}

export interface ShapeSources {
  context: PartContext;
  background: Fill;
  /** The style of a table by its properties (`a:tblPr`). */
  tableStyles: { styleOf(properties: XmlNode | undefined): XmlNode | undefined };
  slideNumber: number;
  slideLink: (part: string) => string | undefined;
  /** Placeholders of layouts and masters are only patterns. */
  keepsPlaceholders: boolean;
  levelsOf: (placeholder: Placeholder | undefined) => LevelProperties;
  /** What a placeholder inherits from, nearest first. */
  inheritedOf: (placeholder: Placeholder) => Inherited[];
}

/** Names and links that all objects have. */
export interface ObjectNames {
  altText: string;
  decorative?: boolean;
  link: string | undefined;
}

/** Reads objects of one part. */
export interface NodeReader {
  readonly sources: ShapeSources;
  /** A reader of another part with the same surroundings. */
  ofPart(context: PartContext): NodeReader;
  names(element: XmlNode): ObjectNames;
  /** Transform of the nearest object that has one. */
  placement(element: XmlNode, inherited: readonly Inherited[]): Placement;
  image(element: XmlNode, inherited: readonly Inherited[]): SlideNode | undefined;
  /** `groupFill`: what `a:grpFill` stands for. */
  readChildren(tree: XmlNode, groupFill: Fill | undefined, depth: number): SlideNode[];
  textSource(): Pick<TextSource, "slideNumber" | "slideLink">;
}
