/** Looks of SVG elements: presentation attributes, `style`, and rules of a style sheet that name classes (SVG 1.1, 6). */
import { localName, type XmlNode } from "../../office/xml-node.ts";

export type Properties = Readonly<Record<string, string>>;

interface Rule {
  matches: (node: XmlNode) => boolean;
  /** Identifiers, classes and names in turn. */
  weight: number;
  properties: Properties;
}

/** What `context-fill` and `context-stroke` are within a marker (SVG 2, 13.2). */
export const CONTEXT_FILL = "-context-fill";
export const CONTEXT_STROKE = "-context-stroke";

/** What children take over from their parents. */
const INHERITED: ReadonlySet<string> = new Set([
  ...["color", "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-opacity", "stroke-width"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-dasharray", "visibility", "text-anchor", "text-decoration"],
  ...["font-family", "font-size", "font-weight", "font-style", "marker-start", "marker-mid", "marker-end"],
  ...["marker", CONTEXT_FILL, CONTEXT_STROKE],
]);

/** Not inherited. */
const OWN = [
  ...["opacity", "display", "clip-path", "mask", "filter", "stop-color", "stop-opacity", "transform"],
  ...["mix-blend-mode", "mask-type", "flood-color", "flood-opacity", "overflow"],
];
const PRESENTATION = [...INHERITED, ...OWN];
const MAX_RULES = 500;
const MAX_CHARACTERS = 20_000;

export class StyleSheet {
  readonly #rules: Rule[] = [];

  /** Selectors of one element, class or identifier; others match nothing. False for a sheet that is too long. */
  add(css: string): boolean {
    if (css.length > MAX_CHARACTERS) return false;
    const plain = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, "");
    for (const rule of plain.split("}")) {
      const [selectors = "", body = ""] = rule.split("{");
      const properties = declarations(body);
      for (const selector of selectors.split(",")) {
        const rule = ruleOf(selector.trim(), properties);
        if (rule && this.#rules.length < MAX_RULES) this.#rules.push(rule);
      }
    }
    this.#rules.sort((first, second) => first.weight - second.weight);
    return true;
  }

  /** What applies to an element within one of these properties. */
  of(node: XmlNode, outer: Properties): Properties {
    const properties: Record<string, string> = {};
    for (const [key, value] of Object.entries(outer)) if (INHERITED.has(key)) properties[key] = value;
    const set = (key: string, value: string) => {
      if (value.trim() !== "inherit") properties[key] = value.trim();
    };
    for (const key of PRESENTATION) {
      const value = node.attributes[key];
      if (value !== undefined) set(key, value);
    }
    for (const rule of this.#rules) {
      if (rule.matches(node)) for (const [key, value] of Object.entries(rule.properties)) set(key, value);
    }
    for (const [key, value] of Object.entries(declarations(node.attributes.style ?? ""))) set(key, value);
    return properties;
  }
}

function declarations(text: string): Properties {
  const properties: Record<string, string> = {};
  for (const part of text.split(";")) {
    const colon = part.indexOf(":");
    if (colon < 0) continue;
    const value = part.slice(colon + 1).replace(/!\s*important/i, "");
    properties[part.slice(0, colon).trim().toLowerCase()] = value.trim();
  }
  return properties;
}

function ruleOf(selector: string, properties: Properties): Rule | undefined {
  const [, element = "", mark = "", name = ""] = /^([a-zA-Z*]*)(?:([.#])([\w-]+))?$/.exec(selector) ?? [];
  if (!element && !name) return undefined;
  const isElement = (node: XmlNode) => element === "" || element === "*" || localName(node) === element;
  if (mark === "") return { matches: isElement, weight: 0, properties };
  if (mark === "#") return { matches: (node) => isElement(node) && node.attributes.id === name, weight: 2, properties };
  const hasClass = (node: XmlNode) => (node.attributes.class ?? "").split(/\s+/).includes(name);
  return { matches: (node) => isElement(node) && hasClass(node), weight: 1, properties };
}
