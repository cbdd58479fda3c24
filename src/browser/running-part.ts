import { Buffer } from "node:buffer";
import { Parser } from "htmlparser2";
import { escapeHtml } from "../domain/text/escape-html.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import type { PageResources } from "./page-resources.ts";
import { relativeProblem } from "./unloaded-files.ts";

/**
 * What a header or footer may name: Chromium draws both outside of the document, where it loads nothing, and prints
 * nothing at all when a style sheet or a font is to be loaded there.
 */
const NAMES_FILES = /<(?:link|base|img|input|image)\b|@import|@font-face|url\(/i;
/** Style sheets that import others. */
const MAX_IMPORTS = 5;

interface Edit {
  start: number;
  end: number;
  text: string | Promise<string>;
}

/** A text of css in pieces: what may stand anywhere in it, and what names files. */
const CSS_PIECES =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:url\(\s*(?<url>"[^"]*"|'[^']*'|[^()"'\s]+|(?=\)))\s*\)|(?<text>"[^"]*"|'[^']*'))(?<media>[^;]*)(?:;|$)|@font-face\s*\{[^}]*(?:\}|$)|url\(\s*(?<file>"[^"]*"|'[^']*'|[^()"'\s]+|(?=\)))\s*\)|"(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|\\?$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|\\?$)/gi;

/**
 * Writes the style sheets and pictures that a header or footer names into it. Fonts are left out, which a warning says: text there
 * is drawn before any font can be loaded.
 *
 * @returns the html, and warnings that name no file
 */
export async function withFiles(
  html: string,
  part: "header" | "footer",
  resources: PageResources,
): Promise<{ html: string; warnings: string[] }> {
  if (!NAMES_FILES.test(html)) return { html, warnings: [] };
  const running = new RunningPart(part, resources);
  return { html: await running.written(html), warnings: running.warnings };
}

/** The text that a header or footer shows. */
export function shownText(html: string): string {
  let text = "";
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (HIDDEN.test(name)) hidden++;
    },
    ontext: (piece) => {
      if (hidden === 0) text += piece;
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) hidden--;
    },
  });
  parser.end(html);
  return text;
}

const HIDDEN = /^(?:style|script|title|template)$/;

class RunningPart {
  readonly #part: string;
  readonly #resources: PageResources;
  #namesFonts = false;

  constructor(part: string, resources: PageResources) {
    this.#part = part;
    this.#resources = resources;
  }

