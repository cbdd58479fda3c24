import { appendAll } from "../../domain/collections/long-lists.ts";
import type { DocumentSettings } from "../../domain/document.ts";
import { Failure, type FailureItem } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { present } from "../../domain/present.ts";
import { addNonce, createScriptNonce } from "../../domain/script-nonce.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { Tag } from "../../language/ast.ts";
import { errorHints } from "../../language/lint/check-template.ts";
import { fieldTree } from "../../language/list-fields.ts";
import type { RenderContext } from "../../language/render-context.ts";
import { scanTemplate } from "../../language/scan.ts";
import { parseScanned, renderTemplate, type Template } from "../../language/template.ts";
import { errorItem } from "../error-item.ts";
import { FieldIndex } from "../field-index.ts";
import { imageUri } from "../ooxml/image/image-data.ts";
import type { RenderEnvironment, RenderedTemplate, TemplateFields, TemplateSource } from "../template-engine.ts";
import { addressGuard } from "./address-guard.ts";
import { type HtmlPlace, htmlPlaces } from "./html-places.ts";
import { htmlTags } from "./html-tags.ts";
import { withSafeJson } from "./script-json.ts";
import { escapeForStyle, type StylePlace } from "./style-values.ts";

/** The three texts of an html document: its body and what Chrome prints above and below each page. */
export const HTML_PARTS = ["body", "header", "footer"] as const;
export type HtmlPart = (typeof HTML_PARTS)[number];

/** A parsed html document, shared by all its merges. */
export interface CompiledHtml {
  templates: Partial<Record<HtmlPart, Template>>;
  /** How values are escaped in a part that has tags in style sheets. */
  escapes: Partial<Record<HtmlPart, Escape>>;
  /** Keeps scripts of the data out of the body's addresses; the sealed page of a PDF needs none. */
  refusal: RenderContext["refusal"];
  errors: FailureItem[];
  /** The merge fields of all parts. */
  fields: FieldIndex;
  /** Marks the template's own scripts, so that scripts which arrive in data stay dead (design: the sealed page). */
  nonce: string;
}

type Escape = NonNullable<RenderContext["escape"]>;

/** A filled html document, ready to be printed. */
export interface FilledHtml {
  body: string;
  header: string | undefined;
  footer: string | undefined;
  nonce: string;
  warnings: string[];
  templateFields: TemplateFields;
  trace: RenderedTemplate["trace"];
}

/** Total size of the source texts that stay compiled; a syntax tree takes several times its source. */
const CACHED_CHARACTERS = 8 * 1024 * 1024;

/** Compiled templates by version; a version's bytes never change. */
class CompiledCache {
  readonly #entries = new Map<string, { compiled: CompiledHtml; characters: number }>();
  #characters = 0;

  get(key: string): CompiledHtml | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.compiled;
  }

  set(key: string, compiled: CompiledHtml, characters: number): void {
    if (characters > CACHED_CHARACTERS) return;
    this.#entries.set(key, { compiled, characters });
    this.#characters += characters;
    for (const [oldest, entry] of this.#entries) {
      if (this.#characters <= CACHED_CHARACTERS) break;
      this.#entries.delete(oldest);
      this.#characters -= entry.characters;
    }
  }
}

const cache = new CompiledCache();

