import type * as z from "zod";
import type { PdfDocument } from "../../pdf/document.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { type FileTool, fileTool, type ToolScope } from "./file-tool.ts";
import { openInputForChange, sizeOf } from "./input-file.ts";
import { changedAnswer, PDF_ANSWER } from "./pdf-answer.ts";
import { brokenSignature, SIGNED_MEMBERS } from "./signed-files.ts";

/** Members of every tool that changes a PDF. */
export const CHANGED_FILE = { file: fileInfo, ...SIGNED_MEMBERS };

interface ChangeTool<Schema extends z.ZodObject<typeof CHANGED_FILE>>
  extends Pick<FileTool<Schema>, "name" | "summary" | "description" | "body" | "problems"> {
  change(document: PdfDocument, body: z.output<Schema>, scope: ToolScope): void | Promise<void>;
}

/** Declares a tool that changes a PDF in its place and answers with it. It says what that costs a signed file. */
export function changeTool<Schema extends z.ZodObject<typeof CHANGED_FILE>>({
  change,
  problems = [],
  ...tool
}: ChangeTool<Schema>): FileTool<Schema> {
  return fileTool({
    ...tool,
    answers: PDF_ANSWER,
    problems: ["pdf_signed", ...problems],
    secrets: [],
    async run(body, scope) {
      const input = await readInputFile(scope, body.file, "/file");
      const document = await openInputForChange(input);
      for (const warning of brokenSignature(document, body.signed)) scope.warn(warning);
      await change(document, body, scope);
      return changedAnswer(document, renamed(input.name, "pdf"), sizeOf(input), scope);
    },
  });
}
