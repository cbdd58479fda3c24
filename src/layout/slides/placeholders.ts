/** Which object of the layout and the master a placeholder inherits from (ECMA-376 part 1, 19.3.1.36). */
import { child, type XmlNode } from "../../office/xml-node.ts";

export interface Placeholder {
  /** `ST_PlaceholderType`; `obj` where none is given. */
  type: string;
  /** Undefined if none is given. */
  index: string | undefined;
}

/** The list of a master's text styles that a placeholder takes. */
export type TextStyleName = "p:titleStyle" | "p:bodyStyle" | "p:otherStyle";

/** First child with that local name: shapes come as `p:sp`, `dsp:sp` and more with the same parts. */
export function part(element: XmlNode | undefined, name: string): XmlNode | undefined {
  return element?.children.find((candidate) => candidate.name.slice(candidate.name.indexOf(":") + 1) === name);
}

/** The element with the non-visual properties of any object, e.g. `p:nvSpPr`. */
export function nonVisual(element: XmlNode): XmlNode | undefined {
  return element.children.find((candidate) => /:nv\w+Pr$/.test(candidate.name));
}

export function placeholderOf(element: XmlNode): Placeholder | undefined {
  const found = child(part(nonVisual(element), "nvPr"), "p:ph");
  return found && { type: found.attributes.type ?? "obj", index: found.attributes.idx };
}

const TITLES = new Set(["title", "ctrTitle"]);
const EDGES = new Set(["dt", "ftr", "sldNum", "hdr"]);

/** Types that are equivalent between slide and layout; the master has one of each kind only. */
function kindOf(type: string): string {
  if (TITLES.has(type)) return "title";
  return EDGES.has(type) ? type : "body";
}

export function textStyleName(placeholder: Placeholder | undefined): TextStyleName {
  if (!placeholder || EDGES.has(placeholder.type)) return "p:otherStyle";
  return TITLES.has(placeholder.type) ? "p:titleStyle" : "p:bodyStyle";
}

export function isTitle(placeholder: Placeholder | undefined): boolean {
  return placeholder !== undefined && TITLES.has(placeholder.type);
}

interface Candidate {
  element: XmlNode;
  placeholder: Placeholder;
}

function placeholdersIn(tree: XmlNode | undefined): Candidate[] {
  return (tree?.children ?? []).flatMap((element) => {
    const placeholder = placeholderOf(element);
    return placeholder ? [{ element, placeholder }] : [];
  });
}

/** In a layout: the one with the same index, else the same type, else the same kind. */
export function inLayout(tree: XmlNode | undefined, wanted: Placeholder): XmlNode | undefined {
  const candidates = placeholdersIn(tree);
  const kind = kindOf(wanted.type);
  const first = (test: (candidate: Candidate) => boolean) => candidates.find(test)?.element;
  const byIndex =
    wanted.index === undefined
      ? undefined
      : (first(({ placeholder }) => placeholder.index === wanted.index && kindOf(placeholder.type) === kind) ??
        first(({ placeholder }) => placeholder.index === wanted.index));
  if (byIndex) return byIndex;
  const byType = first(({ placeholder }) => placeholder.type === wanted.type);
  if (byType || wanted.index !== undefined) return kind === "body" && wanted.index !== undefined ? undefined : byType;
  return first(({ placeholder }) => kindOf(placeholder.type) === kind);
}

/** In a master: the one of the same kind. */
export function inMaster(tree: XmlNode | undefined, wanted: Placeholder): XmlNode | undefined {
  const kind = kindOf(wanted.type);
  return placeholdersIn(tree).find(({ placeholder }) => kindOf(placeholder.type) === kind)?.element;
}
