import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { entityTag } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import type { Workspace } from "../../store/workspaces.ts";
import { timestamp } from "../documents/timestamp.ts";

const countsSchema = z.object({
  merges: z.number().meta({ description: "Merges." }),
  test_merges: z.number().meta({ description: "Test merges." }),
});
export const accountSchema = countsSchema.extend({
  id: z.string().meta({ description: "Identifier of the workspace." }),
  name: z.string().meta({ description: "Its name." }),
  month: countsSchema.meta({ description: "The same counts in this month (UTC)." }),
  locale: z
    .string()
    .meta({ description: "Language and region for documents that do not set their own; empty for the service's own." }),
  timezone: z.string().meta({ description: "Time zone for documents that do not set their own." }),
  currency: z.string().meta({ description: "Currency for documents that do not set their own." }),
  retention_days: z
    .string()
    .meta({ description: "Days for which merged files are kept; empty for the service's default." }),
  internal_hosts: z.array(z.string()).meta({
    description:
      "Hosts of private networks that webhooks and file addresses may name, as whoever runs the service allows.",
  }),
  alert_address: z.string().meta({
    description:
      "Who is notified of runs and deliveries that are given up: a web address or e-mail addresses; empty for nobody.",
  }),
  audit_days: z.string().meta({ description: "Days for which entries of the log are kept; empty for ever." }),
  alert_signed: z.boolean().meta({ description: "Whether calls to a web address are signed." }),
  max_merges: z.number().meta({ description: "Merges allowed in a month: there is no limit, so 2147483647." }),
  merge_count: z.number().meta({ description: "Merges of this month (UTC)." }),
  max_test_merges: z.number().meta({ description: "The same for test merges." }),
  test_merge_count: z.number().meta({ description: "Test merges of this month." }),
  merge_next_reset: z
    .string()
    .meta({ description: "When the month's counts start again, `YYYY-MM-DD HH:MM:SS` (UTC)." }),
});

/** The service counts merges but does not limit them; clients compare their count with this. */
const NO_LIMIT = 0x7fffffff;

const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

/** The workspace, its defaults and its merge counts. */
export async function accountAnswer(workspace: Workspace, { store, now }: RequestContext): Promise<Response> {
  const { total, month } = await store.counters.read(workspace.id, now());
  const body: z.output<typeof accountSchema> = {
    id: workspace.id,
    name: workspace.name,
    merges: total.merges,
    test_merges: total.testMerges,
    month: { merges: month.merges, test_merges: month.testMerges },
    locale: workspace.locale ?? "",
    timezone: workspace.timezone ?? "",
    currency: workspace.currency ?? "",
    retention_days: String(workspace.retentionDays ?? ""),
    internal_hosts: workspace.internalHosts,
    alert_address: workspace.alertAddress ?? "",
    audit_days: String(workspace.auditDays ?? ""),
    alert_signed: workspace.alertSecret !== undefined,
    max_merges: NO_LIMIT,
    merge_count: month.merges,
    max_test_merges: NO_LIMIT,
    test_merge_count: month.testMerges,
    merge_next_reset: timestamp(startOfNextMonth(now())),
  };
  return json(body, 200, { etag: accountTag(workspace) });
}

export const accountTag = ({ revision }: Workspace): string => entityTag(revision);

export const accountNotFound = () => new Failure("not_found", "The workspace of this API key does not exist.");

/** GET /api/account: the workspace with its merges and test merges, in total and this month (UTC). */
export const getAccount = endpoint({
  method: "get",
  path: "/api/account",
  summary: "Get the account",
  description:
    "The workspace of the credentials: its defaults for documents, and its merges in total and in this month. The `ETag` is that of the settings.",
  tag: "Account",
  auth: "key",
  needs: "account:read",
  responses: { 200: { description: "The workspace and its merge counts", schema: accountSchema } },

  async handle({ caller, context }) {
    const workspace = await context.store.workspaces.byId(caller.workspaceId);
    if (!workspace) throw accountNotFound();
    return accountAnswer(workspace, context);
  },
});
