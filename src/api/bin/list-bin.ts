import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { binItemSchema, binItemsJson, binViewOf } from "./bin-json.ts";

const page = pagedList(["deleted_at"], "-deleted_at");

/** GET /api/bin: what was deleted and can come back. */
export const listBin = endpoint({
  method: "get",
  path: "/api/bin",
  summary: "List what was deleted and can come back",
  description:
    "Documents with their versions, samples and deliveries, data routes, fonts and signing identities lie in the bin for 30 " +
    "days, the newest first. You see what you may bring back; what lay in a folder that was deleted, too, is for owners. " +
    "Addresses of what is in the bin answer as if it were gone.",
  tag: "Bin",
  auth: "key",
  needs: "document:write",
  query: z.object({ limit: page.members.limit, cursor: page.members.cursor }),
  responses: {
    200: { description: "What is in the bin; a Link header leads to the next page.", schema: z.array(binItemSchema) },
  },

  handle: ({ query, caller, context }) =>
    page.answer(context, query, {
      find: (asked) => context.store.bin.list(caller.workspaceId, binViewOf(caller), asked),
      startAfter: ({ deletedAt, id }) => ({ value: deletedAt.getTime(), id }),
      show: (items) => binItemsJson(context, caller, items),
    }),
});
