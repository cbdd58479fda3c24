/** Properties of paragraphs (OpenDocument 1.3 Part 3, 16.29.5) -> `w:pPr`. */
import { type Attributes, element, toggle, valued } from "../../binary/doc/xml-writer.ts";
import { borderXml, padding, type Side, sideBorder } from "../open-document/borders.ts";
import { percentOf, twipsOf, wholeTwips } from "../open-document/measures.ts";
import type { Properties, PropertySet } from "../open-document/style-properties.ts";
import { readTabs, type Tab } from "../open-document/tab-stops.ts";
import { backgroundXml } from "./text-format.ts";

const ALIGNMENTS: Readonly<Record<string, string>> = {
  start: "start",
  left: "left",
  end: "end",
  right: "right",
  center: "center",
  justify: "both",
};
const SIDES: readonly Side[] = ["top", "left", "bottom", "right"];
const LINE = 240;

/** Where a paragraph stands, in twips. */
export interface Indent {
  left: number;
  right: number;
  first: number;
}

/** How a document reads what its paragraphs say (`settings.xml`). */
export interface ParagraphRules {
  /** Places of tabs are counted from the indent, not from the margin. */
  tabsFromIndent: boolean;
  /** The number of a paragraph looks as the paragraph's end does. */
  endFormatsNumber: boolean;
}

interface ParagraphXmlOptions {
  rules: ParagraphRules;
  /** Where it stands, if a list says so. */
  indent?: Indent;
  /** Tabs that the style says, which Word adds to. */
  inheritedTabs?: readonly Tab[];
  /** A tab after the number of a list. */
  listTab?: number;
  styleId?: string;
  /** `w:numPr`. */
  numbering?: string;
  breaksPage?: boolean;
  outline?: number;
  /** `w:framePr`. */
  frame?: string;
  /** Of its end. */
  mark?: string;
}

/** `w:pPr` without its element, by the schema's order; of each property that `own` says, as `whole` has it. */
export function paragraphPropertiesXml(own: PropertySet, whole: PropertySet, options: ParagraphXmlOptions): string {
  const { attributes } = whole;
  const says = (names: RegExp) => Object.keys(own.attributes).some((name) => names.test(name));
  const isOn = (name: string) => own.attributes[name];
  const hasIndent = options.indent !== undefined || says(INDENT);
  const indent = options.indent ?? indentOf(attributes);
  const keeps = isOn("fo:keep-with-next");
  const together = isOn("fo:keep-together");
  return (
    valued("w:pStyle", options.styleId) +
    (keeps === undefined ? "" : toggle("w:keepNext", keeps === "always")) +
    (together === undefined ? "" : toggle("w:keepLines", together === "always")) +
    (options.breaksPage || isOn("fo:break-before") === "page" ? "<w:pageBreakBefore/>" : "") +
    (options.frame ?? "") +
    (says(WIDOWS) ? toggle("w:widowControl", controlsWidows(attributes)) : "") +
    (options.numbering ?? "") +
    (says(BORDERS) ? bordersXml(attributes) : "") +
    (isOn("fo:background-color") === undefined ? "" : backgroundXml(attributes["fo:background-color"])) +
    tabsXml(own, whole, indent, options) +
    (isOn("style:writing-mode") === undefined ? "" : directionXml(attributes["style:writing-mode"])) +
    (says(SPACING) ? spacingXml(attributes) : "") +
    (hasIndent ? indentXml(withBorders(indent, attributes)) : "") +
    (isOn("style:contextual-spacing") === undefined
      ? ""
      : toggle("w:contextualSpacing", attributes["style:contextual-spacing"] === "true")) +
    (isOn("fo:text-align") === undefined ? "" : valued("w:jc", alignmentOf(attributes))) +
    valued("w:outlineLvl", options.outline) +
    (options.mark ?? "")
  );
}

const INDENT = /^(?:fo:margin-(?:left|right)|fo:text-indent|fo:(?:border|padding)-(?:left|right))$/;
const WIDOWS = /^fo:(?:orphans|widows)$/;
const BORDERS = /^fo:(?:border|padding)-/;
const SPACING = /^(?:fo:margin-(?:top|bottom)|fo:line-height|style:line-height-at-least|style:line-spacing)$/;

