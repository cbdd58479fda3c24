/** What styles say of texts, paragraphs, tables and drawings: attributes by their names, those of all sides taken apart. */
import { percentOf, twipsOf } from "./measures.ts";
import type { OdfNode } from "./odf-nodes.ts";

export type Properties = Readonly<Record<string, string>>;

const SIDES = ["left", "right", "top", "bottom"] as const;
/** One attribute for all sides -> what comes before and after the side in the attributes of one. */
const OF_ALL_SIDES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "fo:margin": ["fo:margin-", ""],
  "fo:padding": ["fo:padding-", ""],
  "fo:border": ["fo:border-", ""],
  "style:border-line-width": ["style:border-line-width-", ""],
};

const PER_SIDE: ReadonlySet<string> = new Set(
  Object.values(OF_ALL_SIDES).flatMap(([before]) => SIDES.map((side) => before + side)),
);

/** Attributes that are read: others are not kept, so that styles stay as small as they are shown. */
const READ: ReadonlySet<string> = new Set([
  ...["fo:text-indent", "style:auto-text-indent", "fo:text-align", "fo:text-align-last", "fo:line-height"],
  ...["style:line-height-at-least", "style:line-spacing", "fo:break-before", "fo:break-after", "fo:keep-with-next"],
  ...["fo:keep-together", "fo:orphans", "fo:widows", "fo:background-color", "style:contextual-spacing"],
  ...[
    "style:writing-mode",
    "style:page-number",
    "style:tab-stop-distance",
    "style:join-border",
    "style:snap-to-layout-grid",
  ],
  ...["fo:font-family", "fo:font-size", "fo:font-weight", "fo:font-style", "fo:color"],
  ...["style:font-family-asian", "style:font-size-asian"],
  ...["style:font-family-complex", "style:font-size-complex", "style:font-weight-complex", "style:font-style-complex"],
  ...["style:use-window-font-color", "style:text-underline-style", "style:text-underline-type"],
  ...["style:text-underline-width", "style:text-underline-color", "style:text-underline-mode"],
  ...["style:text-line-through-style", "style:text-line-through-type", "style:text-position", "fo:letter-spacing"],
  ...["fo:font-variant", "fo:text-transform", "fo:language", "fo:country", "style:text-scale", "fo:text-shadow"],
  ...["style:text-outline", "style:font-relief", "text:display", "style:letter-kerning", "style:text-emphasize"],
  ...["fo:hyphenate", "style:language-complex", "style:language-asian"],
  ...["style:width", "style:rel-width", "table:align", "table:border-model", "style:may-break-between-rows"],
  ...["style:column-width", "style:rel-column-width", "style:row-height", "style:min-row-height"],
  ...["style:vertical-align", "style:wrap", "style:run-through", "style:horizontal-pos", "style:horizontal-rel"],
  ...["style:vertical-pos", "style:vertical-rel", "fo:clip", "style:flow-with-text", "draw:fill", "draw:fill-color"],
  ...["draw:stroke", "svg:stroke-color", "svg:stroke-width", "draw:textarea-vertical-align", "draw:opacity"],
  ...[
    "draw:textarea-horizontal-align",
    "draw:auto-grow-height",
    "draw:marker-start",
    "draw:marker-end",
    "draw:stroke-dash",
  ],
  ...["text:dont-balance-text-columns", "style:editable", "style:text-align-source", "fo:wrap-option"],
  ...["style:shrink-to-fit", "style:rotation-angle", "table:display"],
  // of presentations
  ...["draw:fill-gradient-name", "draw:fill-image-name", "draw:fill-hatch-name", "draw:fill-hatch-solid"],
  ...["style:repeat", "svg:stroke-opacity", "draw:stroke-linejoin", "svg:stroke-linecap", "draw:opacity-name"],
  ...["draw:marker-start-width", "draw:marker-end-width", "draw:auto-grow-width", "draw:fit-to-size"],
  ...["draw:shadow", "draw:shadow-offset-x", "draw:shadow-offset-y", "draw:shadow-color", "draw:shadow-opacity"],
  "loext:shadow-blur",
  ...["text:enable-numbering", "loext:opacity", "style:mirror", "draw:image-opacity"],
  ...["presentation:display-footer", "presentation:display-page-number", "presentation:display-date-time"],
  ...["presentation:background-visible", "presentation:background-objects-visible", "presentation:visibility"],
]);

