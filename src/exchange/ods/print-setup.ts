/** Pages of a sheet (OpenDocument 1.3 Part 3, 16.5) -> margins, paper and headers of a worksheet. */
import { element } from "../../binary/doc/xml-writer.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { countOf, percentOf, twipsOf } from "../open-document/measures.ts";
import { childOf, elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";

const TWIPS_PER_INCH = 1_440;
/** `paperSize` -> the shorter and the longer side in twips. */
const PAPERS: readonly (readonly [size: number, short: number, long: number])[] = [
  [9, 11_906, 16_838],
  [1, 12_240, 15_840],
  [5, 12_240, 20_160],
  [8, 16_838, 23_811],
  [11, 8_391, 11_906],
  [13, 9_978, 14_173],
];
const TOLERANCE = 40;
const FIELDS: Readonly<Record<string, string>> = {
  "text:page-number": "&P",
  "text:page-count": "&N",
  "text:sheet-name": "&A",
  "text:file-name": "&F",
  "text:date": "&D",
  "text:time": "&T",
};
const MOST_CHARACTERS = 255;

export class PrintSetup {
  readonly #book: StyleBook;
  readonly #layouts = new Map<string, OdfNode>();
  readonly #masters = new Map<string, OdfNode>();

  constructor(book: StyleBook) {
    this.#book = book;
  }

  addStyles(automatic: OdfNode | undefined, masters: OdfNode | undefined): void {
    for (const node of elementsOf(automatic, "style:page-layout"))
      this.#layouts.set(node.attributes["style:name"] ?? "", node);
    for (const node of elementsOf(masters, "style:master-page"))
      this.#masters.set(node.attributes["style:name"] ?? "", node);
  }

  /** What a worksheet says before its columns, and after its cells. */
  xml(masterName: string | undefined): { before: string; after: string } {
    const master = this.#masters.get(masterName ?? "") ?? this.#masters.get("Default");
    const layout = this.#layouts.get(master?.attributes["style:page-layout-name"] ?? "");
    const properties = childOf(layout, "style:page-layout-properties");
    const said = properties?.attributes ?? {};
    const pagesAcross = countOf(said["style:scale-to-X"], 1_000);
    const pagesDown = countOf(said["style:scale-to-Y"], 1_000);
    const pages = countOf(said["style:scale-to-pages"], 1_000);
    const isFitted = (pagesAcross ?? pagesDown ?? pages) !== undefined;
    const isLandscape = said["style:print-orientation"] === "landscape";
    const printed = (said["style:print"] ?? "").split(/\s+/);
    const centered = said["style:table-centering"] ?? "";
    const isCentered = (way: string) => (centered === way || centered === "both" ? 1 : undefined);
    const options = {
      horizontalCentered: isCentered("horizontal"),
      verticalCentered: isCentered("vertical"),
      headings: printed.includes("headers") ? 1 : undefined,
      gridLines: printed.includes("grid") ? 1 : undefined,
    };
    const number = countOf(said["style:first-page-number"], 32_767);
    const setup = element("pageSetup", {
      ...paperOf(said),
      scale: percentOf(said["style:scale-to"]),
      firstPageNumber: number,
      fitToWidth: isFitted ? (pagesAcross ?? (pages === undefined ? 0 : 1)) : undefined,
      fitToHeight: isFitted ? (pagesDown ?? pages ?? 0) : undefined,
      pageOrder: said["style:print-page-order"] === "ltr" ? "overThenDown" : undefined,
      orientation: isLandscape ? "landscape" : "portrait",
      useFirstPageNumber: number === undefined ? undefined : 1,
    });
    return {
      before: isFitted ? element("sheetPr", {}, '<pageSetUpPr fitToPage="1"/>') : "",
      after: element("printOptions", options) + this.#marginsXml(master, layout) + setup + headersXml(master),
    };
  }

  #marginsXml(master: OdfNode | undefined, layout: OdfNode | undefined): string {
    const sides = this.#book.properties(childOf(layout, "style:page-layout-properties")).attributes;
    const margin = (side: string) => Math.max(0, twipsOf(sides[`fo:margin-${side}`]) ?? 1_134);
    const area = (kind: string) => {
      const isShown = shown(childOf(master, `style:${kind}`)) !== undefined;
      const said = childOf(childOf(layout, `style:${kind}-style`), "style:header-footer-properties")?.attributes;
      const height = twipsOf(said?.["svg:height"] ?? said?.["fo:min-height"]) ?? 0;
      return isShown ? Math.max(0, height) : 0;
    };
    const inches = (twips: number) => Math.round((twips / TWIPS_PER_INCH) * 10_000) / 10_000;
    return element("pageMargins", {
      left: inches(margin("left")),
      right: inches(margin("right")),
      top: inches(margin("top") + area("header")),
      bottom: inches(margin("bottom") + area("footer")),
      header: inches(margin("top")),
      footer: inches(margin("bottom")),
    });
  }
}

/** A paper that is known by number, or its sides as they are upright. */
function paperOf(said: Readonly<Record<string, string>>): Record<string, number | string> {
  const sides = [twipsOf(said["fo:page-width"]) ?? 11_906, twipsOf(said["fo:page-height"]) ?? 16_838];
  const [shorter = 0, longer = 0] = sides.sort((one, other) => one - other);
  const found = PAPERS.find(
    ([, short, long]) => Math.abs(short - shorter) < TOLERANCE && Math.abs(long - longer) < TOLERANCE,
  );
  if (found) return { paperSize: found[0] };
  const points = (twips: number) => `${Math.round((twips / TWIPS_PER_POINT) * 100) / 100}pt`;
  return { paperWidth: points(shorter), paperHeight: points(longer) };
}

function shown(node: OdfNode | undefined): OdfNode | undefined {
  return node && node.attributes["style:display"] !== "false" ? node : undefined;
}

function headersXml(master: OdfNode | undefined): string {
  const parts = [
    ["oddHeader", headerText(shown(childOf(master, "style:header")))],
    ["oddFooter", headerText(shown(childOf(master, "style:footer")))],
  ] as const;
  const markup = parts.map(([name, text]) => (text === "" ? "" : `<${name}>${escapeXmlText(text)}</${name}>`)).join("");
  return markup === "" ? "" : `<headerFooter>${markup}</headerFooter>`;
}

/** `&Lleft&Ccenter&Rright` (ECMA-376 Part 1, 18.3.1.39). */
function headerText(node: OdfNode | undefined): string {
  if (!node) return "";
  const regions = (["left", "center", "right"] as const).map((place) => childOf(node, `style:region-${place}`));
  const texts = regions.some((region) => region) ? regions.map(linesOf) : ["", linesOf(node), ""];
  return texts.map((text, index) => (text === "" ? "" : `&${"LCR"[index]}${text.slice(0, MOST_CHARACTERS)}`)).join("");
}

function linesOf(node: OdfNode | undefined): string {
  return elementsOf(node, "text:p").map(codesOf).join("\n");
}

function codesOf(node: OdfNode): string {
  return node.children
    .map((child) => {
      if (typeof child === "string") return child.replaceAll("&", "&&");
      if (child.name === "text:s") return " ";
      return FIELDS[child.name] ?? codesOf(child);
    })
    .join("");
}