/** Text of an html file: by its byte order mark, else UTF-8. */
function decodeHtml(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/** Parses an html document whole; errors are listed, not thrown. Without a nonce, places are those of the source. */
export function compileHtml(bytes: Uint8Array, settings: DocumentSettings, nonce = ""): CompiledHtml {
  const source = decodeHtml(bytes);
  const sources = {
    body: nonce ? addNonce(source, nonce) : source,
    header: settings.header,
    footer: settings.footer,
  };
  const templates: CompiledHtml["templates"] = {};
  const escapes: CompiledHtml["escapes"] = {};
  let refusal: CompiledHtml["refusal"];
  const errors: FailureItem[] = [];
  for (const part of HTML_PARTS) {
    const source = sources[part];
    if (source === undefined || source === "") continue;
    const parsed = parseHtml(source);
    templates[part] = parsed.template;
    if (parsed.escape) escapes[part] = parsed.escape;
    if (part === "body") refusal = addressGuard(parsed.tokens);
    if (parsed.errors.length === 0) continue;
    const hintOf = errorHints(source, "html");
    appendAll(
      errors,
      parsed.errors.map((error) => errorItem(part, error, hintOf(error))),
    );
  }
  const named = HTML_PARTS.flatMap((part) => (templates[part] ? [{ ...templates[part], part }] : []));
  const fields = new FieldIndex(fieldTree(named), (site, part) =>
    placeInHtml(templates[part as HtmlPart]?.source ?? "", nonce, site.at, part as HtmlPart),
  );
  return { templates, escapes, refusal, errors, fields, nonce };
}

/** Line and column as the author sees them, who did not write the nonces of preceding scripts. */
function placeInHtml(source: string, nonce: string, at: number, part: HtmlPart): string {
  const before = source.slice(0, at);
  const { line, column } = endOf(nonce === "" ? before : before.replaceAll(` nonce="${nonce}"`, ""));
  return htmlPlace(part, line, column);
}

function endOf(text: string): { line: number; column: number } {
  const line = text.split("\n").length;
  return { line, column: text.length - text.lastIndexOf("\n") };
}

/** A place in one of the texts, in words. */
export function htmlPlace(part: HtmlPart, line: number, column: number): string {
  return `line ${line}, column ${column}${part === "body" ? "" : ` of the ${part}`}`;
}

/** Parses one of the texts; values are safe in scripts that they are JSON in, and in style sheets. */
function parseHtml(source: string) {
  const scanned = scanTemplate(source, "html");
  const printsJson = scanned.tokens.some((token) => token.kind === "tag" && /json_encode/i.test(token.body));
  const places = printsJson || /<style/i.test(source) ? htmlPlaces(scanned.tokens) : undefined;
  const safeJson = (tag: Tag) => withSafeJson(tag, places?.get(tag.at));
  const parsed = parseScanned(source, scanned, printsJson ? safeJson : undefined);
  return { ...parsed, tokens: scanned.tokens, escape: places && escapeBy(places) };
}

/** Undefined if no tag is in a style sheet. */
function escapeBy(places: ReadonlyMap<number, HtmlPlace>): Escape | undefined {
  const inStyles = new Map<number, StylePlace>();
  for (const [at, place] of places) if (place === "style" || place === "style-string") inStyles.set(at, place);
  if (inStyles.size === 0) return undefined;
  return (text, site) => {
    const place = inStyles.get(site.at);
    return place ? escapeForStyle(text, place) : escapeHtml(text);
  };
}

/** The compiled document of a version, from the cache if it is there. Throws `template_invalid`. */
export async function compiledVersion(source: TemplateSource, settings: DocumentSettings): Promise<CompiledHtml> {
  const key = `${source.versionKey}\n${settings.header ?? ""}\n${settings.footer ?? ""}`;
  const known = cache.get(key);
  if (known) return known;
  const bytes = await source.bytes();
  const compiled = compileHtml(bytes, settings, createScriptNonce());
  if (compiled.errors.length > 0)
    throw new Failure("template_invalid", "The template has errors.", { errors: compiled.errors });
  cache.set(key, compiled, bytes.length + key.length);
  return compiled;
}

/**
 * Fills an html document. Synchronous: everything remote is fetched later, by the page.
 *
 * @param leavesAsHtml whether somebody opens the html itself: addresses then take no schemes that may run a script
 */
export function fillHtml(
  compiled: CompiledHtml,
  data: MergeData,
  environment: RenderEnvironment,
  leavesAsHtml = false,
): FilledHtml {
  const warnings: string[] = [];
  const traces: NonNullable<RenderedTemplate["trace"]>[] = [];
  const fill = (part: HtmlPart): string | undefined => {
    const template = compiled.templates[part];
    if (!template) return undefined;
    const result = renderTemplate(template, data, {
      now: environment.now,
      locale: environment.locale,
      timeZone: environment.timeZone,
      currency: environment.currency,
      autoescape: environment.settings.autoescape !== false,
      ...(compiled.escapes[part] && { escape: compiled.escapes[part] }),
      ...(leavesAsHtml && part === "body" && compiled.refusal && { refusal: compiled.refusal }),
      trace: environment.trace,
      documentTags: htmlTags({
        warn: (message) => warnings.push(message),
        codes: environment.forMail ? "png" : "svg",
        framesMissingImages: environment.framesMissingImages,
      }),
    });
    for (const { message, tag } of result.warnings) warnings.push(tag ? `${message} (${tag})` : message);
    if (result.trace) traces.push(result.trace);
    return withoutImageText(result.text);
  };
  const body = fill("body") ?? "";
  const [header, footer] = [fill("header"), fill("footer")];
  appendAll(warnings, compiled.fields.mistakesIn(data));
  return {
    body,
    header,
    footer,
    nonce: compiled.nonce,
    warnings,
    templateFields: compiled.fields,
    trace: joinTraces(traces),
  };
}

/** Data of a picture, and what precedes it: quotes, brackets and `=` say that something reads them. */
const IMAGE_TEXT =
  /(["'`(=,;]\s*)?(data:image\/(?:png|jpe?g|gif|webp|bmp|svg\+xml);base64,[A-Za-z0-9+/=]{40,}|\b(?:iVBORw0KGgo|R0lGOD[dl]h)[A-Za-z0-9+/=]{200,})/g;

/** Data that are a picture, printed among text, are shown as one: their base64 is never meant to be read. */
function withoutImageText(html: string): string {
  if (!/data:image\/|iVBORw0KGgo|R0lGOD/.test(html)) return html;
  return html.replace(IMAGE_TEXT, (whole, before: string | undefined, data: string) => {
    if (before !== undefined) return whole;
    return `<img src="${imageUri(data) ?? data}" alt="" style="max-width:100%">`;
  });
}

function joinTraces(traces: readonly NonNullable<RenderedTemplate["trace"]>[]): RenderedTemplate["trace"] {
  if (traces.length <= 1) return traces[0];
  const union = (lists: string[][]) => [...new Set(lists.flat())];
  const found = union(traces.map((trace) => trace.found));
  const [first, ...others] = traces;
  return {
    found,
    missing: union(traces.map((trace) => trace.missing)),
    unused: present(first).unused.filter((name) => others.every((trace) => trace.unused.includes(name))),
    matched: traces.flatMap((trace) => trace.matched),
    coerced: traces.flatMap((trace) => trace.coerced),
    branches: traces.flatMap((trace) => trace.branches),
  };
}
