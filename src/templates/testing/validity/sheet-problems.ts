import { present } from "../../../domain/present.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { columnNumber, LAST_COLUMN, LAST_ROW, parseRange } from "../../../spreadsheet/cell-reference.ts";
import { type CheckedPackage, reportRepeated } from "./package-problems.ts";

/** What makes Excel repair a workbook: order of cells, indexes, ranges, tables, names (ECMA-376 Part 1, 18). */
export function checkWorkbook(checked: CheckedPackage): void {
  const [main] = checked.partsOf("sheet.main+xml");
  const root = main === undefined ? undefined : checked.root(main);
  if (main === undefined || !root) return;
  const relationships = checked.relationshipsOf(main);
  const sheets = root.child("sheets")?.elements("sheet") ?? [];
  if (sheets.length === 0) checked.report(main, "the workbook has no sheet");
  const names = sheets.map((sheet) => sheet.attribute("name") ?? "");
  reportRepeated(
    checked,
    main,
    "the sheet",
    names.map((name) => name.toLowerCase()),
  );
  reportRepeated(
    checked,
    main,
    "the sheet id",
    sheets.map((sheet) => sheet.attribute("sheetId")),
  );
  for (const name of names)
    if (name === "" || name.length > 31 || /[\\/?*[\]:]|^'|'$/.test(name))
      checked.report(main, `the sheet name "${name}" is not allowed`);
  checkNames(checked, main, root, sheets.length);
  const counts = countsOf(checked);
  const tables: XmlElement[] = [];
  for (const sheet of sheets) {
    const relationship = relationships.byId(sheet.attribute("r:id") ?? "");
    const part = relationship && relationships.targetPart(relationship);
    const worksheet = part === undefined ? undefined : checked.root(part);
    if (part === undefined || worksheet?.name !== "worksheet") continue;
    const cells = checkCells(checked, part, worksheet, counts);
    checkFrame(checked, part, worksheet, counts);
    tables.push(...checkRelated(checked, part, worksheet, cells));
  }
  for (const attribute of ["id", "name", "displayName"])
    reportRepeated(
      checked,
      main,
      `the table's ${attribute}`,
      tables.map((table) => table.attribute(attribute)?.toLowerCase()),
    );
  if (relationships.ofType("calcChain").length > 0) checked.report(main, "an order of calculation is left");
}

interface Counts {
  strings: number;
  formats: number;
  differences: number;
}

function countsOf(checked: CheckedPackage): Counts {
  const [strings] = checked.partsOf("sharedStrings+xml");
  const [styles] = checked.partsOf("spreadsheetml.styles+xml");
  const sheet = styles === undefined ? undefined : checked.root(styles);
  for (const name of ["cellXfs", "dxfs", "numFmts", "fonts", "fills", "borders"]) {
    const list = sheet?.child(name);
    if (list && list.attribute("count") !== undefined && Number(list.attribute("count")) !== list.elements().length)
      checked.report(present(styles), `<${name}> holds ${list.elements().length}, not ${list.attribute("count")}`);
  }
  return {
    strings: strings === undefined ? 0 : (checked.root(strings)?.elements("si").length ?? 0),
    formats: sheet?.child("cellXfs")?.elements().length ?? 1,
    differences: sheet?.child("dxfs")?.elements().length ?? 0,
  };
}

function checkNames(checked: CheckedPackage, part: string, root: XmlElement, sheets: number): void {
  const names = root.child("definedNames")?.elements("definedName") ?? [];
  reportRepeated(
    checked,
    part,
    "the name",
    names.map((name) => `${name.attribute("name")?.toLowerCase()} of ${name.attribute("localSheetId") ?? "all"}`),
  );
  for (const name of names) {
    const local = name.attribute("localSheetId");
    if (local !== undefined && !(Number(local) < sheets))
      checked.report(part, `the sheet ${local} of a name is missing`);
    if (name.text().trim() === "") checked.report(part, `the name ${name.attribute("name")} is empty`);
    if (name.text().includes("#REF!")) checked.report(part, `the name ${name.attribute("name")} refers to nothing`);
  }
}

