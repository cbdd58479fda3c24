import { describe, expect, it } from "vitest";
import { RECORD } from "./records.ts";
import { binaryWorkbook, double, type Field, record, text, u8, u16, u32 } from "./testing/binary-workbook.ts";
import { xlsbToParts } from "./xlsb-to-parts.ts";

/** What is in the part that is asked for. */
function read(sheet: readonly number[], styles?: readonly number[]) {
  const made = xlsbToParts(binaryWorkbook({ sheet, styles }));
  const part = (name: string) => new TextDecoder().decode(made.parts.get(name));
  const formats = /<conditionalFormatting.*<\/conditionalFormatting>/.exec(part("xl/worksheets/sheet1.bin"))?.[0];
  return { formats, styles: part("xl/styles.bin"), warnings: made.warnings };
}

interface Rule {
  kind: number;
  template?: number;
  dxf?: number;
  parameter?: number;
  flags?: number;
  formulas?: readonly (readonly Field[])[];
  text?: string;
  /** Records between the beginning of the rule and its end. */
  parts?: readonly number[];
}

const bytesOf = (fields: readonly Field[]) => record(0, ...fields).slice(2);

/** Rules of the cells B3 to C9. */
const formats = (...rules: readonly Rule[]) => [
  ...record(RECORD.conditional, u32(rules.length), u32(0), u32(1), u32(2), u32(8), u32(1), u32(2)),
  ...rules.flatMap(({ kind, template = 0, dxf = 0xffff_ffff, parameter = 0, flags = 0, ...rule }, index) => {
    const formulas = (rule.formulas ?? []).map(bytesOf);
    const sizes = [0, 1, 2].map((at) => u32(formulas[at]?.length ?? 0));
    const expressions = formulas.flatMap((bytes) => [u32(bytes.length), new Uint8Array(bytes), u32(0)]);
    const head = [u32(kind), u32(template), u32(dxf), u32(index + 1), u32(parameter), u32(0), u32(0), u16(flags)];
    return [
      ...record(RECORD.rule, ...head, ...sizes, text(rule.text), ...expressions),
      ...(rule.parts ?? []),
      ...record(RECORD.endRule),
    ];
  }),
];
const number = (value: number) => [u8(0x1e), u16(value)];
const threshold = (type: number, value: number, includes = 1) =>
  record(RECORD.threshold, u32(type), double(value), u32(1), u32(includes), u32(0));
const red = [u8(5), u8(0), u16(0), u8(255), u8(0), u8(0), u8(255)];

describe("conditional formats of binary workbooks", () => {
  it("compare values, with formats of their own", () => {
    const fill = [u16(2), u16(12), ...red];
    const color = [u16(5), u16(12), u8(7), u8(1), u16(0), u8(0), u8(0), u8(0), u8(0)];
    const side = [u16(7), u16(14), ...red, u16(1)];
    const differential = record(
      RECORD.differential,
      u16(0),
      u16(0),
      u16(4),
      ...fill,
      ...color,
      ...side,
      u16(28),
      u16(5),
      u8(1),
    );
    const { formats: found, styles } = read(
      formats({ kind: 1, dxf: 0, parameter: 1, flags: 2, formulas: [number(3), number(9)] }),
      differential,
    );
    expect(found).toBe(
      '<conditionalFormatting sqref="B3:C9"><cfRule type="cellIs" operator="between" dxfId="0" priority="1" stopIfTrue="1"><formula>3</formula><formula>9</formula></cfRule></conditionalFormatting>',
    );
    expect(styles).toContain(
      '<dxfs><dxf><font><i val="1"/><color theme="1"/></font><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill><border><bottom style="thin"><color rgb="FFFF0000"/></bottom></border></dxf></dxfs>',
    );
  });

  it("have formulas that count from the first of their cells, across the largest sheets", () => {
    const relative = 0xc000;
    const beside = [u8(0x4c), u32(0), u16(1 | relative)];
    const above = [u8(0x4c), u32(0xffff_ffff), u16(0 | relative)];
    const fixed = [u8(0x24), u32(100_000), u16(300)];
    const columns = [u8(0x25), u32(0), u32(1_048_575), u16(0), u16(0)];
    const quoted = [u8(0x17), u16(2), u8(97), u8(0), u8(228), u8(0)];
    const { formats: found, warnings } = read(
      formats(
        { kind: 2, template: 1, formulas: [[...beside, ...above, u8(0x0d)]] },
        { kind: 2, template: 1, formulas: [[...fixed, ...quoted, u8(0x0b)]] },
        { kind: 2, template: 1, formulas: [[...columns, u8(0x42), u8(1), u16(4)]] },
      ),
    );
    expect([...(found ?? "").matchAll(/<formula>(.*?)<\/formula>/g)].map(([, formula]) => formula)).toEqual([
      "C3&gt;B2",
      "$KO$100001=&quot;aä&quot;",
      "SUM($A:$A)",
    ]);
    expect(warnings).toEqual([]);
  });

  it("are of the kind that their template says", () => {
    const { formats: found } = read(
      formats(
        { kind: 2, template: 8, parameter: 2, text: "AP", formulas: [number(1)] },
        { kind: 2, template: 27 },
        { kind: 2, template: 22, formulas: [number(1)] },
        { kind: 2, template: 30, parameter: 1 },
        { kind: 5, template: 5, parameter: 7, flags: 24 },
      ),
    );
    expect([...(found ?? "").matchAll(/<cfRule (.*?) priority/g)].map(([, attributes]) => attributes)).toEqual([
      'type="beginsWith" operator="beginsWith" text="AP"',
      'type="duplicateValues"',
      'type="timePeriod" timePeriod="nextWeek"',
      'type="aboveAverage" aboveAverage="0" equalAverage="1" stdDev="1"',
      'type="top10" rank="7" bottom="1" percent="1"',
    ]);
  });

  it("are drawn as colors, bars and icons", () => {
    const color = record(RECORD.color, ...red);
    const { formats: found } = read(
      formats(
        { kind: 3, template: 2, parts: [...threshold(2, 0), ...threshold(5, 50), ...color, ...color] },
        {
          kind: 4,
          template: 3,
          parts: [...record(RECORD.dataBar, u8(10), u8(90), u8(0)), ...threshold(1, 2.5), ...color],
        },
        { kind: 6, template: 4, parts: [...record(RECORD.iconSet, u32(16), u16(6)), ...threshold(4, 33, 0)] },
      ),
    );
    expect(found).toContain(
      '<colorScale><cfvo type="min"/><cfvo type="percentile" val="50"/><color rgb="FFFF0000"/><color rgb="FFFF0000"/></colorScale>',
    );
    expect(found).toContain(
      '<dataBar minLength="10" maxLength="90" showValue="0"><cfvo type="num" val="2.5"/><color rgb="FFFF0000"/></dataBar>',
    );
    expect(found).toContain(
      '<iconSet iconSet="5Quarters" showValue="0" reverse="1"><cfvo type="percent" val="33" gte="0"/></iconSet>',
    );
  });

  it("that need names are left out, and named", () => {
    const { formats: found, warnings } = read(formats({ kind: 2, template: 1, formulas: [[u8(0x43), u32(1)]] }));
    expect(found).toBeUndefined();
    expect(warnings).toEqual([
      "Conditional formats of a binary workbook that use names or other sheets are not applied.",
    ]);
  });
});
