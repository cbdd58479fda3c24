/** A slide with its layout and master (ECMA-376 part 1, 19.3.1.38) -> everything that is seen on its page. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { isOn } from "../../office/on-off.ts";
import { child, descend, findFirst, type XmlNode } from "../../office/xml-node.ts";
import { readFill } from "../drawing/drawingml-style.ts";
import type { Fill } from "../model/fill.ts";
import type { Slide, SlideNode } from "./model/slide.ts";
import type { ShapeSources } from "./node-reader.ts";
import { PartContext, type SharedContext } from "./part-context.ts";
import { inLayout, inMaster, type Placeholder, textStyleName } from "./placeholders.ts";
import type { Presentation, SlidePart } from "./presentation-reader.ts";
import { ShapeReader } from "./shape-reader.ts";
import { referencedFill } from "./style-matrix.ts";
import { TableStyles } from "./table/table-styles.ts";
import { type LevelProperties, mergeLevels } from "./text/text-properties.ts";
import { readLevels } from "./text/text-properties-reader.ts";

/** One of slide, layout and master. */
interface Sheet {
  root: XmlNode;
  tree: XmlNode | undefined;
  context: PartContext;
}

export interface SlideLinks {
  /** `#slide3` of a slide's part name. */
  linkOf: (part: string) => string | undefined;
}

export class SlideReader {
  readonly #presentation: Presentation;
  readonly #shared: SharedContext;
  readonly #links: SlideLinks;
  readonly #tableStyles: TableStyles;
  /** What slides share: their markup stays in memory. */
  readonly #keptParts = new Set<string>();

  constructor(presentation: Presentation, shared: SharedContext, links: SlideLinks) {
    this.#presentation = presentation;
    this.#shared = shared;
    this.#links = links;
    this.#tableStyles = new TableStyles(presentation.tableStyles);
    this.#keptParts.add(presentation.part);
  }

  /** Lets go of the markup that only the slides read so far need. */
  release(): void {
    const { pack } = this.#shared;
    for (const part of pack.readParts) if (!this.#keptParts.has(part)) pack.forget(part);
  }

  read(source: SlidePart): Slide {
    const { pack } = this.#shared;
    const layoutPart = pack.targetOfType(source.part, "slideLayout");
    const masterPart = layoutPart && pack.targetOfType(layoutPart, "slideMaster");
    const themePart = masterPart && pack.targetOfType(masterPart, "theme");
    const masterRoot = pack.xml(masterPart);
    const layoutRoot = pack.xml(layoutPart);
    const masterMap = child(masterRoot, "p:clrMap")?.attributes;
    const layoutMap = overrideMap(layoutRoot) ?? masterMap;
    const sheet = (
      part: string | undefined,
      root: XmlNode | undefined,
      map: Readonly<Record<string, string>> | undefined,
    ): Sheet | undefined =>
      part !== undefined && root
        ? {
            root,
            tree: descend(root, "p:cSld", "p:spTree"),
            context: new PartContext(part, this.#shared, themePart, map),
          }
        : undefined;
    const master = sheet(masterPart, masterRoot, masterMap);
    const layout = sheet(layoutPart, layoutRoot, layoutMap);
    const slideRoot = pack.xml(source.part);
    const slide = sheet(source.part, slideRoot, overrideMap(slideRoot) ?? layoutMap);
    if (!slide) throw new UnreadableFile("a slide cannot be read");
    const background = this.#background([slide, layout, master]);
    const nodes: SlideNode[] = [];
    const showsLayout = isShown(slide.root);
    const showsMaster = showsLayout && (layout === undefined || isShown(layout.root));
    if (master && showsMaster) appendAll(nodes, this.#objects(master, source, background, undefined, master));
    if (layout && showsLayout) appendAll(nodes, this.#objects(layout, source, background, undefined, master));
    const sharedNodes = nodes.length;
    appendAll(nodes, this.#objects(slide, source, background, layout, master));
    for (const part of [layoutPart, masterPart, themePart]) if (part !== undefined) this.#keptParts.add(part);
    return {
      number: source.number,
      anchor: this.#links.linkOf(source.part)?.slice(1) ?? "",
      background,
      nodes,
      sharedNodes,
      language: findFirst(slide.root, "a:rPr")?.attributes.lang,
    };
  }

  /** The nearest sheet that has a background. */
  #background(sheets: readonly (Sheet | undefined)[]): Fill {
    for (const sheet of sheets) {
      const element = descend(sheet?.root, "p:cSld", "p:bg");
      if (!sheet || !element) continue;
      const { context } = sheet;
      const fill =
        readFill(child(element, "p:bgPr"), context.theme, context.imageUrl) ??
        referencedFill(child(element, "p:bgRef"), context);
      if (fill) return fill;
    }
    return { kind: "none" };
  }

  #objects(
    sheet: Sheet,
    source: SlidePart,
    background: Fill,
    layout: Sheet | undefined,
    master: Sheet | undefined,
  ): SlideNode[] {
    const { context } = sheet;
    const isSlide = context.part === source.part;
    const defaults = readLevels(this.#presentation.defaultTextStyle, context.inPart(this.#presentation.part));
    const styles = new Map<string, LevelProperties>();
    const levelsOf = (placeholder: Placeholder | undefined): LevelProperties => {
      const name = textStyleName(placeholder);
      const key = placeholder === undefined ? "none" : name;
      let levels = styles.get(key);
      if (!levels) {
        const list = child(child(master?.root, "p:txStyles"), name);
        const own = master && readLevels(list, context.inPart(master.context.part));
        // Text outside of placeholders takes the presentation's defaults where both say something.
        levels = placeholder === undefined ? mergeLevels(own ?? [], defaults) : mergeLevels(defaults ?? [], own);
        styles.set(key, levels);
      }
      return levels;
    };
    const sources: ShapeSources = {
      context,
      background,
      tableStyles: this.#tableStyles,
      slideNumber: source.number,
      slideLink: this.#links.linkOf,
      keepsPlaceholders: isSlide,
      levelsOf,
      inheritedOf: (placeholder) => {
        const inherited: { element: XmlNode; context: PartContext }[] = [];
        const fromLayout = layout && inLayout(layout.tree, placeholder);
        if (layout && fromLayout) inherited.push({ element: fromLayout, context: context.inPart(layout.context.part) });
        const fromMaster = master && inMaster(master.tree, placeholder);
        if (master && fromMaster) inherited.push({ element: fromMaster, context: context.inPart(master.context.part) });
        return inherited;
      },
    };
    return sheet.tree ? new ShapeReader(sources).readTree(sheet.tree) : [];
  }
}

/** `a:overrideClrMapping`; undefined if the master's map holds. */
function overrideMap(root: XmlNode | undefined): Readonly<Record<string, string>> | undefined {
  return descend(root, "p:clrMapOvr", "a:overrideClrMapping")?.attributes;
}

function isShown(root: XmlNode): boolean {
  const { showMasterSp } = root.attributes;
  return showMasterSp === undefined || isOn(showMasterSp);
}
