/** Texts of shapes and cells (OpenDocument 1.3 Part 3, 5 and 6) -> paragraphs of DrawingML. */
import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { MarkupCount } from "../markup-count.ts";
import { countOf, percentOf, twipsOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";
import type { Pictures } from "../open-document/pictures.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import { overlaid, type Properties, type PropertySet } from "../open-document/style-properties.ts";
import { readTabs } from "../open-document/tab-stops.ts";
import { bulletPlace, bulletXml } from "./bullets.ts";
import { emuOf } from "./emu.ts";
import { runPropertiesXml } from "./run-properties.ts";
import { type ListLevels, NO_LEVELS, type ShapeStyle } from "./shape-style.ts";

const MOST_SPACES = 1_000;
const MOST_ADDRESS = 2_000;
const MOST_INDENT = 51_206_400;
const MOST_SPACING = 158_400;
const PER_TWIP = 5;
const ALIGNMENTS: Readonly<Record<string, string>> = {
  ...{ left: "l", right: "r", center: "ctr", justify: "just" },
};
const TABS: Readonly<Record<string, string>> = { left: "l", right: "r", center: "ctr", decimal: "dec" };
/** Their text is not part of the paragraph. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...["office:annotation", "office:annotation-end", "text:soft-page-break", "text:ruby-text", "text:script"],
  ...["office:event-listeners", "text:bookmark", "text:bookmark-start", "text:bookmark-end"],
]);

/** A link looks as the text says. */
const OWN_COLOR =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}"><ahyp:hlinkClr xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>';

/** What texts are written with. */
export interface TextTools {
  book: StyleBook;
  /** Name of a list style -> its levels. */
  lists: ReadonlyMap<string, ListLevels>;
  pictures: Pictures;
  relationships: PartRelationships;
  count: MarkupCount;
  edges: EdgeTexts;
}

/** Texts that stand at the edge of slides, by the element that is in their place; undefined: the day's date. */
export type EdgeTexts = Readonly<Record<string, string | undefined>>;

/** A list around paragraphs. */
interface InList {
  level: number;
  levels: ListLevels;
  isNumbered: boolean;
  start: string | undefined;
}

/** @param automatic color of text that has none @returns `a:p` of all paragraphs, one at least */
export function paragraphsXml(
  nodes: readonly OdfNode[],
  style: ShapeStyle,
  automatic: string,
  tools: TextTools,
): string {
  const writer = new TextWriter(style, automatic, tools);
  writer.blocks(nodes, undefined);
  return writer.xml();
}

class TextWriter {
  readonly #style: ShapeStyle;
  readonly #automatic: string;
  readonly #tools: TextTools;
  readonly #paragraphs: string[] = [];

  constructor(style: ShapeStyle, automatic: string, tools: TextTools) {
    this.#style = style;
    this.#automatic = automatic;
    this.#tools = tools;
  }

  xml(): string {
    return this.#paragraphs.length === 0 ? "<a:p/>" : this.#paragraphs.join("");
  }

  blocks(nodes: readonly OdfNode[], list: InList | undefined): void {
    for (const node of nodes) {
      if (node.name === "text:p" || node.name === "text:h") this.#paragraph(node, list);
      else if (node.name === "text:list") this.#list(node, list);
      else if (node.name === "text:section" || node.name === "text:numbered-paragraph")
        this.blocks(elementsOf(node), list);
    }
  }

