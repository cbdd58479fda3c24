import * as z from "zod";
import { DeliveryError } from "../../delivery/delivery-error.ts";
import { signedCall } from "../../delivery/kinds/signed-call.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import { newId } from "../../store/ids.ts";
import { findHook, hookParams } from "./hook-json.ts";
import { hookSample } from "./hook-samples.ts";

const testedHookSchema = z
  .object({
    success: z.literal(1).meta({ description: "Always 1: the hook was called." }),
    ok: z.boolean().meta({ description: "Whether the receiver took it." }),
    response: z.string().meta({ description: "Status and first lines of the answer, or why there was none." }),
  })
  .meta({ id: "TestedHook" });

/** POST /api/hooks/:hook/test: one call, as events are sent, with the sample of the event. */
export const testHook = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/hooks/:hook/test",
  summary: "Send a sample to a hook",
  description:
    "Calls the hook's address once with the example that `GET /api/hooks/events` shows, signed as events are, even when the hook is " +
    "switched off. It is not tried again and changes nothing of the hook's state. `webhook-id` begins with `sample_`. A failure of " +
    "the receiver is not a failure of the request.",
  tag: "Hooks",
  auth: "key",
  needs: "delivery:write",
  params: hookParams,
  problems: ["not_found", "misconfigured"],
  responses: { 200: { description: "What became of it", schema: testedHookSchema } },

  async handle({ params, caller, context }) {
    const hook = await findHook(context, caller, params.hook);
    const secret = await textBox(context.env.SECRETS_KEY, caller.workspaceId).open(hook.sealedSecret);
    if (secret === undefined)
      throw new Failure("misconfigured", "The secret of this hook cannot be opened: make the hook again.");
    const workspace = await context.store.workspaces.byId(caller.workspaceId);
    const body = new TextEncoder().encode(JSON.stringify(hookSample(hook.event, context.now())));
    const services = {
      outbound: (internalHosts: readonly string[]) => outboundPolicy(context.env, internalHosts),
      now: context.now,
    };
    try {
      const { response } = await signedCall(
        { entry: { id: `sample_${newId()}` }, services, internalHosts: workspace?.internalHosts ?? [] },
        {
          url: parseOutboundUrl(hook.targetUrl),
          method: "POST",
          lines: [],
          body,
          contentType: "application/json",
          secrets: [secret],
        },
      );
      return json({ success: 1, ok: true, response });
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      return json({ success: 1, ok: false, response: error.message });
    }
  },
});
