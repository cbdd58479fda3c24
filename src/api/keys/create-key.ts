import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { keyExpirySchema, keyFoldersSchema, keyJson, keyNameSchema, keyRightsSchema, keySchema } from "./key-json.ts";
import { requireNoWiderKey } from "./key-terms.ts";

/** POST /api/keys: a new pair, whose secret is shown this once. */
export const createKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/keys",
  summary: "Make an API key",
  description:
    "The answer shows the secret, which is kept as a digest only: it cannot be shown again. Without `rights` and `folders` the " +
    "key may what its maker may. A key never has rights, folders or a time that its maker has not; one that may write " +
    "templates may read the data of samples.",
  tag: "Account",
  auth: "key",
  needs: "key:manage",
  fresh: true,
  body: z.object({
    name: keyNameSchema,
    rights: keyRightsSchema.optional(),
    folders: keyFoldersSchema.optional(),
    expires_at: keyExpirySchema.optional(),
  }),
  problems: ["folder_not_found"],
  responses: {
    200: {
      description: "The new key and its secret",
      schema: keySchema
        .extend({ secret: z.string().meta({ description: "The secret: the password of the pair." }) })
        .meta({ id: "NewApiKey" }),
    },
  },

  async handle({ body, caller, context }) {
    const now = context.now();
    const terms = await requireNoWiderKey(context, caller, {
      rights: body.rights,
      folders: body.folders,
      expiresAt: body.expires_at,
    });
    const madeBy = caller.person?.id ?? "";
    const id = context.store.keys.newKeyId();
    const { store } = recorded(context, caller, {
      action: "key.created",
      resource: { type: "key", id, name: body.name },
      after: auditValues({
        rights: terms.rights,
        folders: terms.folders,
        expires_at: terms.expiresAt?.toISOString(),
      }),
    });
    const { keyId, secret } = await store.keys.create(caller.workspaceId, body.name, now, { ...terms, madeBy, id });
    const key = { keyId, workspaceId: caller.workspaceId, secretSha256: "", revokedAt: null, revokedBy: "" };

    return json({ ...keyJson({ ...key, ...terms, madeBy, name: body.name, createdAt: now }, caller.keyId), secret });
  },
});
