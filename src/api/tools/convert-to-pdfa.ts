import * as z from "zod";
import { PDF_A_LEVELS } from "../../domain/document.ts";
import { flag } from "../../http/wire-values.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { PDF_ANSWER } from "./pdf-answer.ts";
import { pdfaAnswer } from "./pdfa-answer.ts";
import { SIGNED_MEMBERS } from "./signed-files.ts";

export const convertToPdfaTool = fileTool({
  name: "convert_to_pdfa",
  summary: "Make a PDF conform to PDF/A",
  description:
    "Mends what can be mended without changing what the pages show: output intent, metadata, annotations, fonts that are " +
    "not embedded and have a twin of the same widths. Takes out what is not allowed: scripts, launch actions, encryption. " +
    "What it took out is in the header `Conversion-Warnings`. What cannot be mended is refused with the clauses that it " +
    "breaks. The answer was checked as `validate_pdf` does.",
  body: z.object({
    file: fileInfo,
    ...SIGNED_MEMBERS,
    profile: z.enum(PDF_A_LEVELS).meta({ description: "Part and level of PDF/A, such as `2b` or `3a`." }),
    pdf_ua: flag().meta({ description: "1: conform to PDF/UA-1 as well." }),
  }),
  answers: PDF_ANSWER,
  problems: ["pdf_not_conforming", "pdf_signed"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    return pdfaAnswer(input, { pdfA: body.profile, pdfUa: body.pdf_ua }, scope, body.signed);
  },
});
