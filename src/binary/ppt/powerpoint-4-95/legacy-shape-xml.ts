/** A shape of PowerPoint 4 or 95 -> `p:sp` or `p:pic` (ECMA-376 part 1, 19.3.1). */
import { EMU_PER_POINT } from "../../../geometry/units.ts";
import { EMU_PER_UNIT } from "../shape-boxes.ts";
import { paragraphXml, type TextContext } from "../text/paragraph-xml.ts";
import type {
  GradientStop,
  LegacyColor,
  LegacyFill,
  LegacyGeometry,
  LegacyLine,
  LegacyShape,
  LegacyText,
} from "./legacy-presentation.ts";

export interface LegacyShapeContext extends TextContext {
  nextShapeId(): number;
  /** Relationship id of a picture. */
  embed(image: NonNullable<LegacyShape["image"]>): string;
}

export function legacyShapeXml(shape: LegacyShape, context: LegacyShapeContext): string {
  const id = context.nextShapeId();
  const place = shape.isTitle ? '<p:ph type="title"/>' : "";
  const names = (kind: string, inner = "") =>
    `<p:nv${kind}Pr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNv${kind}Pr/><p:nvPr>${inner}</p:nvPr></p:nv${kind}Pr>`;
  const appearances = `${transformXml(shape)}${geometryXml(shape.geometry)}${legacyFillXml(shape.fill)}${lineXml(shape.line)}${shadowXml(shape)}`;
  if (shape.image) {
    const blip = `<a:blip r:embed="${context.embed(shape.image)}"/><a:stretch><a:fillRect/></a:stretch>`;
    return `<p:pic>${names("Pic")}<p:blipFill>${blip}</p:blipFill><p:spPr>${appearances}</p:spPr></p:pic>`;
  }
  return `<p:sp>${names("Sp", place)}<p:spPr>${appearances}</p:spPr>${shape.text ? textXml(shape.text, context) : ""}</p:sp>`;
}

function transformXml({ edges, rotationDegrees, flipsHorizontally, flipsVertically }: LegacyShape): string {
  const left = Math.min(edges.left, edges.right);
  const top = Math.min(edges.top, edges.bottom);
  const attributes =
    (rotationDegrees === 0 ? "" : ` rot="${Math.round((((rotationDegrees % 360) + 360) % 360) * 60_000)}"`) +
    (flipsHorizontally ? ' flipH="1"' : "") +
    (flipsVertically ? ' flipV="1"' : "");
  return (
    `<a:xfrm${attributes}><a:off x="${emu(left)}" y="${emu(top)}"/>` +
    `<a:ext cx="${emu(Math.abs(edges.right - edges.left))}" cy="${emu(Math.abs(edges.bottom - edges.top))}"/></a:xfrm>`
  );
}

function emu(units: number): number {
  return Math.round(units * EMU_PER_UNIT);
}

function geometryXml(geometry: LegacyGeometry): string {
  if (geometry.kind === "preset") {
    const guides = Object.entries(geometry.adjustments ?? {}).map(
      ([name, value]) => `<a:gd name="${name}" fmla="val ${Math.round(value)}"/>`,
    );
    return `<a:prstGeom prst="${geometry.name}"><a:avLst>${guides.join("")}</a:avLst></a:prstGeom>`;
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of geometry.points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const points = geometry.points.map(([x, y]) => `<a:pt x="${Math.round(x - left)}" y="${Math.round(y - top)}"/>`);
  const [first = "", ...rest] = points;
  const steps = rest.map((point) => `<a:lnTo>${point}</a:lnTo>`).join("");
  const width = Math.max(1, Math.round(right - left));
  const height = Math.max(1, Math.round(bottom - top));
  return (
    `<a:custGeom><a:avLst/><a:gdLst/><a:pathLst><a:path w="${width}" h="${height}"${geometry.isClosed ? "" : ' fill="none"'}>` +
    `<a:moveTo>${first}</a:moveTo>${steps}${geometry.isClosed ? "<a:close/>" : ""}</a:path></a:pathLst></a:custGeom>`
  );
}

function colorXml(color: LegacyColor, opacity = 1): string {
  const alpha = opacity < 1 ? `<a:alpha val="${Math.round(opacity * 100_000)}"/>` : "";
  return `<a:srgbClr val="${color}">${alpha}</a:srgbClr>`;
}

export function legacyFillXml(fill: LegacyFill | undefined): string {
  if (!fill) return "<a:noFill/>";
  if (fill.kind === "solid") return `<a:solidFill>${colorXml(fill.color, fill.opacity)}</a:solidFill>`;
  const shape =
    fill.kind === "linear"
      ? `<a:lin ang="${Math.round(fill.angleDegrees * 60_000)}" scaled="1"/>`
      : '<a:path path="rect"><a:fillToRect l="50000" t="50000" r="50000" b="50000"/></a:path>';
  return `<a:gradFill><a:gsLst>${fill.stops.map(stopXml).join("")}</a:gsLst>${shape}</a:gradFill>`;
}

function stopXml({ at, color }: GradientStop): string {
  return `<a:gs pos="${Math.round(at * 100_000)}">${colorXml(color)}</a:gs>`;
}

function lineXml(line: LegacyLine | undefined): string {
  if (!line) return "<a:ln><a:noFill/></a:ln>";
  const compound = line.compound ? ` cmpd="${line.compound}"` : "";
  return (
    `<a:ln w="${Math.round(line.widthPoints * EMU_PER_POINT)}"${compound}><a:solidFill>${colorXml(line.color)}</a:solidFill>` +
    `<a:prstDash val="${line.dash}"/><a:miter lim="800000"/>${line.hasHead ? '<a:headEnd type="triangle"/>' : ""}` +
    `${line.hasTail ? '<a:tailEnd type="triangle"/>' : ""}</a:ln>`
  );
}

function shadowXml({ shadow, text, fill, line }: LegacyShape): string {
  // Text without a box has the shadow itself; its characters say so.
  if (!shadow || (text && !fill && !line)) return "";
  const { rightUnits, downUnits, color } = shadow;
  const distance = emu(Math.hypot(rightUnits, downUnits));
  const direction = Math.round((((Math.atan2(downUnits, rightUnits) * 180) / Math.PI + 360) % 360) * 60_000);
  return `<a:effectLst><a:outerShdw dist="${distance}" dir="${direction}" algn="ctr" rotWithShape="0">${colorXml(color)}</a:outerShdw></a:effectLst>`;
}

/** Lines of these versions are 1.2 times as high as the text size, whatever the font. */
function textXml(text: LegacyText, context: TextContext): string {
  const { insetX, insetY, anchor, isCentered, wraps, fitsShape, paragraphs } = text;
  const insets = `lIns="${emu(insetX)}" tIns="${emu(insetY)}" rIns="${emu(insetX)}" bIns="${emu(insetY)}"`;
  return (
    `<p:txBody><a:bodyPr vert="horz" wrap="${wraps ? "square" : "none"}" ${insets} anchor="${anchor}"` +
    `${isCentered ? ' anchorCtr="1"' : ""} compatLnSpc="1">${fitsShape ? "<a:spAutoFit/>" : "<a:noAutofit/>"}</a:bodyPr>` +
    `<a:lstStyle/>${paragraphs.map((paragraph) => paragraphXml(paragraph, context)).join("")}</p:txBody>`
  );
}
