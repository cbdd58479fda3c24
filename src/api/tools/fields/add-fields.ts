import * as z from "zod";
import { assetReader } from "../../../domain/static-asset.ts";
import { addFields } from "../../../pdf/form/new-fields.ts";
import { drawingFonts } from "../../../templates/pdf/form-fonts.ts";
import { newField, sentFields, textsOf } from "../../form-fields/sent-fields.ts";
import { CHANGED_FILE, changeTool } from "../change-tool.ts";

export const addFieldsTool = changeTool({
  name: "add_fields",
  summary: "Add form fields to a PDF",
  description:
    "Text, check boxes, radio buttons, choices, combs, pictures and signatures at their places; what `detect_fields` answers can be sent as it is.",
  body: z.object({
    ...CHANGED_FILE,
    fields: sentFields().meta({ description: "The fields, in the order in which the tab key goes through them." }),
  }),
  problems: ["pdf_page_out_of_range"],
  async change(document, { fields }, scope) {
    const { env } = scope.services;
    const added = fields.map(newField);
    addFields(document, added, await drawingFonts(document, assetReader(env.ASSETS), textsOf(added)));
  },
});
