import { present } from "../../domain/present.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { Runtime } from "../runtime.ts";
import { charactersOf, isCollection, isTruthy, Markup, toText, valuesOf } from "../values.ts";
import { decodeEntities, encodeEntities } from "./html-entities.ts";
import type { ModifierTable } from "./modifier.ts";

/** Texts made fit for html, addresses and scripts, and back. */
export const ESCAPE: ModifierTable = {
  escape: { run: escapeText, hint: "text" },
  htmlspecialchars: { run: (runtime, value) => escapeText(runtime, value, "html"), hint: "text" },
  unescape: { run: (_, value, kind = "html") => unescapeText(toText(value), toText(kind)), hint: "text" },
  raw: { run: (_, value) => new Markup(toText(value), "raw"), hint: "text" },
  html: { run: (_, value) => new Markup(toText(value), "html"), hint: "text" },
  nl2br: { run: nl2br, hint: "text" },
  strip_tags: { run: stripTagsOf, keepsMarkup: true, hint: "text" },
  urlencode: { run: (_, value) => formEncode(toText(value)), hint: "text" },
  rawurlencode: { run: (_, value) => percentEncode(toText(value)), hint: "text" },
};

function escapeText(
  runtime: Runtime,
  value: unknown,
  type: unknown = "html",
  _charset?: unknown,
  twice: unknown = true,
): unknown {
  const escaping = runtime.printing !== "plain";
  const kind = toText(type);
  // What was escaped is never escaped again where the output is escaped anyway.
  if (value instanceof Markup && escaping && (kind === "html" || kind === "htmlall")) return value;
  const text = toText(value);
  runtime.reserve(kind.endsWith("entity") ? text.length * 8 : text.length * 3);
  const result = escapeAs(text, kind, isTruthy(twice), escaping);
  return escaping && SAFE_KINDS.has(kind) ? new Markup(result, "escape") : result;
}

/** Kinds whose result holds nothing that html would take for markup. */
const SAFE_KINDS: ReadonlySet<string> = new Set([
  "html",
  "htmlall",
  "url",
  "urlpathinfo",
  "hex",
  "hexentity",
  "decentity",
  "javascript",
]);

function escapeAs(text: string, kind: string, twice: boolean, escaping: boolean): string {
  switch (kind) {
    case "html":
      return twice ? escapeHtml(text) : escapeOnce(text, escapeHtml);
    case "htmlall":
      return twice ? encodeEntities(text) : escapeOnce(text, encodeEntities);
    case "url":
      return percentEncode(text);
    case "urlpathinfo":
      return percentEncode(text).replaceAll("%2F", "/");
    case "quotes":
      return text.replace(/(?<!\\)'/g, "\\'");
    case "hex":
      return [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    case "hexentity":
      return charactersOf(text)
        .map((character) => `&#x${present(character.codePointAt(0)).toString(16).toUpperCase()};`)
        .join("");
    case "decentity":
      return charactersOf(text)
        .map((character) => `&#${character.codePointAt(0)};`)
        .join("");
    case "javascript":
      return escapeScript(text, escaping);
    case "mail":
      return text.replaceAll("@", " [AT] ").replaceAll(".", " [DOT] ");
    case "nonstd":
      return charactersOf(text)
        .map((character) => (present(character.codePointAt(0)) >= 126 ? `&#${character.codePointAt(0)};` : character))
        .join("");
    default:
      return text;
  }
}

/** Leaves entities that are in the text already. */
function escapeOnce(text: string, change: (text: string) => string): string {
  return text
    .split(/(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

const SCRIPT_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "\r": "\\r",
  "\n": "\\n",
  "</": "<\\/",
  "<!--": "<\\!--",
  "<s": "<\\s",
  "<S": "<\\S",
  "`": "\\`",
  "${": "\\$\\{",
};

/** Where output is escaped, characters special in html become \u escapes: right in scripts and in attributes. */
function escapeScript(text: string, escaping: boolean): string {
  if (!escaping) return text.replace(/<!--|<\/|<[sS]|\$\{|[\\'"\r\n`]/g, (part) => present(SCRIPT_ESCAPES[part]));
  return text.replace(/[<>&'"`$\\\r\n\u2028\u2029]/g, (character) => {
    const short =
      character === "\\" || character === "\r" || character === "\n" ? SCRIPT_ESCAPES[character] : undefined;
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** RFC 3986: all but letters, digits and `-._~` of the UTF-8 bytes. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** application/x-www-form-urlencoded, as PHP's urlencode() does it. */
function formEncode(text: string): string {
  return percentEncode(text).replaceAll("%20", "+").replaceAll("~", "%7E");
}

function unescapeText(text: string, kind: string): string {
  switch (kind) {
    case "html":
      return text.replace(/&(?:amp|lt|gt|quot|#0?39);/g, (entity) => decodeEntities(entity));
    case "entity":
    case "htmlall":
      return decodeEntities(text);
    case "url":
      return decodePercent(text);
    default:
      return text;
  }
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split("%"), (code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(bytes);
  });
}

function nl2br(runtime: Runtime, value: unknown, xhtml: unknown = true): unknown {
  const escaping = runtime.printing !== "plain";
  const text = value instanceof Markup ? value.html : escaping ? escapeHtml(toText(value)) : toText(value);
  const tag = isTruthy(xhtml) ? "<br />" : "<br>";
  runtime.reserve(text.length * 2);
  const result = text.replace(/\r\n|\n\r|\n|\r/g, (line) => tag + line);
  return escaping ? new Markup(result, "nl2br") : result;
}

function stripTagsOf(_: Runtime, value: unknown, filling: unknown): unknown {
  if (!isCollection(value) || filling === false) return stripTags(toText(value), filling);
  return isTruthy(value) ? valuesOf(value).map((item) => stripTags(toText(item), filling)) : "";
}

/** Without argument each tag leaves a blank; with `false` tags, comments and instructions vanish. */
function stripTags(text: string, filling: unknown): string {
  const blank = filling === undefined || filling === true || filling === "true";
  if (blank && text === "0") return "";
  let out = "";
  let from = 0;
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", from)) {
    const close = blank ? text.indexOf(">", open) : tagEnd(text, open);
    if (close < 0) break;
    if (close === open) {
      // A "<" before a blank is not a tag.
      out += text.slice(from, open + 1);
      from = open + 1;
      continue;
    }
    out += text.slice(from, open) + (blank ? " " : "");
    from = close + 1;
  }
  if (!blank) {
    const open = text.indexOf("<", from);
    if (open >= 0 && tagEnd(text, open) < 0) return out + text.slice(from, open);
  }
  return out + text.slice(from);
}

/** The place of the `>` that ends the tag at `open` (quotes hide it), `open` itself for no tag, -1 for none. */
function tagEnd(text: string, open: number): number {
  if (/^<\s/.test(text.slice(open, open + 2))) return open;
  if (text.startsWith("<!--", open)) {
    const end = text.indexOf("-->", open + 4);
    return end < 0 ? -1 : end + 2;
  }
  let quote = "";
  let depth = 0;
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "<") depth++;
    else if (character === ">") {
      if (depth === 0) return at;
      depth--;
    }
  }
  return -1;
}
