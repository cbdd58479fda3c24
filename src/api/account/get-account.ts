import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";

const countsSchema = z.object({ merges: z.number(), test_merges: z.number() });
const accountSchema = countsSchema.extend({ id: z.string(), name: z.string(), month: countsSchema });

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
    if (!workspace) throw new Failure("not_found", "The workspace of this API key does not exist.");

    const { total, month } = await context.store.counters.read(workspace.id, context.now());
    return json({
      id: workspace.id,
      name: workspace.name,
      merges: total.merges,
      test_merges: total.testMerges,
      month: { merges: month.merges, test_merges: month.testMerges },
    });
  },
});
