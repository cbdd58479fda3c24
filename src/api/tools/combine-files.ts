import * as z from "zod";
import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { FileFailures, inFile } from "../../domain/file-failure.ts";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { BROWSER_PROBLEMS } from "../../http/openapi-problems.ts";
import { inParallel } from "../../merge/in-parallel.ts";
import { brokenSignatures } from "../../pdf/compress/signatures.ts";
import { finishDocument } from "../../pdf/finish/finish-pdf.ts";
import { loadMetadata } from "../../pdf/finish/stated-metadata.ts";
import { combineDocuments } from "../../pdf/operations/combine.ts";
import { conversionContext } from "./conversion-context.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool, type ToolAnswer, type ToolScope } from "./file-tool.ts";
import { HeldFiles } from "./held-files.ts";
import { type InputFile, sizeOf, wholeFile } from "./input-file.ts";
import { MAX_CONVERTED_BYTES, openAsPdf } from "./open-as-pdf.ts";
import { documentAnswer } from "./pdf-answer.ts";

const MAX_FILES = 100;
/** All inputs in memory; a PDF in a blob that would exceed this is read in pieces. */
const MAX_WHOLE_BYTES = 24 * 1024 * 1024;
/** One browser has four tabs, and others want to print, too. */
const CONVERSIONS_AT_ONCE = 2;

export const combineFilesTool = fileTool({
  name: "combine",
  summary: "Combine several files into one",
  description:
    "Files of any kind that `convert_to_pdf` takes become one PDF, in the order given, with an outline entry for each; " +
    "or one Word document, whose base is the first file: Word files keep their styles, lists, notes, headers and " +
    "footers, html becomes paragraphs and tables, sheets become tables, pictures, slides and PDF pages pictures. " +
    "The files may total 100 MB. A problem names all files that cannot be used, up to ten.",
  body: z.object({
    output: z.enum(["pdf", "docx"]).meta({ description: "What the files become." }),
    files: z
      .array(fileInfo)
      .max(MAX_FILES, { error: `must have at most ${MAX_FILES} files` })
      .meta({ description: `The files in their order, at most ${MAX_FILES}.` }),
  }),
  answers: {
    description: "The combined file: a PDF or a Word document.",
    mediaType: [MEDIA_TYPES.pdf, MEDIA_TYPES.docx],
  },
  problems: [...BROWSER_PROBLEMS, "pdf_no_files"],
  async run(body, scope) {
    const held = new HeldFiles(scope.services.store.blobs, scope.workspaceId, scope.services.log);
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
          inputs.push({ ...(await held.hold(input)), index });
        } catch (error) {
          throw inFile(error, name, index);
        }
      }
      const request = { inputs, failures, held, scope };
      const answer = await (body.output === "pdf" ? combinedPdf(request) : combinedWord(request));
      return { ...answer, content: await held.discardAfterReading(answer.content) };
    } catch (error) {
      await held.discard();
      throw error;
    }
  },
});

/** A file and its place in the request. */
interface PlacedFile extends InputFile {
  index: number;
}

/** The files that could be read, and what is wrong with the others. */
interface CombineRequest {
  inputs: readonly PlacedFile[];
  failures: FileFailures;
  held: HeldFiles;
  scope: ToolScope;
}

async function combinedPdf({ inputs, failures, held, scope }: CombineRequest): Promise<ToolAnswer> {
  const conversion = await conversionContext(scope);
  let inputBytes = 0;
  const opened = await inParallel(inputs, CONVERSIONS_AT_ONCE, async (input) => {
    const wholeFileBytes = Math.max(0, MAX_WHOLE_BYTES - inputBytes);
    inputBytes += sizeOf(input);
    try {
      const { document, warnings } = await openAsPdf(input, conversion, { wholeFileBytes, held });
      return {
        name: titleOf(input.name),
        document,
        warnings: warnings.map((warning) => `${input.name}: ${warning}`),
      };
    } catch (error) {
      return failures.note(error, input.name, input.index);
    }
  });
  failures.refuse();
  const parts = opened.filter((part) => part !== undefined);
  const broken = brokenSignatures(parts.map(({ document }, index) => ({ name: inputs[index]?.name ?? "", document })));
  const combined = combineDocuments(parts);
  await loadMetadata(combined);
  finishDocument(combined, { now: conversion.now });
  const answer = await documentAnswer(combined, "combined.pdf", inputBytes);

  return { ...answer, warnings: [...broken, ...parts.flatMap(({ warnings }) => warnings)] };
}

async function combinedWord({ inputs, failures, scope }: CombineRequest): Promise<ToolAnswer> {
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

/** A file's name as the title of its part: without folders and extension. */
function titleOf(name: string): string {
  const base = name.slice(name.search(/[^/\\]*$/)).trim();
  return base.replace(/\.[A-Za-z0-9]{1,5}$/, "") || base;
}
