/** Tables of lists (Rich Text Format 1.9.1, "Word 97 through Word 2007 RTF for bullets and numbering") -> `w:numbering`. */
import { numberFormatName } from "../../binary/doc/number-formats.ts";
import { element, valued } from "../../binary/doc/xml-writer.ts";
import type { FormatTables } from "./character-format.ts";

export interface ListLevel {
  /** As `\levelnfc` numbers them. */
  format: number;
  start: number;
  alignment: number;
  /** 0 a tab, 1 a space, 2 nothing. */
  follow: number;
  /** Text with the levels' numbers as characters 0 to 8, its length in front. */
  text: string;
  font: number | undefined;
  left: number;
  first: number;
}

export interface ListTables {
  /** Id of a list -> its levels. */
  lists: Map<number, ListLevel[]>;
  /** Number that paragraphs name -> id of a list, and where its levels begin instead. */
  overrides: Map<number, { list: number; starts: ReadonlyMap<number, number> }>;
}

const FOLLOWS = ["tab", "space", "nothing"];
const ALIGNMENTS = ["left", "center", "right"];
const MOST_LEVELS = 9;

export function newLevel(): ListLevel {
  return { format: 0, start: 1, alignment: 0, follow: 0, text: "", font: undefined, left: 0, first: 0 };
}

/** Content of `w:numbering`. */
export function numberingXml({ lists, overrides }: ListTables, tables: FormatTables): string {
  const numbers = new Map([...lists.keys()].map((id, index) => [id, index]));
  const abstract = [...lists].map(([id, levels]) =>
    element(
      "w:abstractNum",
      { "w:abstractNumId": numbers.get(id) },
      levels
        .slice(0, MOST_LEVELS)
        .map((level, index) => levelXml(level, index, tables))
        .join(""),
    ),
  );
  const instances = [...overrides].flatMap(([number, { list, starts }]) => {
    const abstractNumber = numbers.get(list);
    if (abstractNumber === undefined) return [];
    const changes = [...starts].map(([level, start]) =>
      element("w:lvlOverride", { "w:ilvl": level }, valued("w:startOverride", start)),
    );
    return [element("w:num", { "w:numId": number }, valued("w:abstractNumId", abstractNumber) + changes.join(""))];
  });
  return abstract.join("") + instances.join("");
}

/** Some programs name fonts that the file does not have: a bullet tells which font of symbols it is from. */
function symbolFont(text: string): string | undefined {
  if (!/[\uf020-\uf0ff]/.test(text)) return undefined;
  return text.includes("\uf0b7") ? "Symbol" : "Wingdings";
}

function levelXml(level: ListLevel, index: number, tables: FormatTables): string {
  const named = level.font === undefined ? undefined : tables.fontName(level.font);
  const font = named ?? symbolFont(level.text);
  const text = Array.from(level.text.slice(1, 1 + level.text.charCodeAt(0) || 1), (character) => {
    const code = character.charCodeAt(0);
    return code < MOST_LEVELS ? `%${code + 1}` : character;
  }).join("");
  return element(
    "w:lvl",
    { "w:ilvl": index },
    valued("w:start", level.start) +
      valued("w:numFmt", numberFormatName(level.format)) +
      valued("w:suff", FOLLOWS[level.follow]) +
      element("w:lvlText", { "w:val": text }) +
      valued("w:lvlJc", ALIGNMENTS[level.alignment]) +
      element(
        "w:pPr",
        {},
        element("w:ind", {
          "w:left": level.left,
          "w:hanging": level.first < 0 ? -level.first : undefined,
          "w:firstLine": level.first > 0 ? level.first : undefined,
        }),
      ) +
      (font
        ? element(
            "w:rPr",
            {},
            element("w:rFonts", { "w:ascii": font, "w:hAnsi": font, "w:cs": font, "w:hint": "default" }),
          )
        : ""),
  );
}
