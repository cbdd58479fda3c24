import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { optional, text } from "../../http/wire-values.ts";
import { KEY_ORDERS } from "../../store/keys.ts";
import { keyJson, keySchema } from "./key-json.ts";

const page = pagedList(KEY_ORDERS, "created_at");

/** GET /api/keys: the workspace's API keys, revoked ones among them. */
export const listKeys = endpoint({
  method: "get",
  path: "/api/keys",
  summary: "List API keys",
  description: "The keys of the workspace with their last use, without their secrets, which are not kept.",
  tag: "Account",
  auth: "key",
  needs: "key:read",
  query: z.object({
    status: optional(z.enum(["active", "revoked"])).meta({ description: "Only keys that work, or that no longer do." }),
    search: optional(text()).meta({ description: "Part of the name or of the key; case does not matter." }),
    ...page.members,
  }),
  responses: { 200: { description: "Keys; a Link header leads to the next page.", schema: z.array(keySchema) } },

  async handle({ query, caller, context }) {
    return page.answer(context, query, {
      find: (asked) =>
        context.store.keys.page(caller.workspaceId, { search: query.search, isRevoked: revoked(query.status) }, asked),
      startAfter: (key, order) => ({
        value: { created_at: key.createdAt.getTime(), name: key.name, last_used_at: key.lastUsedAt?.getTime() ?? 0 }[
          order
        ],
        id: key.keyId,
      }),
      show: (keys) => keys.map((key) => keyJson(key, caller.keyId)),
    });
  },
});

const revoked = (status: "active" | "revoked" | undefined) => (status ? status === "revoked" : undefined);
