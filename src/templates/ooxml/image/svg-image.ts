import { present } from "../../../domain/present.ts";
import { lengthEmu } from "../html/lengths.ts";

/** A transparent pixel: what programs that do not know SVG show (MS-ODRAWXML 2.3.5). */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

export const svgFallback = (): Uint8Array => Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0));

/** Size of replaced elements without one of their own (CSS 2.2, 10.3.2), in px. */
const DEFAULT_SIZE = { width: 300, height: 150 };

/** Anything that runs or is fetched has no place in a merged file. */
const ACTIVE =
  /<script|<foreignObject|<iframe|\son[a-z]+\s*=|javascript:|<!ENTITY|<!DOCTYPE[^>[]*(?:\[|<!DOCTYPE)|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)[^"'\s]|url\(\s*(?:["']\s*)?(?!#|data:)[^)\s"']|@import/i;

/** An SVG that can be in a document, with its size; undefined for anything else, and for one with scripts or links. */
export function readSvg(bytes: Uint8Array): { bytes: Uint8Array; widthEmu: number; heightEmu: number } | undefined {
  const text = new TextDecoder().decode(bytes);
  const opening =
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*(?:<!DOCTYPE[^>[]*>\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*)?(<svg\b[^>]*>)/i.exec(
      text,
    );
  if (!opening || ACTIVE.test(text)) return undefined;
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(present(opening[1]))?.[1];
  const [, , boxWidth, boxHeight] =
    attribute("viewBox")
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const ratio = boxWidth && boxHeight ? boxHeight / boxWidth : undefined;
  // Percentages are of a page that does not exist.
  const length = (name: string) => {
    const value = attribute(name);
    return value?.includes("%") ? undefined : lengthEmu(value, 0);
  };
  const [width, height] = [length("width"), length("height")];
  const emuPerPixel = present(lengthEmu("1px", 0));
  const widthEmu = width ?? (height && ratio ? height / ratio : (boxWidth || DEFAULT_SIZE.width) * emuPerPixel);
  const heightEmu = height ?? (ratio ? widthEmu * ratio : DEFAULT_SIZE.height * emuPerPixel);
  if (!(widthEmu > 0 && heightEmu > 0)) return undefined;
  const source = text.replace(/<!DOCTYPE[^>[]*>/i, "");
  return { bytes: new TextEncoder().encode(source), widthEmu: Math.round(widthEmu), heightEmu: Math.round(heightEmu) };
}

const NAMESPACE = "http://schemas.microsoft.com/office/drawing/2016/SVG/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const EXTENSION = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}";

/**
 * Names the SVG beside each picture that stands in for one; `vectorIds` are relationships by those of their pictures.
 */
export function withVectors(xml: string, vectorIds: ReadonlyMap<string, string>): string {
  return xml.replace(
    /<((?:\w+:)?blip)\b([^>]*?)(?<!\s)\s*(?:\/>|>([\s\S]*?)<\/\1>)/g,
    (whole, name: string, attributes: string, content = "") => {
      const vector = vectorIds.get(/\br:embed="([^"]*)"/.exec(attributes)?.[1] ?? "");
      if (vector === undefined) return whole;
      const prefix = name.slice(0, name.indexOf(":") + 1);
      const extension = `<${prefix}extLst><${prefix}ext uri="${EXTENSION}"><asvg:svgBlip xmlns:asvg="${NAMESPACE}" xmlns:r="${RELATIONSHIPS}" r:embed="${vector}"/></${prefix}ext></${prefix}extLst>`;
      return `<${name}${attributes}>${content}${extension}</${name}>`;
    },
  );
}
