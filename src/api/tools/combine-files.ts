import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { combineDocuments, inFile } from "../../pdf/operations/combine.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { openInput, sizeOf } from "./input-file.ts";
import { documentAnswer, PDF_ANSWER, toolEndpoint } from "./tool-endpoint.ts";

const MOST_FILES = 100;
/** All inputs in memory; a file in a blob that would go beyond is read in pieces. */
const MOST_WHOLE_BYTES = 24 * 1024 * 1024;

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
    const inputs: { name: string; document: PdfDocument }[] = [];
    let inputBytes = 0;
    for (const [index, info] of body.files.entries()) {
      const input = await readInputFile(context, caller, info, `/files/${index}`);
      const wholeFileBytes = Math.max(0, MOST_WHOLE_BYTES - inputBytes);
      inputBytes += sizeOf(input);
      try {
        inputs.push({ name: input.name, document: await openInput(input, wholeFileBytes) });
      } catch (error) {
        throw inFile(error, input.name, index);
      }
    }
    return documentAnswer(combineDocuments(inputs), "combined.pdf", inputBytes);
  },
});
