/** Pages of sections (OpenDocument 1.3 Part 3, 16.5 and 16.9) -> `w:sectPr`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { borderXml, padding, type Side, sideBorder } from "../open-document/borders.ts";
import { countOf, wholeTwips } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import type { PageBackground } from "./page-background.ts";
import { numberFormat } from "./text-format.ts";

const KINDS = ["header", "footer"] as const;
type HeaderKind = (typeof KINDS)[number];
/** Suffix of the element -> where it is shown. */
const PLACES = { "": "default", "-left": "even", "-first": "first" } as const;

export interface MasterPage {
  name: string;
  layout: PageLayout;
  /** Of the pages that follow. */
  next: string | undefined;
  /** `header`, `footer-first` ... -> its content. */
  headers: ReadonlyMap<string, OdfNode>;
}

/** What is above or below the text, in twips. */
interface HeaderArea {
  /** At least, with the spacing. */
  height: number;
  spacing: number;
  /** It takes the place of the spacing before it moves the text. */
  isDynamic: boolean;
  /** `w:top` or `w:bottom`: the line towards the text, or nothing. */
  line: string;
}

/** What is between a header or footer and the text. */
export interface HeaderGap {
  /** Twips. */
  spacing: number;
  line: string;
}

interface PageLayout {
  width: number;
  height: number;
  isLandscape: boolean;
  margins: Readonly<Record<Side, number>>;
  areas: Readonly<Partial<Record<HeaderKind, HeaderArea>>>;
  numberFormat: string;
  isMirrored: boolean;
  columns: string;
  borders: string;
  background: PageBackground | undefined;
}

/** A stretch of the document whose pages or columns are alike. */
export interface Section {
  master: MasterPage;
  /** It begins with its master page, not in the middle of such pages. */
  isFirst: boolean;
  start: "nextPage" | "continuous";
  /** Twips by which a part of the text is narrower. */
  insets: { left: number; right: number };
  /** `w:cols`, where they are not those of the page. */
  columns: string | undefined;
  pageNumber: number | undefined;
}

/** A4 with 2 cm around it, as programs have it that are told nothing. */
const USUAL: PageLayout = {
  width: 11_906,
  height: 16_838,
  isLandscape: false,
  margins: { top: 1_134, left: 1_134, bottom: 1_134, right: 1_134 },
  areas: {},
  numberFormat: "decimal",
  isMirrored: false,
  columns: "",
  borders: "",
  background: undefined,
};
const MOST_COLUMNS = 45;
const SIDES: readonly Side[] = ["top", "left", "bottom", "right"];

export class Pages {
  readonly #book: StyleBook;
  readonly #layouts = new Map<string, PageLayout>();
  readonly #masters = new Map<string, MasterPage>();
  #first: MasterPage;

  constructor(book: StyleBook) {
    this.#book = book;
    this.#first = this.plain;
  }

