/**
 * Where a merge is done. On the platform every isolate has a thread of its own, and it is done where it came in. On one machine
 * all isolates of a process share one: what may take long is done in the pool's process.
 */
import { Failure } from "../domain/failure.ts";
import { type FailureMessage, failureOf } from "../domain/failure-message.ts";
import { freeWorker, interrupted } from "../domain/free-worker.ts";
import type { MergeTask } from "../domain/run-task.ts";
import { OFFICE_LIMITS } from "../office/limits.ts";
import { readZipDirectory } from "../office/zip-directory.ts";
import type { LeasedRun } from "../store/runs.ts";
import type { MergeData } from "../templates/template-engine.ts";
import type { MergeServices } from "./context.ts";
import type { HeldRun } from "./run/held-run.ts";
import type { MergedFile } from "./run/merged-file.ts";

/** What an object of the pool answers: failures are values, because RPC would strip an error of its code. */
export type PlacedAnswer = { files: MergedFile[] } | { failure: FailureMessage };

/** What is read, filled and written again while others wait: bytes of a template's markup, and characters of data. */
const SMALL_MARKUP_BYTES = 256 * 1024;
const SMALL_DATA_LENGTH = 64 * 1024;
const TRIES = 2;

/** Bytes of markup, by the keys of templates: their bytes never change. */
const markupBytes = new Map<string, number>();
const MAX_KNOWN_TEMPLATES = 2_000;

/**
 * Does a merge here, or has the pool do it.
 * @param here does it in this isolate
 * @throws Failure those of the merge, and `work_interrupted` if objects of the pool died that did it
 */
export async function placeMerge(
  services: MergeServices,
  { run, lease }: HeldRun,
  task: MergeTask,
  data: MergeData,
  here: () => Promise<MergedFile[]>,
): Promise<MergedFile[]> {
  if (services.env.POOL_PROCESS !== "1" || services.isPool) return await here();
  const isHere =
    task.kind === "document" &&
    JSON.stringify(data).length <= SMALL_DATA_LENGTH &&
    (await markupOf(services, run.workspaceId, task.document.templateKey)) <= SMALL_MARKUP_BYTES;
  return isHere ? await here() : await inPool(services, { run, lease });
}

async function markupOf({ store }: MergeServices, workspaceId: string, templateKey: string): Promise<number> {
  const known = markupBytes.get(templateKey);
  if (known !== undefined) return known;
  const bytes = markupIn((await store.blobs.get(workspaceId, templateKey)) ?? new Uint8Array());
  markupBytes.set(templateKey, bytes);
  const [oldest] = markupBytes.keys();
  if (markupBytes.size > MAX_KNOWN_TEMPLATES && oldest !== undefined) markupBytes.delete(oldest);
  return bytes;
}

/** Pictures and fonts of a package are not looked into when it is filled. */
function markupIn(template: Uint8Array): number {
  if (template[0] !== 0x50 || template[1] !== 0x4b) return template.length;
  try {
    const parts = readZipDirectory(template, OFFICE_LIMITS).filter(({ name }) => /\.(xml|rels|vml)$/i.test(name));
    return parts.reduce((sum, { size }) => sum + size, 0);
  } catch (error) {
    // It is refused when it is read.
    if (error instanceof Failure) return 0;
    throw error;
  }
}

async function inPool({ env, log }: MergeServices, leased: LeasedRun): Promise<MergedFile[]> {
  for (let attempt = 1; ; attempt++) {
    const worker = await freeWorker(env.TOOL_WORKERS);
    try {
      const answer: PlacedAnswer = await worker.merge(leased);
      if ("failure" in answer) throw failureOf(answer.failure);
      return answer.files;
    } catch (error) {
      if (error instanceof Failure) throw error;
      log.failure("merge.tool_worker_failed", error, { attempt });
      if (attempt === TRIES) throw interrupted(error);
    }
  }
}
