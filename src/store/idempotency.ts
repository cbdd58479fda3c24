import { Buffer } from "node:buffer";
import { and, eq, sql } from "drizzle-orm";
import { IDEMPOTENCY_LEASE_MS, IDEMPOTENCY_LIFETIME_MS, type IdempotencyStore } from "../domain/idempotency.ts";
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
  const one = (scope: string, key: string) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));

  return {
    async begin(scope, key, fingerprint, now) {
      const time = now.getTime();
      const isOver = sql`${idempotencyKeys.expiresAt} <= ${time}`;
      const [claimed, [row]] = await database.batch([
        database
          .insert(idempotencyKeys)
          .values({ scope, key, fingerprint, startedAt: time, expiresAt: time + IDEMPOTENCY_LIFETIME_MS })
          .onConflictDoUpdate({
            target: [idempotencyKeys.scope, idempotencyKeys.key],
            set: {
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
        database.select().from(idempotencyKeys).where(one(scope, key)),
      ]);
      if (claimed[0]) return { state: "started", since: new Date(claimed[0].expiresAt - IDEMPOTENCY_LIFETIME_MS) };
      if (!row) throw new Error("An idempotency key was neither claimed nor found");
      if (row.fingerprint !== fingerprint) return { state: "mismatch" };
      if (row.status === null) return { state: "running" };

      if (row.body === null && row.bodyKey === null)
        return { state: "answered_from_run", since: new Date(row.expiresAt - IDEMPOTENCY_LIFETIME_MS) };

      const body = row.bodyKey
        ? await blobs.get(scope, row.bodyKey)
        : new Uint8Array(Buffer.from(row.body ?? "", "base64"));
      // The sweep took the body with the row: the key is free again a moment later.
      if (!body) return { state: "running" };

      return { state: "finished", answer: { status: row.status, headers: row.headers ?? [], body } };
    },

    async renew(scope, key, startedAt, now) {
      const renewed = await database
        .update(idempotencyKeys)
        .set({ startedAt: now.getTime() })
        .where(
          and(
            one(scope, key),
            eq(idempotencyKeys.startedAt, startedAt.getTime()),
            sql`${idempotencyKeys.status} is null`,
          ),
        )
        .returning({ key: idempotencyKeys.key });
      return renewed.length > 0;
    },

    async finish(scope, key, { status, headers, body }, runId) {
      const isLarge = body !== undefined && body.byteLength > INLINE_BODY_BYTES;
      const bodyKey = isLarge ? await blobs.putAnswer(scope, body) : null;
      const inline = body === undefined || isLarge ? null : Buffer.from(body).toString("base64");
      await database
        .update(idempotencyKeys)
        .set({ status, headers: body && headers, body: inline, bodyKey, runId })
        .where(one(scope, key));
    },

    async abandon(scope, key) {
      await database
        .update(idempotencyKeys)
        .set({ startedAt: ABANDONED })
        .where(and(one(scope, key), sql`${idempotencyKeys.status} is null`));
    },
  };
}
