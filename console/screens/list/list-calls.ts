import { dataOf, fileOf } from "../../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api } from "../../api/client.ts";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { Problem } from "../../api/problem.ts";
import { formBody } from "../../api/upload.ts";
import { shownSize } from "../../parts/shown-size.ts";

/** A list as a merge would read it. */
export type ReadList = AnswerOf<"/api/documents/{id}/read_list", "post">;

/** A cell that should be corrected. */
export type MarkedCell = ReadList["problems"][number];

export type Cell = string | number | boolean;

/** Where the list is in its file, if that is not to be found. */
export interface Place {
  sheet: string | undefined;
  header_row: number | undefined;
}

/** Rows as they stand on the screen, and how they become records. */
export interface Sent {
  rows: readonly (readonly Cell[])[];
  mapping: Readonly<Record<string, string>>;
  group_by: string | undefined;
}

const ALL_ROWS = 10_000;
/** Rows of a first look: more than a screen holds, and read before the eye misses them. */
const FIRST_ROWS = 200;
/** What the service takes as one file. */
const MAX_BYTES = 32_000_000;

/** A body of rows: the document describes those of records only. Headings with brackets would be paths as members of a body. */
const rowsBody = (sent: Sent) => ({ ...sent, mapping: JSON.stringify(sent.mapping) }) as never;

/** Reads the first rows of a workbook or a text, or all of them. @throws Problem */
export async function readListFile(
  { kind, id }: DeliveryOwner,
  file: File,
  { place, rows, signal }: { place: Place; rows: "first" | "all"; signal: AbortSignal },
): Promise<ReadList> {
  if (file.size > MAX_BYTES)
    throw new Problem({
      status: 0,
      code: "body_too_large",
      message: `“${file.name}” has ${shownSize(file.size)}; a list may have ${shownSize(MAX_BYTES)}: divide it into several files.`,
    });
  const form = new FormData();
  form.append("file", file);
  const query = { limit: ALL_ROWS, ...(rows === "first" ? { first: FIRST_ROWS } : {}), ...place };
  const params = { path: { id }, query };
  return await dataOf(api.POST(`/api/${kind}/{id}/read_list`, { params, signal, ...formBody(form) }));
}

/** Reads rows of the screen: what they become, and what is wrong with them. @throws Problem */
export async function readListRows(
  { kind, id }: DeliveryOwner,
  sent: Sent,
  { limit = 0, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<ReadList> {
  const params = { path: { id }, query: { limit } };
  return await dataOf(
    api.POST(`/api/${kind}/{id}/read_list`, { params, body: rowsBody(sent), signal: signal ?? null }),
  );
}

export interface BatchOrder extends Sent {
  output: "zip" | "pdf" | "none";
  deliver: 0 | 1;
  test: 0 | 1;
  /** ISO 8601; at once when absent. */
  run_at: string | undefined;
}

/**
 * Merges the list in the background.
 * @param key the same for the same order, which is then carried out once
 * @returns the run of the whole list
 * @throws Problem
 */
export async function startBatch({ kind, id }: DeliveryOwner, order: BatchOrder, key: string): Promise<string> {
  const params = { path: { id }, header: { "Idempotency-Key": key } };
  const call = api.POST(`/api/${kind}/{id}/batch`, {
    params,
    headers: { "idempotency-key": key },
    body: rowsBody(order),
  });
  const { data } = (await call) as { data?: { run_id: string } };
  return data?.run_id ?? "";
}

/** An Excel workbook headed with the fields. @throws Problem */
export const listTemplate = ({ kind, id }: DeliveryOwner) =>
  fileOf(api.GET(`/api/${kind}/{id}/list_template`, { params: { path: { id } }, parseAs: "stream" }));

/** The records of a batch that failed, with the reasons. @throws Problem */
export const failedRows = (id: string) =>
  fileOf(api.GET("/api/runs/{id}/failed_rows", { params: { path: { id } }, parseAs: "stream" }));
