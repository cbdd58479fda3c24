/** Tables (MS-XLSB 2.1.7.51) -> table parts (ECMA-376 Part 1, 18.5), as far as they are drawn. */
import { element } from "../../binary/doc/xml-writer.ts";
import { rangeReference } from "../../binary/xls/formula/reference-text.ts";
import { RECORD, recordsOf } from "./records.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

export function tableXml(part: Uint8Array): string {
  let attributes = {};
  let style = "";
  for (const [type, data] of recordsOf(part)) {
    if (type === RECORD.table) {
      const [top, bottom, left, right] = [data.u32(), data.u32(), data.u32(), data.u32()];
      data.skip(8);
      const ref = rangeReference({ top, bottom, left, right });
      attributes = { ref, headerRowCount: data.u32(), totalsRowCount: data.u32() };
    } else if (type === RECORD.tableStyleUse) {
      const flags = data.u16();
      const shown = (bit: number) => (flags >> bit) & 1;
      style = element("tableStyleInfo", {
        name: data.nullableText(),
        showFirstColumn: shown(0),
        showLastColumn: shown(1),
        showRowStripes: shown(2),
        showColumnStripes: shown(3),
      });
    }
  }
  return element("table", { xmlns: MAIN, ...attributes }, style);
}
