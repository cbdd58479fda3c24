import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml } from "../../office/xml-tree.ts";
import type { RichBlock, RichInline, RichList, RichParagraph, RichTable } from "../ooxml/html/rich-text.ts";
import { checkedUrl } from "../ooxml/html/safe-url.ts";
import { boxOf } from "../ooxml/image/image-file.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { inlineImage } from "./drawing-markup.ts";
import { hyperlink } from "./hyperlink.ts";
import { firstRichNumId } from "./numbering.ts";
import { layOutTable, type PlacedCell } from "./rich-table-grid.ts";
import { richRunProperties } from "./run-properties.ts";

/** Sizes of h1 to h6 in half-points, if the document has no such styles. */
const HEADING_HALF_POINTS = [40, 32, 28, 26, 24, 22] as const;
const TWIPS_PER_LEVEL = 720;

/** Order of the members of w:pPr that are set here (ECMA-376 Part 1, 17.3.1.26). */
const PARAGRAPH_ORDER: readonly string[] =
  "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange"
    .split(" ")
    .map((name) => `w:${name}`);

/** Writes rich text as runs, paragraphs, lists and tables, in the format of the place where it is printed. */
export class RichTextWriter {
  readonly #numIds = new Map<number, number>();
  /** Levels of each list that have counted since the last item above them. */
  readonly #counted = new Map<number, ReadonlySet<number>>();

  private readonly part: string;
  private readonly job: RenderJob;
  private readonly runProperties: string;
  private readonly paragraphProperties: string;

  constructor(part: string, job: RenderJob, runProperties: string, paragraphProperties: string) {
    this.part = part;
    this.job = job;
    this.runProperties = runProperties;
    this.paragraphProperties = paragraphProperties;
  }

  runs(inlines: readonly RichInline[], base = this.runProperties): string {
    return inlines.map((inline) => this.#run(inline, base)).join("");
  }

  blocks(blocks: readonly RichBlock[], bold = false): string {
    return blocks.map((block) => (block.kind === "table" ? this.#table(block) : this.#paragraph(block, bold))).join("");
  }

  #run(inline: RichInline, base: string): string {
    if (inline.kind === "break") return "<w:r><w:br/></w:r>";
    if (inline.kind === "image") {
      const found = this.job.image(inline.source.trim());
      if (!found) return "";
      const box = boxOf(found.image, inline.width, inline.height, this.job.basis.textWidthEmu);
      const id = this.job.imageId(this.part, found.name);
      return `<w:r>${inlineImage(this.job.nextDrawingId(), id, box, inline.alt)}</w:r>`;
    }
    const properties = richRunProperties(base, inline.format);
    const run = `<w:r>${properties}<w:t xml:space="preserve">${escapeXmlText(inline.text)}</w:t></w:r>`;
    const url = inline.format.href === undefined ? undefined : checkedUrl(inline.format.href);
    return url ? hyperlink(url, run, this.part, this.job) : run;
  }

  #paragraph(paragraph: RichParagraph, bold: boolean): string {
    const changes = new Map<string, string>();
    let base = this.runProperties;
    if (paragraph.heading) {
      const style = this.job.basis.headingStyles?.[paragraph.heading - 1];
      if (style) {
        changes.set("w:pStyle", `<w:pStyle w:val="${escapeXmlText(style)}"/>`);
        base = "";
      } else {
        base = richRunProperties(base, { bold: true, halfPoints: HEADING_HALF_POINTS[paragraph.heading - 1] });
        changes.set("w:keepNext", "<w:keepNext/>");
      }
    }
    if (bold) base = richRunProperties(base, { bold: true });
    if (paragraph.align) changes.set("w:jc", `<w:jc w:val="${paragraph.align}"/>`);
    if (paragraph.list) this.#list(paragraph.list, changes);
    else if (paragraph.quote) changes.set("w:ind", `<w:ind w:left="${TWIPS_PER_LEVEL}"/>`);
    const properties = withParagraphProperties(this.paragraphProperties, changes);
    return `<w:p>${properties}${this.runs(paragraph.inlines, base)}</w:p>`;
  }

  #list(list: NonNullable<RichParagraph["list"]>, changes: Map<string, string>): void {
    const indent = TWIPS_PER_LEVEL * (list.depth + 1);
    if (list.continued) {
      changes.set("w:ind", `<w:ind w:left="${indent}"/>`);
      return;
    }
    const numId = this.#numIdOf(list);
    const counted = this.#counted.get(numId) ?? new Set();
    // A level begins again behind an item of one above it.
    this.#counted.set(numId, new Set([...counted, list.depth].filter((depth) => depth <= list.depth)));
    changes.set("w:numPr", `<w:numPr><w:ilvl w:val="${list.depth}"/><w:numId w:val="${numId}"/></w:numPr>`);
    changes.set("w:ind", `<w:ind w:left="${indent}" w:hanging="360"/>`);
  }

