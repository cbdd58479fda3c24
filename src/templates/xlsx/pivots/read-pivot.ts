import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import { type CellRange, parseRange } from "../../../spreadsheet/cell-reference.ts";

/** How the values of a data field are combined; Excel's words (ECMA-376 Part 1, 18.18.17). */
const AGGREGATES = ["sum", "count", "countNums", "average", "min", "max"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** A pivot table as far as it is calculated here. */
export interface SimplePivot {
  part: string;
  root: XmlElement;
  /** Where the template has it. */
  area: CellRange;
  headerRows: number;
  /** Fields of the cache, outermost first. */
  rowFields: readonly number[];
  columnField: number | undefined;
  data: readonly { field: number; aggregate: Aggregate }[];
  /** A total of each row at the right, one of each column below. */
  hasTotalColumn: boolean;
  hasTotalRow: boolean;
  /** Fields whose items are in descending order. */
  descending: ReadonlySet<number>;
  /** Fields that list their items. */
  listed: ReadonlySet<number>;
}

const isOff = (element: XmlElement, name: string): boolean => /^(?:0|false)$/.test(element.attribute(name) ?? "1");
const isOn = (element: XmlElement, name: string): boolean => /^(?:1|true)$/.test(element.attribute(name) ?? "0");

/** What a pivot table may have that is not calculated here. */
const DEMANDING = ["filters", "calculatedItems", "calculatedMembers", "conditionalFormats", "pivotHierarchies"];
const SUBTOTALS = ["sum", "countA", "avg", "max", "min", "product", "count", "stdDev", "stdDevP", "var", "varP"];

/** Reads a pivot table; undefined if it is more than rows, columns and values of simple kinds. */
export function readPivot(part: string, xml: string): SimplePivot | undefined {
  const root = parseXml(xml);
  const location = root.child("location");
  const area = parseRange(location?.attribute("ref") ?? "");
  const fields = root.child("pivotFields")?.elements("pivotField") ?? [];
  if (root.name !== "pivotTableDefinition" || !location || !area || DEMANDING.some((name) => root.child(name)))
    return undefined;
  if (isOn(root, "dataOnRows") || isOn(root, "gridDropZones") || isOn(root, "mergeItem")) return undefined;
  const indexes = (list: string) =>
    (root.child(list)?.elements("field") ?? []).map((field) => Number(field.attribute("x")));
  const [rowFields, columnFields] = [indexes("rowFields"), indexes("colFields")];
  const data = (root.child("dataFields")?.elements("dataField") ?? []).map((element) => ({
    field: Number(element.attribute("fld")),
    aggregate: AGGREGATES.find((name) => name === (element.attribute("subtotal") ?? "sum")),
    isPlain: (element.attribute("showDataAs") ?? "normal") === "normal" && !element.outer().includes("<extLst"),
  }));
  const columnField = columnFields.find((index) => index >= 0);
  const hasValuesInColumns = columnFields.includes(-2);
  const isPlainShape =
    rowFields.length > 0 &&
    data.length > 0 &&
    columnFields.length <= 1 &&
    hasValuesInColumns === data.length > 1 &&
    Number(location.attribute("firstDataCol")) === 1 &&
    Number(location.attribute("firstDataRow")) === (columnField === undefined ? 1 : 2) &&
    (root.child("pageFields")?.elements("pageField") ?? []).every((page) => page.attribute("item") === undefined);
  if (!isPlainShape || data.some(({ aggregate, isPlain }) => !aggregate || !isPlain)) return undefined;
  const axes = [...rowFields, ...(columnField === undefined ? [] : [columnField])];
  const used = [...axes, ...data.map(({ field }) => field)];
  if (used.some((index) => !fields[index])) return undefined;
  if (rowFields.length > 1 && (isOff(root, "compact") || isOff(root, "outline"))) return undefined;
  const isNested = rowFields.length > 1;
  if (!fields.every((field, index) => isPlainField(field, isNested && rowFields.includes(index)))) return undefined;
  const having = (test: (field: XmlElement) => boolean) =>
    new Set(
      [...fields.keys()].filter((index) => {
        const field = fields[index];
        return field !== undefined && test(field);
      }),
    );
  return {
    part,
    root,
    area,
    headerRows: columnField === undefined ? 1 : 2,
    rowFields,
    columnField,
    data: data.map(({ field, aggregate = "sum" }) => ({ field, aggregate })),
    hasTotalColumn: columnField !== undefined && !isOff(root, "rowGrandTotals"),
    hasTotalRow: !isOff(root, "colGrandTotals"),
    descending: having((field) => field.attribute("sortType") === "descending"),
    listed: having((field) => field.child("items") !== undefined),
  };
}

/** Nothing is hidden, sorted by values, cut to the first ten or given subtotals of its own. */
function isPlainField(field: XmlElement, isNested: boolean): boolean {
  if (field.child("autoSortScope") || isOn(field, "measureFilter") || isOn(field, "autoShow")) return false;
  if (isOn(field, "insertBlankRow") || SUBTOTALS.some((name) => isOn(field, `${name}Subtotal`))) return false;
  const items = field.child("items")?.elements("item") ?? [];
  if (items.some((item) => isOn(item, "h") || isOn(item, "f") || isOff(item, "sd"))) return false;
  if (!isNested) return true;
  return (
    ["compact", "outline", "subtotalTop", "defaultSubtotal"].every((name) => !isOff(field, name)) &&
    isOff(field, "showAll")
  );
}
