import { z } from "zod";
import { inTurns } from "../../domain/steps.ts";
import { compressSteps } from "../../pdf/compress/compress-pdf.ts";
import { fileInfo, forceFlag, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";

/** Compressing looks into every stream and goes through the graph of objects several times: all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

export const compressPdfTool = fileTool({
  name: "compress_pdf",
  summary: "Compress a PDF",
  description:
    "Nothing is lost but pixels nobody sees: fields, outlines, links, attachments, tags and layers stay. The answer is " +
    "never larger than the input. Signed files are refused unless `force=1`, because any change breaks the signature.",
  body: z.object({ file: fileInfo, force: forceFlag() }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const steps = compressSteps(await wholeFile(input, MAX_BYTES), {
      password: input.password,
      force: body.force,
    });
    const compressed = await inTurns(steps);
    return pdfAnswer(compressed, renamed(input.name, "pdf"));
  },
});
