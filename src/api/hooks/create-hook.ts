import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { viewFor } from "../../domain/access/rights.ts";
import { MAX_HOOKS } from "../../domain/hooks/hook.ts";
import { textBox } from "../../domain/text-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { optional } from "../../http/wire-values.ts";
import { rotatedSecret } from "../../outbound/webhook-signature.ts";
import { newId } from "../../store/ids.ts";
import {
  checkedFilter,
  eventSchema,
  filterSchema,
  hookJson,
  hookResource,
  hookSchema,
  hookValues,
  requirePublicTarget,
  targetUrlSchema,
  tooManyHooks,
} from "./hook-json.ts";

/** POST /api/hooks: its secret is shown this once. */
export const createHook = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/hooks",
  summary: "Make a hook",
  description:
    "From now on the address is called by POST whenever the event happens, signed by Standard Webhooks with the secret of this " +
    "answer, which is not shown again. Who may not see all folders gets events of theirs only. What fails is tried again for " +
    "three days as deliveries are; an answer 410 ends the hook, and so does a week without success, with an alert. A workspace " +
    `has at most ${MAX_HOOKS} hooks that are on.`,
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  fresh: true,
  body: z.object({ event: eventSchema, target_url: targetUrlSchema, filter: optional(filterSchema) }),
  problems: ["document_not_found", "route_not_found", "too_many_hooks", "url_private", "misconfigured"],
  responses: {
    201: {
      description: "The new hook and its secret; `Location` is its address, which DELETE removes",
      schema: hookSchema
        .extend({
          secret: z.string().meta({
            description: "Signs what is sent: `webhook-signature` of Standard Webhooks.",
            examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
          }),
        })
        .meta({ id: "NewHook" }),
    },
  },

  async handle({ body, caller, context }) {
    const { workspaceId } = caller;
    await requirePublicTarget(context, caller, body.target_url);
    const { secret } = rotatedSecret(undefined, false);
    const made = {
      id: newId(),
      event: body.event,
      targetUrl: body.target_url,
      filter: await checkedFilter(context, caller, body.filter),
      sealedSecret: await textBox(context.env.SECRETS_KEY, workspaceId).seal(secret),
      view: viewFor(caller, "delivery:write"),
      madeBy: caller.person ? `person:${caller.person.id}` : caller.keyId,
    };
    const { store } = recorded(context, caller, {
      action: "hook.created",
      resource: hookResource(made),
      after: auditValues(hookValues({ ...made, state: "on" })),
    });
    const hook = await store.hooks.create(workspaceId, made, context.now());
    if (!hook) throw tooManyHooks();
    // what Power Automate deletes when a flow is switched off
    return json({ ...hookJson(hook), secret }, 201, {
      location: `${context.settings.publicBaseUrl}/api/hooks/${hook.id}`,
    });
  },
});
