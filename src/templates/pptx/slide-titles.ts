import { XmlEdits } from "../../office/xml-edits.ts";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";

/** What PowerPoint lists for a slide without a title. */
const NO_TITLE = "PowerPoint Presentation";

/** A merged slide. */
interface TitledSlide {
  xml: string;
  /** The id of the shape whose text is listed as its title, if it has no title of its own. */
  titleShape: string | undefined;
}

/** The list of the file's parts by kind (ECMA-376 Part 1, 22.2.2.5 and 22.2.2.27), in document order. */
interface TitleList {
  /** Element with the number of slide titles. */
  count: XmlElement;
  titles: XmlElement[];
  vector: XmlElement;
}

/**
 * Properties whose list of slide titles holds no tags: what the slides say is written there once they are merged, and a
 * `{slide}` in a title opens nothing in the properties.
 */
export function withoutSlideTitles(properties: string, slides: number): string {
  if (!properties.slice(0, properties.lastIndexOf("{") + 1).includes("TitlesOfParts>")) return properties;
  const list = titleList(properties, slides);
  const edits = new XmlEdits(properties);
  // A list that does not say which of its texts are titles is left out: programs write it anew.
  if (!list)
    for (const element of parseXml(properties).elements())
      if (/^(?:HeadingPairs|TitlesOfParts)$/.test(localName(element.name))) edits.remove(element);
  for (const title of list?.titles ?? []) edits.replace(title.start, title.end, `<${title.name}></${title.name}>`);
  return edits.toString();
}

/** Properties that list and count the slides there are. @param slides the template's number of slides */
export function withSlideTitles(properties: string, slides: number, merged: readonly TitledSlide[]): string {
  const edits = new XmlEdits(properties);
  const root = parseXml(properties);
  const counted = root.elements().find(({ name }) => localName(name) === "Slides");
  if (counted && !counted.selfClosing) edits.replace(counted.openEnd, counted.closeStart, String(merged.length));
  const list = titleList(properties, slides);
  if (list) {
    const { count, titles, vector } = list;
    const others = vector.elements().length - titles.length;
    const name = titles[0]?.name ?? "vt:lpstr";
    const written = merged.map((slide) => `<${name}>${escapeXmlText(titleOf(slide))}</${name}>`).join("");
    edits.replace(count.openEnd, count.closeStart, String(merged.length));
    edits.setAttribute(vector, "size", String(others + merged.length));
    const [first] = titles;
    const last = titles.at(-1);
    if (first && last) edits.replace(first.start, last.end, written);
  }
  return edits.toString();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The titles of the slides among all others: the group of this name, in other languages the last one of this length. */
function titleList(properties: string, slides: number): TitleList | undefined {
  const root = parseXml(properties);
  const vectorOf = (name: string) =>
    root
      .elements()
      .find((element) => localName(element.name) === name)
      ?.elements()[0];
  const vector = vectorOf("TitlesOfParts");
  const variants = vectorOf("HeadingPairs")?.elements() ?? [];
  if (!vector) return undefined;
  const titles = vector.elements();
  const groups: (TitleList & { name: string })[] = [];
  let at = 0;
  for (let index = 0; index + 1 < variants.length; index += 2) {
    const count = variants[index + 1]?.elements()[0];
    const length = Number(count?.text());
    if (!count || count.selfClosing || !Number.isInteger(length)) return undefined;
    groups.push({ name: variants[index]?.text() ?? "", count, titles: titles.slice(at, at + length), vector });
    at += length;
  }
  return (
    groups.find(({ name }) => name.trim() === "Slide Titles") ??
    groups.findLast((group) => group.titles.length === slides)
  );
}

/** The texts of a template's slide titles as its properties list them. */
export function listedTitles(properties: string, slides: number): string[] {
  return (titleList(properties, slides)?.titles ?? []).map((title) => oneLine(title.text()));
}

/** The id of the shape that a list of titles takes a slide's title from, if the slide has no title of its own. */
export function titleShape(slide: string, listed: string | undefined): string | undefined {
  const shapes = shapesOf(slide);
  if (listed === undefined || shapes.some(({ isTitle }) => isTitle)) return undefined;
  return shapes.find(({ text }) => text !== "" && text === listed)?.id;
}

/** The text of a slide's title, in one line. */
function titleOf({ xml, titleShape: id }: TitledSlide): string {
  const shapes = shapesOf(xml);
  const title = shapes.find(({ isTitle, text }) => isTitle && text !== "") ?? shapes.find((shape) => shape.id === id);
  return title?.text || NO_TITLE;
}

function shapesOf(slide: string): { id: string | undefined; isTitle: boolean; text: string }[] {
  return Array.from(slide.matchAll(/<p:sp(?: [^>]*)?(?<!\/)>[\s\S]*?<\/p:sp>/g), ([shape]) => {
    const text = shape
      .replace(/<a:br\b[^>]*>|<\/a:p>/g, " ")
      .replace(/<a:t(?: [^>]*)?>([^<]*)<\/a:t>|<[^>]*>/g, (_, run: string | undefined) => run ?? "");
    return {
      id: /<p:cNvPr\b[^>]*?\sid="([^"]*)"/.exec(shape)?.[1],
      isTitle: /<p:ph\b[^>]*?\stype="(?:title|ctrTitle)"/.test(shape),
      text: oneLine(decodeXmlText(text)),
    };
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
