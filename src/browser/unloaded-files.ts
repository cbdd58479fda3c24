import { Buffer } from "node:buffer";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import { imageProblem } from "./shown-file.ts";

/** What a page says of the files that it names, as {@link NAMED_FILES} finds them. */
export interface NamedFiles {
  /** All that the page asked for, whether it got them or not: what asked (`img`, `css`, `iframe`), and the address. */
  asked: [by: string, address: string][];
  /** What is not in the page for certain. */
  absent: [by: string, address: string][];
  /** Fonts that did not load: the family, and what its rule names if that can be read. */
  fonts: [family: string, source: string][];
  /** How many scripts did not run, since they are no part of the template. */
  deadScripts: number;
  /** The `href` of the first `<base>`. */
  base: string;
}

/** Longer addresses lead nowhere: requests take no more. */
export const MAX_ADDRESS = 8_192;

/** An expression whose value is {@link NamedFiles}. */
export const NAMED_FILES = `(() => {
  const cut = (text) => { const whole = String(text ?? ""); return whole.slice(0, /^https?:/i.test(whole) ? ${MAX_ADDRESS} : 300); };
  const asked = performance.getEntriesByType("resource")
    .filter(({ initiatorType }) => initiatorType !== "link").slice(0, 250).map(({ initiatorType, name }) => [initiatorType, cut(name)]);
  const absent = [];
  const add = (by, address) => { if (address && absent.length < 100) absent.push([by, cut(address)]); };
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0) add("img", image.currentSrc || image.getAttribute("src"));
  for (const element of document.querySelectorAll("object[data]")) add("object", element.data || element.getAttribute("data"));
  for (const element of document.querySelectorAll("embed[src],iframe[src],frame[src],video[src],audio[src],video source[src],audio source[src]"))
    if (element.getAttribute("src") !== "about:blank") add(element.localName, element.src);
  for (const element of document.querySelectorAll("link[rel~=stylesheet i][href]"))
    if (!/^https?:|^data:text\\/css/i.test(element.href)) add("link", element.href);
  const failed = Array.from(document.fonts).filter(({ status }) => status === "error").slice(0, 20);
  const bare = (name) => name.trim().replace(/^["']|["']$/g, "").toLowerCase();
  const sources = new Map();
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSFontFaceRule) {
        const family = bare(rule.style.getPropertyValue("font-family"));
        sources.set(family, (sources.get(family) ?? "") + rule.style.getPropertyValue("src").replace(/(data:[^"')]{0,40})[^"')]*/g, "$1") + " ");
      }
      else if (rule.cssRules) read(rule.cssRules);
    }
  };
  // A sheet of another origin does not show its rules.
  if (failed.length > 0) for (const sheet of document.styleSheets) try { read(sheet.cssRules); } catch {}
  const fonts = failed.map(({ family }) => [bare(family), cut(sources.get(bare(family)))]);
  const deadScripts = Array.from(document.scripts).filter(({ nonce, type }) => !nonce &&
    /^(?:|module|(?:text|application)\\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())).length;
  const base = cut(document.querySelector("base[href]")?.getAttribute("href")).slice(0, 100);
  return { asked, absent, fonts, deadScripts, base };
})()`;

/** The page is a stranger, so it may give anything. */
export function namedFilesOf(value: unknown): NamedFiles | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { asked, absent, fonts, deadScripts, base } = value as Partial<Record<keyof NamedFiles, unknown>>;
  return {
    asked: pairsOf(asked),
    absent: pairsOf(absent),
    fonts: pairsOf(fonts),
    deadScripts: Number(deadScripts) || 0,
    base: typeof base === "string" ? base : "",
  };
}

function pairsOf(value: unknown): [string, string][] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === "string"),
  );
}

/** How a file that a page names is called in warnings. */
export function fileName(address: string): string {
  if (isRelative(address)) return relativeName(address);
  if (/^https?:/i.test(address) && URL.canParse(address)) {
    const { host, pathname } = new URL(address);
    return `${host}${pathname.slice(0, 100)}`;
  }
  return address.length > 60 ? `${address.slice(0, 60)}…` : address;
}

const isRelative = (address: string): boolean => address.startsWith(`${SANDBOX_ORIGIN}/`);

