import { z } from "zod";
import { integer, optional, text } from "../../http/wire-values.ts";
import { rotateDocument } from "../../pdf/operations/rotate.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { documentAnswer, PDF_ANSWER, toolEndpoint } from "./tool-endpoint.ts";

export const rotatePdfTool = toolEndpoint({
  name: "rotate_pdf",
  summary: "Turn pages of a PDF",
  description: "`degrees` clockwise, a multiple of 90; `pages` as ranges, all by default.",
  body: z.object({ file: fileInfo, degrees: integer(), pages: optional(text()) }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    const document = await openInputForChange(input);
    rotateDocument(document, body);
    return documentAnswer(document, renamed(input.name, "pdf"), sizeOf(input));
  },
});
