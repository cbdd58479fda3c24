/** Small helpers that make page elements. Lengths are points. */

/**
 * Sheets are laid out this many times larger and scaled down: the browser sets text on whole pixels, and a whole pixel
 * of the enlarged sheet is a tenth of a point.
 */
export const SHEET_SCALE = 8;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  css: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.style.cssText = css;
  return made;
}

/** A length on the sheet. */
export function pt(value: number): string {
  return `${Math.round(value * SHEET_SCALE * 100) / 100}pt`;
}

/** A length of the paper itself. */
export function paperPt(value: number): string {
  return `${Math.round(value * 100) / 100}pt`;
}

export function boxCss(xPt: number, yPt: number, widthPt: number, heightPt: number): string {
  return `position:absolute;left:${pt(xPt)};top:${pt(yPt)};width:${pt(widthPt)};height:${pt(heightPt)};`;
}

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
