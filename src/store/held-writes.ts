import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "./batch.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { type AnsweredRequest, claimKey } from "./idempotency.ts";
import { type CheckedKey, mayMerge } from "./keys.ts";

/** What a write is held against that follows from what was read, or checked, earlier. */
export interface HeldAgainst {
  /** Of what the merge read (`AddressedDocument.targetsRevision`); undefined: it is written whatever was changed since. */
  targetsRevision: number | undefined;
  /** The API key of its caller, if that was not read for this merge: it must still be allowed to merge. */
  cachedKey?: CheckedKey;
  /** The caller's Idempotency-Key, and what its request is answered with from now on. */
  request?: AnsweredRequest;
}

/** The parts of a batch that writes a run only if everything is still as it was; `isUnchanged` says so between them. */
export async function holdWrite(
  { database, blobs }: { database: Database; blobs: Blobs },
  { workspaceId, runId, now }: { workspaceId: string; runId: string; now: Date },
  { targetsRevision, cachedKey, request }: HeldAgainst,
): Promise<{ first: Statement[]; last: Statement[]; isUnchanged: SQL }> {
  const isSame = targetsRevision === undefined ? sql`true` : sql`targets_revision = ${targetsRevision}`;
  const isTarget = sql`exists (select 1 from workspaces where id = ${workspaceId} and ${isSame})`;
  const isAllowed = cachedKey ? sql`${isTarget} and ${mayMerge(workspaceId, cachedKey, now)}` : isTarget;
  if (!request) return { first: [], last: [], isUnchanged: isAllowed };
  const claim = await claimKey(database, blobs, request, { runId, condition: isAllowed, now });
  return { first: [claim.first], last: claim.last, isUnchanged: sql`${isAllowed} and ${claim.isClaimed}` };
}
