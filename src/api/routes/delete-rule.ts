import * as z from "zod";
import { routeResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { findRoute } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** DELETE /api/routes/:id/rules/:rule (wire "Beyond the listed endpoints"). */
export const deleteRule = endpoint({
  method: "delete",
  path: "/api/routes/:id/rules/:rule",
  summary: "Delete a rule of a data route",
  description: "The rule's document stays.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams.extend({ rule: z.string().meta({ description: "Id of the rule." }) }),
  problems: ["approval_required"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    await requireOwnerForRoute(context, caller, { routeId: route.id });
    const { store } = recorded(context, caller, {
      action: "route.rule_deleted",
      resource: routeResource(route),
      before: { rule: params.rule },
    });
    if (!(await store.rules.delete(caller.workspaceId, route.id, params.rule, context.now())))
      throw new Failure("rule_not_found", "The route has no such rule: see the list of its rules.");
    return json({ success: "1" });
  },
});