  get warnings(): string[] {
    if (!this.#namesFonts) return [];
    return [
      `The ${this.#part} cannot load fonts (@font-face): its text is drawn in fonts that the browser has. Margin boxes of the style sheet, such as @top-center, take every font.`,
    ];
  }

  async written(html: string): Promise<string> {
    const edits = this.#edits(html);
    let text = "";
    let at = 0;
    for (const edit of edits) {
      text += html.slice(at, edit.start) + (await edit.text);
      at = edit.end;
    }
    return text + html.slice(at);
  }

  #edits(html: string): Edit[] {
    const edits: Edit[] = [];
    let inStyle = false;
    const parser = new Parser({
      onopentag: (name, attributes) => {
        inStyle = name === "style";
        const text = this.#element(name, attributes, html[parser.endIndex - 1] === "/" ? "/>" : ">");
        if (text !== undefined) edits.push({ start: parser.startIndex, end: parser.endIndex + 1, text });
      },
      ontext: (css) => {
        if (inStyle)
          edits.push({ start: parser.startIndex, end: parser.endIndex + 1, text: this.#css(css, SANDBOX_ORIGIN) });
      },
      onclosetag: () => {
        inStyle = false;
      },
    });
    parser.end(html);
    return edits;
  }

  /** What stands in place of a start tag; undefined if it may stay. */
  #element(
    name: string,
    attributes: Readonly<Record<string, string>>,
    end: string,
  ): string | Promise<string> | undefined {
    const { href = "", rel = "", src = "", srcset = "", style = "", media } = attributes;
    if (name === "base") return "";
    if (name === "link") return /\bstylesheet\b/i.test(rel) ? this.#styleSheet(href, media) : "";
    const image =
      name === "img" || name === "input"
        ? { src: src || (srcset.trim().split(/[\s,]+/)[0] ?? "") }
        : name === "image"
          ? href === ""
            ? { "xlink:href": attributes["xlink:href"] ?? "" }
            : { href }
          : undefined;
    const [attribute, address = ""] = Object.entries(image ?? {})[0] ?? [];
    const isRemote = attribute !== undefined && address !== "" && !/^data:/i.test(address);
    if (!isRemote && srcset === "" && !/url\(/i.test(style)) return undefined;
    return this.#rewritten(name, attributes, isRemote ? { [attribute]: address } : {}, end);
  }

  async #rewritten(
    name: string,
    { srcset: _, ...attributes }: Readonly<Record<string, string>>,
    addresses: Readonly<Record<string, string>>,
    end: string,
  ): Promise<string> {
    const changed: Record<string, string> = { ...attributes };
    for (const [attribute, address] of Object.entries(addresses))
      changed[attribute] = (await this.#image(address, SANDBOX_ORIGIN)) ?? "";
    if (changed.style !== undefined) changed.style = await this.#css(changed.style, SANDBOX_ORIGIN);
    const written = Object.entries(changed).map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
    return `<${name}${written.join("")}${end}`;
  }

  async #styleSheet(address: string, media: string | undefined): Promise<string> {
    const css = await this.#sheet(address, SANDBOX_ORIGIN, 0);
    return `<style${media === undefined ? "" : ` media="${escapeHtml(media)}"`}>${css.replaceAll("</", "<\\/")}</style>`;
  }

  async #sheet(address: string, base: string, depth: number): Promise<string> {
    if (depth > MAX_IMPORTS) return "";
    const url = this.#url(address, base);
    const file = url && (await this.#resources.fetchFile(url, "Stylesheet"));
    return file ? this.#css(new TextDecoder().decode(file.bytes), file.finalUrl, depth) : "";
  }

  async #css(css: string, base: string, depth = 0): Promise<string> {
    let text = "";
    let at = 0;
    for (const piece of css.matchAll(CSS_PIECES)) {
      const [whole] = piece;
      text += css.slice(at, piece.index);
      at = piece.index + whole.length;
      const { url, text: quoted, media = "", file } = piece.groups ?? {};
      const imported = url ?? quoted;
      if (imported !== undefined) {
        const sheet = await this.#sheet(unquoted(imported), base, depth + 1);
        text += media.trim() === "" ? sheet : `@media ${media.trim()}{${sheet}}`;
      } else if (/^@font-face/i.test(whole)) this.#namesFonts = true;
      else if (file === undefined || /^["']?(?:data:|#|$)/i.test(file)) text += whole;
      else text += `url("${(await this.#image(unquoted(file), base)) ?? ""}")`;
    }
    return text + css.slice(at);
  }

  /** A picture as `data:`; undefined if it is missing, which is told. */
  async #image(address: string, base: string): Promise<string | undefined> {
    const url = this.#url(address, base);
    const file = url && (await this.#resources.fetchFile(url, "Image"));
    if (!file) return undefined;
    return `data:${file.contentType || "image/png"};base64,${Buffer.from(file.bytes).toString("base64")}`;
  }

  #url(address: string, base: string): URL | undefined {
    if (!URL.canParse(address.trim(), base)) return undefined;
    const url = new URL(address.trim(), base);
    if (url.origin !== SANDBOX_ORIGIN && /^https?:$/.test(url.protocol)) return url;
    this.#resources.warn(
      url.href,
      url.origin === SANDBOX_ORIGIN
        ? relativeProblem(url.href)
        : `a ${this.#part} loads only what begins with https://.`,
    );
    return undefined;
  }
}

const unquoted = (text: string): string => text.replace(/^(["'])([\s\S]*)\1$/, "$2");
