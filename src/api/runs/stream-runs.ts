import * as z from "zod";
import type { NamedRun, Run } from "../../domain/run.ts";
import { isStillAllowed } from "../../http/authenticate.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import type { RunFilter } from "../../store/run-queries.ts";
import { runFilter, runFilterMembers } from "./run-filter.ts";
import { runJson } from "./run-json.ts";

/** How often the database is asked. */
const INTERVAL_MS = 1_000;
/** A comment keeps proxies from closing a silent stream. */
const SILENCE_MS = 15_000;
/** The stream ends then; a browser opens it again by itself and goes on where it was. */
const LIFETIME_MS = 5 * 60_000;
/** How often the credentials are looked at again: a stream does not outlive its key, or its session, for long. */
const CREDENTIALS_MS = 3_000;
/** Runs per look; the rest are sent with the next one. */
const STEP = 100;

/** GET /api/runs/stream: runs as they come and change, as server-sent events (WHATWG HTML, 9.2). */
export const streamRuns = endpoint({
  method: "get",
  path: "/api/runs/stream",
  summary: "Watch runs live",
  description:
    "Server-sent events: `event: run` with a run as in the list, whenever one is accepted or changes its status. Takes the " +
    "filters of the list. `Last-Event-ID` continues where an earlier stream ended; the stream ends after five minutes, and when the key is revoked or the session ends.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  query: z.object(runFilterMembers),
  responses: { 200: { description: "The events", mediaType: "text/event-stream" } },

  async handle({ query, caller, context }) {
    const body = runEvents(context, caller, runFilter(query));

    return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
  },
});

function runEvents(context: RequestContext, caller: Caller, filter: RunFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const changes = watchRuns(context, caller, filter);
  const startedAt = Date.now();
  let sentAt = startedAt;
  let checkedAt = startedAt;

  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
    },

    /** Returns with something sent or with the stream closed, so that it is asked again only when somebody reads. */
    async pull(controller) {
      while (Date.now() - startedAt < LIFETIME_MS) {
        if (Date.now() - checkedAt >= CREDENTIALS_MS) {
          checkedAt = Date.now();
          if (!(await isStillAllowed(context, caller))) break;
        }
        const events = (await changes()).map((run) => eventOf(run, caller)).join("");
        const isSilent = events === "" && Date.now() - sentAt >= SILENCE_MS;
        if (events !== "" || isSilent) {
          sentAt = Date.now();
          controller.enqueue(encoder.encode(events || ": nothing new\n\n"));
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      }
      controller.close();
    },
  });
}

const eventOf = (run: NamedRun, caller: Caller): string =>
  `event: run\nid: ${run.id}\ndata: ${JSON.stringify(runJson(run, caller))}\n\n`;

/** What has come or changed since the last call: new runs by their ids, and those that were not final when last seen. */
function watchRuns({ store, request }: RequestContext, { workspaceId }: Caller, filter: RunFilter) {
  const open = new Map<string, Run["status"]>();
  let last = request.headers.get("last-event-id") ?? undefined;

  const follow = (run: Run): void => {
    if (run.status === "accepted" || run.status === "running") open.set(run.id, run.status);
    else open.delete(run.id);
  };

  return async (): Promise<NamedRun[]> => {
    if (last === undefined) {
      const [newest] = await store.runs.list(workspaceId, {}, { limit: 1, descending: true });
      last = newest?.id ?? "";
      for (const status of ["accepted", "running"] as const)
        (await store.runs.list(workspaceId, { ...filter, status }, { limit: STEP, descending: true })).forEach(follow);
      return [];
    }

    const seen = await store.runs.byIds(workspaceId, [...open.keys()]);
    const changed = seen.filter(({ id, status }) => open.get(id) !== status);
    const added = await store.runs.list(workspaceId, withoutStatus(filter), { limit: STEP, after: { id: last } });
    last = added.at(-1)?.id ?? last;
    const news = [...changed, ...added];
    news.forEach(follow);

    return filter.status === undefined ? news : news.filter(({ status }) => status === filter.status);
  };
}

/** A run that does not have the wanted status yet is watched until it does. */
const withoutStatus = (filter: RunFilter): RunFilter => ({ ...filter, status: undefined });