function checkCells(
  checked: CheckedPackage,
  part: string,
  worksheet: XmlElement,
  counts: Counts,
): ReadonlyMap<string, XmlElement> {
  const cells = new Map<string, XmlElement>();
  let lastRow = 0;
  for (const row of worksheet.child("sheetData")?.elements("row") ?? []) {
    const number = Number(row.attribute("r") ?? lastRow + 1);
    if (!(number > lastRow && number <= LAST_ROW)) checked.report(part, `row ${number} follows row ${lastRow}`);
    lastRow = number;
    let lastColumn = 0;
    for (const cell of row.elements("c")) {
      const reference = cell.attribute("r") ?? "";
      const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
      const column = columnNumber(letters);
      if (Number(digits) !== number || !(column > lastColumn && column <= LAST_COLUMN))
        checked.report(part, `the cell ${reference} stands in row ${number} behind column ${lastColumn}`);
      lastColumn = column;
      cells.set(reference, cell);
      checkCell(checked, part, reference, cell, counts);
    }
  }
  const shared = new Set<string>();
  for (const cell of cells.values()) {
    const formula = cell.child("f");
    if (formula?.attribute("t") !== "shared") continue;
    const index = formula.attribute("si") ?? "";
    if (formula.text() !== "") shared.add(index);
    else if (!shared.has(index)) checked.report(part, `the shared formula ${index} is missing`);
  }
  return cells;
}

