import * as z from "zod";
import { runYielding } from "../../domain/steps.ts";
import { compressSteps } from "../../pdf/compress/compress-pdf.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import {
  type ChangedIdentifications,
  finalizeChanged,
  finalizeIdentifications,
} from "../../pdf/pdfa/preserved-identification.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";
import { brokenSignature, SIGNED_MEMBERS } from "./signed-files.ts";

/** Compressing looks into every stream and goes through the graph of objects several times: all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

export const compressPdfTool = fileTool({
  name: "compress_pdf",
  summary: "Compress a PDF",
  description:
    "Nothing is lost but pixels nobody sees: fields, outlines, links, attachments, tags and layers stay. The answer is " +
    "never larger than the input; one that cannot become smaller is answered as it is, with its signatures.",
  body: z.object({ file: fileInfo, ...SIGNED_MEMBERS }),
  answers: PDF_ANSWER,
  problems: ["pdf_signed"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    const now = scope.services.now();
    const changed: { identifications?: ChangedIdentifications } = {};
    let broken: string[] = [];
    const begin = (document: PdfDocument) => {
      broken = brokenSignature(document, body.signed);
    };
    const finish = (document: PdfDocument) => {
      changed.identifications = finalizeChanged(document, { now, isCompact: true });
    };
    const steps = compressSteps(bytes, { password: input.password, meter: input.meter, begin, finish });
    const compressed = await runYielding(steps);
    const name = renamed(input.name, "pdf");
    const { identifications } = changed;
    if (compressed === bytes || !identifications) return pdfAnswer(compressed, name);
    const settled = await runYielding(finalizeIdentifications(compressed, identifications, now));
    return pdfAnswer(settled.bytes, name, [...broken, ...settled.warnings]);
  },
});
