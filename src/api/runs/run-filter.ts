import * as z from "zod";
import { FAILURE_CODES } from "../../domain/failure-codes.ts";
import { RUN_SOURCES, RUN_STATUSES } from "../../domain/run.ts";
import { flag, moment, numericId, optional, text } from "../../http/wire-values.ts";
import type { RunFilter } from "../../store/run-queries.ts";

/** Members of the query that choose runs. */
export const runFilterMembers = {
  document_id: optional(numericId()).meta({ description: "Only runs of this document." }),
  route_id: optional(numericId()).meta({ description: "Only runs of this data route." }),
  parent_id: optional(text()).meta({ description: "Only parts and repetitions of this run." }),
  status: optional(z.enum(RUN_STATUSES)).meta({ description: "Only runs with this status." }),
  source: optional(z.enum(RUN_SOURCES)).meta({ description: "Only runs that came in this way." }),
  test: z.union([z.null(), flag()]).optional().meta({ description: "1: only test merges, 0: only others." }),
  request_id: optional(text()).meta({ description: "Only runs of the request with this `X-Request-Id`." }),
  code: optional(z.string().refine((code) => code in FAILURE_CODES, { error: "is not a code of a failure" })).meta({
    description: "Only runs that failed with this code.",
  }),
  since: optional(moment()).meta({ description: "Only runs accepted at this time or later." }),
  until: optional(moment()).meta({ description: "Only runs accepted before this time." }),
};

const filterSchema = z.object(runFilterMembers);

/** The same in the words of the store. */
export function runFilter(query: z.output<typeof filterSchema>): RunFilter {
  return {
    documentId: query.document_id,
    routeId: query.route_id,
    parentId: query.parent_id,
    status: query.status,
    source: query.source,
    test: query.test ?? undefined,
    requestId: query.request_id,
    code: query.code,
    since: query.since,
    until: query.until,
  };
}
