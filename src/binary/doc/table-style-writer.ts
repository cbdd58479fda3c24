/** Table styles (MS-DOC 2.4.6.5): the table properties of a style and its conditional parts. */

import { ByteReader } from "../../office/byte-reader.ts";
import type { DocumentFont } from "./font-table.ts";
import { type BorderLine, borderXml, readBorder } from "./properties/borders.ts";
import { characterPropertiesOf, characterPropertiesXml } from "./properties/character-properties.ts";
import {
  applyParagraphSprm,
  noParagraphProperties,
  paragraphPropertiesXml,
} from "./properties/paragraph-properties.ts";
import { readShading, type ShadingFill, shadingXml } from "./properties/shadings.ts";
import { readSprms, type Sprm } from "./properties/sprm.ts";
import { SPRM } from "./properties/sprm-codes.ts";
import { applyTableSprm, noRowProperties, type RowProperties } from "./properties/table-properties.ts";
import { type DocumentStyle, modifiersOf } from "./style-sheet.ts";
import { element, toggle, valued } from "./xml-writer.ts";

/** Parts of a table by the bit of `Cnf` (MS-DOC 2.9.41). */
const CONDITIONS: Readonly<Record<number, string>> = {
  0x0001: "firstRow",
  0x0002: "lastRow",
  0x0004: "firstCol",
  0x0008: "lastCol",
  0x0010: "band1Vert",
  0x0020: "band2Vert",
  0x0040: "band1Horz",
  0x0080: "band2Horz",
  0x0100: "neCell",
  0x0200: "nwCell",
  0x0400: "seCell",
  0x0800: "swCell",
};
const TABLE_CONDITION = 0xd688;
const PARAGRAPH_CONDITION = SPRM.sprmPCnf;
const CHARACTER_CONDITION = SPRM.sprmCCnf;
const BORDER_SIDES: Readonly<Record<number, string>> = {
  [SPRM.sprmTCellBrcTopStyle]: "w:top",
  [SPRM.sprmTCellBrcBottomStyle]: "w:bottom",
  [SPRM.sprmTCellBrcLeftStyle]: "w:left",
  [SPRM.sprmTCellBrcRightStyle]: "w:right",
  [SPRM.sprmTCellBrcInsideHStyle]: "w:insideH",
  [SPRM.sprmTCellBrcInsideVStyle]: "w:insideV",
  [SPRM.sprmTCellBrcTL2BRStyle]: "w:tl2br",
  [SPRM.sprmTCellBrcTR2BLStyle]: "w:tr2bl",
};
const CELL_SHADING = SPRM.sprmTCellShdStyle;
const CELL_PADDING = SPRM.sprmTCellPaddingStyle;
const CELL_ALIGN = SPRM.sprmTCellVertAlignStyle;
const ROW_BANDS = SPRM.sprmTCHorzBands;
const COLUMN_BANDS = SPRM.sprmTCVertBands;
const ALIGNS = ["top", "center", "bottom"];

interface StylePart {
  row: RowProperties;
  borders: Map<string, BorderLine>;
  cellShading?: ShadingFill;
  align?: string;
  bands: { rows?: number; columns?: number };
}

/** `w:tblPr`, `w:tcPr` and the conditional parts of a style. */
export function tableStyleXml(style: DocumentStyle, fonts: readonly DocumentFont[]): string {
  const whole = noPart();
  const conditions = new Map<string, { table?: Sprm[]; paragraph?: Sprm[]; character?: Sprm[] }>();
  const collect = (bytes: Uint8Array, code: number, kind: "table" | "paragraph" | "character") => {
    for (const sprm of modifiersOf(bytes)) {
      if (sprm.code !== code) continue;
      const { reader, operand, size } = sprm;
      const name = CONDITIONS[reader.u16(operand)];
      const inner = [...readSprms(new ByteReader(reader.bytes(operand, size)), 2, size)];
      if (name) conditions.set(name, { ...conditions.get(name), [kind]: inner });
    }
  };
  collect(style.table, TABLE_CONDITION, "table");
  collect(style.paragraph, PARAGRAPH_CONDITION, "paragraph");
  collect(style.character, CHARACTER_CONDITION, "character");
  for (const sprm of modifiersOf(style.table)) applyStyleSprm(whole, sprm);

  let xml = partXml(whole, true);
  for (const [name, { table = [], paragraph = [], character = [] }] of conditions) {
    const part = noPart();
    for (const sprm of table) applyStyleSprm(part, sprm);
    const text = noParagraphProperties();
    for (const sprm of paragraph) applyParagraphSprm(text, sprm);
    xml += element(
      "w:tblStylePr",
      { "w:type": name },
      element("w:pPr", {}, paragraphPropertiesXml(text)) +
        element(
          "w:rPr",
          {},
          characterPropertiesXml(characterPropertiesOf(character), fonts, () => false),
        ) +
        partXml(part, false),
    );
  }
  return xml;
}

function noPart(): StylePart {
  return { row: noRowProperties(), borders: new Map(), bands: {} };
}

function applyStyleSprm(part: StylePart, sprm: Sprm): void {
  const { code, reader, operand, size } = sprm;
  const side = BORDER_SIDES[code];
  if (side) {
    const border = size >= 8 ? readBorder(reader, operand) : undefined;
    if (border) part.borders.set(side, border);
  } else if (code === CELL_SHADING && size >= 10) part.cellShading = readShading(reader, operand);
  else if (code === CELL_ALIGN) part.align = ALIGNS[reader.u8(operand)];
  else if (code === ROW_BANDS) part.bands.rows = reader.u8(operand);
  else if (code === COLUMN_BANDS) part.bands.columns = reader.u8(operand);
  else if (code === CELL_PADDING) applyTableSprm(part.row, { ...sprm, code: 0xd634 });
  else applyTableSprm(part.row, sprm);
}

function partXml({ row, borders, cellShading, align, bands }: StylePart, isWhole: boolean): string {
  const tableBorders = Object.entries(row.borders).map(([side, border]) => borderXml(`w:${side}`, border));
  const padding = Object.entries(row.padding).map(([side, twips]) =>
    element(`w:${side}`, { "w:w": twips, "w:type": "dxa" }),
  );
  const own = [...borders].map(([side, border]) => borderXml(side, border));
  const tableXml =
    valued("w:tblStyleRowBandSize", isWhole ? bands.rows : undefined) +
    valued("w:tblStyleColBandSize", isWhole ? bands.columns : undefined) +
    (tableBorders.length > 0 ? element("w:tblBorders", {}, tableBorders.join("")) : "") +
    (padding.length > 0 ? element("w:tblCellMar", {}, padding.join("")) : "");
  const cellXml =
    (own.length > 0 ? element("w:tcBorders", {}, own.join("")) : "") +
    shadingXml(cellShading ?? row.shading) +
    valued("w:vAlign", align);
  return (
    element("w:tblPr", {}, tableXml) +
    element("w:trPr", {}, toggle("w:cantSplit", row.cantSplit) + toggle("w:tblHeader", row.isHeader)) +
    element("w:tcPr", {}, cellXml)
  );
}
