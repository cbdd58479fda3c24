import { present } from "../../domain/present.ts";
import type { DocumentTagCall } from "../../language/render-context.ts";
import { isTruthy, Markup } from "../../language/values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { imageInText, type PlacedImage, placedImage } from "./code-image.ts";
import { richParagraphProperties } from "./drawing-paragraph.ts";
import { guardOf, MARK_END, MARK_START } from "./guards.ts";
import { parseRichText, type RichFormat, type RichParagraph, type RichText } from "./html/rich-text.ts";
import { checkedUrl } from "./html/safe-url.ts";
import { isImageData } from "./image/image-data.ts";
import { propertiesOf } from "./markup-search.ts";
import type { MarkupElement } from "./markup-tree.ts";
import type { Printer } from "./printer.ts";
import { textWithoutImage } from "./printers.ts";
import type { RenderJob } from "./render-job.ts";
import { isPlain, normalizeLines, textOfValue } from "./text-markup.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Markup for a picture among text; `isSized`: its tag says how large it should be. */
export type ImageAmongText = (image: PlacedImage, job: RenderJob, isSized: boolean) => string;

/** Prints in the text of a run of DrawingML: slides, charts, diagrams. */
export class DrawingPrinter implements Printer {
  readonly #runProperties: string;
  readonly #paragraphProperties: string;
  readonly #isField: boolean;
  /** The paragraph vanishes if nothing of it is visible. */
  readonly #isGuarded: boolean;

  private readonly part: string;
  private readonly placed?: ImageAmongText;

  /** `placed` draws pictures among the text, where there is a place for them. */
  constructor(part: string, path: readonly MarkupElement[], placed?: ImageAmongText) {
    this.part = part;
    this.placed = placed;
    const run = path.findLast(({ name }) => name === "a:r" || name === "a:fld");
    const paragraph = path.findLast(({ name }) => name === "a:p");
    this.#runProperties = propertiesOf(run, "a:rPr");
    this.#paragraphProperties = propertiesOf(paragraph, "a:pPr");
    this.#isField = run?.name === "a:fld";
    this.#isGuarded = paragraph !== undefined && guardOf(paragraph) === "p";
  }

  print(value: unknown, job: RenderJob): string {
    if (typeof value === "string") {
      if (isImageData(value)) return this.#image(value, job);
      if (isPlain(value)) return value;
    }
    if (value instanceof Markup && (value.origin === "html" || value.origin === "nl2br") && !this.#isField)
      return this.#rich(parseRichText(value.html), job);
    return this.#text(textOfValue(value));
  }

  /** Data that are a picture are shown as one where there is a place for it. */
  #image(data: string, job: RenderJob): string {
    if (!this.placed) return escapeXmlText(textWithoutImage(data, job));
    const found = job.image(data.trim());
    return found ? this.placed(imageInText(found, job), job, false) : "";
  }

  draw(call: DocumentTagCall, job: RenderJob): string {
    switch (call.name) {
      case "checkbox":
        return isTruthy(call.attributes.value) ? "☒" : "☐";
      case "link": {
        const address = textOfValue(call.attributes.url).trim();
        const text = textOfValue(call.attributes.text) || address;
        const url = checkedUrl(address);
        if (!url || this.#isField) return this.#text(text);
        return this.#around(this.#run(text, { href: url }, job));
      }
      case "html":
        return this.#rich(parseRichText(textOfValue(call.body ?? "")), job);
      case "pagebreak":
        return "";
      default: {
        const image = this.placed && placedImage(call, job);
        const isSized = call.attributes.width !== undefined || call.attributes.height !== undefined;
        if (image && this.placed) return this.placed(image, job, isSized);
        if (this.placed) return "";
        job.warn(`{${call.name}} prints nothing in the middle of a text: give it a text box of its own (${this.part})`);
        return "";
      }
    }
  }

  /** A line break is an element beside the runs (ECMA-376 Part 1, 21.1.2.2.1). */
  #text(text: string): string {
    const escaped = escapeXmlText(normalizeLines(text));
    if (this.#isField || !escaped.includes("\n")) return escaped;
    const properties = this.#runProperties;
    return escaped.replaceAll("\n", `</a:t></a:r><a:br>${properties}</a:br><a:r>${properties}<a:t>`);
  }

  #around(runs: string): string {
    return `</a:t></a:r>${runs}<a:r>${this.#runProperties}<a:t>`;
  }

