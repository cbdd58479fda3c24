/** The style sheet (ECMA-376 part 1, 17.7): inheritance, document defaults, toggle properties, table style conditions. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, type XmlNode } from "../../office/xml-node.ts";
import {
  mergeCharacter,
  mergeParagraph,
  type PartialCharacterFormat,
  type PartialParagraphFormat,
  TOGGLE_NAMES,
} from "../model/formatting.ts";
import type { PartialCellFormat, PartialTableFormat, RowFormat } from "../model/table-format.ts";
import { mergeCellFormat, mergeTableFormat } from "../model/table-format.ts";
import type { Theme } from "../model/theme.ts";
import { readCharacterProperties } from "./character-properties.ts";
import { readParagraphProperties } from "./paragraph-properties.ts";
import { readCellProperties, readRowProperties, readTableProperties } from "./table-properties.ts";

/** The conditional parts of a table style, weakest first (17.7.6.6). */
export const TABLE_CONDITIONS = [
  "wholeTable",
  "band1Vert",
  "band2Vert",
  "band1Horz",
  "band2Horz",
  "lastCol",
  "firstCol",
  "lastRow",
  "firstRow",
  "seCell",
  "swCell",
  "neCell",
  "nwCell",
] as const;
export type TableCondition = (typeof TABLE_CONDITIONS)[number];

export interface TableStylePart {
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
  table: PartialTableFormat;
  row: Partial<RowFormat>;
  cell: PartialCellFormat;
}

/** One level of a style's inheritance chain. */
export interface StyleLayer {
  id: string;
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
}

const MAX_INHERITANCE = 40;

/** What Word's default style turns on for East Asian text: off where a style sheet has no default style. */
const OFF_WITHOUT_STYLE: PartialParagraphFormat = { wordWrap: false, autoSpaceDE: false, autoSpaceDN: false };

export class StyleSheet {
  readonly #styles = new Map<string, Style>();
  readonly #chains = new Map<string, Style[]>();
  /** What holds for all paragraphs. */
  readonly defaultParagraph: PartialParagraphFormat;
  /** What holds for a paragraph that has no style. */
  readonly withoutStyle: PartialParagraphFormat;
  readonly defaultCharacter: PartialCharacterFormat;
  readonly defaultParagraphStyle: string | undefined;
  readonly defaultTableStyle: string | undefined;

  constructor(root: XmlNode | undefined, theme: Theme) {
    const defaults = child(root, "w:docDefaults");
    this.defaultParagraph = readParagraphProperties(descend(defaults, "w:pPrDefault", "w:pPr"), theme);
    this.defaultCharacter = readCharacterProperties(descend(defaults, "w:rPrDefault", "w:rPr"), theme);
    let defaultParagraphStyle: string | undefined;
    let defaultTableStyle: string | undefined;
    for (const element of childrenNamed(root, "w:style")) {
      const style = new Style(element, theme);
      if (!style.id) continue;
      this.#styles.set(style.id, style);
      const isDefault = element.attributes["w:default"] !== undefined && isOn(element.attributes["w:default"]);
      if (isDefault && style.type === "paragraph") defaultParagraphStyle ??= style.id;
      if (isDefault && style.type === "table") defaultTableStyle ??= style.id;
    }
    this.defaultParagraphStyle = defaultParagraphStyle;
    this.withoutStyle = root ? mergeParagraph(OFF_WITHOUT_STYLE, this.defaultParagraph) : this.defaultParagraph;
    this.defaultTableStyle = defaultTableStyle;
  }

  has(id: string | undefined, type?: string): id is string {
    const style = id === undefined ? undefined : this.#styles.get(id);
    return style !== undefined && (type === undefined || style.type === type);
  }

  /** The style's `w:name` in lower case, e.g. `heading 1`. */
  nameOf(id: string | undefined): string {
    return (id && this.#styles.get(id)?.name.toLowerCase()) || "";
  }

  /** Id of the style with that name or id (as STYLEREF gives it). */
  idOfName(name: string): string | undefined {
    const wanted = name.toLowerCase();
    for (const style of this.#styles.values()) {
      if (style.id.toLowerCase() === wanted || style.name.toLowerCase() === wanted) return style.id;
    }
    return undefined;
  }

  /** From the root ancestor to the style itself; a cycle ends where it would repeat. */
  #chain(id: string): Style[] {
    const known = this.#chains.get(id);
    if (known) return known;
    const chain: Style[] = [];
    const seen = new Set<string>();
    let current: string | undefined = id;
    while (current && !seen.has(current) && chain.length < MAX_INHERITANCE) {
      seen.add(current);
      const style: Style | undefined = this.#styles.get(current);
      if (!style) break;
      chain.unshift(style);
      current = style.basedOn;
    }
    this.#chains.set(id, chain);
    return chain;
  }

