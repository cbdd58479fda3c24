import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { storageQuota } from "../../http/storage-room.ts";
import { moment, numericId, optional } from "../../http/wire-values.ts";
import type { UsageRow } from "../../store/usage.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days that are counted when no beginning is named, and the most that a request may span. */
const DAYS = { usual: 30, most: 366 };

const usageSchema = z
  .object({
    day: z
      .string()
      .optional()
      .meta({ description: "The day (UTC), when counted by day.", examples: ["2026-11-22"] }),
    month: z.string().optional().meta({ description: "The month (UTC), when counted by month." }),
    document_id: z.string().optional().meta({ description: "The document, when counted by document." }),
    merges: z.int().meta({ description: "Merges that are done." }),
    test_merges: z.int().meta({ description: "Test merges that are done." }),
    failed: z.int().meta({ description: "Merges and test merges that failed." }),
    storage_bytes: z
      .int()
      .optional()
      .meta({
        description:
          "With `by=total`: what the workspace keeps now: template versions, samples, fonts, data and files of runs, sessions.",
        examples: [73_400_320],
      }),
    storage_quota_bytes: z
      .int()
      .optional()
      .meta({ description: "With `by=total`: what it may keep.", examples: [10_000_000_000] }),
  })
  .meta({ id: "Usage" });

/** GET /api/usage: merges by day, month or document, and what is kept. */
export const getUsage = endpoint({
  method: "get",
  path: "/api/usage",
  summary: "Count merges by day, month or document",
  description:
    "Counts runs of documents between two days (UTC), both included. Days on which nothing was merged are left out. " +
    "`by=total` is one row for the whole time, with the bytes that the workspace keeps and may keep.",
  tag: "Account",
  auth: "key",
  needs: "run:read",
  query: z.object({
    from: optional(moment()).meta({ description: "The first day; 30 days before the last one when absent." }),
    to: optional(moment()).meta({ description: "The last day; today when absent." }),
    document_id: optional(numericId()).meta({ description: "Only this document." }),
    by: optional(z.enum(["day", "month", "document", "document_day", "total"])).meta({
      description: "What to count by; `day` when absent.",
    }),
  }),
  responses: { 200: { description: "Counts, by time and then by document.", schema: z.array(usageSchema) } },

  async handle({ query, caller, context }) {
    const last = startOfDay(query.to ?? context.now());
    const from = query.from ? startOfDay(query.from) : new Date(last.getTime() - (DAYS.usual - 1) * DAY_MS);
    const until = new Date(last.getTime() + DAY_MS);
    if (from >= until || until.getTime() - from.getTime() > DAYS.most * DAY_MS) {
      throw new Failure("invalid_request", `from must be before to, and at most ${DAYS.most} days.`, {
        errors: [{ pointer: "/from", message: "Choose a shorter time." }],
      });
    }

    const by = query.by ?? "day";
    const rows = await context.store.usage.read(caller.workspaceId, { from, until, documentId: query.document_id, by });
    if (by !== "total") return json(rows.map((row) => usageJson(row, by)));

    const [total = NOTHING] = rows;
    const storage = { storage_bytes: caller.storedBytes, storage_quota_bytes: storageQuota(context) };
    return json([{ ...usageJson(total, by), ...storage }]);
  },
});

const NOTHING: UsageRow = { period: "", documentId: undefined, merges: 0, testMerges: 0, failed: 0 };

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

function usageJson(
  { period, documentId, merges, testMerges, failed }: UsageRow,
  by: string,
): z.output<typeof usageSchema> {
  return {
    ...(by === "month" ? { month: period } : period === "" ? {} : { day: period }),
    ...(documentId === undefined ? {} : { document_id: String(documentId) }),
    merges,
    test_merges: testMerges,
    failed,
  };
}
