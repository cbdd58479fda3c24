import Papa from "papaparse";
import { Failure } from "../../domain/failure.ts";
import { treeFromPairs } from "../../http/bracket-keys.ts";
import { parseJsonBody } from "../../http/json-body.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeData } from "./merge-data.ts";

/** Records of one batch. */
const MOST_RECORDS = 10_000;

const invalid = (message: string): Failure => new Failure("invalid_request", message);

/**
 * The records of a batch's body: a JSON array (or an object whose `records` is one), NDJSON, or CSV with a first line of
 * names, which may use brackets as form pairs do. Errors name the record or line.
 */
export function batchRecords(text: string, mediaType: string): MergeData[] {
  const records = mediaType.includes("csv")
    ? csvRecords(text)
    : /ndjson|jsonl|json-seq/.test(mediaType)
      ? lineRecords(text)
      : jsonRecords(text);
  if (records.length === 0) throw invalid("The batch has no records.");
  if (records.length > MOST_RECORDS)
    throw invalid(`The batch has ${records.length} records; ${MOST_RECORDS} are allowed.`);
  return records;
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

function csvRecords(text: string): MergeData[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { skipEmptyLines: "greedy" });
  const quoting = errors.find(({ type }) => type === "Quotes");
  if (quoting) throw invalid(`Line ${(quoting.row ?? 0) + 1}: the quotes of the CSV are not closed.`);
  const [names = [], ...rows] = data;
  return rows.map((row) =>
    mergeData(treeFromPairs(names.map((name, column): [string, string] => [name.trim(), row[column] ?? ""]))),
  );
}
