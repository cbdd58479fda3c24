import * as z from "zod";
import { integer } from "../../http/wire-values.ts";
import { rotateDocument } from "../../pdf/operations/rotate.ts";
import { CHANGED_FILE, changeTool } from "./change-tool.ts";
import { PAGE_RANGE_PROBLEMS, pageRanges } from "./page-ranges.ts";

export const rotatePdfTool = changeTool({
  name: "rotate_pdf",
  summary: "Turn pages of a PDF",
  description: "`degrees` clockwise, a multiple of 90; `pages` as ranges, all by default.",
  body: z.object({
    ...CHANGED_FILE,
    degrees: integer().meta({ description: "Clockwise; a multiple of 90.", examples: [90] }),
    pages: pageRanges(),
  }),
  problems: PAGE_RANGE_PROBLEMS,
  change: rotateDocument,
});
