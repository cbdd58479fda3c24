/** What a few bytes of html may have a browser draw, counted before it sees them. */
import { checkLimit, LIMITS } from "../domain/limits.ts";
import { htmlTags } from "./html-tags.ts";
import { checkSvgDrawings } from "./svg-drawings.ts";

const SPAN = /\s(?:col|row)span\s*=\s*(?:["']\s*)?\+?(\d+)/gi;
/** More are cut off (HTML, 4.9.11). */
const MOST_SPANNED = { colspan: 1_000, rowspan: 65_534 };

const COLUMNS = /\bcolumn(?:s|-count)\s*:([^;}"'<]{0,100})/gi;
/** A number without a unit is a count (CSS Multi-column Layout, 3.3). */
const COUNT = /(?:^|[\s/*])\+?(\d+)(?![\w.%])/g;

/** @throws Failure `too_complex` */
export function checkHtmlWeight(html: string): void {
  checkSvgDrawings(html);
  checkLimit("tablePlaces", placesInTables(html));
  checkLimit("textColumns", mostColumns(html));
}

/** A cell takes four characters at least. */
const SHORTEST_CELL = 4;

function placesInTables(html: string): number {
  let most = 0;
  for (const [, number] of html.matchAll(SPAN)) most = Math.max(most, Math.min(Number(number), MOST_SPANNED.rowspan));
  // Hardly any html has to be looked at closely.
  if ((most ** 2 * html.length) / SHORTEST_CELL < LIMITS.tablePlaces.most) return 0;
  let places = 0;
  for (const { name, isClosing, rest } of htmlTags(html)) {
    if (isClosing || (name !== "td" && name !== "th")) continue;
    let spanned = 1;
    for (const [attribute, number] of rest.matchAll(SPAN)) {
      const most = /col/i.test(attribute) ? MOST_SPANNED.colspan : MOST_SPANNED.rowspan;
      spanned *= Math.min(Math.max(1, Number(number)), most);
    }
    places += spanned;
  }
  return places;
}

function mostColumns(html: string): number {
  // Most html does not even write about so many.
  if (columnsIn(html) <= LIMITS.textColumns.most) return 0;
  let most = 0;
  for (const style of stylesIn(html)) most = Math.max(most, columnsIn(style));
  return most;
}

function columnsIn(css: string): number {
  let most = 0;
  for (const [, value = ""] of css.matchAll(COLUMNS))
    for (const [, count] of value.matchAll(COUNT)) most = Math.max(most, Number(count));
  return most;
}

/** The style sheets and style attributes of html. */
function* stylesIn(html: string): Generator<string> {
  let sheetEnd = 0;
  for (const { name, isClosing, rest, end } of htmlTags(html)) {
    if (isClosing || end <= sheetEnd) continue;
    if (/\sstyle\s*=/i.test(rest)) yield rest;
    if (name !== "style") continue;
    const closing = html.indexOf("</", end);
    sheetEnd = closing < 0 ? html.length : closing;
    yield html.slice(end, sheetEnd);
  }
}
