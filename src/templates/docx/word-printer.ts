import type { DocumentTagCall } from "../../language/render-context.ts";
import { isTruthy, Markup, toText } from "../../language/values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { imageInText, type PlacedImage, placedImage } from "../ooxml/code-image.ts";
import { MARK_END, MARK_START } from "../ooxml/guards.ts";
import { parseRichText, type RichText } from "../ooxml/html/rich-text.ts";
import { checkedUrl } from "../ooxml/html/safe-url.ts";
import { fitImage } from "../ooxml/image/fit-image.ts";
import { isImageData } from "../ooxml/image/image-data.ts";
import { propertiesOf } from "../ooxml/markup-search.ts";
import type { MarkupElement } from "../ooxml/markup-tree.ts";
import type { Printer } from "../ooxml/printer.ts";
import { fittingOf, textWithoutImage } from "../ooxml/printers.ts";
import type { RenderJob } from "../ooxml/render-job.ts";
import { isPlain, normalizeLines, textOfValue } from "../ooxml/text-markup.ts";
import { inlineImage } from "./drawing-markup.ts";
import { hyperlink } from "./hyperlink.ts";
import { richRunProperties } from "./run-properties.ts";
import { RichTextWriter } from "./word-rich-text.ts";

const TEXT = '<w:t xml:space="preserve">';

/** Prints in the text of a run of WordprocessingML. */
export class WordPrinter implements Printer {
  readonly #part: string;
  readonly #runProperties: string;
  readonly #paragraphProperties: string;
  readonly #closeRun: string;
  readonly #openRun: string;
  readonly #closeParagraph: string;
  readonly #openParagraph: string;
  readonly #inLink: boolean;

  /**
   * `path` leads from the paragraph, or an element around it, to the w:t; `guarded`: the paragraph vanishes if empty.
   */
  constructor(part: string, path: readonly MarkupElement[], guarded: boolean) {
    this.#part = part;
    const at = path.findLastIndex((element) => element.name === "w:p");
    const run = path.findLastIndex((element) => element.name === "w:r");
    const paragraph = path[at];
    this.#runProperties = propertiesOf(path[run], "w:rPr");
    this.#paragraphProperties = propertiesOf(paragraph, "w:pPr").replace(
      /<w:sectPr\b[^>]*(?<!\/)>[\s\S]*?<\/w:sectPr>/,
      "",
    );
    this.#closeRun = "</w:t></w:r>";
    this.#openRun = `<w:r>${this.#runProperties}${TEXT}`;
    const between = path.slice(at + 1, run);
    const [endGuard, startGuard] = guarded ? [MARK_END, `${MARK_START}p`] : ["", ""];
    this.#closeParagraph = `${this.#closeRun}${between
      .map(({ name }) => `</${name}>`)
      .reverse()
      .join("")}</w:p>${endGuard}`;
    this.#openParagraph = `${startGuard}<w:p>${this.#paragraphProperties}${between.map(({ open }) => open).join("")}${this.#openRun}`;
    this.#inLink = between.some(({ name }) => name === "w:hyperlink");
  }

  print(value: unknown, job: RenderJob): string {
    if (typeof value === "string") {
      if (isImageData(value)) return this.#imageOf(value, job);
      return isPlain(value) ? value : this.#text(value);
    }
    if (typeof value === "number") return toText(value);
    if (value instanceof Markup && (value.origin === "html" || value.origin === "nl2br"))
      return this.#rich(parseRichText(value.html), job);
    return this.#text(textOfValue(value));
  }

  draw(call: DocumentTagCall, job: RenderJob): string {
    switch (call.name) {
      case "checkbox":
        return isTruthy(call.attributes.value) ? "☒" : "☐";
      case "pagebreak":
        return `${this.#closeRun}<w:r><w:br w:type="page"/></w:r>${this.#openRun}`;
      case "link":
        return this.#link(call, job);
      case "html":
        return this.#rich(parseRichText(textOfValue(call.body ?? "")), job);
      default:
        return this.#tagged(call, job);
    }
  }

  /** The picture of a tag; the box that its sides form can have proportions of its own. */
  #tagged(call: DocumentTagCall, job: RenderJob): string {
    const image = placedImage(call, job);
    const markup = this.#image(image, job);
    return image && call.attributes.fit !== undefined ? fitImage(markup, fittingOf(call, image)) : markup;
  }

  #image(image: PlacedImage | undefined, job: RenderJob): string {
    if (!image) return "";
    const id = job.imageId(this.#part, image.mediaName);
    return `</w:t>${inlineImage(job.nextDrawingId(), id, image, image.alt)}${TEXT}`;
  }

  /** Data that are a picture are shown as one: their base64 is never meant to be read. */
  #imageOf(data: string, job: RenderJob): string {
    const found = job.image(data.trim());
    return this.#image(found && imageInText(found, job), job);
  }

  /** Line ends and tabs are elements of their own in a run (ECMA-376 Part 1, 17.3.3.1 and 17.3.3.32). */
  #text(text: string): string {
    const escaped = escapeXmlText(normalizeLines(text));
    if (!/[\n\t]/.test(escaped)) return escaped;
    return escaped.replace(/[\n\t]/g, (character) => `</w:t>${character === "\n" ? "<w:br/>" : "<w:tab/>"}${TEXT}`);
  }

  #link(call: DocumentTagCall, job: RenderJob): string {
    const address = textOfValue(call.attributes.url).trim();
    const text = this.#text(textOfValue(call.attributes.text) || address);
    const url = checkedUrl(address);
    if (!url || this.#inLink) return text;
    const properties = richRunProperties(this.#runProperties, { href: url });
    const run = `<w:r>${properties}${TEXT}${text}</w:t></w:r>`;
    return `${this.#closeRun}${hyperlink(url, run, this.#part, job)}${this.#openRun}`;
  }

  #rich(rich: RichText, job: RenderJob): string {
    if (rich.blocks.length === 0) return "";
    const writer = new RichTextWriter(this.#part, job, this.#runProperties, this.#paragraphProperties);
    const [only] = rich.blocks;
    if (rich.isInline && only?.kind === "paragraph")
      return `${this.#closeRun}${writer.runs(only.inlines)}${this.#openRun}`;
    return `${this.#closeParagraph}${writer.blocks(rich.blocks)}${this.#openParagraph}`;
  }
}

/** Prints {html} over whole paragraphs: the rich text replaces them. */
export class WordBlockPrinter implements Printer {
  private readonly part: string;
  private readonly paragraphProperties: string;
  private readonly runProperties: string;

  constructor(part: string, paragraphProperties: string, runProperties: string) {
    this.part = part;
    this.paragraphProperties = paragraphProperties;
    this.runProperties = runProperties;
  }

  print(value: unknown, job: RenderJob): string {
    return escapeXmlText(textWithoutImage(value, job));
  }

  draw(call: DocumentTagCall, job: RenderJob): string {
    if (call.name !== "html") return "";
    const rich = parseRichText(textOfValue(call.body ?? "").trim());
    return new RichTextWriter(this.part, job, this.runProperties, this.paragraphProperties).blocks(rich.blocks);
  }
}
