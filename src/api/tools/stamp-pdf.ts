import { z } from "zod";
import { inTurns } from "../../domain/steps.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import { fileInfo, forceFlag, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { changedAnswer, PDF_ANSWER } from "./pdf-answer.ts";

export const stampPdfTool = fileTool({
  name: "stamp_pdf",
  summary: "Write a text across the pages of a PDF",
  description: "`opacity` from 0 to 1, `angle` in degrees counter-clockwise, `font_size` in points, `pages` as ranges.",
  body: z.object({
    file: fileInfo,
    force: forceFlag(),
    text: text().meta({ description: "The text." }),
    opacity: optional(number().pipe(z.number().min(0).max(1))).meta({ description: "From 0, not to be seen, to 1." }),
    angle: optional(number().pipe(z.number().min(-360).max(360))).meta({ description: "Degrees counter-clockwise." }),
    font_size: optional(number().pipe(z.number().min(1).max(1_000))).meta({
      description: "Size of the letters in points.",
    }),
    pages: optional(text()).meta({ description: "Pages such as `1-3, 5`; all when absent." }),
  }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed", "pdf_range_invalid", "pdf_page_out_of_range"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const document = await openInputForChange(input, body.force);
    const { text, opacity, angle, font_size, pages } = body;
    await inTurns(stampSteps(document, { text, opacity, angleDegrees: angle, fontSizePoints: font_size, pages }));
    return changedAnswer(document, renamed(input.name, "pdf"), sizeOf(input), scope);
  },
});
