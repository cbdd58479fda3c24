import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, getPage } from "./client.ts";
import { allItems, followingCursor } from "./documents.ts";

/** A run as lists show it. */
export interface ListedRun {
  id: string;
  document_id: string;
  route_id: string;
  parent_id: string;
  status: string;
  source: string;
  test: boolean;
  output: string;
  request_id: string;
  accepted_at: string;
  finished_at: string;
}

/** One delivery of one run, with its tries. */
export interface RunDelivery {
  id: string;
  run_id: string;
  delivery_id: string;
  type: string;
  name: string;
  status: string;
  tries: number;
  next_try_at: string;
  finished_at: string;
  created_at?: string;
  /** The result of the last try; empty before the first. */
  last_response: string;
  preview: Record<string, unknown>;
  attempts: { id: string; number: number; ok: boolean; response: string; started_at: string; finished_at: string }[];
}

/** One run, whole. */
export interface OneRun extends ListedRun {
  started_at: string;
  tries: number;
  timings: Record<string, number>;
  renderer: string;
  fields: { found: string[]; missing: string[]; unused: string[] };
  warnings: string[];
  problem: { code: string; message: string } | null;
  files: { name: string; media_type: string; size: number; sha256: string; url: string }[];
  deliveries: RunDelivery[];
  records?: {
    total: number;
    done: number;
    failed: number;
    errors: { record: number; run_id: string; code: string; message: string }[];
  };
}

/** What a list of runs is narrowed to, in the words of the request. */
export interface RunFilters {
  status?: string | undefined;
  document_id?: string | undefined;
  route_id?: string | undefined;
  parent_id?: string | undefined;
  source?: string | undefined;
  test?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const RUNS_PER_PAGE = 200;

/** Runs, newest first, page by page. */
export const runList = (filters: RunFilters) =>
  infiniteQueryOptions({
    queryKey: ["runs", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      getPage<ListedRun>("/api/runs", { ...filters, limit: RUNS_PER_PAGE, cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: followingCursor,
    select: allItems,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => getJson<OneRun>(`/api/runs/${encodeURIComponent(id)}`, {}, signal),
    // A run that is under way is polled until it is done.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  });

function isUnderWay({ status, deliveries }: OneRun): boolean {
  return status === "accepted" || status === "running" || deliveries.some((delivery) => delivery.status === "sending");
}

/** What deliveries of runs are narrowed to. */
export interface SentFilters {
  status?: string | undefined;
  type?: string | undefined;
  target?: string | undefined;
  document_id?: string | undefined;
  test?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Deliveries of runs, newest first, page by page. */
export const sentList = (filters: SentFilters) =>
  infiniteQueryOptions({
    queryKey: ["sent", filters],
    queryFn: ({ pageParam, signal }) =>
      getPage<RunDelivery>("/api/deliveries", { ...filters, limit: RUNS_PER_PAGE, cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: followingCursor,
    select: allItems,
  });
