import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type QueryOf } from "./client.ts";
import { listOptions } from "./lists.ts";

/** A run as lists show it. */
export type ListedRun = AnswerOf<"/api/runs">[number];

/** One run, whole. */
export type OneRun = AnswerOf<"/api/runs/{id}">;

/** What a list of runs is narrowed to. */
export type RunFilters = QueryOf<"/api/runs">;

/** Runs, newest first, page by page. */
export const runList = (filters: RunFilters) =>
  listOptions(["runs", "list", filters], (page, signal) =>
    api.GET("/api/runs", { params: { query: { ...filters, ...page } }, signal }),
  );

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => dataOf(api.GET("/api/runs/{id}", { params: { path: { id } }, signal })),
    // A run that is under way is polled until it is done.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  });

function isUnderWay({ status, deliveries }: OneRun): boolean {
  return status === "accepted" || status === "running" || deliveries.some((delivery) => delivery.status === "sending");
}
