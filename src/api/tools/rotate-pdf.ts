import { z } from "zod";
import { integer, optional, text } from "../../http/wire-values.ts";
import { rotatePdf } from "../../pdf/operations/rotate.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

export const rotatePdfTool = toolEndpoint({
  name: "rotate_pdf",
  summary: "Turn pages of a PDF",
  description: "`degrees` clockwise, a multiple of 90; `pages` as ranges, all by default.",
  body: z.object({ file: fileInfo, degrees: integer(), pages: optional(text()) }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    return pdfAnswer(rotatePdf(input.bytes, { ...input, ...body }), renamed(input.name, "pdf"));
  },
});
