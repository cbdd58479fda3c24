import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { isMergeData } from "../../domain/merge-data.ts";
import { BATCH_OUTPUTS } from "../../domain/run-task.ts";
import { type BodyTree, FilePart } from "../../http/body/body-tree.ts";
import { parseJsonBody } from "../../http/body/json-body.ts";
import { validate } from "../../http/validate.ts";
import { flag, integer, moment, optional, text } from "../../http/wire-values.ts";
import type { ListTarget } from "../../lists/column-fields.ts";
import { type ListColumn, type ListOrder, listRecords } from "../../lists/list-records.ts";
import type { ListPlace, ListTable } from "../../lists/list-table.ts";
import { readTextTable, tableOfRows } from "../../lists/read-text-table.ts";
import { readWorkbook } from "../../lists/read-workbook.ts";
import { type BatchRecords, batchRecords, FORM_IS_NO_BATCH } from "./batch-records.ts";

/** heading -> field, as an object, as its JSON text, or in brackets as form pairs. */
const mapping = () =>
  optional(
    z.union([
      z.record(z.string(), z.string()),
      z.string().transform((value, context) => {
        const said = fieldsByHeading.safeParse(jsonOf(value));
        if (said.success) return said.data;
        context.addIssue({ code: "custom", message: 'must be an object such as {"First name": "Name"}' });
        return z.NEVER;
      }),
    ]),
  );

const fieldsByHeading = z.record(z.string(), z.string());

/** A text that is no JSON stays one, and is refused as such. */
function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

/** What a batch may be asked: in the query, in a form beside its file, or beside the rows of a JSON body. */
const members = {
  test: flag().meta({ description: "1: test merges, with a SAMPLE watermark." }),
  output: z.enum(BATCH_OUTPUTS).optional().meta({
    description:
      "How the files are put together at the end: `zip` (when absent), `pdf`, for which the documents are merged to PDF, or `none`: they stay in the runs of their records.",
  }),
  deliver: optional(flag()).meta({ description: "0: the deliveries are not made; otherwise each record has them." }),
  run_at: optional(moment()).meta({
    description:
      "When the merges begin, at most a year ahead; at once when absent. Until then the run can be cancelled.",
  }),
  sheet: optional(text()).meta({ description: "Name of the sheet with the list; found when absent." }),
  header_row: optional(integer().pipe(z.int().min(1).max(1_048_576))).meta({
    description: "Row of the headings, from 1; found when absent.",
  }),
  mapping: mapping().meta({
    description:
      "Heading -> field, such as `Customer.name` or `Items[].price`, as an object or its JSON text; an empty field leaves a column out. Columns that it does not name fill the field of their own name.",
  }),
  group_by: optional(text()).meta({
    description:
      "Heading, or field, of a column: rows with the same value in it become one record. Columns mapped into a list (`Items[].price`) are its items.",
  }),
  items: optional(text()).meta({
    description:
      "With `group_by` and no column in a list: the list that holds the rows; the document's only list when absent, else `items`.",
  }),
};

/** The query of a batch. */
export const batchQuery = z.object(members);
export type BatchAsked = z.output<typeof batchQuery>;

/** What `readListBody` makes of a request. */
export const batchBody = z.object({
  mediaType: z.string(),
  text: z.string().optional(),
  file: z.instanceof(FilePart, { error: "must be a file part" }).optional(),
  form: z
    .custom<BodyTree>((value) => typeof value === "object" && value !== null, {
      error: "must be an object with members",
    })
    .optional(),
});
export type BatchBody = z.output<typeof batchBody>;

/** The records of a batch, and the list that they came in, if they did. */
export interface BatchList extends BatchRecords {
  asked: BatchAsked;
  columns?: ListColumn[];
  /** The rows of each record. */
  rows?: number[][];
  table?: ListTable;
}

const inBody = z.object(members).partial();

/**
 * Reads the records of a batch, whatever form they have.
 * @param targets the fields of what is merged, for lists
 * @param part how many rows of a list are read; all when absent
 * @throws Failure those of `batchRecords`, `readWorkbook`, `readTextTable` and `listRecords`
 */