  /** @param automatic with the layouts of pages @param masters `office:master-styles` */
  addStyles(automatic: OdfNode | undefined, masters: OdfNode | undefined): void {
    for (const node of elementsOf(automatic, "style:page-layout"))
      this.#layouts.set(node.attributes["style:name"] ?? "", this.#readLayout(node));
    for (const node of elementsOf(masters, "style:master-page")) {
      const master = this.#readMaster(node);
      if (this.#masters.size === 0 || master.name === "Standard") this.#first = master;
      this.#masters.set(master.name, master);
    }
  }

  /** A page of which nothing is known, without headers. */
  readonly plain: MasterPage = { name: "", layout: USUAL, next: undefined, headers: new Map() };

  /** What pages are like where nothing is said. */
  get first(): MasterPage {
    return this.#first;
  }

  master(name: string | undefined): MasterPage | undefined {
    return name === undefined ? undefined : this.#masters.get(name);
  }

  /** Headers or footers of left pages are their own. */
  get hasEvenHeaders(): boolean {
    return this.#hasHeader(/-left$/);
  }

  get isMirrored(): boolean {
    return [...this.#masters.values()].some(({ layout }) => layout.isMirrored);
  }

  /**
   * `w:sectPr`.
   * @param part makes the part of a header or footer with its gap to the text, and gives the id of its relationship
   * @param fills markup of a background
   */
  sectionXml(
    section: Section,
    part: (kind: HeaderKind, node: OdfNode | undefined, gap: HeaderGap) => string,
    fills: (background: PageBackground | undefined, type: "default" | "first") => string,
  ): string {
    const { master, isFirst } = section;
    // the pages after the first are those of another master page
    const next = this.master(master.next);
    const rest = next && next !== master ? next : master;
    const isTitle = isFirst && (rest !== master || [...master.headers.keys()].some((name) => name.endsWith("-first")));
    const { layout } = rest;
    const references = KINDS.flatMap((kind) => {
      if (!this.#hasHeader(new RegExp(`^${kind}`))) return [];
      const reference = (type: string, of: MasterPage, suffix: keyof typeof PLACES) => {
        const node = of.headers.get(kind + suffix) ?? of.headers.get(kind);
        const area = of.layout.areas[kind];
        const gap = {
          spacing: node && area && !area.isDynamic ? area.spacing : 0,
          line: (node && area?.line) ?? "",
        };
        return element(`w:${kind}Reference`, { "w:type": type, "r:id": part(kind, node, gap) });
      };
      return [
        reference("default", rest, ""),
        ...(this.hasEvenHeaders ? [reference("even", rest, "-left")] : []),
        ...(isTitle ? [reference("first", master, rest === master ? "-first" : "")] : []),
      ];
    });
    return element(
      "w:sectPr",
      {},
      references.join("") +
        geometryXml(layout, section, rest) +
        (isTitle ? "<w:titlePg/>" : "") +
        fills(layout.background, "default") +
        (isTitle && rest !== master ? fills(master.layout.background, "first") : ""),
    );
  }

  #hasHeader(name: RegExp): boolean {
    return [...this.#masters.values()].some(({ headers }) => [...headers.keys()].some((each) => name.test(each)));
  }

  #readMaster(node: OdfNode): MasterPage {
    const headers = new Map<string, OdfNode>();
    for (const kind of KINDS)
      for (const suffix of Object.keys(PLACES)) {
        const found = childOf(node, `style:${kind}${suffix}`) ?? childOf(node, `loext:${kind}${suffix}`);
        if (found && found.attributes["style:display"] !== "false") headers.set(kind + suffix, found);
      }
    return {
      name: node.attributes["style:name"] ?? "",
      layout: this.#layouts.get(node.attributes["style:page-layout-name"] ?? "") ?? USUAL,
      next: node.attributes["style:next-style-name"],
      headers,
    };
  }

  #areaOf(layout: OdfNode, kind: HeaderKind): HeaderArea | undefined {
    const properties = childOf(childOf(layout, `style:${kind}-style`), "style:header-footer-properties");
    if (!properties) return undefined;
    const { attributes } = properties;
    const spacing = attributes[kind === "header" ? "fo:margin-bottom" : "fo:margin-top"];
    // the gap is a paragraph, at whose far edge the line is
    const [side, edge]: [Side, string] = kind === "header" ? ["bottom", "w:top"] : ["top", "w:bottom"];
    return {
      height: Math.max(0, wholeTwips(attributes["svg:height"] ?? attributes["fo:min-height"]) ?? 0),
      spacing: Math.max(0, wholeTwips(spacing) ?? 0),
      isDynamic: attributes["style:dynamic-spacing"] === "true",
      line: borderXml(edge, sideBorder(this.#book.properties(properties).attributes, side)),
    };
  }

  #readLayout(node: OdfNode): PageLayout {
    const properties = childOf(node, "style:page-layout-properties");
    const { attributes: sides } = this.#book.properties(properties);
    const attributes = properties?.attributes ?? {};
    const positive = (name: string, otherwise: number) => {
      const twips = wholeTwips(attributes[name]);
      return twips !== undefined && twips > 0 ? twips : otherwise;
    };
    const margin = (side: Side) => {
      const inner = (sideBorder(sides, side)?.width ?? 0) + padding(sides, side);
      return Math.max(0, Math.round((wholeTwips(sides[`fo:margin-${side}`]) ?? 0) + inner));
    };
    const [width, height] = [positive("fo:page-width", USUAL.width), positive("fo:page-height", USUAL.height)];
    const lines = SIDES.map((side) => borderXml(`w:${side}`, sideBorder(sides, side), padding(sides, side))).join("");
    return {
      width,
      height,
      background: properties && { properties, width, height },
      isLandscape: attributes["style:print-orientation"] === "landscape",
      margins: { top: margin("top"), left: margin("left"), bottom: margin("bottom"), right: margin("right") },
      areas: { header: this.#areaOf(node, "header"), footer: this.#areaOf(node, "footer") },
      numberFormat: numberFormat(attributes["style:num-format"]),
      isMirrored: node.attributes["style:page-usage"] === "mirrored",
      columns: columnsXml(childOf(properties, "style:columns")),
      borders: lines === "" ? "" : element("w:pgBorders", { "w:offsetFrom": "text" }, lines),
    };
  }
}

function geometryXml(layout: PageLayout, section: Section, master: MasterPage): string {
  const { margins } = layout;
  const area = (kind: HeaderKind) => {
    const hasIt = [...master.headers.keys()].some((name) => name.startsWith(kind));
    const found = layout.areas[kind];
    return hasIt && found ? found.height : 0;
  };
  const { pageNumber, columns = layout.columns, insets } = section;
  return (
    valued("w:type", section.start) +
    element("w:pgSz", {
      "w:w": layout.width,
      "w:h": layout.height,
      "w:orient": layout.isLandscape ? "landscape" : undefined,
    }) +
    element("w:pgMar", {
      "w:top": margins.top + area("header"),
      "w:right": margins.right + insets.right,
      "w:bottom": margins.bottom + area("footer"),
      "w:left": margins.left + insets.left,
      "w:header": margins.top,
      "w:footer": margins.bottom,
      "w:gutter": 0,
    }) +
    layout.borders +
    (pageNumber !== undefined || layout.numberFormat !== "decimal"
      ? element("w:pgNumType", { "w:fmt": layout.numberFormat, "w:start": pageNumber })
      : "") +
    columns
  );
}

/** @param node `style:columns` @returns `w:cols`; nothing for one column */
export function columnsXml(node: OdfNode | undefined): string {
  const count = countOf(node?.attributes["fo:column-count"], MOST_COLUMNS) ?? 1;
  if (!node || count < 2) return "";
  const line = childOf(node, "style:column-sep");
  const own = elementsOf(node, "style:column").slice(0, count);
  const space = wholeTwips(node.attributes["fo:column-gap"]) ?? gapOf(own);
  return element("w:cols", {
    "w:num": count,
    "w:space": Math.max(0, space),
    "w:sep": line && line.attributes["style:style"] !== "none" ? 1 : undefined,
  });
}

/** Between columns that say on their own how far they are apart. */
function gapOf(columns: readonly OdfNode[]): number {
  const [first, second] = columns;
  const inset = (column: OdfNode | undefined, side: string) => wholeTwips(column?.attributes[`fo:${side}-indent`]) ?? 0;
  return inset(first, "end") + inset(second, "start");
}

/** How much narrower a section of the text is (`style:section-properties`), twips. */
export function insetsOf(attributes: Properties): { left: number; right: number } {
  const inset = (side: Side) => Math.max(0, wholeTwips(attributes[`fo:margin-${side}`]) ?? 0);
  return { left: inset("left"), right: inset("right") };
}
