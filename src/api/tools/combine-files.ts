import * as z from "zod";
import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { Failure } from "../../domain/failure.ts";
import { FileFailures, inFile } from "../../domain/file-failure.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { assetReader } from "../../domain/static-asset.ts";
import { BROWSER_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { flag, list } from "../../http/wire-values.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import type { DrawingFonts } from "../../pdf/form/fill-form.ts";
import { combineDocuments, formsToDraw } from "../../pdf/operations/combine.ts";
import { drawingFonts } from "../../templates/pdf/form-fonts.ts";
import { BufferedFiles } from "./buffered-files.ts";
import { conversionContext } from "./conversion-context.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool, type ToolAnswer, type ToolScope } from "./file-tool.ts";
import { htmlPageMembers, htmlPageOf } from "./html-pages.ts";
import { type InputFile, openInput, sizeOf, wholeFile } from "./input-file.ts";
import { isPdfInput, MAX_CONVERTED_BYTES, openAsPdf } from "./open-as-pdf.ts";
import { combinedAnswer } from "./pdf-answer.ts";
import { brokenSignature, SIGNED_MEMBERS, type SignedTreatment } from "./signed-files.ts";

const MAX_FILES = 100;
/** All inputs in memory; a PDF in a blob that would exceed this is read in pieces. */
const MAX_WHOLE_BYTES = 24 * 1024 * 1024;
/** One browser has four tabs, and others want to print, too. */
const CONVERSIONS_AT_ONCE = 2;

const bookmarkFlag = () => flag().meta({ description: "1: each file has its outline entry in the PDF in any case." });

const files = list(
  z
    .array(fileInfo)
    .max(MAX_FILES, { error: `must have at most ${MAX_FILES} files` })
    .meta({ description: `The files in their order, at most ${MAX_FILES}.` }),
);

export const combineFilesTool = fileTool({
  name: "combine",
  summary: "Combine several files into one",
  description:
    "Files of any kind that `convert_to_pdf` takes become one PDF, in the order given, with an outline entry for each where " +
    "one of them has an outline or `bookmark=1` asks for it; " +
    "or one Word document, whose base is the first file: Word files keep their styles, lists, notes, headers and " +
    "footers, html becomes paragraphs and tables, sheets become tables, pictures, slides and PDF pages pictures. " +
    "The files may total 100 MB. A problem names all files that cannot be used, up to ten.",
  body: z.object({
    output: z.enum(["pdf", "docx"]).meta({ description: "What the files become." }),
    files,
    bookmark: bookmarkFlag(),
    ...SIGNED_MEMBERS,
    ...htmlPageMembers,
  }),
  query: z.object({
    bookmark: bookmarkFlag(),
    test: flag().meta({ description: "Taken from old clients: a tool has no test mode." }),
  }),
  answers: {
    description: "The combined file: a PDF or a Word document.",
    mediaType: [MEDIA_TYPES.pdf, MEDIA_TYPES.docx],
  },
  problems: [...BROWSER_PROBLEMS, "pdf_no_files", "pdf_signed"],
  secrets: [],
  readsWorkspace: true,
  async run(body, scope) {
    const buffered = new BufferedFiles(scope.services.store.blobs, scope.workspaceId, scope.services.log);
    try {
      const failures = new FileFailures();
      const inputs: PlacedFile[] = [];
      for (const [index, info] of body.files.entries()) {
        const name = info.name ?? "";
        const input = await readInputFile(scope, info, `/files/${index}`).catch((error) =>
          failures.note(error, name, index),
        );
        if (!input) continue;
        try {
          inputs.push({ ...(await buffered.buffer(input)), index });
        } catch (error) {
          throw inFile(error, name, index);
        }
      }
      const { signed, bookmark } = body;
      const request = { inputs, failures, buffered, scope, signed, bookmark, htmlPage: htmlPageOf(body) };
      const answer = await (body.output === "pdf" ? combinedPdf(request) : combinedWord(request));
      return { ...answer, content: await buffered.discardAfterReading(answer.content) };
    } catch (error) {
      await buffered.discard();
      throw error;
    }
  },
});

/** The same under the name by which the PHP class calls it: it sends nothing but the files. */
export const combinePdfTool = fileTool({
  ...combineFilesTool,
  name: "combine_pdf",
  summary: "Combine several files into one PDF",
  description:
    "What `combine` does, with PDF as its output unless `output` says otherwise; `bookmark` and `test` may be in the query.",
  body: combineFilesTool.body.extend({ output: combineFilesTool.body.shape.output.default("pdf") }),
});

/** A file and its place in the request. */
interface PlacedFile extends InputFile {
  index: number;
}

/** The files that could be read, and what is wrong with the others. */
interface CombineRequest {
  inputs: readonly PlacedFile[];
  failures: FileFailures;
  buffered: BufferedFiles;
  scope: ToolScope;
  signed: SignedTreatment;
  bookmark: boolean;
  htmlPage: ReturnType<typeof htmlPageOf>;
}

async function combinedPdf({
  inputs,
  failures,
  buffered,
  scope,
  signed,
  bookmark,
  htmlPage,
}: CombineRequest): Promise<ToolAnswer> {
  const conversion = await conversionContext(scope, { htmlPage });
  let inputBytes = 0;
  const opened = await mapConcurrent(inputs, CONVERSIONS_AT_ONCE, async (input) => {
    const wholeFileBytes = Math.max(0, MAX_WHOLE_BYTES - inputBytes);
    inputBytes += sizeOf(input);
    try {
      const { document, warnings } = await openAsPdf(input, conversion, { wholeFileBytes, buffered });
      return {
        name: titleOf(input.name),
        document,
        broken: brokenSignature(document, signed, input.name),
        warnings: warnings.map((warning) => `${input.name}: ${warning}`),
      };
    } catch (error) {
      return failures.note(error, input.name, input.index);
    }
  });
  failures.refuse();
  const parts = opened.filter((part) => part !== undefined);
  const fonts = new Map<PdfDocument, DrawingFonts>();
  for (const document of formsToDraw(parts.map((part) => part.document)))
    fonts.set(document, await drawingFonts(document, assetReader(conversion.env.ASSETS)));
  const combined = combineDocuments(parts, { bookmark, fonts });
  const documents = parts.map(({ document }) => document);
  const answer = await combinedAnswer(combined, documents, "combined.pdf", inputBytes, conversion.now);
  const allWarnings = [...parts.flatMap(({ broken }) => broken), ...parts.flatMap(({ warnings }) => warnings)];
  return { ...answer, warnings: [...allWarnings, ...answer.warnings] };
}

async function combinedWord({ inputs, failures, scope, signed }: CombineRequest): Promise<ToolAnswer> {
  if (signed === "refuse") for (const input of inputs) await refuseSigned(input, failures);
  const sources = inputs.map((input) => ({
    name: input.name,
    index: input.index,
    read: async () => ({
      name: input.name,
      bytes: await wholeFile(input, MAX_CONVERTED_BYTES),
      password: input.password,
    }),
  }));
  const { bytes, warnings } = await combineToWord(sources, await conversionContext(scope), failures);

  return { kind: "file", name: "combined.docx", mediaType: MEDIA_TYPES.docx, content: bytes, warnings };
}

/** Pages of a PDF become pictures: what its signatures stand for does not come along. */
async function refuseSigned(input: PlacedFile, failures: FileFailures): Promise<void> {
  try {
    if (await isPdfInput(input)) brokenSignature(await openInput(input), "refuse", input.name);
  } catch (error) {
    // What else may be wrong with the file is said where it is converted.
    if (!(error instanceof Failure) || error.code === "pdf_signed") failures.note(error, input.name, input.index);
  }
}

/** A file's name as the title of its part: without folders and extension. */
function titleOf(name: string): string {
  const base = name.slice(name.search(/[^/\\]*$/)).trim();
  return base.replace(/\.[A-Za-z0-9]{1,5}$/, "") || base;
}