  #rich(rich: RichText, job: RenderJob): string {
    const paragraphs = rich.blocks.flatMap((block) =>
      block.kind === "paragraph"
        ? [block]
        : block.rows.flatMap(({ cells }) =>
            cells.flatMap(({ blocks }) => blocks.filter((each) => each.kind === "paragraph")),
          ),
    );
    if (paragraphs.length === 0) return "";
    if (this.#isGuarded && !rich.isInline) {
      const written = paragraphs.map((paragraph) => this.#paragraph(paragraph, job)).join("");
      const open = `${MARK_START}p<a:p>${this.#paragraphProperties}<a:r>${this.#runProperties}<a:t>`;
      return `</a:t></a:r></a:p>${MARK_END}${written}${open}`;
    }
    const [first, ...others] = paragraphs;
    const rest = others.map((paragraph) => this.#paragraph(paragraph, job).slice(0, -"</a:p>".length));
    return this.#around([this.#inlines(present(first), job), ...rest].join("</a:p>"));
  }

  #paragraph(paragraph: RichParagraph, job: RenderJob): string {
    const properties = richParagraphProperties(this.#paragraphProperties, paragraph);
    return `<a:p>${properties}${this.#inlines(paragraph, job)}</a:p>`;
  }

  #inlines({ inlines, heading }: RichParagraph, job: RenderJob): string {
    const format: RichFormat = heading ? { bold: true } : {};
    return inlines
      .map((inline) => {
        if (inline.kind === "break") return `<a:br>${this.#runProperties}</a:br>`;
        return inline.kind === "text" ? this.#run(inline.text, { ...format, ...inline.format }, job) : "";
      })
      .join("");
  }

  #run(text: string, format: RichFormat, job: RenderJob): string {
    const url = format.href === undefined ? undefined : checkedUrl(format.href);
    const link =
      url && !url.startsWith("#")
        ? `<a:hlinkClick xmlns:r="${RELATIONSHIPS}" r:id="${job.linkId(this.part, url)}"/>`
        : "";
    return `<a:r>${withFormat(this.#runProperties, format, link)}<a:t>${escapeXmlText(text)}</a:t></a:r>`;
  }
}

/** Run properties with the format's attributes; the members keep their schema order (21.1.2.3.9). */
function withFormat(base: string, format: RichFormat, link: string): string {
  const attributes: Record<string, string | undefined> = {
    b: format.bold ? "1" : undefined,
    i: format.italic ? "1" : undefined,
    u: format.underline ? "sng" : undefined,
    strike: format.strike ? "sngStrike" : undefined,
    baseline: format.vertical ? (format.vertical === "superscript" ? "30000" : "-25000") : undefined,
    sz: format.halfPoints ? String(format.halfPoints * 50) : undefined,
  };
  let opening = /^<a:rPr\b[^>]*>/.exec(base)?.[0] ?? "<a:rPr/>";
  const isClosed = opening.endsWith("/>");
  let inner = isClosed ? "" : base.slice(opening.length, base.lastIndexOf("</"));
  opening = opening.replace(/(?<!\s)\s*\/?>$/, "");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    opening = `${opening.replace(new RegExp(`\\s${name}="[^"]*"`), "")} ${name}="${value}"`;
  }
  if (format.color) {
    const fill = `<a:solidFill><a:srgbClr val="${format.color}"/></a:solidFill>`;
    const line = /^<a:ln\b(?:[^>]*\/>|[\s\S]*?<\/a:ln>)/.exec(inner)?.[0] ?? "";
    inner =
      line +
      fill +
      inner.slice(line.length).replace(/^<a:(solidFill|noFill|gradFill|pattFill)\b(?:[^>]*\/>|[\s\S]*?<\/a:\1>)/, "");
  }
  if (link) {
    inner = inner.replace(/<a:hlinkClick\b(?:[^>]*\/>|[\s\S]*?<\/a:hlinkClick>)/, "");
    const at = inner.search(/<a:(?:hlinkMouseOver|rtl|extLst)\b/);
    inner = at < 0 ? inner + link : inner.slice(0, at) + link + inner.slice(at);
  }
  return inner ? `${opening}>${inner}</a:rPr>` : `${opening}/>`;
}
