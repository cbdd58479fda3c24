/** The text-only form: used when the full layout fails, so that there is always a PDF. */
import type { OpcPackage } from "../office/package.ts";
import { findAll, type XmlNode } from "../office/xml-node.ts";

const MAX_CHARACTERS = 400_000;
const CHARACTERS_PER_PAGE = 1800;

export function renderPlainDocx(
  pack: OpcPackage,
  root: HTMLElement,
  maxPages: number,
): { warnings: string[]; pages: number } {
  const main = pack.mainXml(pack.targetOfType("", "officeDocument") ?? "word/document.xml");
  const limit = Math.min(MAX_CHARACTERS, maxPages * CHARACTERS_PER_PAGE);
  const style = document.createElement("style");
  style.textContent =
    "@page{size:612pt 792pt;margin:72pt}body{margin:0;font:11pt Carlito,sans-serif}p{margin:0 0 6pt;white-space:pre-wrap;overflow-wrap:anywhere}";
  document.head.append(style);
  let length = 0;
  for (const paragraph of findAll(main, "w:p")) {
    if (length >= limit) break;
    const text = textOf(paragraph).slice(0, limit - length);
    length += text.length + 60;
    const element = document.createElement("p");
    element.textContent = text || "\u00a0";
    root.append(element);
  }
  return { warnings: [], pages: Math.max(1, Math.ceil(length / CHARACTERS_PER_PAGE)) };
}

function textOf(paragraph: XmlNode): string {
  let text = "";
  for (const child of paragraph.children) {
    if (child.name === "w:t") text += child.text;
    else if (child.name === "w:tab") text += "\t";
    else if (child.name === "w:br") text += "\n";
    else if (child.name !== "w:p" && child.name !== "w:del") text += textOf(child);
  }
  return text;
}
