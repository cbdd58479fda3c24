import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestCell } from "./testing/workbook-builder.ts";

/** Cells that the formulas below refer to. */
const CELLS: Record<string, TestCell> = {
  A1: 5,
  A2: 3,
  A3: -2.5,
  A4: "apple",
  A5: true,
  A8: 45358,
  B1: "x",
  B2: "y",
  B3: "x",
  B4: "z",
  B5: "x",
  B8: 45400.5,
  C1: 1,
  C2: 2,
  C3: 3,
  C4: 4,
  C5: 5,
  C6: 6,
  D1: "k1",
  D2: "k2",
  D3: "k3",
  D4: "apple pie",
  E1: 10,
  E2: 20,
  E3: 30,
  E4: "12",
  F1: "=1/0",
  F2: "=NA()",
};

/** Formula and value: what Excel and LibreOffice both show. */
const CASES: readonly (readonly [string, string | number | boolean])[] = [
  ['SUM(A1,"3",2)', 10],
  ["AVERAGE(C1:C6)", 3.5],
  ["MEDIAN(C1:C6)", 3.5],
  ["STDEV(C1:C6)", 1.8708286933869707],
  ["COUNTA(A1:A5)", 5],
  ["COUNTBLANK(A5:A8)", 2],
  ["PRODUCT(C1:C4)", 24],
  ["ROUND(2.345,2)", 2.35],
  ["ROUND(1.005,2)", 1.01],
  ["ROUND(-2.5,0)", -3],
  ["ROUND(1234.5,-2)", 1200],
  ["ROUNDUP(2.341,2)", 2.35],
  ["ROUNDDOWN(-2.349,2)", -2.34],
  ["INT(-2.5)", -3],
  ["TRUNC(-2.57,1)", -2.5],
  ["MOD(-7,3)", 2],
  ["MOD(7,-3)", -2],
  ["CEILING(2.3,0.5)", 2.5],
  ["FLOOR(2.7,0.5)", 2.5],
  ["MROUND(10,3)", 9],
  ["-2^2", 4],
  ["10%*50", 5],
  ["1+2*3-4/2", 5],
  ['"a"&1', "a1"],
  ["0.1+0.2-0.3", 0],
  ["(0.1+0.2)=0.3", true],
  ['IF(A1>3,"yes",1/0)', "yes"],
  ['IFS(A1>10,"a",A1>3,"b")', "b"],
  ['IFERROR(1/0,"err")', "err"],
  ['IFNA(F2,"na")', "na"],
  ["F1", "#DIV/0!"],
  ["F1+1", "#DIV/0!"],
  ['"abc"+1', "#VALUE!"],
  ["AND(TRUE,A1>3)", true],
  ["XOR(TRUE,TRUE)", false],
  ['SWITCH(2,1,"one",2,"two")', "two"],
  ['VLOOKUP("k2",D1:E3,2,FALSE)', 20],
  ['VLOOKUP("k9",D1:E3,2,FALSE)', "#N/A"],
  ["VLOOKUP(2.5,C1:E6,1)", 2],
  ["HLOOKUP(1,C1:E3,2,FALSE)", 2],
  ['XLOOKUP("k2",D1:D3,E1:E3)', 20],
  ['XLOOKUP("q",D1:D3,E1:E3,"none")', "none"],
  ['INDEX(E1:E3,MATCH("k3",D1:D3,0))', 30],
  ["MATCH(3.5,C1:C6)", 3],
  ["LOOKUP(2.5,C1:C3,E1:E3)", 20],
  ["SUMPRODUCT(C1:C3,E1:E3)", 140],
  ['SUMPRODUCT((B1:B5="x")*(C1:C5))', 9],
  ['SUMPRODUCT(--(B1:B5="x"))', 3],
  ['SUMIF(B1:B5,"x",C1:C5)', 9],
  ['SUMIF(C1:C6,">3")', 15],
  ['SUMIFS(C1:C5,B1:B5,"x",C1:C5,">1")', 8],
  ['COUNTIF(D1:D4,"*p*")', 1],
  ['COUNTIFS(B1:B5,"x",C1:C5,"<5")', 2],
  ['AVERAGEIF(B1:B5,"x",C1:C5)', 3],
  ['MAXIFS(C1:C5,B1:B5,"x")', 5],
  ["SUBTOTAL(9,C1:C6)", 21],
  ["LARGE(C1:C6,2)", 5],
  ["SMALL(C1:C6,2)", 2],
  ["RANK(3,C1:C6)", 4],
  ["PERCENTILE(C1:C6,0.3)", 2.5],
  ["AGGREGATE(9,6,F1:F2,C1:C3)", 6],
  ['TEXT(1234.567,"#,##0.00")', "1,234.57"],
  ['TEXT(0.256,"0.0%")', "25.6%"],
  ['TEXT(A8,"yyyy-mm-dd")', "2024-03-07"],
  ['TEXT(-5,"0.00;(0.00)")', "(5.00)"],
  ['LEFT("hello",2)', "he"],
  ['MID("hello",2,3)', "ell"],
  ['RIGHT("hello",3)', "llo"],
  ['TRIM("  a   b ")', "a b"],
  ['PROPER("hello wORLD")', "Hello World"],
  ['SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"],
  ['SEARCH("e?l","hello")', 2],
  ['FIND("z","hello")', "#VALUE!"],
  ['TEXTJOIN(", ",TRUE,B1:B3)', "x, y, x"],
  ["CONCAT(B1:B3)", "xyx"],
  ['VALUE("12%")', 0.12],
  ["FIXED(1234.567,1)", "1,234.6"],
  ['EXACT("a","A")', false],
  ["DATE(2024,14,1)", 45689],
  ["EOMONTH(A8,0)", 45382],
  ["EDATE(DATE(2024,1,31),1)", 45351],
  ["WEEKDAY(A8,2)", 4],
  ['DATEDIF(DATE(2020,2,15),A8,"Y")', 4],
  ['DATEDIF(DATE(2020,2,15),A8,"MD")', 21],
  ["NETWORKDAYS(A8,B8)", 31],
  ["WORKDAY(A8,-10)", 45344],
  ["ISOWEEKNUM(A8)", 10],
  ["YEARFRAC(DATE(2024,1,15),DATE(2025,3,1))", 1.1277777777777778],
  ["TODAY()", 45444],
  ["NOW()", 45444.5],
  ["PMT(0.05/12,60,10000)", -188.71233644010877],
  ["SLN(1000,100,5)", 180],
  ["ISBLANK(A10)", true],
  ["ISERROR(F1)", true],
  ['A10&"x"', "x"],
  ["A10=0", true],
  ["SUM(Nums)", 21],
  ["SUM(OFFSET(C1,1,0,3,1))", 9],
  ['SUM(INDIRECT("C1:C3"))', 6],
  ["ROW(C5)", 5],
  ["COLUMNS(A1:C1)", 3],
  ["SUM((C1:C3,E1:E3))", 66],
  ["SUM(C:C)", 21],
  ["SUM(C1:C3 C2:C5)", 5],
  ["SUM({1,2;3,4})", 10],
];

it("calculates formulas as Excel does", async () => {
  const cells = { ...CELLS };
  CASES.forEach(([formula], index) => {
    cells[`H${index + 1}`] = `=${formula}`;
  });
  const names = '<definedName name="Nums">S!$C$1:$C$6</definedName>';
  const merged = await mergeWorkbook(buildWorkbook({ sheets: [{ name: "S", cells }], names }), {});
  const values = merged.values("S");
  const calculated = CASES.map(([formula], index) => {
    const value = values[`H${index + 1}`];
    return [formula, typeof value === "number" ? Number(value.toPrecision(12)) : value];
  });
  const expected = CASES.map(([formula, value]) => [
    formula,
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  ]);
  expect(calculated).toEqual(expected);
  expect(merged.warnings).toEqual([]);
});

it("leaves to Excel what it cannot calculate, and says so", async () => {
  const cells = { A1: "=CUBEVALUE(1)", A2: "=A1+1", A3: "=[1]Other!A1", B1: "=B2", B2: "=B1", C1: "=IFERROR(1,A1)" };
  const merged = await mergeWorkbook(buildWorkbook({ sheets: [{ name: "S", cells }] }), {});
  expect(merged.values("S")).toEqual({ C1: 1 });
  expect(merged.part("xl/workbook.xml")).toContain('fullCalcOnLoad="1"');
  for (const reason of ["CUBEVALUE", "another workbook", "circular"])
    expect(merged.warnings.join("\n")).toContain(reason);
});

it("follows chains of cells that are longer than the stack", async () => {
  const cells: Record<string, TestCell> = { A5000: 1 };
  for (let row = 1; row < 5000; row++) cells[`A${row}`] = `=A${row + 1}+1`;
  const merged = await mergeWorkbook(buildWorkbook({ sheets: [{ name: "S", cells }] }), {});
  expect(merged.values("S").A1).toBe(5000);
});
