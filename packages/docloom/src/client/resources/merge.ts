import { type AnsweredFile, fileOf, runIdOf } from "../answers.ts";
import type { Api } from "../api.ts";
import { fromBase64 } from "../bytes.ts";

/** Data of a merge: members by field name, nested as the template needs them. */
export type MergeData = Record<string, unknown>;

/** What is merged: a merge address, or a document or data route by its id, which takes credentials. */
export type MergeTarget = string | { document: string } | { route: string };

export interface MergeOptions {
  /** A test merge: marked as a sample, counted apart, nothing is sent. */
  test?: boolean;
}

/** Merging fills documents with data. */
export function mergeResource(api: Api) {
  const open = async (target: MergeTarget, data: MergeData, query: { test?: 1; download?: 1 }): Promise<Response> => {
    const init = { body: data, parseAs: "stream" } as const;
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
  const testQuery = ({ test }: MergeOptions) => (test ? { test: 1 as const } : {});

  return {
    /**
     * Merges immediately and returns the file.
     * @example const pdf = await docloom.merge.now("https://docs.example.com/merge/7/KEY", { Name: "Ann" });
     */
    now: (target: MergeTarget, data: MergeData, options: MergeOptions = {}): Promise<AnsweredFile> =>
      fileOf(open(target, data, { ...testQuery(options), download: 1 }).then((response) => ({ response }))),

    /** Merges a data route immediately and returns all its files. */
    files: async (target: MergeTarget, data: MergeData, options: MergeOptions = {}): Promise<AnsweredFile[]> => {
      const response = await open(target, data, { ...testQuery(options), download: 1 });
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

    /** Has the service merge and deliver on its own; the run tells the outcome. */
    later: async (target: MergeTarget, data: MergeData, options: MergeOptions = {}): Promise<{ runId: string }> => ({
      runId: runIdOf(await open(target, data, testQuery(options))),
    }),
  };
}

function mergeAddress(address: string): { baseUrl: string; kind: "merge" | "route"; id: string; key: string } {
  const [, baseUrl, kind, id, key] = /^(.*)\/(merge|route)\/(\d+)\/([^/?#]+)/.exec(address) ?? [];
  if (baseUrl === undefined || (kind !== "merge" && kind !== "route") || id === undefined || key === undefined)
    throw new TypeError(`"${address}" is not a merge address: those end in /merge/ID/KEY or /route/ID/KEY.`);
  return { baseUrl, kind, id, key };
}
