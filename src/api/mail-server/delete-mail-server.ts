import { recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { mailServerJson, mailServerSchema } from "./mail-server-json.ts";

/** DELETE /api/mail_server: mails go the way of the service again. */
export const deleteMailServer = endpoint({
  method: "delete",
  path: "/api/mail_server",
  summary: "Remove the mail server",
  description: "Mails go the way of the service again, also those that wait to be sent.",
  tag: "Account",
  auth: "key",
  needs: "account:write",
  responses: { 200: { description: "How mails leave now", schema: mailServerSchema } },

  async handle({ caller, context }) {
    const { store } = recorded(context, caller, {
      action: "mail_server.removed",
      resource: { type: "mail_server", id: "", name: "" },
    });
    await store.mailServers.delete(caller.workspaceId);
    return json(await mailServerJson(context, undefined, false));
  },
});
