/** Styles that people have named -> `w:styles`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { countOf } from "../open-document/measures.ts";
import type { OdfStyle, StyleBook } from "../open-document/style-book.ts";
import { readTabs } from "../open-document/tab-stops.ts";
import { PLAIN_STYLE } from "./block-reader.ts";
import { type ParagraphRules, paragraphPropertiesXml } from "./paragraph-format.ts";
import { textPropertiesXml } from "./text-format.ts";

/** How Word calls what other programs have under another name. */
const WORD_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^Standard$/, "Normal"],
  [/^Heading (\d)$/, "heading $1"],
  [/^Contents (\d)$/, "toc $1"],
  [/^(?:Header|Footer|Caption)$/, ""],
  [/^Footnote$/, "footnote text"],
  [/^Endnote$/, "endnote text"],
];

export function stylesXml(book: StyleBook, rules: ParagraphRules): string {
  const styles = book.namedStyles("paragraph");
  const hasStandard = styles.some(({ name }) => name === "Standard");
  return (
    defaultsXml(book, rules) +
    styles.map((style) => styleXml(style, book, rules)).join("") +
    element(
      "w:style",
      { "w:type": "paragraph", "w:default": hasStandard ? undefined : 1, "w:styleId": PLAIN_STYLE },
      valued("w:name", hasStandard ? PLAIN_STYLE : "Normal"),
    )
  );
}

function defaultsXml(book: StyleBook, rules: ParagraphRules): string {
  const text = book.defaults("paragraph", "text").attributes;
  const said = book.defaults("paragraph", "paragraph");
  // a line that is left alone is no matter unless it is said
  const paragraph = { ...said, attributes: { "fo:orphans": "0", "fo:widows": "0", ...said.attributes } };
  const size = text["fo:font-size"] === undefined ? '<w:sz w:val="24"/><w:szCs w:val="24"/>' : "";
  return element(
    "w:docDefaults",
    {},
    element("w:rPrDefault", {}, element("w:rPr", {}, textPropertiesXml(text, text) + size)) +
      element("w:pPrDefault", {}, element("w:pPr", {}, paragraphPropertiesXml(paragraph, paragraph, { rules }))),
  );
}

function styleXml(style: OdfStyle, book: StyleBook, rules: ParagraphRules): string {
  const { name, parent, attributes } = style;
  const hasParent = book.style("paragraph", parent) !== undefined && parent !== name;
  const whole = (kind: "paragraph" | "text", of: string) => book.whole("paragraph", of, kind);
  const inherited = hasParent ? readTabs(whole("paragraph", parent ?? "").children.get("style:tab-stops")) : [];
  const outline = countOf(attributes["style:default-outline-level"], 10);
  const paragraph = paragraphPropertiesXml(book.own(style, "paragraph"), whole("paragraph", name), {
    rules,
    inheritedTabs: inherited,
    outline: outline ? outline - 1 : undefined,
  });
  const text = textPropertiesXml(book.own(style, "text").attributes, whole("text", name).attributes);
  return element(
    "w:style",
    { "w:type": "paragraph", "w:default": name === "Standard" ? 1 : undefined, "w:styleId": name },
    valued("w:name", wordName(style.displayName)) +
      valued("w:basedOn", hasParent ? parent : undefined) +
      (paragraph === "" ? "" : element("w:pPr", {}, paragraph)) +
      (text === "" ? "" : element("w:rPr", {}, text)),
  );
}

function wordName(name: string): string {
  for (const [pattern, replacement] of WORD_NAMES)
    if (pattern.test(name)) return replacement === "" ? name.toLowerCase() : name.replace(pattern, replacement);
  return name;
}
