import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { keyJson, keyNameSchema, keySchema } from "./key-json.ts";

/** POST /api/keys: a new pair, whose secret is shown this once. */
export const createKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/keys",
  summary: "Make an API key",
  description: "The answer shows the secret, which is kept as a digest only: it cannot be shown again.",
  tag: "Account",
  auth: "key",
  body: z.object({ name: keyNameSchema }),
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
    const { keyId, secret } = await context.store.keys.create(caller.workspaceId, body.name, now);
    const key = { keyId, workspaceId: caller.workspaceId, secretSha256: "", revokedAt: null };

    return json({ ...keyJson({ ...key, name: body.name, createdAt: now }, caller.keyId), secret });
  },
});