  /** Layers of a paragraph or character style, weakest first. */
  layers(id: string | undefined): StyleLayer[] {
    return id ? this.#chain(id) : [];
  }

  /** The merged character formatting of a style chain (toggles: the nearest level wins inside one chain). */
  characterOf(id: string | undefined): PartialCharacterFormat {
    let format: PartialCharacterFormat = {};
    for (const layer of this.layers(id)) format = mergeCharacter(format, layer.character);
    return format;
  }

  /** One conditional part of a table style with everything it inherits. */
  tablePart(id: string | undefined, condition: TableCondition): TableStylePart | undefined {
    let merged: TableStylePart | undefined;
    for (const style of id ? this.#chain(id) : []) {
      const part = style.parts.get(condition);
      if (!part) continue;
      merged = merged ? mergeParts(merged, part) : part;
    }
    return merged;
  }
}

/** Adds a style level on another one: toggle properties that are on in both cancel out (17.7.3). */
export function combineStyleLevels(
  lower: PartialCharacterFormat,
  upper: PartialCharacterFormat,
): PartialCharacterFormat {
  const merged = mergeCharacter(lower, upper);
  for (const toggle of TOGGLE_NAMES) {
    if (lower[toggle] && upper[toggle]) merged[toggle] = false;
    else if (lower[toggle] && upper[toggle] === false) merged[toggle] = true;
  }
  return merged;
}

/** Documents bring dozens of styles and use a few: what a style says is read when it is asked for. */
class Style implements StyleLayer {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly #element: XmlNode;
  readonly #theme: Theme;
  #paragraph: PartialParagraphFormat | undefined;
  #character: PartialCharacterFormat | undefined;
  #parts: ReadonlyMap<TableCondition, TableStylePart> | undefined;

  constructor(element: XmlNode, theme: Theme) {
    this.id = element.attributes["w:styleId"] ?? "";
    this.type = element.attributes["w:type"] ?? "paragraph";
    this.name = child(element, "w:name")?.attributes["w:val"] ?? "";
    this.basedOn = child(element, "w:basedOn")?.attributes["w:val"];
    this.#element = element;
    this.#theme = theme;
  }

  get paragraph(): PartialParagraphFormat {
    this.#paragraph ??= readParagraphProperties(child(this.#element, "w:pPr"), this.#theme);
    return this.#paragraph;
  }

  get character(): PartialCharacterFormat {
    this.#character ??= readCharacterProperties(child(this.#element, "w:rPr"), this.#theme);
    return this.#character;
  }

  get parts(): ReadonlyMap<TableCondition, TableStylePart> {
    this.#parts ??= this.type === "table" ? readParts(this.#element, this.#theme) : new Map();
    return this.#parts;
  }
}

function readParts(element: XmlNode, theme: Theme): Map<TableCondition, TableStylePart> {
  const parts = new Map<TableCondition, TableStylePart>([["wholeTable", readPart(element, theme)]]);
  for (const part of childrenNamed(element, "w:tblStylePr")) {
    const condition = part.attributes["w:type"] as TableCondition;
    if (!TABLE_CONDITIONS.includes(condition)) continue;
    const read = readPart(part, theme);
    parts.set(condition, condition === "wholeTable" ? mergeParts(parts.get("wholeTable") ?? read, read) : read);
  }
  return parts;
}

function readPart(element: XmlNode, theme: Theme): TableStylePart {
  return {
    paragraph: readParagraphProperties(child(element, "w:pPr"), theme),
    character: readCharacterProperties(child(element, "w:rPr"), theme),
    table: readTableProperties(child(element, "w:tblPr"), theme),
    row: readRowProperties(child(element, "w:trPr")),
    cell: readCellProperties(child(element, "w:tcPr"), theme),
  };
}

function mergeParts(base: TableStylePart, over: TableStylePart): TableStylePart {
  return {
    paragraph: mergeParagraph(base.paragraph, over.paragraph),
    character: mergeCharacter(base.character, over.character),
    table: mergeTableFormat(base.table, over.table),
    row: { ...base.row, ...over.row },
    cell: mergeCellFormat(base.cell, over.cell),
  };
}
