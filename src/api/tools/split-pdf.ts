import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { runYielding } from "../../domain/steps.ts";
import { SAMPLE_FILE } from "../../http/openapi/sample-file.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { loadMetadata } from "../../pdf/finalize/declared-metadata.ts";
import { finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { splitSteps } from "../../pdf/operations/split.ts";
import { identificationsOf, lostIdentifications } from "../../pdf/pdfa/preserved-identification.ts";
import { writePdfChunks } from "../../pdf/writer.ts";
import { byteStream } from "./byte-stream.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInput } from "./input-file.ts";
import { brokenSignature, SIGNED_MEMBERS } from "./signed-files.ts";
import { type ZipFile, zipChunks } from "./zip-stream.ts";

export const splitPdfTool = fileTool({
  name: "split_pdf",
  summary: "Split a PDF, or extract or remove pages",
  description: "Page ranges are items such as `1-3, 5, 7-8`. The answer is a ZIP archive in all cases.",
  example: { file: SAMPLE_FILE, extract: "1" },
  body: z.object({
    file: fileInfo,
    ...SIGNED_MEMBERS,
    extract: optional(text()).meta({
      description: "Pages to take, such as `1-3, 5`; each item of the list becomes a file.",
    }),
    remove: optional(text()).meta({ description: "Pages to leave out, such as `2, 7-8`." }),
  }),
  answers: { description: "A ZIP archive of PDFs.", mediaType: MEDIA_TYPES.zip },
  problems: ["pdf_signed", "pdf_range_invalid", "pdf_page_out_of_range", "pdf_remove_all"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    if (isGiven(body.extract) && isGiven(body.remove))
      throw new Failure("invalid_request", "extract and remove are two ways to say the same thing: send one of them.", {
        errors: [{ pointer: "/remove", message: "Send extract or remove, not both." }],
      });
    const document = await openInput(input);
    const broken = brokenSignature(document, body.signed);
    await loadMetadata(document);
    const warnings = [...broken, ...lostIdentifications(identificationsOf(document))];
    // each part says what the whole says
    finalizeDocument(document, { now: scope.services.now(), isChange: true });
    const { extract, remove } = body;
    const { files } = await runYielding(splitSteps(document, { name: input.name, extract, remove }));
    const zip = await byteStream(zipChunks(written(files)));
    return { kind: "file", name: renamed(input.name, "zip"), mediaType: MEDIA_TYPES.zip, content: zip, warnings };
  },
});

function* written(files: Iterable<{ name: string; document: PdfDocument }>): Generator<ZipFile> {
  for (const { name, document } of files) yield { name, chunks: writePdfChunks(document) };
}

const isGiven = (ranges: string | undefined): boolean => ranges !== undefined && ranges.trim() !== "";
