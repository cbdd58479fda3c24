import type { ListTarget } from "./column-fields.ts";
import type { CellValue } from "./list-table.ts";
import { type WrittenColumn, writeWorkbook } from "./write-workbook.ts";

const EXAMPLES: Readonly<Record<string, CellValue>> = { number: 12.5, date: "2026-01-31", boolean: true };

/**
 * An Excel workbook headed with the fields of a document, with one row of examples, drop-downs where there are choices, and
 * dates as dates.
 * @param sample data of the document whose values are the examples
 */
export function listTemplate(
  name: string,
  targets: readonly ListTarget[],
  sample: Readonly<Record<string, unknown>> = {},
): Uint8Array {
  const columns = targets.map(({ label, field, isItem }): WrittenColumn => {
    const options = field.type === "boolean" ? ["TRUE", "FALSE"] : field.options;
    const note = [
      field.required ? "Needed." : "",
      isItem ? "Several rows may belong to one record: group them when you merge." : "",
    ];
    return {
      heading: label,
      format: field.type === "date" ? "date" : field.type === "text" ? "text" : "general",
      ...(options ? { options } : {}),
      ...(note.some(Boolean) ? { note: note.filter(Boolean).join(" ") } : {}),
    };
  });
  const examples = targets.map(
    ({ path, field }) =>
      sampleValue(sample, path) ?? field.options?.[0] ?? EXAMPLES[field.type] ?? `Example ${field.name}`,
  );
  return writeWorkbook(name, columns, [examples]);
}

function sampleValue(sample: Readonly<Record<string, unknown>>, path: string): CellValue | undefined {
  let value: unknown = sample;
  for (const step of path.split(".")) {
    const name = step.replace(/\[\]$/, "");
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (step.endsWith("[]")) value = Array.isArray(value) ? value[0] : undefined;
  }
  if (typeof value === "string") return value.length <= 500 ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
