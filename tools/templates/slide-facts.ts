import { parseXml } from "../../src/office/xml-tree.ts";
import { checkText, collapse, type Facts, occurrences, type Verdict } from "./facts.ts";
import { type OfficeFile, visibleText } from "./office-file.ts";
import { checkShared } from "./word-facts.ts";

/** The slides in the order of the presentation. */
function slidesOf(file: OfficeFile): string[] {
  const targets = new Map(
    Array.from(file.xml("ppt/_rels/presentation.xml.rels").matchAll(/<Relationship\b[^>]*>/g), ([tag]) => [
      /\sId="([^"]*)"/.exec(tag)?.[1],
      /Target="([^"]*)"/.exec(tag)?.[1]?.replace(/^\/ppt\//, ""),
    ]),
  );
  const list = parseXml(file.xml("ppt/presentation.xml")).child("p:sldIdLst");
  return (list?.elements("p:sldId") ?? []).map((entry) => `ppt/${targets.get(entry.attribute("r:id") ?? "")}`);
}

/** Facts of a merged presentation. */
export function checkSlides(facts: Facts, file: OfficeFile, verdict: Verdict): void {
  const slides = slidesOf(file);
  const texts = slides.map((name) => visibleText(file.xml(name)));
  checkText(facts, texts.join("\n"), verdict);
  for (const [what, count] of Object.entries(facts.counts ?? {})) {
    const xml = slides.map((name) => file.xml(name)).join("");
    const found =
      what === "slides"
        ? slides.length
        : what === "table rows"
          ? occurrences(xml, "</a:tr>")
          : occurrences(collapse(texts.join("\n")), collapse(what));
    verdict.expect(found === count, `${found} of "${what}" instead of ${count}`);
  }
  facts.slideOrder?.forEach((text, index) => {
    verdict.includes(collapse(texts[index] ?? ""), collapse(text), `slide ${index + 1}`);
  });
  const pictures = slides.reduce((sum, name) => sum + occurrences(file.xml(name), "<p:pic>"), 0);
  checkShared(facts, file, verdict, pictures);
  const listed = file.names(/^ppt\/slides\/slide\d+\.xml$/);
  verdict.expect(
    listed.every((name) => slides.includes(name)),
    "a slide is not in the list of slides",
  );
  verdict.expect(file.pages("pptx") !== undefined, "LibreOffice cannot open the presentation");
}
