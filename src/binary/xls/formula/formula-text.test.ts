import { describe, expect, it } from "vitest";
import { codePageDecoder } from "../../code-page.ts";
import { f64, latin, u8, u16, u32 } from "../testing/biff-bytes.ts";
import { type FormulaNames, formulaText } from "./formula-text.ts";

const names: FormulaNames = {
  sheets: (first) => ["One!", "'Two 2'!"][first],
  externSheet: (index) => ["One!", "'Two 2'!"][index],
  definedName: (index) => (index === 1 ? "Rate" : undefined),
  externName: () => undefined,
};
const decoder = codePageDecoder(1252);

function text(tokens: number[], biff8 = true, base = { row: 0, column: 0 }): string | undefined {
  return formulaText(Uint8Array.from(tokens), { text: { biff8, decoder }, names, base });
}

const RELATIVE = 0xc000;
const ref = (row: number, column: number, flags = RELATIVE) => [0x44, ...u16(row, column | flags)];
const int = (value: number) => [0x1e, ...u16(value)];

describe("formulaText", () => {
  it.each<[string, number[]]>([
    ["A1+$B$2", [...ref(0, 0), ...ref(1, 1, 0), 0x03]],
    ["(1+2)*3", [...int(1), ...int(2), 0x03, 0x15, ...int(3), 0x05]],
    ["-A1%", [...ref(0, 0), 0x14, 0x13]],
    ['"say ""hi"""&1.5', [0x17, ...u8(8, 0), ...latin('say "hi"'), 0x1f, ...f64(1.5), 0x08]],
    ["SUM(A1:B3)", [0x25, ...u16(0, 2, RELATIVE, 1 | RELATIVE), 0x19, ...u8(0x10), ...u16(0)]],
    ["IF(TRUE,,#N/A)", [0x1d, 1, 0x16, 0x1c, 0x2a, 0x42, 3, ...u16(1)]],
    ["ISERROR(A1)", [...ref(0, 0), 0x41, ...u16(3)]],
    ["Rate*1", [0x43, ...u32(1), ...int(1), 0x05]],
    ["'Two 2'!$A$1:$C$1", [0x3b, ...u16(1, 0, 0, 0, 2)]],
    ["One!$A:$B,One!$1:$2", [0x29, ...u16(23), ...whole(0, 0xffff, 0, 1), ...whole(0, 1, 0, 255), 0x10]],
  ])("%s", (expected, tokens) => {
    expect(text(tokens)).toBe(expected);
  });

  function whole(top: number, bottom: number, left: number, right: number) {
    return [0x3b, ...u16(0, top, bottom, left, right)];
  }

  it("counts relative places of conditions from their cell, around the edge of the sheet", () => {
    const tokens = [0x4c, ...u16(0xffff, 0xc0ff), 0x4c, ...u16(2, 1), 0x03];
    expect(text(tokens, true, { row: 4, column: 3 })).toBe("C4+$B$3");
  });

  it("reads the shorter references of BIFF5", () => {
    expect(text([0x24, ...u16(0xc000 | 4), 2], false)).toBe("C5");
    const area = [0x3b, ...u16(0xffff), ...u32(0, 0), ...u16(1, 1), ...u16(0, 9), 0, 3];
    expect(text(area, false)).toBe("'Two 2'!$A$1:$D$10");
  });

  it.each<[string, number[]]>([
    ["nothing", []],
    ["an operator without operands", [0x03]],
    ["two values", [...int(1), ...int(2)]],
    ["an unknown token", [0x7f]],
    ["an unknown function", [0x42, 0, ...u16(5000)]],
    ["a name that is not there", [0x43, ...u32(7)]],
    ["a cut reference", [0x44, 1]],
  ])("has no text for %s", (_, tokens) => {
    expect(text(tokens)).toBeUndefined();
  });

  it("does not grow without end", () => {
    const tokens = [0x17, 200, 0, ...latin("x".repeat(200))];
    const doubled = Array.from({ length: 100 }, () => [...tokens, 0x08]).flat();
    expect(text([...tokens, ...doubled])).toBeUndefined();
  });
});
