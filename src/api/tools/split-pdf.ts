import { z } from "zod";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { file } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";
import { splitPdf } from "../../pdf/operations/split.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { toolEndpoint } from "./tool-endpoint.ts";
import { zipStream } from "./zip-stream.ts";

export const splitPdfTool = toolEndpoint({
  name: "split_pdf",
  summary: "Split a PDF, or extract or remove pages",
  description: "Page ranges are items such as `1-3, 5, 7-8`. The answer is a ZIP archive in all cases.",
  body: z.object({ file: fileInfo, extract: optional(text()), remove: optional(text()) }),
  answers: { description: "A ZIP archive of PDFs.", mediaType: MEDIA_TYPES.zip },
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    const { files } = splitPdf(input.bytes, { ...input, extract: body.extract, remove: body.remove });
    return file(zipStream(files), { name: renamed(input.name, "zip"), mediaType: MEDIA_TYPES.zip });
  },
});
