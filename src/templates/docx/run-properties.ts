import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml } from "../../office/xml-tree.ts";
import type { RichFormat } from "../ooxml/html/rich-text.ts";

/** Order of the members of w:rPr (ECMA-376 Part 1, 17.3.2.28). */
const ORDER: readonly string[] =
  "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath"
    .split(" ")
    .map((name) => `w:${name}`);

const rank = (name: string): number => {
  const index = ORDER.indexOf(name);
  return index < 0 ? ORDER.length : index;
};

/** Run properties with some members set anew, in schema order. `base` is a w:rPr element or nothing. */
function withRunProperties(base: string, changes: ReadonlyMap<string, string>): string {
  const members = new Map<string, string>();
  if (base) for (const child of parseXml(base).elements()) members.set(child.name, child.outer());
  for (const [name, xml] of changes) members.set(name, xml);
  if (members.size === 0) return "";
  const ordered = [...members].sort(([a], [b]) => rank(a) - rank(b));
  return `<w:rPr>${ordered.map(([, xml]) => xml).join("")}</w:rPr>`;
}

/** The run properties of a piece of rich text, on top of those of the run it is printed in. */
export function richRunProperties(base: string, format: RichFormat): string {
  const changes = new Map<string, string>();
  const toggle = (name: string, value: boolean | undefined) => {
    if (value === undefined) return;
    for (const each of [`w:${name}`, `w:${name}Cs`])
      if (ORDER.includes(each)) changes.set(each, value ? `<${each}/>` : `<${each} w:val="0"/>`);
  };
  toggle("b", format.bold);
  toggle("i", format.italic);
  if (format.strike) changes.set("w:strike", "<w:strike/>");
  if (format.underline || format.href !== undefined) changes.set("w:u", '<w:u w:val="single"/>');
  if (format.href !== undefined) changes.set("w:color", '<w:color w:val="0563C1"/>');
  if (format.color) changes.set("w:color", `<w:color w:val="${format.color}"/>`);
  if (format.background) changes.set("w:shd", `<w:shd w:val="clear" w:color="auto" w:fill="${format.background}"/>`);
  if (format.vertical) changes.set("w:vertAlign", `<w:vertAlign w:val="${format.vertical}"/>`);
  if (format.halfPoints) {
    changes.set("w:sz", `<w:sz w:val="${format.halfPoints}"/>`);
    changes.set("w:szCs", `<w:szCs w:val="${format.halfPoints}"/>`);
  }
  const font = format.font ? escapeXmlText(format.font) : format.monospace ? "Courier New" : "";
  if (font) changes.set("w:rFonts", `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`);
  return changes.size === 0 ? base : withRunProperties(base, changes);
}
