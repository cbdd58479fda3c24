import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { combinePdfs } from "../../pdf/operations/combine.ts";
import { fileInfo, type InputFile, readInputFile } from "./file-info.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

const MOST_FILES = 100;

export const combineFilesTool = toolEndpoint({
  name: "combine",
  summary: "Combine several files into one",
  body: z.object({
    output: z.enum(["pdf", "docx"]),
    files: z.array(fileInfo).max(MOST_FILES, { error: `must have at most ${MOST_FILES} files` }),
  }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    if (body.output === "docx")
      throw new Failure("output_not_allowed", "Files cannot be combined to docx yet; use the output pdf.");
    const inputs: InputFile[] = [];
    for (const [index, info] of body.files.entries())
      inputs.push(await readInputFile(context, caller, info, `/files/${index}`));
    return pdfAnswer(combinePdfs(inputs), "combined.pdf");
  },
});
