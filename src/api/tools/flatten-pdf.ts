import * as z from "zod";
import { inTurns } from "../../domain/steps.ts";
import { flattenSteps } from "../../pdf/operations/flatten.ts";
import { CHANGED_FILE, changeTool } from "./change-tool.ts";

export const flattenPdfTool = changeTool({
  name: "flatten_pdf",
  summary: "Turn form fields and annotations into plain content",
  description: "What fields and annotations show stays where it is; nobody can fill or move it any more.",
  body: z.object(CHANGED_FILE),
  change: (document) => inTurns(flattenSteps(document)),
});
