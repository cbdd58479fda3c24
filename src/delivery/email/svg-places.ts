import { Buffer } from "node:buffer";
import type { Attributes } from "./drawing-size.ts";

/** SVG in a mail's html, from `start` to `end`. */
export type SvgPlace = { start: number; end: number; attributes: Attributes } & (
  | { kind: "inline"; markup: string }
  /** A picture element whose source is a drawing: as data, or at an address that says so. */
  | { kind: "picture"; tag: string; source: string }
);

export interface SvgPlaces {
  /** In the order of the text. */
  places: readonly SvgPlace[];
  /** What is in the style elements, which drawings in the text follow, too. */
  styleSheets: readonly string[];
}

const IN_TAG = `(?:"[^"]*"|'[^']*'|[^'"<>])*`;
/** Comments, which mail programs have conditions in, and elements whose content is no html are passed over. */
const PARTS = String.raw`<!--[\s\S]*?(?:-->|$)|<(style|script|textarea|title|xmp)(?=[\s>])${IN_TAG}>([\s\S]*?)(?:<\/\1\s*>|$)|<(svg|img)(?=[\s/>])(${IN_TAG})>`;
const SVG_TAGS = String.raw`<!--[\s\S]*?(?:-->|$)|<(\/?)svg(?=[\s/>])(${IN_TAG})>`;
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const SVG_DATA = /^\s*data:image\/svg\+xml\s*((?:;[^,;]*)*),([\s\S]*)$/i;
const SVG_ADDRESS = /^\s*https?:\/\/[^?#\s]+\.svg(?:[?#]\S*)?\s*$/i;

/** Finds the drawings of a mail's html. */
export function findSvg(html: string): SvgPlaces {
  const places: SvgPlace[] = [];
  const styleSheets: string[] = [];
  const parts = new RegExp(PARTS, "gi");
  const ends = /<svg/i.test(html) ? endsOfSvg(html) : new Map<number, number>();
  for (let part = parts.exec(html); part; part = parts.exec(html)) {
    const [whole, element, content = "", tag, inTag = ""] = part;
    if (element?.toLowerCase() === "style") styleSheets.push(content);
    if (tag === undefined) continue;
    const attributes = readAttributes(inTag);
    const { index: start } = part;
    if (tag.toLowerCase() === "svg") {
      const end = ends.get(start);
      if (end === undefined) continue;
      parts.lastIndex = end;
      places.push({ kind: "inline", start, end, markup: html.slice(start, end), attributes });
    } else {
      const source = (attributes.src ?? "").trim();
      if (SVG_DATA.test(source) || SVG_ADDRESS.test(source))
        places.push({ kind: "picture", start, end: start + whole.length, tag: whole, attributes, source });
    }
  }
  return { places, styleSheets };
}

/** Where each element ends, by where it begins; those that never end are not among them. */
function endsOfSvg(html: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: whole, 1: slash, 2: inTag, index } of html.matchAll(new RegExp(SVG_TAGS, "gi"))) {
    if (inTag === undefined) continue;
    if (!slash) open.push(index);
    if (!slash && !inTag.endsWith("/")) continue;
    const start = open.pop();
    if (start !== undefined) ends.set(start, index + whole.length);
  }
  return ends;
}

/** Attributes by their names in lower case, references to characters resolved; the first of a name counts. */
function readAttributes(inTag: string): Attributes {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = "", double, single, bare] of inTag.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= withCharacters(double ?? single ?? bare ?? "");
  return attributes;
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const withCharacters = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });

/** The drawing in a data address; undefined for another address. */
export function svgInData(source: string): string | undefined {
  const [, parameters = "", payload] = SVG_DATA.exec(source) ?? [];
  if (payload === undefined) return undefined;
  if (/;\s*base64\s*$/i.test(parameters)) return Buffer.from(payload.replace(/\s+/g, ""), "base64").toString("utf8");
  try {
    return decodeURIComponent(payload);
  } catch {
    // A "%" that stands for itself: such addresses are written by hand.
    return payload;
  }
}

/** Attributes of the root of a drawing; undefined if the text is none. */
export function rootOf(svg: string): Attributes | undefined {
  const [, inTag] = new RegExp(`<svg(?=[\\s/>])(${IN_TAG})>`, "i").exec(svg) ?? [];
  return inTag === undefined ? undefined : readAttributes(inTag);
}
