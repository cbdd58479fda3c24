import * as z from "zod";
import { assetReader } from "../../domain/static-asset.ts";
import { runYielding } from "../../domain/steps.ts";
import { flattenSteps } from "../../pdf/operations/flatten.ts";
import { drawingFonts } from "../../templates/pdf/form-fonts.ts";
import { CHANGED_FILE, changeTool } from "./change-tool.ts";

export const flattenPdfTool = changeTool({
  name: "flatten_pdf",
  summary: "Turn form fields and annotations into plain content",
  description: "What fields and annotations show stays where it is; nobody can fill or move it any more.",
  body: z.object(CHANGED_FILE),
  async change(document, _, scope) {
    const { env } = scope.services;
    const missing = await runYielding(flattenSteps(document, await drawingFonts(document, assetReader(env.ASSETS))));
    if (missing.length > 0) scope.warn(`No font has these characters: ${missing.join(" ")}`);
  },
});
