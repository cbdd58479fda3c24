/** How a picture goes into the box of the placeholder that it replaces. */
export type Fit = "contain" | "cover" | "fill" | "width" | "height";

const FITS: ReadonlySet<string> = new Set(["contain", "cover", "fill", "width", "height"]);

/** Where in its box a picture is, and which part of it is visible: shares of what is left over, or cut off. */
interface Anchor {
  x: number;
  y: number;
}

/** A picture for a placeholder; sizes of the picture itself, in any unit. */
export interface FittedImage {
  relationshipId: string;
  fit: Fit;
  anchor: Anchor;
  width: number;
  height: number;
}

/** What a tag asks for: `contain` if it says nothing known. */
export function fitOf(value: unknown): Fit {
  const word = String(value ?? "")
    .trim()
    .toLowerCase();
  return FITS.has(word) ? (word as Fit) : "contain";
}

/** `top left`, `bottom`, `center`, ...: the middle by default. */
export function anchorOf(value: unknown): Anchor {
  const words = String(value ?? "").toLowerCase();
  const share = (start: string, end: string) => (words.includes(start) ? 0 : words.includes(end) ? 1 : 0.5);
  return { x: share("left", "right"), y: share("top", "bottom") };
}

/** What stands for a fitted picture in `r:embed` until the markup of its placeholder is complete. */
export function fittedEmbed({ relationshipId, fit, anchor, width, height }: FittedImage): string {
  return [relationshipId, fit, anchor.x, anchor.y, width, height].join(" ");
}

const EMBED = /(\br:embed=")([^\s"]+) (contain|cover|fill|width|height) ([\d.]+) ([\d.]+) (\d+) (\d+)(?=")/;

/** A placeholder's markup with its picture fitted. */
export function settleFittedImage(xml: string): string {
  const match = EMBED.exec(xml);
  if (!match) return xml;
  const [whole, attribute = "", relationshipId = "", fit = "", x, y, width, height] = match;
  const plain = xml.slice(0, match.index) + attribute + relationshipId + xml.slice(match.index + whole.length);
  const image = { relationshipId, fit: fitOf(fit), anchor: { x: Number(x), y: Number(y) } };
  return fitImage(plain, { ...image, width: Number(width), height: Number(height) });
}

/** Name of the attribute that carries the box of a placeholder whose size only its layout knows. */
const INHERITED = "docloom-box";

/** An attribute for a blip: its placeholder's box, in EMU; it is gone once the picture is fitted. */
export const inheritedBox = (width: number, height: number): string => ` ${INHERITED}="${width} ${height}"`;

/**
 * Fits the picture into the box of its markup (ECMA-376 Part 1, 20.1.8.55): the box stays, a source rectangle cuts off
 * what does not fit or, with negative edges, leaves room beside the picture.
 */
export function fitImage(markup: string, image: Omit<FittedImage, "relationshipId">): string {
  const inherited = new RegExp(` ${INHERITED}="(\\d+) (\\d+)"`).exec(markup);
  const xml = inherited ? markup.replace(inherited[0], "") : markup;
  const blip = /<((?:\w+:)?)blip\b[^>]*?(?:\/>|>[\s\S]*?<\/\1blip>)/.exec(xml);
  if (!blip) return xml;
  const [element, prefix = ""] = blip;
  const blipEnd = blip.index + element.length;
  const before = xml.slice(0, blipEnd);
  const behind = xml.slice(blipEnd).replace(/^\s*<(?:\w+:)?srcRect\b[^>]*?(?:\/>|>\s*<\/(?:\w+:)?srcRect>)/, "");
  const box =
    boxOf(behind) ?? boxOf(xml) ?? (inherited && { width: Number(inherited[1]), height: Number(inherited[2]) });
  if (!box || image.fit === "fill" || image.width === 0 || image.height === 0) return before + behind;
  if (image.fit === "width" || image.fit === "height") return resized(before + behind, box, image);
  return before + sourceRectangle(prefix, box, image) + behind;
}

interface Box {
  width: number;
  height: number;
}

function boxOf(xml: string): Box | undefined {
  const [, width, height] = /<(?:\w+:)?ext(?:ent)? cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : undefined;
}

/** The box with the picture's own proportions: as wide as it was, or as high. */
function resized(xml: string, box: Box, { fit, width, height }: Omit<FittedImage, "relationshipId">): string {
  const ratio = height / width;
  const wanted =
    fit === "width"
      ? { width: box.width, height: Math.max(1, Math.round(box.width * ratio)) }
      : { width: Math.max(1, Math.round(box.height / ratio)), height: box.height };
  const size = `cx="${wanted.width}" cy="${wanted.height}"`;
  const sized = xml.replace(/(<(?:\w+:)?ext(?:ent)? )cx="\d+" cy="\d+"/g, `$1${size}`);
  // Between two cells a picture takes the size that they give it.
  return sized.replace(
    /^<((?:\w+:)?)twoCellAnchor\b[^>]*>([\s\S]*?)<\1to>[\s\S]*?<\/\1to>([\s\S]*)<\/\1twoCellAnchor>$/,
    (_, prefix: string, start: string, rest: string) =>
      `<${prefix}oneCellAnchor>${start}<${prefix}ext ${size}/>${rest}</${prefix}oneCellAnchor>`,
  );
}

/** Edges in thousandths of a percent of the picture. */
const WHOLE = 100_000;
/** A picture whose proportions are this close to the box's fills it. */
const ALIKE = 0.002;

function sourceRectangle(
  prefix: string,
  box: Box,
  { fit, anchor, width, height }: Omit<FittedImage, "relationshipId">,
) {
  const [scaleX, scaleY] = [box.width / width, box.height / height];
  const scale = fit === "cover" ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  /** How much of the picture is cut off; negative: how much room is left beside it. */
  const [cutX, cutY] = [1 - scaleX / scale, 1 - scaleY / scale];
  const edges = { l: cutX * anchor.x, t: cutY * anchor.y, r: cutX * (1 - anchor.x), b: cutY * (1 - anchor.y) };
  const attributes = Object.entries(edges)
    .filter(([, share]) => Math.abs(share) > ALIKE)
    .map(([name, share]) => ` ${name}="${Math.round(share * WHOLE)}"`);
  return attributes.length > 0 ? `<${prefix}srcRect${attributes.join("")}/>` : "";
}