  /** A list in another one is a level of it, unless it has to count where that level has counted already. */
  #numIdOf(list: RichList): number {
    const known = this.#numIds.get(list.id);
    if (known !== undefined) return known;
    const outer = list.root === list.id || list.start !== undefined ? undefined : this.#numIds.get(list.root);
    const isShared = outer !== undefined && this.#counted.get(outer)?.has(list.depth) !== true;
    const numId = isShared ? outer : this.job.freshId("rich list", firstRichNumId);
    if (!isShared) this.job.richLists.push({ numId, ordered: list.ordered, level: list.depth, start: list.start ?? 1 });
    this.#numIds.set(list.id, numId);
    return numId;
  }

  #table(table: RichTable): string {
    const { columns, rows } = layOutTable(table);
    if (rows.length === 0) return "";
    const width = Math.floor(this.job.basis.textWidthEmu / 635 / columns);
    const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`;
    const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(border).join("");
    const body = rows.map((cells) => {
      const empty = columns - cells.reduce((sum, cell) => sum + cell.columns, 0);
      const after =
        empty > 0
          ? `<w:trPr><w:gridAfter w:val="${empty}"/><w:wAfter w:w="${width * empty}" w:type="dxa"/></w:trPr>`
          : "";
      return `<w:tr>${after}${cells.map((cell) => this.#cell(cell, width)).join("")}</w:tr>`;
    });
    return `<w:tbl><w:tblPr><w:tblW w:w="${width * columns}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>${body.join("")}</w:tbl>`;
  }

  #cell({ blocks, header, columns, merged, background }: PlacedCell, columnTwips: number): string {
    const content = this.blocks(blocks, header);
    const last = content.endsWith("</w:p>") ? "" : "<w:p/>";
    // In schema order (ECMA-376 Part 1, 17.4.66).
    const properties = [
      `<w:tcW w:w="${columnTwips * columns}" w:type="dxa"/>`,
      columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : "",
      merged === "first" ? '<w:vMerge w:val="restart"/>' : merged === "further" ? "<w:vMerge/>" : "",
      background ? `<w:shd w:val="clear" w:color="auto" w:fill="${background}"/>` : "",
    ];
    return `<w:tc><w:tcPr>${properties.join("")}</w:tcPr>${content}${last}</w:tc>`;
  }
}

function withParagraphProperties(base: string, changes: ReadonlyMap<string, string>): string {
  if (changes.size === 0) return base;
  const members = new Map<string, string>();
  if (base) for (const child of parseXml(base).elements()) members.set(child.name, child.outer());
  for (const [name, xml] of changes) members.set(name, xml);
  const rank = (name: string) => (PARAGRAPH_ORDER.indexOf(name) + 1 || PARAGRAPH_ORDER.length) - 1;
  const ordered = [...members].sort(([a], [b]) => rank(a) - rank(b));
  return `<w:pPr>${ordered.map(([, xml]) => xml).join("")}</w:pPr>`;
}
