import type { XmlElement } from "../office/xml-tree.ts";
import { canonicalMarkup } from "./canonical-markup.ts";

export type StyleType = "paragraph" | "character" | "table" | "numbering";

/** Styles that are based on one another: more than any document has. */
export const MAX_CHAIN_DEPTH = 100;

/** Members of a style that do not change how anything looks. */
const NO_APPEARANCES = new Set(
  ["name", "aliases", "basedOn", "next", "link", "autoRedefine", "hidden", "uiPriority", "semiHidden", "unhideWhenUsed"]
    .concat(["qFormat", "locked", "personal", "personalCompose", "personalReply", "rsid"])
    .map((name) => `w:${name}`),
);

/** The styles of one document (ECMA-376 Part 1, 17.7). */
export class StyleSheet {
  readonly #byId = new Map<string, XmlElement>();
  readonly #byName = new Map<string, string>();
  readonly #defaults = new Map<string, string>();

  readonly root: XmlElement | undefined;

  /** @param root of the styles part */
  constructor(root: XmlElement | undefined) {
    this.root = root;
    for (const style of root?.elements("w:style") ?? []) {
      const id = style.attribute("w:styleId");
      if (id === undefined || this.#byId.has(id)) continue;
      this.#byId.set(id, style);
      this.#byName.set(nameOf(style).toLowerCase(), id);
      const isDefault = /^(?:1|true|on)$/.test(style.attribute("w:default") ?? "");
      if (isDefault) this.#defaults.set(typeOf(style), id);
    }
  }

  get(id: string): XmlElement | undefined {
    return this.#byId.get(id);
  }

  ids(): Iterable<string> {
    return this.#byId.keys();
  }

  /** Id of the style of elements that name none. */
  defaultOf(type: StyleType): string | undefined {
    return this.#defaults.get(type);
  }

  /** Id of the style with this name, whatever its case. */
  byName(name: string): string | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** The style and those it is based on, nearest first. */
  chain(id: string | undefined): XmlElement[] {
    const chain: XmlElement[] = [];
    for (let at = id; at !== undefined && chain.length < MAX_CHAIN_DEPTH; ) {
      const style = this.#byId.get(at);
      if (!style || chain.includes(style)) break;
      chain.push(style);
      at = basedOn(style);
    }
    return chain;
  }
}

export function typeOf(style: XmlElement): StyleType {
  return (style.attribute("w:type") ?? "paragraph") as StyleType;
}

export function nameOf(style: XmlElement): string {
  return style.child("w:name")?.attribute("w:val") ?? style.attribute("w:styleId") ?? "";
}

export function basedOn(style: XmlElement): string | undefined {
  return style.child("w:basedOn")?.attribute("w:val");
}

/** What distinguishes styles that look different, apart from what they are based on. */
export function appearancesOf(style: XmlElement): string {
  const appearances = style.elements().filter(({ name }) => !NO_APPEARANCES.has(name));
  return `${typeOf(style)}/${nameOf(style).toLowerCase()}/${appearances.map(canonicalMarkup).join("")}`;
}
