import Papa from "papaparse";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { treeFromPairs } from "../../http/body/bracket-keys.ts";
import { parseJsonBody } from "../../http/body/json-body.ts";
import { MAX_LIST_LINES } from "../../lists/list-table.ts";
import { delimiterOf, tooManyLines } from "../../lists/read-text-table.ts";
import { mergeData } from "./merge-data.ts";

/** Records of one batch. */
const MAX_RECORDS = 10_000;

const invalid = (message: string): Failure => new Failure("invalid_request", message);

/** The records of a body, and what was odd about it. */
export interface BatchRecords {
  records: MergeData[];
  warnings: string[];
}

/** Media types that a batch can have. */
const TYPES = "application/json, application/x-ndjson, text/csv or an Excel workbook (.xlsx)";

/** What a form is told that has no file with the records. */
export const FORM_IS_NO_BATCH = `A batch cannot be sent as a form, which has only one record: send its records as ${TYPES}, or a list as the part \`file\`.`;

/**
 * The records of a batch's body: a JSON array (or an object whose `records` is one), NDJSON, or CSV with a first line of
 * names, which may use brackets as form pairs do. Errors name the record or line.
 * @throws Failure `unsupported_media_type` for forms, `invalid_request`
 */
export function batchRecords(text: string, mediaType: string): BatchRecords {
  const { records, warnings } = readRecords(text, mediaType);
  if (records.length === 0) throw invalid("The batch has no records.");
  if (records.length > MAX_RECORDS)
    throw invalid(`The batch has ${records.length} records; ${MAX_RECORDS} are allowed.`);
  return { records, warnings };
}

function readRecords(text: string, mediaType: string): BatchRecords {
  if (mediaType.includes("csv")) return csvRecords(text);
  if (/ndjson|jsonl|json-seq/.test(mediaType)) return { records: lineRecords(text), warnings: [] };
  // curl labels JSON as a form unless told otherwise.
  const isForm = mediaType.includes("form-urlencoded") && !/^\s*[[{]/.test(text);
  if (isForm || mediaType.startsWith("multipart/")) throw new Failure("unsupported_media_type", FORM_IS_NO_BATCH);
  return { records: jsonRecords(text), warnings: [] };
}

function jsonRecords(text: string): MergeData[] {
  const body = parseJsonBody(`{"batch":${text}}`).batch;
  const list = typeof body === "object" && body !== null && "records" in body ? body.records : body;
  if (!Array.isArray(list)) throw invalid("The body must be an array of records, or an object with `records`.");
  return list.map((record, index) => asRecord(record, `Record ${index + 1}`));
}

function lineRecords(text: string): MergeData[] {
  return text.split("\n").flatMap((line, index): MergeData[] => {
    if (line.trim() === "") return [];
    try {
      return [asRecord(parseJsonBody(line), `Line ${index + 1}`)];
    } catch (error) {
      if (error instanceof Failure) throw new Failure(error.code, `Line ${index + 1}: ${error.message}`);
      throw error;
    }
  });
}

function asRecord(value: unknown, where: string): MergeData {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(`${where} must be an object of fields.`);
  return mergeData(value as Parameters<typeof mergeData>[0]);
}

function csvRecords(text: string): BatchRecords {
  const source = text.replace(/^\ufeff/, "");
  const rows: { cells: string[]; line: number }[] = [];
  const lines = lineCounter(source);
  let rowStart = 0;
  let read = 0;
  Papa.parse<string[]>(source, {
    delimiter: delimiterOfRows(source),
    step({ data, errors, meta: { cursor } }) {
      if (++read > MAX_LIST_LINES) throw tooManyLines();
      const line = lines(rowStart);
      if (errors.some(({ type }) => type === "Quotes"))
        throw invalid(`Line ${line}: the quotes of the CSV are not closed.`);
      if (data.some((cell) => cell.trim() !== "")) rows.push({ cells: data, line });
      rowStart = cursor;
    },
  });
  const [head, ...body] = rows;
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const records = body.map(({ cells }) =>
    mergeData(treeFromPairs(names.map((name, column): [string, string] => [name, cells[column] ?? ""]))),
  );
  return { records, warnings: [...repeatedNames(names), ...unevenRows(names.length, body)] };
}

/** A delimiter is found by reading the first rows once for each that there may be. */
const HEAD_LENGTH = 64 * 1024;

/** What stands between the values of the first rows, by as much of them as says it: one value may be as long as it likes. */
function delimiterOfRows(source: string): string | undefined {
  if (source.length <= HEAD_LENGTH) return undefined;
  const { meta } = Papa.parse(source.slice(0, HEAD_LENGTH), { preview: 10 });
  // Of rows that end with the head, the last may have lost its end.
  return meta.truncated ? meta.delimiter : delimiterOf(source);
}

/** A sentence for each name that several columns share: the last value replaces the others. `Tags[]` collects them. */
function repeatedNames(names: readonly string[]): string[] {
  const columns = Map.groupBy(names.keys(), (column) => names[column] ?? "");
  const repeated = [...columns].filter(([name, of]) => of.length > 1 && name !== "" && !name.includes("[]"));
  const named = repeated.slice(0, MAX_NAMED).map(([name, of]) => {
    const [places, last] = [of.slice(0, -1).map((column) => column + 1), (of.at(-1) ?? 0) + 1];
    return `Columns ${places.join(", ")} and ${last} are all called “${name}”: only the values of column ${last} count.`;
  });
  const others = repeated.length - named.length;
  return others > 0 ? [...named, `${others} other names are used for several columns.`] : named;
}

/** The 1-based line of a place in a text; places are asked for in order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let seen = 0;
  return (offset) => {
    for (let at = text.indexOf("\n", seen); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
      line++;
      seen = at + 1;
    }
    return line;
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Lines that a batch's warnings name one by one. */
const MAX_NAMED = 20;

/** A sentence for each row that has more or fewer cells than there are names. */
function unevenRows(columns: number, rows: readonly { cells: string[]; line: number }[]): string[] {
  const uneven = rows.filter(({ cells }) => cells.length !== columns);
  const named = uneven.slice(0, MAX_NAMED).map(({ cells, line }) => {
    const what = cells.length < columns ? "the missing ones are empty" : "the extra ones are left out";
    return `Line ${line} has ${counted(cells.length, "value")} for ${counted(columns, "name")}; ${what}.`;
  });
  const others = uneven.length - named.length;
  return others > 0 ? [...named, `${others} other lines have more or fewer values than there are names.`] : named;
}
