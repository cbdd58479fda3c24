import type { Run } from "../../domain/run.ts";
import type { MergeServices } from "../context.ts";
import { type ProducedFile, type Production, produceFile } from "./produce-file.ts";
import { templateSource } from "./template-source.ts";

/**
 * Makes the file of a stored document for a run; a file too large to be handed over is stored with the run's results.
 */
export function produceDocument(
  services: MergeServices,
  { workspaceId, id }: Pick<Run, "workspaceId" | "id">,
  document: Pick<Production, "snapshot" | "data" | "environment" | "defaults">,
): Promise<ProducedFile> {
  const source = templateSource(services, workspaceId, document.snapshot);
  const resultKey = services.store.blobs.resultKey(workspaceId, id);
  return produceFile({ ...document, services, workspaceId, source, resultKey });
}
