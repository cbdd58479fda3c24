import { and, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "./database.ts";
import { poolWork } from "./schema/pool-work.ts";

/** How long work that never ended counts against its file. */
export const POOL_WORK_MS = 60 * 60 * 1000;

/** Work that begins, under an id of {@link newId}. */
export interface NewWork {
  id: string;
  workspaceId: string;
  digest: string;
  isolate: string;
}

/** Work on the same file that has begun within the last hour and has not ended. */
interface OpenWork {
  id: string;
  isolate: string;
  startedAt: number;
}

/** What the pool works on. A row outlives its work only if the work's isolate died. */
export function createPoolWork(database: Database) {
  return {
    /** Notes that work on a file begins. @returns what else was begun with that file and has not ended */
    async begin({ id, workspaceId, digest, isolate }: NewWork, now: Date): Promise<OpenWork[]> {
      const [open] = await database.batch([
        database
          .select({ id: poolWork.id, isolate: poolWork.isolate, startedAt: poolWork.startedAt })
          .from(poolWork)
          .where(
            and(
              eq(poolWork.workspaceId, workspaceId),
              eq(poolWork.digest, digest),
              gt(poolWork.startedAt, now.getTime() - POOL_WORK_MS),
            ),
          ),
        database.insert(poolWork).values({ id, workspaceId, digest, isolate, startedAt: now.getTime() }),
      ]);
      return open;
    },

    /** Work has ended. */
    async end(workspaceId: string, ids: readonly string[]): Promise<void> {
      await database.delete(poolWork).where(and(inArray(poolWork.id, [...ids]), eq(poolWork.workspaceId, workspaceId)));
    },
  };
}
