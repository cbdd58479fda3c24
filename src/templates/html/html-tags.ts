import { Buffer } from "node:buffer";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { DocumentTagCall, DocumentTagRenderer } from "../../language/render-context.ts";
import { barcodeSvg, undrawnCode } from "../barcode/barcode.ts";
import { barcodePng } from "../barcode/bitmap.ts";
import { anchorOf, fitOf } from "../ooxml/image/fit-image.ts";
import { halfImage, imageDataBytes, imageUri, sourceProblem, unreadImage } from "../ooxml/image/image-data.ts";

/** Schemes that a link may have; a link from data never runs a script. */
const LINK_SCHEME = /^(?:https?:|mailto:|tel:|#|\/|[^:/?#]*(?:[/?#]|$))/i;
/** Sources that a picture may have: the sealed page fetches remote ones through the guarded fetch. */
const IMAGE_SOURCE = /^(?:https?:|data:image\/)/i;

/** A length as templates write it: a bare number is pixels, otherwise a number with a CSS unit. */
function cssLength(value: unknown): string | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(?:(px|pt|pc|mm|cm|in|em|rem|%)\s*)?$/.exec(String(value ?? ""));
  return match ? `${match[1]}${match[2] ?? "px"}` : undefined;
}

/** `style="width:..;height:.."` for the attributes that are there and are lengths. */
function sizeStyle({ width, height, fit }: Readonly<Record<string, unknown>>, extra = ""): string {
  const cssWidth = fit === "height" ? undefined : cssLength(width);
  const cssHeight = fit === "width" ? undefined : cssLength(height);
  const style = `${extra}${cssWidth ? `width:${cssWidth};` : ""}${cssHeight ? `height:${cssHeight};` : ""}`;
  return style ? ` style="${style}"` : "";
}

function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

/** Browsers show as much of these as there is. */
const SHOWN_IN_PART = ["PNG", "JPEG"];

/** Warns of a picture in the data that is cut off; what is at an address is fetched later, by the browser. */
function warnOfHalfImage(call: DocumentTagCall, warn: (message: string) => void, looked: Set<string>): void {
  const source = textOf(call.attributes.src).trim();
  if (/^https?:/i.test(source) || looked.has(source)) return;
  looked.add(source);
  const bytes = imageDataBytes(source);
  const warning = bytes && halfImage(call.site.source, source, bytes, SHOWN_IN_PART);
  if (warning) warn(warning);
}

function image(call: DocumentTagCall, { warn, framesMissingImages }: HtmlTagOptions): string {
  const { attributes } = call;
  const text = textOf(attributes.src).trim();
  if (text === "") return "";
  const source = IMAGE_SOURCE.test(text) ? text : imageUri(text);
  const alt = escapeHtml(textOf(attributes.alt));
  if (source === undefined) {
    warn(unreadImage(call.site.source, text, sourceProblem(text, "PNG, JPEG, GIF, WebP, AVIF, BMP or SVG")));
    if (!framesMissingImages) return "";
    const size = sizeStyle(attributes, "display:inline-block;min-width:1in;min-height:0.6in;border:1px solid #999;");
    return `<span role="img" aria-label="${alt}"${size}></span>`;
  }
  return `<img src="${escapeHtml(source)}" alt="${alt}"${sizeStyle(attributes, fitStyle(attributes))}>`;
}

/** CSS for `fit` and `anchor`, which concern a box: both of its sides are given, or one of them decides. */
function fitStyle({ fit, anchor, width, height }: Readonly<Record<string, unknown>>): string {
  if (fit === undefined && (width === undefined || height === undefined)) return "";
  const kind = fitOf(fit);
  if (kind === "width" || kind === "height") return "";
  const { x, y } = anchorOf(anchor);
  return `object-fit:${kind};object-position:${x * 100}% ${y * 100}%;`;
}

function link(call: DocumentTagCall): string {
  const url = textOf(call.attributes.url).trim();
  const text = escapeHtml(textOf(call.attributes.text) || url);
  return LINK_SCHEME.test(url) ? `<a href="${escapeHtml(url)}">${text}</a>` : text;
}

/** How codes are drawn: `svg` in the page itself, `png` as a picture for programs that do not show drawings. */
type CodeFormat = "svg" | "png";

/** A code as an inline picture; a value that does not fit prints nothing and is reported. */
function code(call: DocumentTagCall, type: string, warn: (message: string) => void, format: CodeFormat): string {
  const value = textOf(call.attributes.value);
  if (value === "") return "";
  try {
    const label = escapeHtml(textOf(call.attributes.alt) || value);
    const size =
      cssLength(call.attributes.width) || cssLength(call.attributes.height) ? call.attributes : { width: "1in" };
    if (format === "png") {
      const address = `data:image/png;base64,${Buffer.from(barcodePng(type, value)).toString("base64")}`;
      return `<img src="${address}" alt="${label}"${sizeStyle(size)}>`;
    }
    return barcodeSvg(type, value).replace(
      "<svg ",
      `<svg role="img" aria-label="${label}"${sizeStyle(size, "display:inline-block;")} `,
    );
  } catch (error) {
    warn(undrawnCode(error, call.site.source));
    return "";
  }
}

/** How document tags are drawn. */
export interface HtmlTagOptions {
  /** Is told what could not be drawn. */
  warn(message: string): void;
  /** `svg` by default. */
  codes?: CodeFormat;
  framesMissingImages?: boolean;
}

/** Renders document tags (language "Document tags") as html. */
export function htmlTags(options: HtmlTagOptions): DocumentTagRenderer {
  const { warn, codes = "svg" } = options;
  const looked = new Set<string>();
  return (call) => {
    switch (call.name) {
      case "image":
        warnOfHalfImage(call, warn, looked);
        return image(call, options);
      case "qrcode":
        return code(call, "qrcode", warn, codes);
      case "barcode":
        return code(call, textOf(call.attributes.type) || "code128", warn, codes);
      case "checkbox":
        return `<span role="img" aria-label="${call.attributes.value ? "checked" : "unchecked"}">${call.attributes.value ? "☑" : "☐"}</span>`;
      case "pagebreak":
        return '<div style="break-after:page"></div>';
      case "link":
        return link(call);
      case "html":
        return call.body ?? "";
    }
  };
}
