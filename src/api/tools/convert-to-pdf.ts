import { z } from "zod";
import { openPdf } from "../../pdf/document.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

export const convertToPdfTool = toolEndpoint({
  name: "convert_to_pdf",
  summary: "Convert a file to PDF",
  body: z.object({ file: fileInfo }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    // A PDF stays itself, byte for byte; opening it finds out whether it is one.
    openPdf(input.bytes, { password: input.password });
    return pdfAnswer(input.bytes, renamed(input.name, "pdf"));
  },
});
