/** The drawing of a metafile as SVG. */
import type { Rectangle } from "../geometry/box.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import type { DrawnImage, DrawnPart, DrawnPath, DrawnText, MetafileDrawing } from "./drawing.ts";
import { round } from "./gdi-curves.ts";

export function drawingSvg({ x, y, width, height, parts }: MetafileDrawing): string {
  const view = `viewBox="${round(x)} ${round(y)} ${round(width)} ${round(height)}" preserveAspectRatio="none"`;
  const size = `width="${round(width)}" height="${round(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${parts.map(clippedMarkup).join("")}</svg>`;
}

function clippedMarkup(part: DrawnPart): string {
  const { clip } = part;
  if (!clip) return markup(part);
  const size = `${round(Math.max(0, clip.right - clip.left))} ${round(Math.max(0, clip.bottom - clip.top))}`;
  const view = `viewBox="${round(clip.left)} ${round(clip.top)} ${size}" preserveAspectRatio="none"`;
  return `<svg ${boxAttributes(clip)} ${view}>${markup(part)}</svg>`;
}

function markup(part: DrawnPart): string {
  switch (part.kind) {
    case "path":
      return pathMarkup(part);
    case "box":
      return `<rect ${boxAttributes(part.box)} fill="${part.fill}"/>`;
    case "image":
      return imageMarkup(part);
    case "text":
      return textMarkup(part);
  }
}

function pathMarkup({ d, fill, evenOdd, stroke }: DrawnPath): string {
  const dash = stroke?.dash ? ` stroke-dasharray="${stroke.dash}"` : "";
  const line = stroke ? ` stroke="${stroke.color}" stroke-width="${round(stroke.width)}"${dash}` : "";
  return `<path d="${d}" fill="${fill ?? "none"}"${evenOdd ? ' fill-rule="evenodd"' : ""}${line}/>`;
}

function imageMarkup({ url, x, y, width, height }: DrawnImage): string {
  const scale = `scale(${width < 0 ? -1 : 1} ${height < 0 ? -1 : 1})`;
  const flip = width < 0 || height < 0 ? ` transform="translate(${round(x)} ${round(y)}) ${scale}"` : "";
  const at = flip ? 'x="0" y="0"' : `x="${round(x)}" y="${round(y)}"`;
  const size = `width="${round(Math.abs(width))}" height="${round(Math.abs(height))}"`;
  return `<image ${at} ${size} preserveAspectRatio="none" href="${url}"${flip}/>`;
}

function textMarkup(part: DrawnText): string {
  const { x, y, drop, family, size, color, anchor, bold, italic, underline, strikeOut, width, rotationDeg } = part;
  const rotation = rotationDeg ? ` transform="rotate(${rotationDeg} ${round(x)} ${round(y)})"` : "";
  const decoration = [underline ? "underline" : "", strikeOut ? "line-through" : ""].filter(Boolean).join(" ");
  return (
    `<text x="${round(x)}" y="${round(y + drop)}" font-family="${escapeXmlText(family)}, Arimo, sans-serif" font-size="${round(size)}" fill="${color}" text-anchor="${anchor}"` +
    `${bold ? ' font-weight="700"' : ""}${italic ? ' font-style="italic"' : ""}${decoration ? ` text-decoration="${decoration}"` : ""}` +
    `${width > 0 ? ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"` : ""}${rotation} xml:space="preserve">${escapeXmlText(part.text)}</text>`
  );
}

function boxAttributes({ left, top, right, bottom }: Rectangle): string {
  const size = `width="${round(Math.max(0, right - left))}" height="${round(Math.max(0, bottom - top))}"`;
  return `x="${round(left)}" y="${round(top)}" ${size}`;
}
