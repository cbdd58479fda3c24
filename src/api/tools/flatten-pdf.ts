import { z } from "zod";
import { flattenPdf } from "../../pdf/operations/flatten.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

export const flattenPdfTool = toolEndpoint({
  name: "flatten_pdf",
  summary: "Turn form fields and annotations into plain content",
  body: z.object({ file: fileInfo }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    return pdfAnswer(flattenPdf(input.bytes, { password: input.password }), renamed(input.name, "pdf"));
  },
});
