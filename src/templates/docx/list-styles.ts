import { parseXml, type XmlElement } from "../../office/xml-tree.ts";

/** The list that a paragraph style puts its paragraphs into (ECMA-376 Part 1, 17.9.18). */
export interface ListStyle {
  numId: string;
  level: string;
  /** The style's own indent, which takes precedence over the list's; empty if it has none. */
  indent: string;
}

const MAX_ANCESTORS = 20;

/** Paragraph styles with a list of their own or of a style they are based on, by id. */
export function readListStyles(styles: string | undefined, numbering: string | undefined): Map<string, ListStyle> {
  const found = new Map<string, ListStyle>();
  if (!styles?.includes("<w:numPr>") || numbering === undefined) return found;
  const byId = new Map<string, XmlElement>();
  for (const style of parseXml(styles).elements("w:style"))
    if (style.attribute("w:type") === "paragraph") byId.set(style.attribute("w:styleId") ?? "", style);
  const levels = levelsByStyle(numbering);
  for (const id of byId.keys()) {
    const properties = chainOf(id, byId).flatMap((style) => style.child("w:pPr") ?? []);
    const numbered = properties.map((each) => each.child("w:numPr")).find((each) => each?.child("w:numId"));
    const numId = numbered?.child("w:numId")?.attribute("w:val");
    if (numId === undefined || numId === "0") continue;
    const level = numbered?.child("w:ilvl")?.attribute("w:val") ?? levels.get(id) ?? "0";
    const indent = properties.map((each) => each.child("w:ind")).find((each) => each !== undefined);
    found.set(id, { numId, level, indent: indent?.outer() ?? "" });
  }
  return found;
}

function chainOf(id: string, byId: ReadonlyMap<string, XmlElement>): XmlElement[] {
  const chain: XmlElement[] = [];
  let style = byId.get(id);
  while (style && chain.length < MAX_ANCESTORS) {
    chain.push(style);
    style = byId.get(style.child("w:basedOn")?.attribute("w:val") ?? "");
  }
  return chain;
}

/** Levels of lists that name a style as theirs (17.9.23). */
function levelsByStyle(numbering: string): Map<string, string> {
  const levels = new Map<string, string>();
  for (const level of parseXml(numbering).descendants("w:lvl")) {
    const style = level.child("w:pStyle")?.attribute("w:val");
    if (style !== undefined) levels.set(style, level.attribute("w:ilvl") ?? "0");
  }
  return levels;
}

/** Members of a paragraph's properties that come after its list, and those after its indent, in the schema's order. */
const BEFORE_LIST = /^(?:\s*<w:(?:pStyle|keepNext|keepLines|pageBreakBefore|framePr|widowControl)\b[^>]*\/>)*/;
const BEHIND_INDENT =
  /<w:(?:contextualSpacing|mirrorIndents|suppressOverlap|jc|textDirection|textAlignment|textboxTightWrap|outlineLvl|divId|cnfStyle|rPr|sectPr|pPrChange)\b/;

/** Properties of a paragraph with the list of its style stated in them, so that another list can replace it. */
export function withOwnList(properties: string, { numId, level, indent }: ListStyle): string {
  const [open = "<w:pPr>"] = /^<w:pPr\b[^>]*>/.exec(properties) ?? [];
  const content = properties.slice(open.length, -"</w:pPr>".length);
  const own = /<w:numPr>|<w:numPr\/>/.test(content)
    ? content.replace(/<w:numPr(?:\/>|>[\s\S]*?<\/w:numPr>)/, "")
    : content;
  const [before = ""] = BEFORE_LIST.exec(own) ?? [];
  const list = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`;
  let rest = own.slice(before.length);
  if (indent && !/<w:ind\b/.test(rest)) {
    const at = BEHIND_INDENT.exec(rest)?.index ?? rest.length;
    rest = rest.slice(0, at) + indent + rest.slice(at);
  }
  return `${open}${before}${list}${rest}</w:pPr>`;
}
