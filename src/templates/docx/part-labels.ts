import { decodeXmlText } from "../../office/xml-text.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";

const PAGES: Readonly<Record<string, string>> = { first: " of the first page", even: " of even pages" };

/** What the parts of a Word document are called, beside the document itself. */
export function partLabels(source: OfficePackage): Map<string, string> {
  const labels = new Map<string, string>();
  const main = source.mainPart();
  const document = source.text(main) ?? "";
  const relationships = source.relationshipsOf(main);
  const targetOf = (id: string | undefined) => {
    const relationship = id === undefined ? undefined : relationships.byId(id);
    return relationship && relationships.targetPart(relationship);
  };
  const sections = document.split("</w:sectPr>").length - 1;
  let section = 1;
  for (const [markup, kind] of document.matchAll(/<w:(header|footer)Reference\b[^>]*>|<\/w:sectPr>/g)) {
    if (kind === undefined) section++;
    const part = kind === undefined ? undefined : targetOf(/\sr:id="([^"]*)"/.exec(markup)?.[1]);
    if (part === undefined || labels.has(part)) continue;
    const pages = PAGES[/\sw:type="(\w+)"/.exec(markup)?.[1] ?? ""] ?? "";
    labels.set(part, `the ${kind}${pages}${sections > 1 ? ` of section ${section}` : ""}`);
  }
  for (const [, properties = "", id] of document.matchAll(
    /<wp:docPr\b([^>]*)>[\s\S]{0,2000}?<c:chart\b[^>]*? r:id="([^"]*)"/g,
  )) {
    const part = targetOf(id);
    const name = decodeXmlText(/\sname="([^"]*)"/.exec(properties)?.[1] ?? "");
    if (part !== undefined) labels.set(part, name === "" ? "a chart" : `the chart “${name}”`);
  }
  for (const part of source.contentTypes.partsOf(() => true)) {
    const label = labels.has(part) ? undefined : kindOf(source.contentTypes.of(part) ?? "");
    if (label !== undefined) labels.set(part, label);
  }
  return labels;
}

function kindOf(type: string): string | undefined {
  if (/\.header\+xml$/.test(type)) return "a header";
  if (/\.footer\+xml$/.test(type)) return "a footer";
  if (/\.chart(?:shapes)?\+xml$/.test(type)) return "a chart";
  if (/diagram/i.test(type) && type.endsWith("+xml")) return "a diagram";
  return /-properties\+xml$/.test(type) ? "the properties of the file" : undefined;
}