export function indentOf(attributes: Properties): Indent {
  return {
    left: twipsOf(attributes["fo:margin-left"]) ?? 0,
    right: twipsOf(attributes["fo:margin-right"]) ?? 0,
    first: twipsOf(attributes["fo:text-indent"]) ?? 0,
  };
}

function controlsWidows(attributes: Properties): boolean {
  return Number(attributes["fo:orphans"] ?? 0) > 1 || Number(attributes["fo:widows"] ?? 0) > 1;
}

/** The margin is where the line is; in Word, where the text is. */
function withBorders({ left, right, first }: Indent, attributes: Properties): Indent {
  const inset = (side: Side) => {
    const border = sideBorder(attributes, side);
    return border ? border.width + padding(attributes, side) : 0;
  };
  return { left: left + inset("left"), right: right + inset("right"), first };
}

function bordersXml(attributes: Properties): string {
  const lines = SIDES.map((side) => borderXml(`w:${side}`, sideBorder(attributes, side), padding(attributes, side)));
  const found = lines.join("");
  return found === "" ? "" : `<w:pBdr>${found}</w:pBdr>`;
}

function directionXml(mode: string | undefined): string {
  return toggle("w:bidi", mode === "rl-tb" || mode === "rl");
}

function alignmentOf(attributes: Properties): string | undefined {
  return ALIGNMENTS[attributes["fo:text-align"] ?? ""];
}

function indentXml({ left, right, first }: Indent): string {
  const hanging = Math.round(-first);
  return element("w:ind", {
    "w:left": Math.round(left),
    "w:right": Math.round(right),
    ...(hanging > 0 ? { "w:hanging": hanging } : { "w:firstLine": -hanging || 0 }),
  });
}

function spacingXml(attributes: Properties): string {
  return element("w:spacing", {
    "w:before": Math.max(0, wholeTwips(attributes["fo:margin-top"]) ?? 0),
    "w:after": Math.max(0, wholeTwips(attributes["fo:margin-bottom"]) ?? 0),
    ...lineOf(attributes),
  });
}

function lineOf(attributes: Properties): Attributes {
  const height = attributes["fo:line-height"];
  const share = percentOf(height);
  const exact = twipsOf(height);
  const least = twipsOf(attributes["style:line-height-at-least"]);
  if (share !== undefined && share > 0) return { "w:line": Math.round((LINE * share) / 100), "w:lineRule": "auto" };
  if (exact !== undefined && exact > 0) return { "w:line": Math.round(exact), "w:lineRule": "exact" };
  if (least !== undefined && least > 0) return { "w:line": Math.round(least), "w:lineRule": "atLeast" };
  return { "w:line": LINE, "w:lineRule": "auto" };
}

function tabsXml(own: PropertySet, whole: PropertySet, indent: Indent, options: ParagraphXmlOptions): string {
  const says = own.children.has("style:tab-stops");
  const { listTab } = options;
  if (!says && listTab === undefined) return "";
  const shift = options.rules.tabsFromIndent ? indent.left : 0;
  const place = ({ at }: Tab) => Math.round(at + shift);
  const tabs = says ? readTabs(whole.children.get("style:tab-stops")) : [];
  const places = new Set(tabs.map(place));
  const cleared = says ? (options.inheritedTabs ?? []).filter(({ at }) => !places.has(Math.round(at))) : [];
  const all = [
    ...cleared.map(({ at }) => ({ at: Math.round(at), xml: { "w:val": "clear" } as Attributes })),
    ...tabs.map((tab) => ({ at: place(tab), xml: { "w:val": tab.kind, "w:leader": tab.leader } as Attributes })),
    ...(listTab === undefined ? [] : [{ at: Math.round(listTab), xml: { "w:val": "left" } as Attributes }]),
  ].sort((one, other) => one.at - other.at);
  const markup = all.map(({ at, xml }) => element("w:tab", { ...xml, "w:pos": at })).join("");
  return markup === "" ? "" : `<w:tabs>${markup}</w:tabs>`;
}
