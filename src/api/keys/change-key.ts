import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import type { ListedApiKey } from "../../store/keys.ts";
import {
  keyExpirySchema,
  keyFoldersSchema,
  keyJson,
  keyNameSchema,
  keyNotFound,
  keyParams,
  keyRightsSchema,
  keySchema,
} from "./key-json.ts";
import { requireNoWiderKey } from "./key-terms.ts";

/** PUT /api/keys/:key: another name, other rights, other folders, another end. */
export const changeKey = endpoint({
  method: "put",
  path: "/api/keys/:key",
  summary: "Change an API key",
  description:
    "The key itself and its secret stay; what is not sent stays, too. Other rights hold from its next request on. Nobody gives a " +
    "key rights, folders or a time that they have not.",
  tag: "Account",
  auth: "key",
  needs: "key:manage",
  fresh: true,
  params: keyParams,
  body: z.object({
    name: keyNameSchema.optional(),
    rights: keyRightsSchema.nullable().optional().meta({ description: "What it may; null for what you may." }),
    folders: keyFoldersSchema.nullable().optional().meta({ description: "The only folders it may use; null for all." }),
    expires_at: keyExpirySchema.nullable().optional().meta({ description: "When it stops working; null for never." }),
  }),
  problems: ["folder_not_found"],
  responses: { 200: { description: "The key", schema: keySchema } },

  async handle({ params, body, caller, context }) {
    const current = await findKey(context, caller, params.key);
    const { name = current.name } = body;
    const isSame = body.rights === undefined && body.folders === undefined && body.expires_at === undefined;
    const terms = isSame
      ? current
      : await requireNoWiderKey(context, caller, {
          rights: changed(body.rights, current.rights),
          folders: changed(body.folders, current.folders),
          expiresAt: changed(body.expires_at, current.expiresAt),
        });
    const next = { name, rights: terms.rights, folders: terms.folders, expiresAt: terms.expiresAt };
    const { store } = recorded(context, caller, {
      action: isSame ? "key.renamed" : "key.changed",
      resource: { type: "key", id: params.key, name: current.name },
      ...differences(keyValues(current), keyValues(next)),
    });
    const key = await store.keys.change(caller.workspaceId, params.key, next);
    if (!key) throw keyNotFound();

    return json(keyJson(key, caller.keyId));
  },
});

/** What is not sent stays; null is none. */
const changed = <Value>(sent: Value | null | undefined, current: Value | undefined): Value | undefined =>
  sent === undefined ? current : (sent ?? undefined);

const keyValues = ({
  name,
  rights,
  folders,
  expiresAt,
}: Pick<ListedApiKey, "name" | "rights" | "folders" | "expiresAt">) =>
  auditValues({ name, rights, folders, expires_at: expiresAt?.toISOString() });

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

async function findKey({ store }: RequestContext, { workspaceId }: Caller, id: string): Promise<ListedApiKey> {
  const key = await store.keys.find(workspaceId, id);
  if (!key) throw keyNotFound();
  return key;
}
