import { Buffer } from "node:buffer";
import { Failure } from "../../domain/failure.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import type { MailDrawing } from "../delivery-services.ts";
import { type Attributes, type DrawingSize, drawingSize, isHidden, styled } from "./drawing-size.ts";
import { findSvg, rootOf, type SvgPlace, svgInData } from "./svg-places.ts";

/** More are left as they are. */
const MAX_DRAWINGS = 50;
const FETCH_LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 1024 * 1024, totalMs: 10_000 };

/** A place and what is drawn for it; nothing for what is only there to be referred to. */
interface Drawn {
  place: SvgPlace;
  drawing: MailDrawing | undefined;
}

/**
 * A mail's html with its SVG as pictures, which most mail programs show instead. What cannot be drawn stays as it is, with a
 * warning.
 *
 * @throws DeliveryError while there is no browser
 */
export async function withDrawnSvg(context: DeliveryContext, html: string): Promise<string> {
  const { services, render, fonts, internalHosts } = context;
  if (!/svg/i.test(html) || !services.drawForMail) return html;
  const { places, styleSheets } = findSvg(html);
  if (places.length > MAX_DRAWINGS)
    render.warn(
      `The mail holds ${places.length} drawings (SVG); ${MAX_DRAWINGS} of them became pictures, which mail programs show.`,
    );
  const all = await Promise.all(places.slice(0, MAX_DRAWINGS).map((place) => drawnAt(context, place)));
  const drawn = all.filter((each) => each !== undefined);
  const drawings = drawn.flatMap(({ drawing }) => drawing ?? []);
  if (drawings.length === 0) return html;

  const shared = drawn.flatMap(({ place, drawing }) => (!drawing && place.kind === "inline" ? [place.markup] : []));
  try {
    const page = { drawings, shared, styleSheets, internalHosts, fonts, now: context.entry.createdAt };
    const { images, warnings } = await services.drawForMail(services.env, page);
    for (const warning of warnings) render.warn(warning);
    const sources = images.map((png) => `data:image/png;base64,${Buffer.from(png).toString("base64")}`);
    return replaced(html, drawn, sources);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "browser_unavailable") throw new DeliveryError(error.message, { cause: error });
    services.log.warn("delivery.drawings_failed", { code: error.code });
    render.warn(
      `The drawings (SVG) of the mail could not be made pictures, which mail programs show: ${error.message}`,
    );
    return html;
  }
}

/** What is to be drawn for a place; undefined if it stays as it is. */
async function drawnAt(context: DeliveryContext, place: SvgPlace): Promise<Drawn | undefined> {
  const { attributes } = place;
  if (place.kind === "inline") {
    if (isHidden(attributes)) return { place, drawing: undefined };
    return { place, drawing: { html: place.markup, ...drawingSize(attributes) } };
  }
  const svg = svgInData(place.source) ?? (await svgAt(context, place.source));
  const root = svg === undefined ? undefined : rootOf(svg);
  if (svg === undefined || root === undefined) {
    if (svg !== undefined)
      context.render.warn(`A picture of the mail says that it is SVG, and is not: ${place.source.slice(0, 80)}`);
    return undefined;
  }
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { place, drawing: { html: `<img alt="" src="${source}">`, ...drawingSize(root, attributes) } };
}

/** The drawing at an address; undefined, with a warning, if it cannot be fetched. */
async function svgAt({ services, render, internalHosts }: DeliveryContext, url: string): Promise<string | undefined> {
  try {
    const { bytes } = await guardedFetch(url, services.outbound(internalHosts), FETCH_LIMITS);
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    render.warn(`A picture of the mail could not be fetched, and stays an address: ${error.message}`);
    return undefined;
  }
}

/** @param sources of the pictures, in the order of the drawings */
function replaced(html: string, drawn: readonly Drawn[], sources: readonly string[]): string {
  const rest = [...sources];
  let text = "";
  let from = 0;
  for (const { place, drawing } of drawn) {
    text += html.slice(from, place.start);
    if (drawing) text += imageElement(place, drawing, rest.shift() ?? "");
    from = place.end;
  }
  return text + html.slice(from);
}

/** The element that takes the place: what was said of the drawing's looks and meaning is said of its picture. */
function imageElement(place: SvgPlace, { widthPixels, heightPixels }: DrawingSize, source: string): string {
  const { attributes } = place;
  if (place.kind === "picture") {
    const size = hasSize(attributes) ? "" : ` width="${widthPixels}" height="${heightPixels}"`;
    const others = Object.entries(attributes).filter(([name]) => name !== "src" && name !== "srcset");
    return `<img src="${source}"${size}${others.map(written).join("")}>`;
  }
  const [, title = ""] = /<title\b[^<>]*>([^<]*)<\/title\s*>/i.exec(place.markup) ?? [];
  const alt = attributes["aria-label"] ? escapeHtml(attributes["aria-label"]) : title.trim();
  const kept = ["id", "class", "style", "align"].flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [written([name, value])];
  });
  return `<img src="${source}" alt="${alt.replaceAll('"', "&quot;")}" width="${widthPixels}" height="${heightPixels}"${kept.join("")}>`;
}

const written = ([name, value]: [string, string]): string => ` ${name}="${escapeHtml(value)}"`;

/** Whether the page says how large a picture is: without that, one that is drawn finely would be shown large. */
const hasSize = (attributes: Attributes): boolean =>
  ["width", "height"].some((side) => attributes[side] !== undefined || styled(attributes, side) !== undefined);
