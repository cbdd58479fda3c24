import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import type { HookState } from "../../domain/hooks/hook.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { flag, optional } from "../../http/wire-values.ts";
import {
  checkedFilter,
  filterSchema,
  findHook,
  hookJson,
  hookNotFound,
  hookParams,
  hookResource,
  hookSchema,
  hookValues,
  requirePublicTarget,
  targetUrlSchema,
  tooManyHooks,
} from "./hook-json.ts";

/** PUT /api/hooks/:hook: another address or filter; on again, or off. */
export const updateHook = endpoint({
  method: "put",
  path: "/api/hooks/:hook",
  summary: "Change a hook",
  description:
    "Only the members you send are changed; a filter is replaced whole. `active` 0 drops what waits to be sent; 1 switches on a " +
    "hook that has ended.",
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  fresh: true,
  params: hookParams,
  body: z.object({
    target_url: optional(targetUrlSchema),
    filter: optional(filterSchema),
    active: z
      .union([z.null().transform(() => undefined), flag()])
      .optional()
      .meta({ description: "0 switches the hook off, 1 on." }),
  }),
  problems: ["not_found", "document_not_found", "route_not_found", "too_many_hooks", "url_private"],
  responses: { 200: { description: "The hook", schema: hookSchema } },

  async handle({ params, body, caller, context }) {
    const current = await findHook(context, caller, params.hook);
    const { target_url: targetUrl, active } = body;
    if (targetUrl === undefined && active === undefined && !body.filter) return json(hookJson(current));
    if (targetUrl !== undefined) await requirePublicTarget(context, caller, targetUrl);
    const filter = body.filter && (await checkedFilter(context, caller, body.filter));
    const state: HookState = active === undefined ? current.state : active ? "on" : "off";
    const next = { ...current, targetUrl: targetUrl ?? current.targetUrl, filter: filter ?? current.filter, state };
    const { store } = recorded(context, caller, {
      action: "hook.updated",
      resource: hookResource(current),
      ...differences(auditValues(hookValues(current)), auditValues(hookValues(next))),
    });
    const changes = { targetUrl, filter, active };
    const hook = await store.hooks.update(caller.workspaceId, current.id, changes, context.now());
    if (!hook) throw active ? tooManyHooks() : hookNotFound();
    return json(hookJson(hook));
  },
});

/** DELETE /api/hooks/:hook: what platforms do when a workflow is switched off. */
export const deleteHook = endpoint({
  method: "delete",
  path: "/api/hooks/:hook",
  summary: "Delete a hook",
  description: "Nothing is sent there any more, nor what waits to be sent.",
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  params: hookParams,
  problems: ["not_found"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const current = await findHook(context, caller, params.hook);
    const { store } = recorded(context, caller, { action: "hook.deleted", resource: hookResource(current) });
    if (!(await store.hooks.delete(caller.workspaceId, current.id))) throw hookNotFound();
    return json({ success: "1" });
  },
});