/** Elements that a paragraph's properties hold, which replace those of the parent as a whole. */
const READ_CHILDREN: ReadonlySet<string> = new Set([
  ...["style:tab-stops", "style:drop-cap", "style:columns", "text:list-style"],
]);

/** Attributes and elements of one kind of properties. */
export interface PropertySet {
  attributes: Properties;
  children: ReadonlyMap<string, OdfNode>;
}

export const NO_PROPERTIES: PropertySet = { attributes: {}, children: new Map() };

/** Names of declared fonts -> the family they stand for. */
const FONT_NAMES: Readonly<Record<string, string>> = {
  "style:font-name": "fo:font-family",
  "style:font-name-asian": "style:font-family-asian",
  "style:font-name-complex": "style:font-family-complex",
};
/** What says the same in another way, and no longer holds. */
const REPLACED: Readonly<Record<string, readonly string[]>> = {
  "fo:line-height": ["style:line-height-at-least", "style:line-spacing"],
  "style:line-height-at-least": ["fo:line-height", "style:line-spacing"],
  "style:line-spacing": ["fo:line-height", "style:line-height-at-least"],
  "fo:color": ["style:use-window-font-color"],
};

/** @param fonts name of a declaration -> its family */
export function readProperties(node: OdfNode | undefined, fonts: ReadonlyMap<string, string>): PropertySet {
  if (!node) return NO_PROPERTIES;
  const attributes: Record<string, string> = {};
  const stronger: Record<string, string> = {};
  for (const [name, value] of Object.entries(node.attributes)) {
    const sides = OF_ALL_SIDES[name];
    const family = FONT_NAMES[name];
    if (sides) for (const side of SIDES) attributes[sides[0] + side + sides[1]] = value;
    else if (family) stronger[family] = fonts.get(value) ?? value;
    else if (PER_SIDE.has(name)) stronger[name] = value;
    else if (READ.has(name)) attributes[name] = value;
  }
  Object.assign(attributes, stronger);
  const children = new Map<string, OdfNode>();
  for (const child of node.children)
    if (typeof child !== "string" && READ_CHILDREN.has(child.name)) children.set(child.name, child);
  return { attributes, children };
}

/** What holds when `own` is said on top of `base`. */
export function overlaid(base: PropertySet, own: PropertySet): PropertySet {
  if (own === NO_PROPERTIES) return base;
  const attributes: Record<string, string> = { ...base.attributes };
  for (const [name, value] of Object.entries(own.attributes)) {
    attributes[name] = relative(base.attributes, name, value);
    for (const replaced of REPLACED[name] ?? [])
      if (own.attributes[replaced] === undefined) delete attributes[replaced];
  }
  const children = own.children.size === 0 ? base.children : new Map([...base.children, ...own.children]);
  return { attributes, children };
}

/** Shares are of what the parent says. */
function relative(base: Properties, name: string, value: string): string {
  const percent = value.endsWith("%") ? percentOf(value) : undefined;
  if (percent === undefined || !IS_SHARE_OF_PARENT.test(name)) return value;
  const ofParent = twipsOf(base[name]);
  return ofParent === undefined ? (name.startsWith("fo:margin") ? "0pt" : value) : `${(ofParent * percent) / 2_000}pt`;
}
const IS_SHARE_OF_PARENT = /^(?:fo|style):(?:font-size|margin|text-indent)/;
