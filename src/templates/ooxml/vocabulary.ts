/** Names of elements that decide what a tag or a block is bound to, in WordprocessingML and DrawingML (ECMA-376 Part 1). */

const names = (...list: string[]): ReadonlySet<string> => new Set(list);

export const PARAGRAPHS = names("w:p", "a:p");
export const TEXTS = names("w:t", "a:t");
export const ROWS = names("w:tr", "a:tr");
export const CELLS = names("w:tc", "a:tc");
export const TABLES = names("w:tbl", "a:tbl");

/** Elements of a paragraph that can be cut in two: both halves mean what the whole did. */
export const SPLITTABLE = names(
  "w:p",
  "a:p",
  "w:r",
  "a:r",
  "w:t",
  "a:t",
  "w:hyperlink",
  "w:ins",
  "w:smartTag",
  "w:fldSimple",
  "w:bdo",
  "w:dir",
);

/** Properties come first in an element and belong to both halves of a cut. */
export const PROPERTIES = names("w:pPr", "w:rPr", "a:pPr", "a:rPr");

/** White space elements: they may be in the middle of a tag. */
export const BLANKS: ReadonlyMap<string, string> = new Map([
  ["w:tab", "\t"],
  ["w:br", "\n"],
  ["w:cr", "\n"],
  ["a:br", "\n"],
  ["w:noBreakHyphen", "-"],
]);

/** What is visible in markup: text that is not blank, and things that are drawn. */
export const VISIBLE =
  /<(?:w:t|a:t|m:t|w:delText)(?: [^>]*)?>\s*[^\s<]|<(?:w:drawing|w:pict|w:object|w:sym|w:ptab|w:footnoteReference|w:endnoteReference|w:commentReference|w:fldChar|w:fldSimple|w:instrText|w:br|w:tbl|a:br|a:fld|m:oMath|mc:AlternateContent|w:pgNum|w:checkBox)[ />]/;

/** Elements whose text is a text of its own and may hold tags: properties, chart caches, field codes, comments of slides. */
export const VALUES = names(
  "dc:title",
  "dc:subject",
  "dc:creator",
  "dc:description",
  "dc:language",
  "cp:keywords",
  "cp:category",
  "cp:contentStatus",
  "cp:lastModifiedBy",
  "Company",
  "Manager",
  "HyperlinkBase",
  "vt:lpwstr",
  "vt:lpstr",
  "vt:bstr",
  "c:v",
  "cx:v",
  "cx:pt",
  "w:instrText",
  "p:text",
);

/** Attributes that people write texts into. Others may hold braces that are not tags, such as GUIDs. */
export const TEXT_ATTRIBUTES = names("descr", "title", "tooltip", "w:tooltip", "alt", "string", "w:instr");
