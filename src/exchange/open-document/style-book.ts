/** The styles of a file (OpenDocument 1.3 Part 3, 16): named ones, and those that paragraphs and others were given on the way. */
import { checkLimit } from "../../domain/limits.ts";
import { childOf, elementsOf, type OdfNode } from "./odf-nodes.ts";
import { NO_PROPERTIES, overlaid, type PropertySet, readProperties } from "./style-properties.ts";

/** Kinds of properties that a style may have, by the local name of their element. */
const KINDS = [
  ...(["paragraph", "text", "table", "table-column", "table-row", "table-cell", "section", "graphic"] as const),
  "drawing-page",
] as const;
export type PropertyKind = (typeof KINDS)[number];

export interface OdfStyle {
  name: string;
  family: string;
  /** As people see it. */
  displayName: string;
  parent: string | undefined;
  /** Not named by a person: it holds for what uses it. */
  isAutomatic: boolean;
  attributes: Readonly<Record<string, string>>;
  properties: Readonly<Partial<Record<PropertyKind, PropertySet>>>;
  /** Conditions with the styles that hold then: `style:map`. */
  maps: readonly OdfNode[];
}

/** Of styles that are each other's parents. */
const MOST_PARENTS = 40;
/** What is worked out is kept, up to so many styles. */
const MOST_KEPT = 2_000;

export class StyleBook {
  readonly #styles = new Map<string, OdfStyle>();
  readonly #defaults = new Map<string, OdfStyle>();
  readonly #fonts = new Map<string, string>();
  readonly #whole = new Map<string, PropertySet>();

  /** `office:font-face-decls`. */
  addFonts(declarations: OdfNode | undefined): void {
    for (const face of elementsOf(declarations, "style:font-face")) {
      const family = firstFamily(face.attributes["svg:font-family"]);
      if (family) this.#fonts.set(face.attributes["style:name"] ?? "", family);
    }
  }

  /** `office:styles` or `office:automatic-styles`. @throws Failure `too_complex` */
  addStyles(container: OdfNode | undefined, isAutomatic: boolean): void {
    for (const node of elementsOf(container)) {
      if (node.name === "style:default-style") {
        const style = this.#read(node, false);
        this.#defaults.set(style.family, style);
      } else if (node.name === "style:style") {
        const style = this.#read(node, isAutomatic);
        this.#styles.set(keyOf(style.family, style.name), style);
        checkLimit("odtStyles", this.#styles.size);
      }
    }
  }

  style(family: string, name: string | undefined): OdfStyle | undefined {
    return name === undefined ? undefined : this.#styles.get(keyOf(family, name));
  }

  /** What is said for a family as a whole. */
  defaults(family: string, kind: PropertyKind): PropertySet {
    return this.#defaults.get(family)?.properties[kind] ?? NO_PROPERTIES;
  }

  /** Styles with a name of their own. */
  namedStyles(family: string): OdfStyle[] {
    return [...this.#styles.values()].filter((style) => style.family === family && !style.isAutomatic);
  }

  /** The style and its parents, itself first. */
  lineage(style: OdfStyle | undefined): OdfStyle[] {
    const line: OdfStyle[] = [];
    let next = style;
    while (next && line.length < MOST_PARENTS && !line.includes(next)) {
      line.push(next);
      next = this.style(next.family, next.parent);
    }
    return line;
  }

  /** What the style says itself, for what it is used for. */
  own(style: OdfStyle | undefined, kind: PropertyKind): PropertySet {
    return style?.properties[kind] ?? NO_PROPERTIES;
  }

  /** What holds for whoever uses the style: by its parents and by what is said for its family. */
  whole(family: string, name: string | undefined, kind: PropertyKind): PropertySet {
    const key = `${kind} ${keyOf(family, name ?? "")}`;
    const known = this.#whole.get(key);
    if (known) return known;
    let properties = this.defaults(family, kind);
    for (const style of this.lineage(this.style(family, name)).reverse())
      properties = overlaid(properties, this.own(style, kind));
    if (this.#whole.size >= MOST_KEPT) this.#whole.clear();
    this.#whole.set(key, properties);
    return properties;
  }

  #read(node: OdfNode, isAutomatic: boolean): OdfStyle {
    const { attributes } = node;
    const name = attributes["style:name"] ?? "";
    const properties: Partial<Record<PropertyKind, PropertySet>> = {};
    for (const kind of KINDS) {
      const element = childOf(node, `style:${kind}-properties`) ?? childOf(node, `loext:${kind}-properties`);
      if (element) properties[kind] = readProperties(element, this.#fonts);
    }
    return {
      name,
      family: attributes["style:family"] ?? "",
      displayName: attributes["style:display-name"] ?? name,
      parent: attributes["style:parent-style-name"],
      isAutomatic,
      attributes,
      properties,
      maps: elementsOf(node, "style:map"),
    };
  }

  /** Properties of an element that stands outside of styles, e.g. of a level of a list. */
  properties(node: OdfNode | undefined): PropertySet {
    return readProperties(node, this.#fonts);
  }
}

function keyOf(family: string, name: string): string {
  return `${family} ${name}`;
}

/** `'Liberation Sans', Arial` -> `Liberation Sans`. */
export function firstFamily(families: string | undefined): string | undefined {
  const first = /^\s*(?:'([^']*)'|"([^"]*)"|([^,]*))/.exec(families ?? "");
  return (first?.[1] ?? first?.[2] ?? first?.[3])?.trim() || undefined;
}
