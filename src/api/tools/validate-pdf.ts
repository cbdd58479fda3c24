import * as z from "zod";
import { runYielding } from "../../domain/steps.ts";
import { VALIDATION_PROFILES } from "../../pdf/validate/profiles.ts";
import { validationSteps } from "../../pdf/validate/validate-pdf.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { jsonAnswer } from "./json-answer.ts";

/** Clauses are about how the file is written, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

const answerSchema = z.object({
  valid: z.boolean().meta({ description: "Whether no problem was found." }),
  profile: z.enum(VALIDATION_PROFILES).meta({ description: "The profile that was checked." }),
  problems: z
    .array(
      z.object({
        clause: z.string().meta({ description: "The clause that is broken, of ISO 19005 or ISO 14289-1." }),
        message: z.string().meta({ description: "What is wrong." }),
        page: z.number().nullable().meta({ description: "The page, counted from 1; null where none is concerned." }),
        object: z
          .number()
          .nullable()
          .meta({ description: "The number of the object in the file; null where none is concerned." }),
      }),
    )
    .meta({ description: "What was found, at most 50 for each clause." }),
});

export const validatePdfTool = fileTool({
  name: "validate_pdf",
  summary: "Check a PDF against PDF/A or PDF/UA",
  description:
    "`profile` is a level of PDF/A-2 or PDF/A-3 (`2b`, `2u`, `2a`, `3b`, `3u`, `3a`) or PDF/UA-1 (`ua1`). What a machine " +
    "can check is checked: whether an alternative text says what the picture shows is for people to judge.",
  body: z.object({
    file: fileInfo,
    profile: z.enum(VALIDATION_PROFILES).meta({ description: "What the file has to conform to." }),
  }),
  answers: { description: "Whether the file conforms, and what keeps it from conforming.", schema: answerSchema },
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const steps = validationSteps(await wholeFile(input, MAX_BYTES), body.profile, {
      password: input.password,
      meter: input.meter,
    });
    const { valid, profile, problems } = await runYielding(steps);
    const answer: z.output<typeof answerSchema> = { valid, profile, problems: [...problems] };
    return jsonAnswer(input, answer);
  },
});
