import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { openAlertSecret, sealAlertSecret } from "../../domain/delivery/alert-secret.ts";
import { textBox } from "../../domain/text-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { rotatedSecret } from "../../outbound/webhook-signature.ts";
import { rotatedSchema } from "../deliveries/rotate-secret.ts";
import { accountNotFound } from "./get-account.ts";

/** POST /api/account/alert_secret */
export const rotateAlertSecret = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/account/alert_secret",
  summary: "Make a signing secret for alerts",
  description:
    "Calls to the alert address are signed with the new secret from now on, as webhooks are. With `keep_old=1` they carry a " +
    "second signature with the former secret; made again without it, only the new one is left.",
  tag: "Account",
  auth: "key",
  needs: "account:write",
  body: z.object({
    keep_old: flag().meta({ description: "1: also sign with the former secret.", examples: [1] }),
  }),
  responses: { 200: { description: "The secret", schema: rotatedSchema } },

  async handle({ body, caller, context }) {
    const { workspaces } = context.store;
    const workspace = await workspaces.byId(caller.workspaceId);
    if (!workspace) throw accountNotFound();
    const box = textBox(context.env.SECRETS_KEY, caller.workspaceId);
    const former = await openAlertSecret(box, workspace.alertSecret);
    const { secret, setting, keptOld } = rotatedSecret(former, body.keep_old);
    const { store } = recorded(context, caller, {
      action: "account.alert_secret_rotated",
      resource: { type: "account", id: workspace.id, name: workspace.name },
      after: { kept_old: keptOld },
    });
    await store.workspaces.update(caller.workspaceId, { alertSecret: await sealAlertSecret(box, setting) });
    return json({ success: 1, secret, kept_old: keptOld });
  },
});
