import type { Run } from "../../domain/run.ts";
import type { MergeServices } from "../context.ts";
import type { MergedFile } from "./merged-file.ts";

/** What a merge made, to be stored. */
interface MadeFiles {
  files: readonly MergedFile[];
  store(): Promise<void>;
}

/**
 * Stores the files of a merge while its run is written: neither waits for the other. A run whose files could not be stored is taken back,
 * so that the log names no file that is not there. It goes on although the caller leaves; only an isolate that dies in this moment leaves a
 * run without its file, and that caller got no answer (`merge-now.ts` mends it for a request that comes again).
 * @param made delivers nothing: a delivery must not find its file missing
 * @returns undefined if nothing is written
 */
export async function writeBeside<Written>(
  services: MergeServices,
  run: Pick<Run, "id" | "workspaceId">,
  made: MadeFiles,
  record: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  const writing = storeAndRecord(services, run, made, record);
  services.goOn?.(writing);
  return await writing;
}

async function storeAndRecord<Written>(
  { store, log }: MergeServices,
  { id, workspaceId }: Pick<Run, "id" | "workspaceId">,
  { files, store: storeFiles }: MadeFiles,
  record: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  const [stored, recorded] = await Promise.allSettled([storeFiles(), record()]);
  if (stored.status === "rejected") {
    log.failure("run.file_not_stored", stored.reason, { workspace_id: workspaceId, run_id: id });
    // A write that failed may have happened all the same.
    await store.runs.takeBack(workspaceId, id, { blobKey: files[0]?.blobKey ?? "", freesKey: true });
  }
  if (recorded.status === "rejected") throw recorded.reason;
  return stored.status === "fulfilled" ? recorded.value : undefined;
}
