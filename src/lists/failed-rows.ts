import { largestOf } from "../domain/collections/long-lists.ts";
import { fieldPath, REASON_HEADING } from "./column-fields.ts";
import type { ListColumn } from "./list-records.ts";
import type { CellValue } from "./list-table.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** A record that failed. */
export interface FailedRecord {
  data: Readonly<Record<string, unknown>>;
  why: string;
}

/**
 * An Excel workbook of records that failed, under the headings that they came with, with the reason behind each. A record
 * of several rows has several again.
 * @param columns as the list had them; made from the data where there was no list
 */
export function failedRows(
  records: readonly FailedRecord[],
  columns: readonly ListColumn[] = columnsOf(records),
): Uint8Array {
  const shown = columns.filter(({ field, heading }) => field !== "" && heading !== "" && heading !== REASON_HEADING);
  const rows = records.flatMap(({ data, why }) => {
    const lists = shown.map(({ field }) => valuesAt(data, fieldPath(field)));
    const height = largestOf(
      shown.map(({ field }, column) => (field.includes("[]") ? (lists[column]?.length ?? 0) : 1)),
      1,
    );
    return Array.from({ length: height }, (_, row) => [
      ...lists.map((values, column) => (shown[column]?.field.includes("[]") ? (values[row] ?? "") : (values[0] ?? ""))),
      row === 0 ? why : "",
    ]);
  });
  const headings = shown.map(({ heading }) => ({ heading }));
  return writeWorkbook("Failed rows", [...headings, { heading: REASON_HEADING }], rows);
}

function columnsOf(records: readonly FailedRecord[]): ListColumn[] {
  const fields = new Set(records.flatMap(({ data }) => leaves(data, "")));
  return [...fields].map((field) => ({ heading: field, field }));
}

function leaves(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, path === "" ? name : `${path}.${name}`));
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): CellValue[] {
  if (step === undefined) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [value];
    return value === null || value === undefined ? [""] : [JSON.stringify(value)];
  }
  if (step === "") return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  const member =
    typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  return valuesAt(member, rest);
}
