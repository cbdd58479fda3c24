import { z } from "zod";
import { integer, optional, text } from "../../http/wire-values.ts";
import { rotateDocument } from "../../pdf/operations/rotate.ts";
import { fileInfo, forceFlag, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { changedAnswer, PDF_ANSWER } from "./pdf-answer.ts";

export const rotatePdfTool = fileTool({
  name: "rotate_pdf",
  summary: "Turn pages of a PDF",
  description: "`degrees` clockwise, a multiple of 90; `pages` as ranges, all by default.",
  body: z.object({
    file: fileInfo,
    force: forceFlag(),
    degrees: integer().meta({ description: "Clockwise; a multiple of 90." }),
    pages: optional(text()).meta({ description: "Pages such as `1-3, 5`; all when absent." }),
  }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed", "pdf_range_invalid", "pdf_page_out_of_range"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const document = await openInputForChange(input, body.force);
    rotateDocument(document, body);
    return changedAnswer(document, renamed(input.name, "pdf"), sizeOf(input), scope);
  },
});