function checkCell(checked: CheckedPackage, part: string, place: string, cell: XmlElement, counts: Counts): void {
  const report = (problem: string) => checked.report(part, `${place}: ${problem}`);
  const value = cell.child("v")?.text();
  if (Number(cell.attribute("s") ?? 0) >= counts.formats) report("the format is missing");
  if (cell.child("f")?.text().includes("#REF!")) report("the formula refers to nothing");
  if (/[{]\$/.test(cell.child("f")?.text() ?? "")) report("the formula holds a tag");
  switch (cell.attribute("t") ?? "n") {
    case "s":
      if (!(Number(value) < counts.strings)) report(`the shared text ${value} is missing`);
      break;
    case "n":
      if (value !== undefined && !(value !== "" && Number.isFinite(Number(value))))
        report(`"${value}" is not a number`);
      break;
    case "b":
      if (value !== "0" && value !== "1") report(`"${value}" is not a truth value`);
      break;
    case "inlineStr":
      if (!cell.child("is")) report("an inline text is missing");
      if ((cell.child("is")?.text().length ?? 0) > 32_767) report("the text is too long");
      break;
    case "e":
      if (!/^#/.test(value ?? "")) report(`"${value}" is not an error`);
  }
}

function checkFrame(checked: CheckedPackage, part: string, worksheet: XmlElement, counts: Counts): void {
  const counted = [
    ["mergeCells", "mergeCell"],
    ["dataValidations", "dataValidation"],
    ["tableParts", "tablePart"],
    ["rowBreaks", "brk"],
    ["colBreaks", "brk"],
  ] as const;
  for (const [name, item] of counted) {
    const list = worksheet.child(name);
    if (!list) continue;
    const { length } = list.elements(item);
    if (length === 0) checked.report(part, `<${name}> is empty`);
    if (list.attribute("count") !== undefined && Number(list.attribute("count")) !== length)
      checked.report(part, `<${name}> holds ${length}, not ${list.attribute("count")}`);
  }
  // the many elements of the cells are none of the frame's
  const frame = worksheet.elements().filter(({ name }) => name !== "sheetData");
  const elements = frame.flatMap((element) => [element, ...element.descendants()]);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const ranges = (name: string, attribute: string) => named(name).map((element) => element.attribute(attribute) ?? "");
  const listed = ["conditionalFormatting", "dataValidation", "ignoredError", "protectedRange", "selection"].flatMap(
    (name) => ranges(name, "sqref").flatMap((list) => list.split(" ")),
  );
  const single = ["mergeCell", "hyperlink", "autoFilter", "sortState", "dimension"].flatMap((name) =>
    ranges(name, "ref"),
  );
  for (const range of [...listed, ...single]) if (!isRange(range)) checked.report(part, `"${range}" is not a range`);
  const merged = ranges("mergeCell", "ref").flatMap((range) => parseRange(range) ?? []);
  merged.forEach((a, index) => {
    for (const b of merged.slice(index + 1))
      if (a.row1 <= b.row2 && b.row1 <= a.row2 && a.column1 <= b.column2 && b.column1 <= a.column2)
        checked.report(part, `merged cells overlap in row ${Math.max(a.row1, b.row1)}`);
  });
  for (const rule of named("cfRule")) {
    const difference = rule.attribute("dxfId");
    if (difference !== undefined && !(Number(difference) < counts.differences))
      checked.report(part, `the conditional format ${difference} is missing`);
  }
  let lastColumn = 0;
  for (const column of worksheet.child("cols")?.elements("col") ?? []) {
    const [min, max] = [Number(column.attribute("min")), Number(column.attribute("max"))];
    if (!(min > lastColumn && max >= min && max <= LAST_COLUMN))
      checked.report(part, `the columns ${min} to ${max} follow column ${lastColumn}`);
    lastColumn = max;
  }
  for (const formula of [...named("formula"), ...named("formula1")])
    if (formula.text().includes("#REF!")) checked.report(part, `${formula.text()} refers to nothing`);
}

function isRange(text: string): boolean {
  return parseRange(text) !== undefined || /^\$?[A-Z]{1,3}:\$?[A-Z]{1,3}$|^\$?\d+:\$?\d+$/.test(text);
}

function checkRelated(
  checked: CheckedPackage,
  sheetPart: string,
  worksheet: XmlElement,
  cells: ReadonlyMap<string, XmlElement>,
): XmlElement[] {
  const relationships = checked.relationshipsOf(sheetPart);
  const tables: XmlElement[] = [];
  for (const relationship of relationships.all()) {
    const part = relationships.targetPart(relationship);
    const root = part === undefined ? undefined : checked.root(part);
    if (part === undefined || !root) continue;
    const kind = relationship.type.slice(relationship.type.lastIndexOf("/") + 1);
    if (kind === "table") {
      tables.push(root);
      checkTable(checked, part, root, cells);
    } else if (kind === "comments")
      reportRepeated(
        checked,
        part,
        "the comment",
        [...root.descendants("comment")].map((comment) => comment.attribute("ref")),
      );
    else if (kind === "drawing") checkDrawing(checked, part, root);
  }
  const listed = worksheet.child("tableParts")?.elements("tablePart").length ?? 0;
  if (listed !== tables.length) checked.report(sheetPart, `${tables.length} tables are related, ${listed} listed`);
  return tables;
}

function checkTable(
  checked: CheckedPackage,
  part: string,
  table: XmlElement,
  cells: ReadonlyMap<string, XmlElement>,
): void {
  const range = parseRange(table.attribute("ref") ?? "");
  if (!range) {
    checked.report(part, "the table has no range");
    return;
  }
  const columns = table.child("tableColumns")?.elements("tableColumn") ?? [];
  if (columns.length !== range.column2 - range.column1 + 1)
    checked.report(part, "the table's columns do not fill its range");
  if (Number(table.child("tableColumns")?.attribute("count")) !== columns.length)
    checked.report(part, "the table's columns are miscounted");
  reportRepeated(
    checked,
    part,
    "the column",
    columns.map((column) => column.attribute("name")?.toLowerCase()),
  );
  const header = Number(table.attribute("headerRowCount") ?? 1);
  const totals = Number(table.attribute("totalsRowCount") ?? 0);
  if (range.row2 - range.row1 + 1 < header + totals + 1) checked.report(part, "the table has no row of data");
  const filter = parseRange(table.child("autoFilter")?.attribute("ref") ?? "");
  if (filter && (filter.row1 !== range.row1 || filter.row2 !== range.row2 - totals))
    checked.report(part, "the filter does not fit the table");
  if (header === 1)
    columns.forEach((column, index) => {
      const cell = [...cells].find(([reference]) => {
        const at = present(parseRange(reference));
        return at.row1 === range.row1 && at.column1 === range.column1 + index;
      });
      const text = cell?.[1].attribute("t") === "inlineStr" ? cell[1].child("is")?.text() : undefined;
      const name = column.attribute("name")?.replace(/_x000[aA]_/g, "\n");
      if (text !== undefined && text !== name) checked.report(part, `the header says "${text}", the column "${name}"`);
    });
}

function checkDrawing(checked: CheckedPackage, part: string, root: XmlElement): void {
  reportRepeated(
    checked,
    part,
    "the shape id",
    [...root.descendants("xdr:cNvPr")].map((shape) => shape.attribute("id")),
  );
  for (const anchor of root.elements("xdr:twoCellAnchor")) {
    const at = (end: string, name: string) => Number(anchor.child(end)?.child(name)?.text());
    for (const name of ["xdr:col", "xdr:row"])
      if (!(at("xdr:from", name) >= 0 && at("xdr:to", name) >= at("xdr:from", name)))
        checked.report(part, `an anchor ends before it begins (${at("xdr:from", name)} to ${at("xdr:to", name)})`);
  }
}
