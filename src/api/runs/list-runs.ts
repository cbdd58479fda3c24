import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { runFilter, runFilterMembers } from "./run-filter.ts";
import { runJson, runSchema } from "./run-json.ts";

const page = pagedList(["id"], "-id");

/** GET /api/runs: what was merged, newest first. */
export const listRuns = endpoint({
  method: "get",
  path: "/api/runs",
  summary: "List runs, newest first",
  description:
    "Runs by any of their facts; filters are combined. Ids of runs sort by the time of their acceptance. Old runs without data are in " +
    "day files, some 15,000 of which a page looks through: with filters it may have fewer rows than asked for, or none, and a Link header that " +
    "goes on. `since` and `until` spare that.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  query: z.object({ ...runFilterMembers, ...page.members }),
  responses: { 200: { description: "Runs; a Link header leads to the next page.", schema: z.array(runSchema) } },

  async handle({ query, caller, context }) {
    return page.answer(context, query, {
      find: (asked) => context.store.runs.page(caller.workspaceId, runFilter(query), asked),
      startAfter: ({ id }) => ({ value: id, id }),
      show: (runs) => runs.map((run) => runJson(run, caller)),
    });
  },
});
