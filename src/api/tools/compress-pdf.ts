import { z } from "zod";
import { flag } from "../../http/wire-values.ts";
import { compressPdf } from "../../pdf/compress/compress-pdf.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer, toolEndpoint } from "./tool-endpoint.ts";

/** Compressing looks into every stream and goes through the graph of objects several times: all of it is in memory. */
const LARGEST_BYTES = 24 * 1024 * 1024;

export const compressPdfTool = toolEndpoint({
  name: "compress_pdf",
  summary: "Compress a PDF",
  description:
    "Nothing is lost but pixels nobody sees: fields, outlines, links, attachments, tags and layers stay. The answer is " +
    "never larger than the input. Signed files are refused unless `force=1`, because any change breaks the signature.",
  body: z.object({ file: fileInfo, force: flag() }),
  answers: PDF_ANSWER,
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    const compressed = compressPdf(await wholeFile(input, LARGEST_BYTES), {
      password: input.password,
      force: body.force,
    });
    return pdfAnswer(compressed, renamed(input.name, "pdf"));
  },
});
