/** Where a template is looked at: in this isolate if that is soon done, else in one of the pool. */
import type { DocumentOutput, DocumentSettings, DocumentType } from "../../domain/document.ts";
import { askPool } from "../../domain/free-worker.ts";
import { type SentBytes, sentBytes } from "../../domain/sent-bytes.ts";
import { engineFor } from "../../templates/engines.ts";
import type { TemplateInspection } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { isLightTemplate } from "./template-weight.ts";

/** A template, and what says how it is read. */
export interface InspectedFile {
  bytes: Uint8Array;
  type: DocumentType;
  settings: DocumentSettings;
  output?: DocumentOutput | undefined;
}

/** One on its way to another isolate. */
export interface SentTemplate extends Omit<InspectedFile, "bytes"> {
  bytes: SentBytes;
  workspaceId: string;
}

/**
 * Looks at a template of a workspace.
 * @throws Failure those of reading the file, and `work_interrupted` if objects of the pool died that did it
 */
export async function inspectTemplate(
  { env, log, isPool }: MergeServices,
  workspaceId: string,
  template: InspectedFile,
): Promise<TemplateInspection> {
  const { bytes, type, settings, output } = template;
  if (isPool || isLightTemplate(bytes)) return await engineFor(type).inspect(bytes, settings, output);
  return await askPool(env.TOOL_WORKERS, log, (worker) =>
    worker.inspectTemplate({ ...template, bytes: sentBytes(bytes), workspaceId }),
  );
}
