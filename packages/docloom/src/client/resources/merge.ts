import { type AnsweredFile, dataOf, fileOf, runIdOf } from "../answers.ts";
import type { Api } from "../api.ts";
import { fromBase64 } from "../bytes.ts";

/** Data of a merge: members by field name, nested as the template needs them. An object of any interface will do, too. */
export type MergeData = Record<string, unknown>;

/** What is merged: a merge address, or a document or data route by its id, which takes credentials. */
export type MergeTarget = string | { document: string } | { route: string };

export interface MergeOptions {
  /** A test merge: marked as a sample, counted apart, nothing is sent. */
  test?: boolean;
  /** Repeating a merge under the same key, within a day, gives the answer of the first one; a new key when absent. */
  idempotencyKey?: string;
  /** Stops waiting for the answer. */
  signal?: AbortSignal;
}

/** A list of records: a workbook (.xlsx), CSV, NDJSON or JSON, as it is in a file. */
export interface ListFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** What it is; workbooks are known without. */
  mediaType?: string;
}

export interface BatchOptions extends MergeOptions {
  /** Heading -> field, such as `Customer.name` or `Items[].price`; an empty field leaves a column out. */
  mapping?: Record<string, string>;
  /** The column whose equal values make several rows one record. */
  groupBy?: string;
  sheet?: string;
  /** Row of the headings, from 1. */
  headerRow?: number;
  /** When the merges begin. */
  runAt?: Date;
  output?: "zip" | "pdf" | "none";
  /** False: no deliveries are made. */
  deliver?: boolean;
}

/** Merging fills documents with data. */
export function mergeResource(api: Api) {
  const open = async (
    target: MergeTarget,
    data: object,
    { test, idempotencyKey, signal }: MergeOptions,
    { download }: { download?: 1 } = {},
  ): Promise<Response> => {
    const query = { ...(test ? { test: 1 as const } : {}), ...(download ? { download } : {}) };
    const init = {
      body: data as Record<string, unknown>,
      parseAs: "stream",
      ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }),
      ...(signal === undefined ? {} : { signal }),
    } as const;
    if (typeof target !== "string") {
      if ("document" in target) {
        const params = { path: { id: target.document }, query };
        return (await api.POST("/api/documents/{id}/merge", { ...init, params })).response;
      }
      const params = { path: { id: target.route }, query };
      return (await api.POST("/api/routes/{id}/merge", { ...init, params })).response;
    }
    const { baseUrl, kind, id, key } = mergeAddress(target);
    const params = { path: { id, key }, query };
    const path = kind === "merge" ? "/merge/{id}/{key}" : "/route/{id}/{key}";
    return (await api.POST(path, { ...init, baseUrl, params })).response;
  };

  return {
    /**
     * Merges immediately and returns the file.
     * @example const pdf = await docloom.merge.now("https://docs.example.com/merge/7/KEY", { Name: "Ann" });
     */
    now: (target: MergeTarget, data: object, options: MergeOptions = {}): Promise<AnsweredFile> =>
      fileOf(open(target, data, options, { download: 1 }).then((response) => ({ response }))),

    /** Merges a data route immediately and returns all its files. */
    files: async (target: MergeTarget, data: object, options: MergeOptions = {}): Promise<AnsweredFile[]> => {
      const response = await open(target, data, options, { download: 1 });
      const isList = response.headers.get("content-type")?.startsWith("application/json");
      if (!isList || response.headers.has("content-disposition")) return [await fileOf(Promise.resolve({ response }))];

      const runId = runIdOf(response);
      const { files }: { files: { name: string; file_contents: string }[] } = await response.json();
      return files.map(({ name, file_contents }) => ({
        name,
        mediaType: "application/octet-stream",
        bytes: fromBase64(file_contents),
        runId,
        warnings: [],
      }));
    },

    /**
     * Merges every record of a list, each as a run of its own, in the background; the run tells how far it is.
     * @example await docloom.merge.batch({ document: "7" }, { bytes: await readFile("orders.xlsx") }, { groupBy: "Order" });
     */
    batch: async (target: MergeTarget, list: ListFile, options: BatchOptions = {}): Promise<BatchAnswer> => {
      const query = {
        ...(options.test ? { test: 1 as const } : {}),
        ...(options.mapping ? { mapping: JSON.stringify(options.mapping) } : {}),
        ...(options.groupBy === undefined ? {} : { group_by: options.groupBy }),
        ...(options.sheet === undefined ? {} : { sheet: options.sheet }),
        ...(options.headerRow === undefined ? {} : { header_row: options.headerRow }),
        ...(options.runAt ? { run_at: options.runAt.toISOString() } : {}),
        ...(options.output ? { output: options.output } : {}),
        ...(options.deliver === false ? { deliver: 0 as const } : {}),
      };
      const mediaType = list.mediaType ?? "application/octet-stream";
      const { idempotencyKey, signal } = options;
      const init = {
        body: [],
        // the bytes go as they are
        bodySerializer: () => new Blob([list.bytes]),
        headers: {
          "content-type": mediaType,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(signal === undefined ? {} : { signal }),
      };
      if (typeof target !== "string") {
        if ("document" in target) {
          const params = { path: { id: target.document }, query };
          return batchAnswer(dataOf(api.POST("/api/documents/{id}/batch", { ...init, params })));
        }
        const params = { path: { id: target.route }, query };
        return batchAnswer(dataOf(api.POST("/api/routes/{id}/batch", { ...init, params })));
      }
      const { baseUrl, kind, id, key } = mergeAddress(target);
      const params = { path: { id, key }, query };
      const path = kind === "merge" ? "/merge/{id}/{key}/batch" : "/route/{id}/{key}/batch";
      return batchAnswer(dataOf(api.POST(path, { ...init, baseUrl, params })));
    },

    /** Has the service merge and deliver on its own; the run tells the outcome. */
    later: async (target: MergeTarget, data: object, options: MergeOptions = {}): Promise<{ runId: string }> => ({
      runId: runIdOf(await open(target, data, options)),
    }),
  };
}

/** What became of a list: a run of the whole, and how many records it has. */
export interface BatchAnswer {
  runId: string;
  records: number;
  warnings: string[];
}

async function batchAnswer(
  answer: Promise<{ run_id: string; records: number; warnings: string[] }>,
): Promise<BatchAnswer> {
  const { run_id: runId, records, warnings } = await answer;
  return { runId, records, warnings };
}

function mergeAddress(address: string): { baseUrl: string; kind: "merge" | "route"; id: string; key: string } {
  const [, baseUrl, kind, id, key] = /^(.*)\/(merge|route)\/(\d+)\/([^/?#]+)/.exec(address) ?? [];
  if (baseUrl === undefined || (kind !== "merge" && kind !== "route") || id === undefined || key === undefined)
    throw new TypeError(`"${address}" is not a merge address: those end in /merge/ID/KEY or /route/ID/KEY.`);
  return { baseUrl, kind, id, key };
}
