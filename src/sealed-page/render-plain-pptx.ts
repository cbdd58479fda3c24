/** The text of a presentation without formatting: the fallback if the slides cannot be drawn. */
import type { OpcPackage } from "../office/package.ts";
import { findAll, type XmlNode } from "../office/xml-node.ts";

const MAX_CHARACTERS = 400_000;

/** One page with the text of each slide that is shown. Throws when the package or its main part cannot be read. */
export function renderPlainPptx(
  pack: OpcPackage,
  root: HTMLElement,
  maxPages: number,
): { warnings: string[]; pages: number } {
  const main = pack.targetOfType("", "officeDocument") ?? "ppt/presentation.xml";
  const presentation = pack.mainXml(main);
  const targets = pack.relationships(main);
  const slides = findAll(presentation, "p:sldId")
    .map(({ attributes }) => pack.xml(targets.get(attributes["r:id"] ?? "")?.target))
    .filter((slide): slide is XmlNode => slide !== undefined && slide.attributes.show !== "0")
    .slice(0, maxPages);
  if (slides.length === 0) throw new Error("the presentation has no slide that can be read");
  const style = document.createElement("style");
  style.textContent =
    "@page{size:960px 720px;margin:48px}body{margin:0;font:14pt Carlito,sans-serif}" +
    "section+section{break-before:page}p{margin:0 0 6pt;white-space:pre-wrap;overflow-wrap:anywhere}";
  document.head.append(style);
  let length = 0;
  for (const slide of slides) {
    const section = root.appendChild(document.createElement("section"));
    for (const paragraph of findAll(slide, "a:p")) {
      const text = findAll(paragraph, "a:t")
        .map((run) => run.text)
        .join("");
      if (text === "" || length > MAX_CHARACTERS) continue;
      length += text.length;
      section.appendChild(document.createElement("p")).textContent = text;
    }
    if (!section.firstChild) section.textContent = "\u00a0";
  }
  return { warnings: [], pages: slides.length };
}