export async function batchList(
  body: BatchBody,
  query: BatchAsked,
  targets: () => Promise<readonly ListTarget[]>,
  { first }: Pick<ListPlace, "first"> = {},
): Promise<BatchList> {
  const { asked, source } = sourceOf(body, query);
  if (source.kind === "records") {
    const order = [asked.group_by, asked.mapping, asked.sheet, asked.header_row, asked.items];
    if (order.some((each) => each !== undefined) && !source.mediaType.includes("csv"))
      throw new Failure(
        "invalid_request",
        "Only lists take mapping, group_by, items, sheet and header_row: an Excel workbook, CSV, or a JSON object with `rows`. These records are merged as they stand.",
      );
    return { ...batchRecords(source.text, source.mediaType), asked };
  }
  const place = { sheet: asked.sheet, headerRow: asked.header_row, first };
  const table =
    source.kind === "workbook"
      ? await readWorkbook(source.bytes, place)
      : source.kind === "csv"
        ? readTextTable(source.text, place)
        : tableOfRows(source.rows, place);
  const order: ListOrder = { mapping: asked.mapping, groupBy: asked.group_by, items: asked.items };
  const { records, columns, warnings } = listRecords(table, order, await targets());
  return {
    asked,
    table,
    columns,
    records: records.map(({ data }) => data),
    rows: records.map(({ rows }) => rows),
    warnings: [...table.warnings, ...warnings, ...cellWarnings(table)],
  };
}

/** Problems that are named one by one. */
const MAX_NAMED = 20;

function cellWarnings({ problems, headings }: ListTable): string[] {
  const named = problems
    .slice(0, MAX_NAMED)
    .map(({ row, column, message }) => `Row ${row}, “${headings[column]}”: ${message} It is left empty.`);
  const others = problems.length - named.length;
  return others > 0 ? [...named, `${others} other cells have no value, too.`] : named;
}

type Source =
  | { kind: "records"; text: string; mediaType: string }
  | { kind: "csv"; text: string }
  | { kind: "rows"; rows: { row: number; cells: unknown[] }[] }
  | { kind: "workbook"; bytes: Uint8Array };

function sourceOf(
  { text: sent, mediaType, file, form }: BatchBody,
  query: BatchAsked,
): { asked: BatchAsked; source: Source } {
  if (file) return { asked: query, source: fileSource(file) };
  if (form) {
    const part = form.file;
    if (!(part instanceof FilePart)) throw new Failure("unsupported_media_type", FORM_IS_NO_BATCH);
    const { file: _, ...rest } = form;
    return { asked: withBody(query, rest), source: fileSource(part) };
  }
  const body = sent ?? "";
  if (mediaType.includes("csv")) {
    const isList = [query.group_by, query.mapping, query.header_row].some((each) => each !== undefined);
    return { asked: query, source: isList ? { kind: "csv", text: body } : { kind: "records", text: body, mediaType } };
  }
  if (mediaType.includes("tab-separated")) return { asked: query, source: { kind: "csv", text: body } };
  // whatever is an object and no record of a line
  const isObject = /^\s*\{/.test(body) && !/ndjson|jsonl|json-seq/.test(mediaType);
  const object = isObject ? parseJsonBody(`{"batch":${body}}`).batch : undefined;
  if (!isMergeData(object)) return { asked: query, source: { kind: "records", text: body, mediaType } };
  const { rows, records: _, ...rest } = object as BodyTree;
  const asked = withBody(query, rest);
  return {
    asked,
    source: Array.isArray(rows) ? { kind: "rows", rows: rowsOf(rows) } : { kind: "records", text: body, mediaType },
  };
}

/** What the query says takes precedence over the body. */
function withBody(query: BatchAsked, body: object): BatchAsked {
  const said = validate(inBody, Object.assign(Object.create(null), body), "body");
  const asked = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !(name === "test" && value === false),
  );
  return { ...said, test: said.test ?? false, ...Object.fromEntries(asked) };
}

function fileSource(file: FilePart): Source {
  const { bytes } = file;
  const isFile = (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes[0] === 0xd0 || /\.xls\w?$/i.test(file.name);
  return isFile ? { kind: "workbook", bytes } : { kind: "csv", text: decoded(bytes) };
}

/** Texts of Excel are UTF-8 or UTF-16 where they begin with a mark, else often in a Western encoding. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function rowsOf(rows: readonly unknown[]): { row: number; cells: unknown[] }[] {
  return rows.flatMap((cells, index) => {
    if (!Array.isArray(cells))
      throw new Failure("invalid_request", `Row ${index + 1} of \`rows\` must be a list of values.`);
    const isEmpty = cells.every((cell) => cell === null || (typeof cell === "string" && cell.trim() === ""));
    return isEmpty ? [] : [{ row: index + 1, cells }];
  });
}
