import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { mailServerJson, mailServerSchema } from "./mail-server-json.ts";

/** GET /api/mail_server: how the workspace's mails leave. */
export const getMailServer = endpoint({
  method: "get",
  path: "/api/mail_server",
  summary: "Get the mail server",
  description:
    "How mails of the workspace leave, and the server that it set. With `check=1` SPF, DKIM and DMARC of the sender's domain are looked up.",
  tag: "Account",
  auth: "key",
  needs: "account:read",
  query: z.object({ check: flag().meta({ description: "1: also look the sender's domain up." }) }),
  responses: { 200: { description: "The mail server", schema: mailServerSchema } },

  async handle({ query, caller, context }) {
    const stored = await context.store.mailServers.ofWorkspace(caller.workspaceId);
    return json(await mailServerJson(context, stored, query.check));
  },
});