  #list(node: OdfNode, outer: InList | undefined): void {
    const named = this.#tools.lists.get(node.attributes["text:style-name"] ?? "");
    const levels = named ?? outer?.levels ?? this.#levels();
    const level = (outer?.level ?? 0) + 1;
    for (const item of elementsOf(node)) {
      const isNumbered = item.name === "text:list-item";
      if (!isNumbered && item.name !== "text:list-header") continue;
      let start = item.attributes["text:start-value"];
      let isFirst = true;
      for (const child of elementsOf(item)) {
        this.blocks([child], { level, levels, isNumbered: isNumbered && isFirst, start });
        if (child.name !== "text:list") isFirst = false;
        start = undefined;
      }
    }
  }

  #levels(): ListLevels {
    const own = this.#style.levels;
    if (own.size > 0) return own;
    return this.#tools.lists.get(this.#style.listStyle ?? "") ?? NO_LEVELS;
  }

  #paragraph(node: OdfNode, list: InList | undefined): void {
    const { book, count } = this.#tools;
    const base = this.#style.base(list?.level ?? 1);
    let { paragraph, text } = base;
    for (const style of book.lineage(book.style("paragraph", node.attributes["text:style-name"])).reverse()) {
      paragraph = overlaid(paragraph, book.own(style, "paragraph"));
      text = overlaid(text, book.own(style, "text"));
    }
    const runs = new RunWriter(this.#automatic, this.#tools);
    runs.read(node, text, undefined);
    const properties = this.#propertiesXml(paragraph, list);
    count.add(properties.length);
    this.#paragraphs.push(element("a:p", {}, properties + runs.finish(text)));
  }

  #propertiesXml(whole: PropertySet, list: InList | undefined): string {
    const said = whole.attributes;
    const { pictures, relationships } = this.#tools;
    const isOff = said["text:enable-numbering"] === "false";
    const level = isOff ? undefined : list?.levels.get(list.level);
    const place = level ? bulletPlace(level) : { before: 0, room: 0 };
    const left = (emuOf(said["fo:margin-left"]) ?? 0) + place.before + place.room;
    const first = (emuOf(said["fo:text-indent"]) ?? 0) - place.room;
    const marL = Math.round(Math.max(0, Math.min(MOST_INDENT, left)));
    const isRightToLeft = /^rl/.test(said["style:writing-mode"] ?? "");
    const bullet = level && list?.isNumbered ? bulletXml(level, list.start, pictures, relationships) : "<a:buNone/>";
    return element(
      "a:pPr",
      {
        marL,
        marR: Math.round(Math.max(0, Math.min(MOST_INDENT, emuOf(said["fo:margin-right"]) ?? 0))) || undefined,
        indent: Math.round(Math.max(-marL, Math.min(MOST_INDENT, first))),
        lvl: list ? Math.min(8, list.level - 1) : undefined,
        algn: alignmentOf(said, isRightToLeft),
        rtl: isRightToLeft ? 1 : undefined,
      },
      lineSpacingXml(said) +
        spacingXml("a:spcBef", said["fo:margin-top"]) +
        spacingXml("a:spcAft", said["fo:margin-bottom"]) +
        bullet +
        tabsXml(whole, marL),
    );
  }
}

function alignmentOf(said: Properties, isRightToLeft: boolean): string {
  const align = said["fo:text-align"] ?? "start";
  if (align === "start") return isRightToLeft ? "r" : "l";
  if (align === "end") return isRightToLeft ? "l" : "r";
  return ALIGNMENTS[align] ?? "l";
}

function lineSpacingXml(said: Properties): string {
  const percent = percentOf(said["fo:line-height"]);
  if (percent !== undefined && percent > 0)
    return percent === 100 ? "" : element("a:lnSpc", {}, element("a:spcPct", { val: Math.round(percent * 1_000) }));
  return spacingXml("a:lnSpc", said["fo:line-height"]);
}

function spacingXml(name: string, length: string | undefined): string {
  const twips = twipsOf(length);
  if (!twips || twips < 0) return "";
  return element(name, {}, element("a:spcPts", { val: Math.min(MOST_SPACING, Math.round(twips * PER_TWIP)) }));
}

/** Places are counted from the indent. */
function tabsXml({ children }: PropertySet, left: number): string {
  const tabs = readTabs(children.get("style:tab-stops")).map(({ at, kind }) =>
    element("a:tab", { pos: Math.max(0, Math.round(at * 635 + left)), algn: TABS[kind] ?? "l" }),
  );
  return tabs.length === 0 ? "" : element("a:tabLst", {}, tabs.join(""));
}

