import type { KeyClaim, StoredAnswer } from "../../domain/idempotency.ts";
import type { DocumentTask } from "../../domain/run-task.ts";
import type { HeldAgainst } from "../../store/held-writes.ts";
import { idOfKeyedRun, newId } from "../../store/ids.ts";
import type { MergeServices } from "../context.ts";
import { type MergeRequest, mergeRun, queueRun } from "./accept-run.ts";

/** What holds an accepted merge against what was changed since its document was read. */
export interface AcceptGuard extends Pick<HeldAgainst, "targetsRevision" | "cachedKey"> {
  /** The caller's Idempotency-Key. */
  claim: KeyClaim | undefined;
  /** After a merge that was held against it: the document may serve the next one. */
  keep(storedBytes: number): void;
  /** What the caller is answered, which is kept for its Idempotency-Key. */
  answer(runId: string): Promise<StoredAnswer>;
}

/**
 * Accepts a merge of a document for later, in one call, by what was read of the document for this merge or an earlier one.
 * @returns undefined if the document was changed meanwhile, or its Idempotency-Key was used before: nothing was written
 */
export async function acceptOnce(
  services: MergeServices,
  request: MergeRequest,
  task: DocumentTask,
  { claim, keep, answer: answerOf, ...against }: AcceptGuard,
): Promise<StoredAnswer | undefined> {
  const { workspaceId } = request.target;
  const now = services.now();
  // As the key would name it if its answer were lost.
  const run = { ...mergeRun(request), id: claim ? idOfKeyedRun(now, claim) : newId() };
  const answer = await answerOf(run.id);
  const named = claim && { workspaceId, scope: claim.scope, key: claim.key, fingerprint: claim.fingerprint, answer };
  const held = { ...against, request: named };
  const written = await services.store.runs.acceptHeld(workspaceId, run, held, now);
  if (!written) return undefined;
  keep(written.storedBytes);
  await queueRun(services, { workspaceId, id: run.id, task });
  return answer;
}
