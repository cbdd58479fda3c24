import { z } from "zod";
import { inTurns } from "../../domain/steps.ts";
import { flattenSteps } from "../../pdf/operations/flatten.ts";
import { fileInfo, forceFlag, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { changedAnswer, PDF_ANSWER } from "./pdf-answer.ts";

export const flattenPdfTool = fileTool({
  name: "flatten_pdf",
  summary: "Turn form fields and annotations into plain content",
  description: "What fields and annotations show stays where it is; nobody can fill or move it any more.",
  body: z.object({ file: fileInfo, force: forceFlag() }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const document = await openInputForChange(input, body.force);
    await inTurns(flattenSteps(document));
    return changedAnswer(document, renamed(input.name, "pdf"), sizeOf(input), scope);
  },
});
