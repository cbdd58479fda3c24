import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { inFile } from "../../domain/file-failure.ts";
import { inParallel } from "../../merge/route/in-parallel.ts";
import { combineDocuments } from "../../pdf/operations/combine.ts";
import { conversionContext } from "./conversion-context.ts";
import { withWarnings } from "./conversion-warnings.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { type InputFile, sizeOf } from "./input-file.ts";
import { openAsPdf } from "./open-as-pdf.ts";
import { documentAnswer, PDF_ANSWER, toolEndpoint } from "./tool-endpoint.ts";

const MOST_FILES = 100;
/** All inputs in memory; a PDF in a blob that would go beyond is read in pieces. */
const MOST_WHOLE_BYTES = 24 * 1024 * 1024;
/** One browser has four tabs, and others want to print, too. */
const CONVERSIONS_AT_ONCE = 2;

export const combineFilesTool = toolEndpoint({
  name: "combine",
  summary: "Combine several files into one",
  description:
    "Files of any kind that `convert_to_pdf` takes become one PDF, in the order given, with an outline entry for each.",
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

    const conversion = await conversionContext(context, caller);
    let inputBytes = 0;
    const parts = await inParallel([...inputs.entries()], CONVERSIONS_AT_ONCE, async ([index, input]) => {
      const wholeFileBytes = Math.max(0, MOST_WHOLE_BYTES - inputBytes);
      inputBytes += sizeOf(input);
      try {
        const { document, warnings } = await openAsPdf(input, conversion, wholeFileBytes);
        return {
          name: titleOf(input.name),
          document,
          warnings: warnings.map((warning) => `${input.name}: ${warning}`),
        };
      } catch (error) {
        throw inFile(error, input.name, index);
      }
    });
    const answer = await documentAnswer(combineDocuments(parts), "combined.pdf", inputBytes);

    return withWarnings(
      answer,
      parts.flatMap(({ warnings }) => warnings),
    );
  },
});

/** A file's name as the title of its part: without folders and extension. */
function titleOf(name: string): string {
  const base = name.slice(name.search(/[^/\\]*$/)).trim();
  return base.replace(/\.[A-Za-z0-9]{1,5}$/, "") || base;
}
