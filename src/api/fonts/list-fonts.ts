import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { fontJson, fontSchema } from "./font-json.ts";

/** GET /api/fonts: the fonts of the workspace. */
export const listFonts = endpoint({
  method: "get",
  path: "/api/fonts",
  summary: "List fonts",
  description: "The workspace's own fonts, by family, weight and style.",
  tag: "Fonts",
  auth: "key",
  needs: "document:read",
  responses: { 200: { description: "Fonts", schema: z.array(fontSchema) } },

  async handle({ caller, context }) {
    return json((await context.store.fonts.list(caller.workspaceId)).map(fontJson));
  },
});
