import type { DocumentTagCall, DocumentTagRenderer } from "../../language/render-context.ts";
import { BarcodeError, barcodeSvg } from "../barcode/barcode.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#039;",
};

/** Text as it may stand in html content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Schemes that a link may have; a link from data never runs a script. */
const LINK_SCHEME = /^(?:https?:|mailto:|tel:|#|\/|[^:/?#]*(?:[/?#]|$))/i;
/** Sources that a picture may have: the sealed page fetches remote ones through the guarded fetch. */
const IMAGE_SOURCE = /^(?:https?:|data:image\/)/i;

/** A length as templates write it: a bare number is pixels, otherwise a number with a CSS unit. */
function cssLength(value: unknown): string | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(px|pt|pc|mm|cm|in|em|rem|%)?\s*$/.exec(String(value ?? ""));
  return match ? `${match[1]}${match[2] ?? "px"}` : undefined;
}

/** `style="width:..;height:.."` for the attributes that are there and are lengths. */
function sizeStyle({ width, height }: Readonly<Record<string, unknown>>, extra = ""): string {
  const [cssWidth, cssHeight] = [cssLength(width), cssLength(height)];
  const style = `${extra}${cssWidth ? `width:${cssWidth};` : ""}${cssHeight ? `height:${cssHeight};` : ""}`;
  return style ? ` style="${style}"` : "";
}

function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

function image(call: DocumentTagCall): string {
  const source = textOf(call.attributes.src).trim();
  if (!IMAGE_SOURCE.test(source)) return "";
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(textOf(call.attributes.alt))}"${sizeStyle(call.attributes)}>`;
}

function link(call: DocumentTagCall): string {
  const url = textOf(call.attributes.url).trim();
  const text = escapeHtml(textOf(call.attributes.text) || url);
  return LINK_SCHEME.test(url) ? `<a href="${escapeHtml(url)}">${text}</a>` : text;
}

/** A code as an inline picture; a value that does not fit prints nothing and is reported. */
function code(call: DocumentTagCall, type: string, warn: (message: string) => void): string {
  const value = textOf(call.attributes.value);
  if (value === "") return "";
  try {
    const svg = barcodeSvg(type, value);
    const label = escapeHtml(textOf(call.attributes.alt) || value);
    const size =
      cssLength(call.attributes.width) || cssLength(call.attributes.height) ? call.attributes : { width: "1in" };
    return svg.replace("<svg ", `<svg role="img" aria-label="${label}"${sizeStyle(size, "display:inline-block;")} `);
  } catch (error) {
    if (!(error instanceof BarcodeError)) throw error;
    warn(error.message);
    return "";
  }
}

/** Renders document tags (language.md "Document tags") as html; `warn` takes what could not be drawn. */
export function htmlTags(warn: (message: string) => void): DocumentTagRenderer {
  return (call) => {
    switch (call.name) {
      case "image":
        return image(call);
      case "qrcode":
        return code(call, "qrcode", warn);
      case "barcode":
        return code(call, textOf(call.attributes.type) || "code128", warn);
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
