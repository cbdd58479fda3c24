import * as z from "zod";
import { inTurns } from "../../domain/steps.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import { CHANGED_FILE, changeTool } from "./change-tool.ts";
import { PAGE_RANGE_PROBLEMS, pageRanges } from "./page-ranges.ts";

export const stampPdfTool = changeTool({
  name: "stamp_pdf",
  summary: "Write a text across the pages of a PDF",
  description: "`opacity` from 0 to 1, `angle` in degrees counter-clockwise, `font_size` in points, `pages` as ranges.",
  body: z.object({
    ...CHANGED_FILE,
    text: text().meta({ description: "The text." }),
    opacity: optional(number().pipe(z.number().min(0).max(1))).meta({ description: "From 0, invisible, to 1." }),
    angle: optional(number().pipe(z.number().min(-360).max(360))).meta({ description: "Degrees counter-clockwise." }),
    font_size: optional(number().pipe(z.number().min(1).max(1_000))).meta({
      description: "Size of the letters in points.",
    }),
    pages: pageRanges(),
  }),
  problems: PAGE_RANGE_PROBLEMS,
  change: (document, { text, opacity, angle, font_size, pages }) =>
    inTurns(stampSteps(document, { text, opacity, angleDegrees: angle, fontSizePoints: font_size, pages })),
});
