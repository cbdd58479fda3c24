import type { FileExtension } from "../../domain/media-type.ts";
import type { Run } from "../../domain/run.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { warningMessage } from "../../domain/template-warning.ts";
import { withWarningNote as withWordNote } from "../../templates/docx/warning-note.ts";
import { withWarningNote as withSlideNote } from "../../templates/pptx/warning-note.ts";
import { withWarningNote as withSheetNote } from "../../templates/xlsx/warning-note.ts";
import type { MergeServices } from "../context.ts";
import { warningLines } from "../pdf/warning-lines.ts";

const NOTES: Partial<Record<FileExtension, (file: Uint8Array, lines: readonly string[]) => Uint8Array>> = {
  docx: withWordNote,
  xlsx: withSheetNote,
  pptx: withSlideNote,
};

/**
 * Shows the first warnings of a test merge in small print in its Office file: below the text of a Word document, in the
 * footer of printed sheets, at the foot of every slide. Files of other types stay as they are; in PDFs they are drawn
 * before these are written.
 */
export function showWarnings(file: Uint8Array, extension: FileExtension, warnings: readonly string[]): Uint8Array {
  const withNote = NOTES[extension];
  return warnings.length > 0 && withNote ? withNote(file, warningLines(warnings)) : file;
}

/** In a test merge the author is also told what the linter says about the template. */
export async function templateLintWarnings(
  { store }: MergeServices,
  { test, workspaceId }: Pick<Run, "test" | "workspaceId">,
  { versionId }: Pick<DocumentSnapshot, "versionId">,
): Promise<string[]> {
  if (!test) return [];
  const version = await store.versions.byId(workspaceId, versionId);
  return (version?.warnings ?? []).map(warningMessage);
}
