import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { keyJson, keyNameSchema, keyNotFound, keyParams, keySchema } from "./key-json.ts";

/** PUT /api/keys/:key: another name. */
export const renameKey = endpoint({
  method: "put",
  path: "/api/keys/:key",
  summary: "Rename an API key",
  description: "The key itself and its secret stay.",
  tag: "Account",
  auth: "key",
  needs: "key:manage",
  params: keyParams,
  body: z.object({ name: keyNameSchema }),
  responses: { 200: { description: "The key", schema: keySchema } },

  async handle({ params, body, caller, context }) {
    const current = await findKey(context, caller, params.key);
    const { store } = recorded(context, caller, {
      action: "key.renamed",
      resource: { type: "key", id: params.key, name: current.name },
      before: { name: current.name },
      after: { name: body.name },
    });
    const key = await store.keys.rename(caller.workspaceId, params.key, body.name);
    if (!key) throw keyNotFound();

    return json(keyJson(key, caller.keyId));
  },
});

/** DELETE /api/keys/:key: the key stops working at once; it stays in the list. */
export const revokeKey = endpoint({
  method: "delete",
  path: "/api/keys/:key",
  summary: "Revoke an API key",
  description: "The key stops working at once, and the sessions that it opened end. It stays in the list.",
  tag: "Account",
  auth: "key",
  needs: "key:manage",
  params: keyParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const { name } = await findKey(context, caller, params.key);
    const { store } = recorded(context, caller, {
      action: "key.revoked",
      resource: { type: "key", id: params.key, name },
    });
    const revoked = await store.keys.revoke(caller.workspaceId, params.key, context.now(), caller.person?.id);
    if (!revoked) throw keyNotFound();

    return json({ success: "1" });
  },
});

async function findKey({ store }: RequestContext, { workspaceId }: Caller, id: string) {
  const key = (await store.keys.list(workspaceId)).find(({ keyId }) => keyId === id);
  if (!key) throw keyNotFound();
  return key;
}
