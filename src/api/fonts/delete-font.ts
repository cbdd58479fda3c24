import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { requireOwnerForFonts } from "../surroundings/require-owner.ts";
import { fontName, fontParams } from "./font-json.ts";

/** DELETE /api/fonts/:font: documents are drawn with its substitute. */
export const deleteFont = endpoint({
  method: "delete",
  path: "/api/fonts/:font",
  summary: "Delete a font",
  description:
    "Documents that name it are drawn with a font of the service from then on. It lies in the bin for 30 days.",
  tag: "Fonts",
  auth: "key",
  needs: "font:write",
  params: fontParams,
  problems: ["font_not_found", "approval_required"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const font = (await context.store.fonts.list(caller.workspaceId)).find(({ id }) => id === params.font);
    if (font) {
      await requireOwnerForFonts(context, caller);
      const { store } = recorded(context, caller, {
        action: "font.deleted",
        resource: { type: "font", id: font.id, name: fontName(font) },
      });
      if (await store.fonts.delete(caller.workspaceId, font.id, context.now())) return json({ success: "1" });
    }
    throw new Failure("font_not_found", "There is no such font in your workspace.");
  },
});