/** What stands in a paragraph. */
class RunWriter {
  readonly #automatic: string;
  readonly #tools: TextTools;
  #markup = "";
  #text = "";
  #properties = "";
  /** Spaces at the beginning are none, several are one. */
  #endsInSpace = true;
  #end: PropertySet | undefined;

  constructor(automatic: string, tools: TextTools) {
    this.#automatic = automatic;
    this.#tools = tools;
  }

  finish(whole: PropertySet): string {
    this.#flush();
    return this.#markup + runPropertiesXml("a:endParaRPr", (this.#end ?? whole).attributes, this.#automatic);
  }

  read(node: OdfNode, format: PropertySet, link: string | undefined): void {
    if (node.children.length === 0) this.#end = format;
    for (const child of node.children) {
      if (typeof child === "string") this.#add(this.#collapsed(child), format, link);
      else this.#element(child, format, link);
    }
  }

  #element(node: OdfNode, format: PropertySet, link: string | undefined): void {
    const { name, attributes } = node;
    if (SKIPPED.has(name)) return;
    const { edges } = this.#tools;
    if (name in edges) {
      const text = edges[name];
      if (text === undefined) this.#field("datetime1", "", format);
      else this.#add(text, format, link);
    } else if (name === "text:s") {
      this.#add(" ".repeat(countOf(attributes["text:c"], MOST_SPACES) ?? 1), format, link);
      this.#endsInSpace = false;
    } else if (name === "text:tab") this.#add("\t", format, link);
    else if (name === "text:line-break") this.#break(format);
    else if (name === "text:page-number") this.#field("slidenum", textOf(node), format);
    else this.read(node, this.#under(node, format), name === "text:a" ? (this.#link(attributes) ?? link) : link);
  }

  #under(node: OdfNode, format: PropertySet): PropertySet {
    const { book } = this.#tools;
    const name = node.attributes["text:style-name"];
    let whole = format;
    if (name !== undefined)
      for (const style of book.lineage(book.style("text", name)).reverse())
        whole = overlaid(whole, book.own(style, "text"));
    return whole;
  }

  #link(attributes: Properties): string | undefined {
    const address = (attributes["xlink:href"] ?? "").slice(0, MOST_ADDRESS);
    return /^(?:https?|mailto|ftp|tel):/i.test(address) ? this.#tools.relationships.toAddress(address) : undefined;
  }

  #collapsed(text: string): string {
    let collapsed = text.replace(/[ \t\r\n]+/g, " ");
    if (this.#endsInSpace && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
    return collapsed;
  }

  #add(text: string, format: PropertySet, link: string | undefined): void {
    if (text === "") return;
    const click = link === undefined ? "" : element("a:hlinkClick", { "r:id": link }, OWN_COLOR);
    const properties = runPropertiesXml("a:rPr", format.attributes, this.#automatic, click);
    if (properties !== this.#properties) this.#flush();
    this.#properties = properties;
    this.#text += text;
    this.#endsInSpace = text.endsWith(" ");
  }

  #flush(): void {
    if (this.#text !== "") this.#put(`<a:r>${this.#properties}<a:t>${escapeXmlText(this.#text)}</a:t></a:r>`);
    this.#text = "";
  }

  #break(format: PropertySet): void {
    this.#flush();
    this.#put(`<a:br>${runPropertiesXml("a:rPr", format.attributes, this.#automatic)}</a:br>`);
    this.#endsInSpace = true;
  }

  #field(type: string, text: string, format: PropertySet): void {
    this.#flush();
    const properties = runPropertiesXml("a:rPr", format.attributes, this.#automatic);
    this.#put(element("a:fld", { type }, `${properties}<a:t>${escapeXmlText(text)}</a:t>`));
    this.#endsInSpace = false;
  }

  #put(markup: string): void {
    this.#tools.count.add(markup.length);
    this.#markup += markup;
  }
}
