import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { fontParams } from "./font-json.ts";

/** DELETE /api/fonts/:font: documents are drawn with its substitute. */
export const deleteFont = endpoint({
  method: "delete",
  path: "/api/fonts/:font",
  summary: "Delete a font",
  description: "Documents that name it are drawn with a font of the service from then on.",
  tag: "Fonts",
  auth: "key",
  needs: "font:write",
  params: fontParams,
  problems: ["font_not_found"],
  responses: DONE,

  async handle({ params, caller, context }) {
    if (await context.store.fonts.delete(caller.workspaceId, params.font)) return json({ success: "1" });
    throw new Failure("font_not_found", "There is no such font in your workspace.");
  },
});
