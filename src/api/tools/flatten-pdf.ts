import { z } from "zod";
import { flattenDocument } from "../../pdf/operations/flatten.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { documentAnswer, PDF_ANSWER, toolEndpoint } from "./tool-endpoint.ts";

export const flattenPdfTool = toolEndpoint({
  name: "flatten_pdf",
  summary: "Turn form fields and annotations into plain content",
  body: z.object({ file: fileInfo }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    const document = await openInputForChange(input);
    flattenDocument(document);
    return documentAnswer(document, renamed(input.name, "pdf"), sizeOf(input));
  },
});
