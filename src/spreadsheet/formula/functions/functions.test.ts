import { describe, expect, it } from "vitest";
import { readSheet } from "../../../layout/sheets/workbook/sheet-reader.ts";
import { testWorkbook } from "../../../layout/testing/sheet-package.ts";

/** Results that Excel's own documentation gives, or that follow from its definitions. */
const DATA = [1345, 1301, 1368, 1322, 1310, 1370, 1318, 1350, 1303, 1299];

/** A column of values of every kind, and numbers beside them. */
const MIXED: readonly (readonly [number | string | boolean, number])[] = [
  ["apple", 1],
  ["banana", 2],
  ["Apple", 3],
  ["avocado", 4],
  [7, 5],
  ["7", 6],
  [true, 7],
  [9, 0.3],
];

function mixedRow(row: number, values: (typeof MIXED)[number]): string {
  const cells = values.map((value, index) => {
    const reference = `r="${index === 0 ? "A" : "B"}${row}"`;
    if (typeof value === "string") return `<c ${reference} t="inlineStr"><is><t>${value}</t></is></c>`;
    return `<c ${reference}${value === true ? ' t="b"' : ""}><v>${Number(value)}</v></c>`;
  });
  return `<row r="${row}">${cells.join("")}</row>`;
}

/** The values of formulas, each in a cell of its own beside a sheet of data. */
function results(formulas: readonly string[]): (number | string | boolean)[] {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const rows = formulas.map(
    (formula, row) => `<row r="${row + 1}"><c r="A${row + 1}"><f>${escaped(formula)}</f></c></row>`,
  );
  const data = DATA.map((value, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${value}</v></c></row>`);
  const workbook = testWorkbook([
    { name: "Formulas", rows: rows.join("") },
    { name: "Data", rows: data.join("") },
    { name: "Mixed", rows: MIXED.map((values, index) => mixedRow(index + 1, values)).join("") },
  ]);
  const [source] = workbook.sheets;
  const sheet = source && readSheet(source, workbook);
  return formulas.map((_, row) => {
    const value = sheet?.rows.get(row)?.cells.get(0)?.value;
    switch (value?.kind) {
      case "number":
        return value.number;
      case "text":
        return value.runs.map(({ text }) => text).join("");
      case "boolean":
        return value.value;
      case "error":
        return value.code;
      default:
        return "";
    }
  });
}

type Case = readonly [formula: string, result: number | string | boolean];

const FINANCE: Case[] = [
  ["PMT(0.08/12,10,10000)", -1037.0320893592],
  ["PMT(0.08/12,10,10000,0,1)", -1030.1643271779],
  ["PMT(0,10,1000)", -100],
  ["FV(0.06/12,10,-200,-500,1)", 2581.4033740601],
  ["FV(0,3,-100,-50)", 350],
  ["PV(0.08/12,12*20,500)", -59777.1458511878],
  ["PV(0,10,5)", -50],
  ["NPER(0.12/12,-100,-1000,10000,1)", 59.6738656742946],
  ["NPER(0,-100,1000)", 10],
  ["NPER(0,0,1000)", "#NUM!"],
  ["IPMT(0.1/12,1,36,8000)", -66.6666666667],
  ["IPMT(0.1,1,3,8000,0,1)", 0],
  ["IPMT(0.1,4,3,8000)", "#NUM!"],
  ["PPMT(0.1/12,1,24,2000)", -75.6231860084],
  ["RATE(48,-200,8000)", 0.0077014725],
  ["NPV(0.1,-10000,3000,4200,6800)", 1188.4434123352],
  ["IRR({-70000;12000;15000;18000;21000;26000})", 0.0866309480365],
  ["IRR({1;2})", "#NUM!"],
  ["SLN(30000,7500,10)", 2250],
  ["SLN(1,0,0)", "#DIV/0!"],
  ["SYD(30000,7500,10,10)", 409.0909090909],
  ["DDB(2400,300,10,2,1.5)", 306],
  ["DDB(2400,300,10,10)", 22.1225472],
  ["DDB(2400,300,10,11)", "#NUM!"],
  ["EFFECT(0.0525,4)", 0.0535426673708],
  ["NOMINAL(0.053543,4)", 0.052500319868],
];

const MATHS: Case[] = [
  ["CEILING(2.5,1)", 3],
  ["CEILING(-2.5,-2)", -4],
  ["FLOOR(3.7,2)", 2],
  ["FLOOR(-2.5,-2)", -2],
  ["EVEN(-1)", -2],
  ["EVEN(1.5)", 2],
  ["ODD(-2)", -3],
  ["ODD(0)", 1],
  ["MOD(-3,2)", 1],
  ["MOD(3,-2)", -1],
  ["MOD(3,0)", "#DIV/0!"],
  ["QUOTIENT(-10,3)", -3],
  ["MROUND(10,3)", 9],
  ["MROUND(5,-2)", "#NUM!"],
  ["ROUNDUP(-3.14159,1)", -3.2],
  ["ROUNDDOWN(31415.92654,-2)", 31400],
  ["TRUNC(-8.9)", -8],
  ["FACT(5)", 120],
  ["FACT(-1)", "#NUM!"],
  ["COMBIN(8,2)", 28],
  ["GCD(24,36)", 12],
  ["LCM(24,36)", 72],
  ["ROMAN(499)", "CDXCIX"],
  ["SUMSQ(3,4)", 25],
  ["PRODUCT({2,3;4,5})", 120],
  ["LOG(8,2)", 3],
  ["LOG10(86)", 1.9344984512],
  ["LN(0)", "#NUM!"],
  ["SQRT(-16)", "#NUM!"],
  ["ATAN2(1,1)", Math.PI / 4],
  ["ATAN2(0,0)", "#DIV/0!"],
  ["DEGREES(PI())", 180],
  ["RADIANS(270)", 1.5 * Math.PI],
  ["SUMXMY2({2,3,9},{6,5,11})", 24],
];

const DATES: Case[] = [
  ["DATE(2008,1,2)", 39449],
  ["DATE(2008,14,2)", 39846],
  ["EDATE(DATE(2011,1,31),1)", 40602],
  ["EOMONTH(DATE(2011,1,1),-3)", 40482],
  ["WEEKDAY(39492)", 5],
  ["WEEKDAY(39492,2)", 4],
  ["WEEKDAY(39492,3)", 3],
  ["WEEKNUM(DATE(2012,3,9))", 10],
  ["WEEKNUM(DATE(2012,3,9),2)", 11],
  ["ISOWEEKNUM(DATE(2012,3,9))", 10],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"D")', 440],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"M")', 14],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"Y")', 1],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YD")', 75],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"YM")', 2],
  ['DATEDIF(DATE(2001,6,1),DATE(2002,8,15),"MD")', 14],
  ["DAYS(DATE(2021,3,15),DATE(2021,2,1))", 42],
  ["DAYS360(DATE(2011,1,30),DATE(2011,2,1))", 1],
  ["DAYS360(DATE(2011,1,1),DATE(2011,12,31))", 360],
  ["YEARFRAC(DATE(2012,1,1),DATE(2012,7,30))", 0.5805555556],
  ["YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),1)", 0.5765027322],
  ["YEARFRAC(DATE(2012,1,1),DATE(2012,7,30),3)", 0.5780821918],
  ["NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1))", 110],
  ["NETWORKDAYS(DATE(2012,10,1),DATE(2013,3,1),DATE(2012,11,22))", 109],
  ["NETWORKDAYS.INTL(DATE(2006,2,28),DATE(2006,1,31))", -21],
  ['NETWORKDAYS.INTL(DATE(2006,1,1),DATE(2006,2,1),"0010001")', 22],
  ["WORKDAY(DATE(2008,10,1),151)", 39933],
  ["WORKDAY.INTL(DATE(2012,1,1),90,11)", 41013],
  ["TIME(27,0,0)", 0.125],
  ['TIMEVALUE("2:24 AM")', 0.1],
  ['DATEVALUE("2011-08-22")', 40777],
  ["HOUR(0.75)", 18],
  ["MINUTE(TIME(1,2,3))", 2],
  ["SECOND(TIME(1,2,3))", 3],
];

const STATISTICS: Case[] = [
  ["STDEV(Data!A1:A10)", 27.4639157198],
  ["STDEVP(Data!A1:A10)", 26.0545581425],
  ["VAR(Data!A:A)", 754.2666666667],
  ["VARP(Data!A1:A10)", 678.84],
  ["RANK(1350,Data!A1:A10)", 3],
  ["RANK(1350,Data!A1:A10,1)", 8],
  ["RANK(1,Data!A1:A10)", "#N/A"],
  ["LARGE(Data!A1:A10,2)", 1368],
  ["SMALL(Data!A1:A10,2)", 1301],
  ["SUBTOTAL(9,Data!A1:A3)", 4014],
  ["SUBTOTAL(1,Data!A1:A10)", 1328.6],
  ["SUBTOTAL(2,Data!A1:A12)", 10],
  ["SUBTOTAL(3,Data!A1:A12)", 10],
  ["SUBTOTAL(4,Data!A1:A10)", 1370],
  ["SUBTOTAL(5,Data!A1:A10)", 1299],
  ["SUBTOTAL(6,Data!A1:A2)", 1_749_845],
  ["SUBTOTAL(6,Data!A11:A12)", 0],
  ["SUBTOTAL(7,Data!A1:A10)", 27.4639157198],
  ["SUBTOTAL(8,Data!A1:A10)", 26.0545581425],
  ["SUBTOTAL(10,Data!A1:A10)", 754.2666666667],
  ["SUBTOTAL(111,Data!A1:A10)", 678.84],
  ["SUBTOTAL(12,Data!A1:A10)", "#VALUE!"],
  ["AGGREGATE(4,6,Data!A1:A10)", 1370],
  ["AGGREGATE(9,6,Data!A1:A3,Data!A4)", 5336],
  ["AGGREGATE(12,6,Data!A1:A10)", 1320],
  ["AGGREGATE(13,6,Data!A1:A10)", "#N/A"],
  ["AGGREGATE(14,6,Data!A1:A10,2)", 1368],
  ["AGGREGATE(15,6,Data!A1:A10,2)", 1301],
  ["AGGREGATE(15,6,ROW(Data!A1:A10)/(Data!A1:A10>1340),2)", 3],
  ["AGGREGATE(14,4,{1,2}/{1,0},1)", "#DIV/0!"],
  ["AGGREGATE(14,6,Data!A1:A10)", "#VALUE!"],
  ["AGGREGATE(14,6,Data!A1:A10,11)", "#NUM!"],
  ["AGGREGATE(16,6,Data!A1:A10,0.3)", 1307.9],
  ["AGGREGATE(17,6,Data!A1:A10,1)", 1304.75],
  ["AGGREGATE(18,6,{1,2,3,6,6,6,7,8,9},0.25)", 2.5],
  ["AGGREGATE(19,6,{6,7,15,36,39,40,41,42,43,47,49},1)", 15],
  ["AGGREGATE(20,6,Data!A1:A10,1)", "#VALUE!"],
  ["COUNTBLANK(Data!A1:A12)", 2],
  ["AVEDEV({4,5,6,7,5,4,3})", 1.0204081633],
  ["DEVSQ({4,5,8,7,11,4,3})", 48],
  ["GEOMEAN({4,5,8,7,11,4,3})", 5.4769869697],
  ["HARMEAN({4,5,8,7,11,4,3})", 5.0283759621],
  ["MEDIAN({1,2,3,4,5,6})", 3.5],
  ["MODE({5.6,4,4,3,2,4})", 4],
  ["MODE({1,2,3})", "#N/A"],
  ["PERCENTILE({1,3,2,4},0.3)", 1.9],
  ["QUARTILE({1,2,4,7,8,9,10,12},1)", 3.5],
  ["PERCENTILE.EXC({1,2,3,6,6,6,7,8,9},0.25)", 2.5],
  ["PERCENTILE.EXC({1,2,3,6,6,6,7,8,9},0.01)", "#NUM!"],
  ["PERCENTILE({1,2},1.5)", "#NUM!"],
  ["QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},3)", 43],
  ["QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},0)", "#NUM!"],
  ['AVERAGEA({1,2,TRUE,"x"})', 1],
  ["MAXA({-1,FALSE})", 0],
  ['MINA({1,TRUE,"x"})', 0],
  ['COUNT(1,"2",TRUE,"x",Data!A11)', 3],
  ["CORREL({3;2;4;5;6},{9;7;12;15;17})", 0.9970544855],
  ["SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.3055555556],
  ["INTERCEPT({2,3,9,1,8},{6,5,11,7,5})", 0.0483870968],
];

const LOOKUPS: Case[] = [
  ["MATCH(25,{10,20,30})", 2],
  ["MATCH(25,{30,20,10},-1)", 1],
  ['MATCH("b*",{"apple","banana"},0)', 2],
  ["MATCH(9,{1},0)", "#N/A"],
  ['VLOOKUP(2,{1,"a";2,"b"},2,FALSE)', "b"],
  ['VLOOKUP(2,{1,"a"},3,TRUE)', "#REF!"],
  ['HLOOKUP("B",{"A","B";1,2},2,FALSE)', 2],
  ['LOOKUP(4.19,{4.14,4.19,5.17},{"red","orange","yellow"})', "orange"],
  ['XLOOKUP(3,{1,2,4},{"a","b","d"},"none",-1)', "b"],
  ['XLOOKUP(3,{1,2,4},{"a","b","d"},"none",1)', "d"],
  ['XLOOKUP(9,{1},{1},"none")', "none"],
  ["XMATCH(3,{1,4},1)", 2],
  ["INDEX({1,2;3,4},2,1)", 3],
  ["INDEX(Data!A1:A10,11)", "#REF!"],
  ["SUM(OFFSET(Data!A1,1,0,2,1))", 2669],
  ['INDIRECT("Data!A2")', 1301],
  ["ADDRESS(2,3)", "$C$2"],
  ["ADDRESS(2,3,2)", "C$2"],
  ["SUM(FILTER(Data!A1:A10,Data!A1:A10>1350))", 2738],
  ["INDEX(SORT({3;1;2}),1)", 1],
  ["INDEX(SORT({3;1;2},1,-1),1)", 3],
  ["SUM(UNIQUE({1;2;2;3}))", 6],
  ["SUM(UNIQUE({1;2;2;3},FALSE,TRUE))", 4],
  ["COLUMNS(UNIQUE({1,2,1},TRUE))", 2],
  ['TEXTJOIN(",",FALSE,SORT({2,"b";1,"a";2,"a"},{1,2},{-1,1}))', "2,a,2,b,1,a"],
  ['TEXTJOIN(",",FALSE,SORT({3,1,2},1,1,TRUE))', "1,2,3"],
  ['TEXTJOIN(",",FALSE,SORTBY({"a";"b";"c"},{2;1;2},-1,{1;1;2},-1))', "c,a,b"],
  ["SORT({1;2},3)", "#VALUE!"],
  ['FILTER({1;2;3},{0;0;0},"none")', "none"],
  ["FILTER({1;2;3},{0;0;0})", "#CALC!"],
  ["FILTER({1;2;3},{0;1})", "#VALUE!"],
  ['TEXTJOIN(",",FALSE,SEQUENCE(2,2,10,-5))', "10,5,0,-5"],
  ["SUM(TAKE({1;2;3;4},-2))", 7],
  ["SUM(DROP({1,2;3,4},1,-1))", 3],
  ['TEXTJOIN(",",FALSE,CHOOSECOLS({1,2,3;4,5,6},3,1))', "3,1,6,4"],
  ['TEXTJOIN(",",FALSE,CHOOSEROWS({1,2;3,4;5,6},-1,1))', "5,6,1,2"],
  ['TEXTJOIN(",",FALSE,HSTACK({1;2},VSTACK(8,9)))', "1,8,2,9"],
  ["INDEX(VSTACK({1,2},3),2,2)", "#N/A"],
  ['TEXTJOIN(",",FALSE,TOCOL({1,2;3,4},0,TRUE))', "1,3,2,4"],
  ["COLUMNS(TOROW({1;2;3}))", 3],
  ["INDEX(TRANSPOSE({1,2,3}),3,1)", 3],
  ["AREAS(Data!A1:A3)", 1],
];

const TEXTS: Case[] = [
  ['PROPER("2-way street")', "2-Way Street"],
  ['SUBSTITUTE("Quarter 1, 2011","1","2",3)', "Quarter 1, 2012"],
  ['REPLACE("abcdefghijk",6,5,"*")', "abcde*k"],
  ['MID("Fluid Flow",7,20)', "Flow"],
  ['FIND("M","Miriam McGovern",3)', 8],
  ['FIND("x","Miriam")', "#VALUE!"],
  ['SEARCH("e","Statements",6)', 7],
  ['SEARCH("m?r","Profit Margin")', 8],
  ['TEXTBEFORE("a-b-c","-",2)', "a-b"],
  ['TEXTAFTER("a-b-c","-",-1)', "c"],
  ['TEXTJOIN("-",TRUE,"a","","b")', "a-b"],
  ['REPT("ab",3)', "ababab"],
  ['EXACT("a","A")', false],
  ["FIXED(1234.567,1)", "1,234.6"],
  ["FIXED(-1234.567,-1,TRUE)", "-1230"],
  ["DOLLAR(1234.567,2)", "$1,234.57"],
  ['NUMBERVALUE("2.500,27",",",".")', 2500.27],
  ["CHAR(65)", "A"],
  ["UNICHAR(8364)", "€"],
  ['CODE("A")', 65],
  ['CODE("")', "#VALUE!"],
  ['TRIM(" a  b ")', "a b"],
  ['CLEAN("a"&CHAR(7)&"b")', "ab"],
  ['TEXT(0.285,"0.0%")', "28.5%"],
];

const LOGIC: Case[] = [
  ['IFS(1>2,"a",TRUE,"b")', "b"],
  ['IFS(1>2,"a")', "#N/A"],
  ['SWITCH(2,1,"x",2,"y","z")', "y"],
  ['SWITCH(9,1,"x","z")', "z"],
  ['CHOOSE(2,"a","b")', "b"],
  ['CHOOSE(3,"a","b")', "#VALUE!"],
  ['IFERROR(1/0,"e")', "e"],
  ['IFNA(MATCH(9,{1},0),"n")', "n"],
  ['IFNA(1/0,"n")', "#DIV/0!"],
  ["XOR(TRUE,TRUE)", false],
  ["SUM(IF({1,0,1},{1,2,3},{10,20,30}))", 24],
  ["SUMPRODUCT(IF(Data!A1:A10>1360,1,0))", 2],
  ["SUMPRODUCT(IFERROR({1,2}/{1,0},7))", 8],
  ["IF(1>2,1)", false],
  ['AND("a")', "#VALUE!"],
  ["AND(TRUE,1,0)", false],
  ["OR(FALSE,1)", true],
  ["NOT(0)", true],
];

const INFORMATION: Case[] = [
  ["ISBLANK(Data!A11)", true],
  ['ISBLANK("")', false],
  ["ISNUMBER(Data!A1)", true],
  ['ISTEXT("a")', true],
  ["ISNONTEXT(Data!A11)", true],
  ["ISLOGICAL(1=1)", true],
  ["ISERROR(NA())", true],
  ["ISERR(NA())", false],
  ["ISERR(1/0)", true],
  ["ISNA(MATCH(9,{1},0))", true],
  ["ISEVEN(2.9)", true],
  ["ISODD(-1)", true],
  ["N(TRUE)", 1],
  ['N("7")', 0],
  ["N(1/0)", "#DIV/0!"],
  ["ROW(Data!A5)", 5],
  ["ROW(Data!A5:A7)", 5],
  ["SUMPRODUCT(ROW(Data!A5:A7))", 18],
  ["SUMPRODUCT(ROW(1:200))", 20_100],
  ["SUMPRODUCT(COLUMN(C:E))", 12],
  ["SUMPRODUCT(COLUMN(Mixed!A1:B3))", 3],
  ["COLUMN()", 1],
  ["COLUMN(1)", "#VALUE!"],
  ["ROWS(Data!A1:B7)", 7],
  ["ROWS({1;2})", 2],
  ["COLUMNS(Data!A1:B7)", 2],
  ["COLUMNS({1,2,3})", 3],
  ["SUM(Data!A1:INDEX(Data!A1:A10,4))", 5336],
];

/** Over a column of numbers, texts, truth values and texts that look like numbers: `CONDITIONS` below. */
const CONDITIONS: Case[] = [
  ['COUNTIF(Mixed!A:A,"apple")', 2],
  ['COUNTIF(Mixed!A:A,"a*")', 3],
  ['COUNTIF(Mixed!A:A,"<>apple")', 1_048_574],
  ["COUNTIF(Mixed!A:A,TRUE)", 1],
  ["COUNTIF(Mixed!A:A,7)", 2],
  ['COUNTIF(Mixed!A:A,"=7")', 2],
  ['COUNTIF(Mixed!A:A,">5")', 2],
  ['COUNTIF(Mixed!A:A,">=b")', 1],
  ["COUNTIF(Mixed!A1:B7,7)", 3],
  ['COUNTIF(Mixed!A2:B6,">5")', 2],
  ['COUNTIF(Mixed!A:B,"apple")', 2],
  ['COUNTIF(Mixed!A1:C20,"<>apple")', 58],
  ['SUMIFS(Mixed!B:B,Mixed!A:A,"apple",Mixed!B:B,">1")', 3],
  ['SUMIFS(Mixed!B1:B7,Mixed!A1:A7,"apple",Mixed!A1:A6,"x")', "#VALUE!"],
  ['AVERAGEIFS(Mixed!B:B,Mixed!A:A,"none")', "#DIV/0!"],
  ['MAXIFS(Mixed!B:B,Mixed!A:A,"a*")', 4],
  ['MINIFS(Mixed!B:B,Mixed!A:A,"a*")', 1],
  ['MAXIFS(Mixed!B:B,Mixed!A:A,"none")', 0],
  ['MATCH("BANANA",Mixed!A:A,0)', 2],
  ['VLOOKUP("apple",Mixed!A:B,2,FALSE)', 1],
  ["MATCH(0.1+0.2,Mixed!B:B,0)", 8],
];

describe.each([
  ["finance", FINANCE],
  ["mathematics", MATHS],
  ["dates", DATES],
  ["statistics", STATISTICS],
  ["lookup", LOOKUPS],
  ["texts", TEXTS],
  ["logic", LOGIC],
  ["information", INFORMATION],
  ["conditions", CONDITIONS],
])("functions of %s", (_, cases) => {
  const found = results(cases.map(([formula]) => formula));
  it.each(cases.map(([formula, result], index) => [formula, result, found[index]] as const))(
    "%s is %s",
    (_formula, result, value) => {
      if (typeof result === "number") expect(value).toBeCloseTo(result, 6);
      else expect(value).toBe(result);
    },
  );
});
