import { Buffer } from "node:buffer";
import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  type AnswerOfRun,
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_LIFETIME_MS,
  type IdempotencyStore,
  type KeyedRequest,
  type NamedKey,
  type StoredAnswer,
} from "../domain/idempotency.ts";
import type { Statement } from "./batch.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { idempotencyKeys } from "./schema/requests.ts";

/** Bodies up to this size stay in the row, so that most replays read nothing from R2. */
const INLINE_BODY_BYTES = 8 * 1024;

/** Stands for the time of a request that failed: the next one may begin at once. */
const ABANDONED = 0;

const isSame = sql`${idempotencyKeys.fingerprint} = excluded.fingerprint`;

/** Answers kept for `Idempotency-Key` (wire "Headers"). */
export function createIdempotency(database: Database, blobs: Blobs): IdempotencyStore {
  const one = ({ scope, key }: NamedKey) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));

  return {
    async begin(keyed, now) {
      const { workspaceId, scope, key, fingerprint } = keyed;
      const time = now.getTime();
      const isOver = sql`${idempotencyKeys.expiresAt} <= ${time}`;
      const [claimed, [row]] = await database.batch([
        database
          .insert(idempotencyKeys)
          .values({ workspaceId, scope, key, fingerprint, startedAt: time, expiresAt: time + IDEMPOTENCY_LIFETIME_MS })
          .onConflictDoUpdate({
            target: [idempotencyKeys.scope, idempotencyKeys.key],
            set: {
              workspaceId,
              fingerprint: sql`excluded.fingerprint`,
              status: null,
              headers: null,
              body: null,
              bodyKey: null,
              runId: null,
              startedAt: sql`excluded.started_at`,
              expiresAt: sql`iif(${isOver} or not ${isSame}, excluded.expires_at, ${idempotencyKeys.expiresAt})`,
            },
            setWhere: sql`${isOver} or (${idempotencyKeys.status} is null and (${idempotencyKeys.startedAt} = ${ABANDONED}
              or (${isSame} and ${idempotencyKeys.startedAt} <= ${time - IDEMPOTENCY_LEASE_MS})))`,
          })
          .returning({ expiresAt: idempotencyKeys.expiresAt }),
        database.select().from(idempotencyKeys).where(one(keyed)),
      ]);
      if (claimed[0]) return { state: "started", since: new Date(claimed[0].expiresAt - IDEMPOTENCY_LIFETIME_MS) };
      if (!row) throw new Error("An idempotency key was neither claimed nor found");
      if (row.fingerprint !== fingerprint) return { state: "mismatch" };
      if (row.status === null) return { state: "running" };

      if (row.body === null && row.bodyKey === null) {
        if (row.runId === null) throw new Error("An answer is kept nowhere");
        return { state: "answered_from_run", runId: row.runId };
      }

      const body = row.bodyKey
        ? await blobs.getAnswer(row.bodyKey)
        : new Uint8Array(Buffer.from(row.body ?? "", "base64"));
      // The sweep took the body with the row: the key is free again a moment later.
      if (!body) return { state: "running" };

      return { state: "finished", answer: { status: row.status, headers: row.headers ?? [], body } };
    },

    async renew(named, startedAt, now) {
      const renewed = await database
        .update(idempotencyKeys)
        .set({ startedAt: now.getTime() })
        .where(
          and(one(named), eq(idempotencyKeys.startedAt, startedAt.getTime()), sql`${idempotencyKeys.status} is null`),
        )
        .returning({ key: idempotencyKeys.key });
      return renewed.length > 0;
    },

    async finish(named, answer, runId) {
      await database
        .update(idempotencyKeys)
        .set({ ...(await answerColumns(blobs, named, answer)), runId })
        .where(one(named));
    },

    async abandon(named) {
      await database
        .update(idempotencyKeys)
        .set({ startedAt: ABANDONED })
        .where(and(one(named), sql`${idempotencyKeys.status} is null`));
    },
  };
}

/** An answer as its row has it: in the row, in a blob that is written first, or nowhere, where it is made from a run. */
async function answerColumns(
  blobs: Blobs,
  { workspaceId, scope }: NamedKey,
  { status, headers, body }: StoredAnswer | AnswerOfRun,
) {
  const isLarge = body !== undefined && body.byteLength > INLINE_BODY_BYTES;
  const bodyKey = isLarge ? await blobs.putAnswer(workspaceId, scope, body) : null;
  const inline = body === undefined || isLarge ? null : Buffer.from(body).toString("base64");
  return { status, headers: body === undefined ? null : headers, body: inline, bodyKey };
}

/** A key with the answer to its request, for the write of the run that made it. */
export interface AnsweredRequest extends KeyedRequest {
  answer: StoredAnswer | AnswerOfRun;
}

/**
 * The statements that give a key to a run, the first of a batch, if `condition` holds and the key is nobody's; `isClaimed` is true
 * for the others of the batch if that has happened. One that was begun, even if it was never answered, is somebody's.
 */
export async function claimKey(
  database: Database,
  blobs: Blobs,
  request: AnsweredRequest,
  { runId, condition, now }: { runId: string; condition: SQL; now: Date },
): Promise<{ first: Statement; last: Statement[]; isClaimed: SQL }> {
  const { workspaceId, scope, key, fingerprint, answer } = request;
  const time = now.getTime();
  const { status, headers, body, bodyKey } = await answerColumns(blobs, request, answer);
  const isRuns = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.runId, runId));
  return {
    first: database
      .insert(idempotencyKeys)
      .select(sql`
        select ${scope}, ${key}, ${fingerprint}, ${status}, ${headers && JSON.stringify(headers)}, ${body}, ${bodyKey},
          ${runId}, ${time}, ${time + IDEMPOTENCY_LIFETIME_MS}, ${workspaceId} where ${condition}`)
      .onConflictDoUpdate({
        target: [idempotencyKeys.scope, idempotencyKeys.key],
        set: {
          workspaceId: sql`excluded.workspace_id`,
          fingerprint: sql`excluded.fingerprint`,
          status: sql`excluded.status`,
          headers: sql`excluded.headers`,
          body: sql`excluded.body`,
          bodyKey: sql`excluded.body_key`,
          runId: sql`excluded.run_id`,
          startedAt: sql`excluded.started_at`,
          expiresAt: sql`excluded.expires_at`,
        },
        setWhere: sql`${idempotencyKeys.expiresAt} <= ${time}`,
      }),
    // A refusal stays when its run's files go; what was accepted is answered from its run then.
    last:
      answer.body === undefined || answer.status < 400
        ? []
        : [database.update(idempotencyKeys).set({ runId: null }).where(isRuns)],
    isClaimed: sql`exists (select 1 from idempotency_keys where scope = ${scope} and key = ${key} and run_id = ${runId})`,
  };
}