function relativeName(address: string): string {
  const path = address.slice(SANDBOX_ORIGIN.length + 1);
  if (!isBase64(path)) return decoded(path).slice(0, 100);
  // A JPEG begins with a slash, which the address took for its own.
  return `${(path.startsWith("9j/") ? `/${path}` : path).slice(0, 24)}…`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Pictures and PDFs as base64, by how they begin (PNG, JPEG, GIF, WebP, BMP, SVG, TIFF), or any long text of its letters. */
function isBase64(path: string): boolean {
  const text = path.replace(/^\/?9j\//, "/9j/");
  return (
    /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Z|PD94bWw|SUkqA|TU0AK|JVBERi)[\w+/=%-]{16,}$/.test(text) ||
    /^[\w+/=-]{250,}$/.test(text)
  );
}

/** Why a relative address leads nowhere, and what to write. */
export function relativeProblem(address: string): string {
  const path = address.slice(SANDBOX_ORIGIN.length + 1);
  if (isBase64(path))
    return "it is base64 without what says so. Write `data:image/png;base64,` before it, or use {image src=...}, which takes it as it is.";
  return "its address is relative, and a document has no address of its own here. Write the whole address, which begins with https://.";
}

const AS_DATA = "Put it at a web address, or write it into the page as `data:image/png;base64,...`.";

/** What nothing on the page would show. */
const NOT_SHOWN = /^(?:beacon|ping|fetch|xmlhttprequest|early-hints)$/;

/** Why something that is not even asked for is not in a page, and what to do. */
function policyProblem(by: string, address: string): string {
  if (/^(?:iframe|frame|object|embed)$/.test(by))
    return `pages within a page (${by}) are not loaded. Write what it shows into the page itself, a picture as <img>.`;
  if (/^(?:video|audio|source|track)$/.test(by))
    return "films and sounds are not printed. A film's picture can be an <img>.";
  if (/^(?:file:|[a-z]:)/i.test(address)) return `it is on a computer that the service does not see. ${AS_DATA}`;
  if (/^cid:/i.test(address)) return `it is a part of a mail, and a PDF has none. ${AS_DATA}`;
  if (by === "script") return "only the template's own scripts run, not those that the data bring.";
  if (/^https?:/i.test(address))
    return "what belongs to another file (a drawing's part, a filter) is not loaded into the page. Write it into the page itself.";
  if (/^blob:/i.test(address)) return "what it holds is no picture that pages show.";
  return "addresses of this kind are not loaded. Write one that begins with https://.";
}

/** What the requests of a page came to. */
export interface FilesAnswered {
  wasServed(address: string): boolean;
  wasWarnedOf(address: string): boolean;
  warn(address: string, problem: string): undefined;
  /** Of a font from an address. */
  warnedOfFonts: boolean;
}

/**
 * Tells of the files that a page names and that are not in it, those of them that its requests have not told of.
 *
 * @returns warnings that name no file
 */
export function warnOfUnloadedFiles(files: NamedFiles, answered: FilesAnswered, runsScripts: boolean): string[] {
  const warn = (address: string, problem: string): void => {
    if (!answered.wasWarnedOf(address)) answered.warn(address, problem);
  };
  for (const [by, address] of files.absent) {
    if (by === "img" && answered.wasServed(address)) warn(address, "the picture is damaged and cannot be drawn.");
    else if (by === "img" && /^data:/i.test(address)) warn(address, dataImageProblem(address));
    else if (isRelative(address) && /^(?:img|link)$/.test(by)) warn(address, relativeProblem(address));
    else warn(address, policyProblem(by, address));
  }
  for (const [by, address] of files.asked) {
    if (answered.wasServed(address) || /^data:|^blob:/i.test(address)) continue;
    if ((by === "script" && !runsScripts) || NOT_SHOWN.test(by)) continue;
    if (isRelative(address) && !/^(?:iframe|frame|object|embed)$/.test(by)) warn(address, relativeProblem(address));
    else warn(address, policyProblem(by, address));
  }
  return [...baseWarnings(files), ...fontWarnings(files, answered), ...scriptWarnings(files)];
}

function baseWarnings({ base }: NamedFiles): string[] {
  if (base === "") return [];
  return [`<base href="${base}"> counts for nothing here: write whole addresses, which begin with https://.`];
}

function fontWarnings({ fonts }: NamedFiles, answered: FilesAnswered): string[] {
  const families = new Set<string>();
  for (const [family, source] of fonts) {
    const addresses = Array.from(source.matchAll(/url\(\s*["']?([^"')]+)/g), ([, address = ""]) => address);
    const isWarned = source === "" ? answered.warnedOfFonts : addresses.some((each) => !/^data:/i.test(each));
    if (!isWarned || addresses.some((each) => answered.wasServed(each))) families.add(family);
  }
  return Array.from(
    families,
    (family) =>
      `The font ${family} did not load: what its @font-face rule names is no font that the page can use. Fonts of your own can be sent once and used by name.`,
  );
}

function scriptWarnings({ deadScripts }: NamedFiles): string[] {
  if (deadScripts === 0) return [];
  const what =
    deadScripts === 1 ? "A script of the page did not run" : `${deadScripts} scripts of the page did not run`;
  return [`${what}: only scripts of a template run, not those that data bring, nor those of html files.`];
}

/** Why a picture that is written into the page is not shown. */
function dataImageProblem(address: string): string {
  const [, type = "", isBase64 = "", content = ""] =
    /^data:([^,;]*)(?:;(?!base64)[^,;]*)*(;base64)?,(.*)$/is.exec(address) ?? [];
  const bytes = isBase64 ? Buffer.from(content, "base64") : new TextEncoder().encode(decoded(content));
  return imageProblem(bytes, type.toLowerCase()) ?? "the picture is damaged and cannot be drawn.";
}

/** Pictures that style sheets of a document hold and cannot be drawn. */
export function unshownStyleImages(html: string): [address: string, problem: string][] {
  if (!/url\(\s*["']?data:image/i.test(html)) return [];
  const found: [string, string][] = [];
  for (const [, address = ""] of html.matchAll(/url\(\s*["']?(data:image\/[^"')\s]{1,400})/gi)) {
    const [, type = ""] = /^data:([^,;]*)/i.exec(address) ?? [];
    const isMarkup = /svg/i.test(type);
    const problem = isMarkup || !/;base64,/i.test(address) ? undefined : dataProblem(address);
    if (problem !== undefined) found.push([address, problem]);
  }
  return found;
}

function dataProblem(address: string): string | undefined {
  const [head = "", content = ""] = address.split(",", 2);
  return imageProblem(Buffer.from(content, "base64"), head.slice("data:".length).split(";")[0]?.toLowerCase() ?? "");
}
