import { dataOf, fileOf } from "../../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api } from "../../api/client.ts";
import type { DeliveryOwner } from "../../api/deliveries.ts";
import { formBody } from "../../api/upload.ts";

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

/** A body of rows: the document describes those of records only. Headings with brackets would be paths as members of a body. */
const rowsBody = (sent: Sent) => ({ ...sent, mapping: JSON.stringify(sent.mapping) }) as never;

/** Reads a workbook or a text whole. @throws Problem */
export async function readListFile({ kind, id }: DeliveryOwner, file: File, place: Place): Promise<ReadList> {
  const form = new FormData();
  form.append("file", file);
  const params = { path: { id }, query: { limit: ALL_ROWS, ...place } };
  return await dataOf(api.POST(`/api/${kind}/{id}/read_list`, { params, ...formBody(form) }));
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
