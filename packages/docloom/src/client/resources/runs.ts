import { dataOf, fileOf } from "../answers.ts";
import type { Api, QueryOf } from "../api.ts";

/** How long {@link runsResource} `finished` waits between two checks, in milliseconds. */
const POLL_MS = 400;

/** Runs record what became of merges. */
export function runsResource(api: Api) {
  const get = (id: string) => dataOf(api.GET("/api/runs/{id}", { params: { path: { id } } }));

  return {
    list: (query: QueryOf<"/api/runs"> = {}) => dataOf(api.GET("/api/runs", { params: { query } })),

    /** With timings, fields, files and deliveries. */
    get,

    /** Digests of template, data and files, signed by the service; `verifyReceipt` checks it. */
    receipt: (id: string) => dataOf(api.GET("/api/runs/{id}/receipt", { params: { path: { id } } })),

    /** The public keys by which receipts are verified. */
    receiptKeys: () => dataOf(api.GET("/.well-known/docloom-receipts.json", {})),

    /** What was merged. @throws DocloomError `data_expired` if it is no longer kept */
    data: (id: string) => dataOf(api.GET("/api/runs/{id}/data", { params: { path: { id } } })),

    /** Waits until a run is done or has failed. @param signal ends the waiting */
    finished: async (id: string, signal?: AbortSignal) => {
      for (;;) {
        signal?.throwIfAborted();
        const run = await get(id);
        if (run.finished_at !== "") return run;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },

    /** Merges the run's data again. */
    replay: (id: string) => dataOf(api.POST("/api/runs/{id}/replay", { params: { path: { id } } })),

    /** Merges the records of a batch that failed again, as a batch of their own. */
    replayFailed: (id: string) =>
      dataOf(api.POST("/api/runs/{id}/replay", { params: { path: { id }, query: { failed: 1 } } })),

    /** The records of a batch that failed, as a workbook with the reasons. */
    failedRows: (id: string) =>
      fileOf(api.GET("/api/runs/{id}/failed_rows", { params: { path: { id } }, parseAs: "stream" })),

    /** Begins no further record of a batch until it is resumed. */
    pause: (id: string) => dataOf(api.POST("/api/runs/{id}/pause", { params: { path: { id } } })),

    /** Goes on with a batch that is paused. */
    resume: (id: string) => dataOf(api.POST("/api/runs/{id}/resume", { params: { path: { id } } })),

    /** What is not done yet will not be done. */
    cancel: (id: string) => dataOf(api.POST("/api/runs/{id}/cancel", { params: { path: { id } } })),

    /** Sends a delivery of a run again. */
    retryDelivery: (attempt: string) =>
      dataOf(api.POST("/api/deliveries/{attempt}/retry", { params: { path: { attempt } } })),
  };
}
