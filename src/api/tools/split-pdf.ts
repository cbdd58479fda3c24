import { z } from "zod";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { file } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { splitDocument } from "../../pdf/operations/split.ts";
import { writePdfChunks } from "../../pdf/writer.ts";
import { byteStream } from "./byte-stream.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { openInput } from "./input-file.ts";
import { toolEndpoint } from "./tool-endpoint.ts";
import { type ZipFile, zipChunks } from "./zip-stream.ts";

export const splitPdfTool = toolEndpoint({
  name: "split_pdf",
  summary: "Split a PDF, or extract or remove pages",
  description: "Page ranges are items such as `1-3, 5, 7-8`. The answer is a ZIP archive in all cases.",
  body: z.object({ file: fileInfo, extract: optional(text()), remove: optional(text()) }),
  answers: { description: "A ZIP archive of PDFs.", mediaType: MEDIA_TYPES.zip },
  async run({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    const document = await openInput(input);
    const { files } = splitDocument(document, { name: input.name, extract: body.extract, remove: body.remove });
    const zip = await byteStream(zipChunks(written(files)));
    return file(zip, { name: renamed(input.name, "zip"), mediaType: MEDIA_TYPES.zip });
  },
});

function* written(files: Iterable<{ name: string; document: PdfDocument }>): Generator<ZipFile> {
  for (const { name, document } of files) yield { name, chunks: writePdfChunks(document) };
}
