import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import type { Workspace } from "../../store/workspaces.ts";

const countsSchema = z.object({ merges: z.number(), test_merges: z.number() });
export const accountSchema = countsSchema.extend({
  id: z.string(),
  name: z.string(),
  month: countsSchema,
  locale: z.string(),
  timezone: z.string(),
  currency: z.string(),
  retention_days: z.string(),
  internal_hosts: z.array(z.string()),
});

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
  };
  return json(body);
}

export const accountNotFound = () => new Failure("not_found", "The workspace of this API key does not exist.");

/** GET /api/account: the workspace with its merges and test merges, in all and in this month (UTC). */
export const getAccount = endpoint({
  method: "get",
  path: "/api/account",
  summary: "Get the account",
  tag: "Account",
  auth: "key",
  responses: { 200: { description: "The workspace and its merge counts", schema: accountSchema } },

  async handle({ caller, context }) {
    const workspace = await context.store.workspaces.byId(caller.workspaceId);
    if (!workspace) throw accountNotFound();
    return accountAnswer(workspace, context);
  },
});
