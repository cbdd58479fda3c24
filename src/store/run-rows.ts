import { type SQL, sql } from "drizzle-orm";
import type { Run, RunFile } from "../domain/run.ts";
import type { Database } from "./database.ts";
import { runFiles, type runs } from "./schema/runs.ts";

/** Merge data up to this length stays in the run's row; reading it back costs no second round trip. */
export const INLINE_DATA_LENGTH = 64 * 1024;

export function toRun(row: typeof runs.$inferSelect): Run {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    documentId: row.documentId ?? undefined,
    routeId: row.routeId ?? undefined,
    versionId: row.versionId ?? undefined,
    parentId: row.parentId ?? undefined,
    source: row.source,
    status: row.status,
    test: row.test,
    output: row.output ?? undefined,
    options: row.options,
    requestId: row.requestId,
    tries: row.tries,
    acceptedAt: new Date(row.acceptedAt),
    startedAt: toDate(row.startedAt),
    finishedAt: toDate(row.finishedAt),
    timings: row.timings ?? {},
    fields: row.fields ?? { found: [], missing: [], unused: [] },
    warnings: row.warnings,
    problem: row.problem ?? undefined,
    expiresAt: toDate(row.expiresAt),
  };
}

export function toRunFile(row: typeof runFiles.$inferSelect): RunFile {
  return {
    name: row.name,
    mediaType: row.mediaType,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    blobKey: row.blobKey,
    ...(row.documentId === null ? {} : { documentId: row.documentId }),
    ...(row.ruleId === null ? {} : { ruleId: row.ruleId }),
  };
}

/** A column of milliseconds as a date. */
export function toDate(milliseconds: number | null): Date | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds);
}

/** The statement that writes a run's files when `condition` holds; columns as in the schema, one parameter for all rows. */
export function insertRunFiles(database: Database, runId: string, files: readonly RunFile[], condition: SQL) {
  return database
    .insert(runFiles)
    .select(sql`
      select ${runId}, file.key, file.value ->> 'name', file.value ->> 'mediaType', file.value ->> 'sizeBytes',
        file.value ->> 'sha256', file.value ->> 'blobKey', file.value ->> 'documentId', file.value ->> 'ruleId'
      from json_each(${JSON.stringify(files)}) as file
      where ${condition}`)
    .onConflictDoNothing();
}
