import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { NamedRun, Run, RunFile } from "../domain/run.ts";
import { jsonChunks, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { readTask } from "./run-tasks.ts";
import { runFiles, runs } from "./schema/runs.ts";

/** Merge data up to this length stays in the run's row; reading it back costs no second round trip. */
export const INLINE_DATA_LENGTH = 64 * 1024;

export function toRun(row: typeof runs.$inferSelect): Run {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    task: readTask(row.task),
    parentId: row.parentId ?? undefined,
    source: row.source,
    byAddress: row.byAddress,
    status: row.status,
    test: row.test,
    requestId: row.requestId,
    tries: row.tries,
    acceptedAt: new Date(row.acceptedAt),
    startedAt: toDate(row.startedAt),
    finishedAt: toDate(row.finishedAt),
    timings: row.timings ?? {},
    fields: row.fields ?? { found: [], missing: [], unused: [] },
    warnings: row.warnings,
    problem: row.problem ?? undefined,
    renderer: row.renderer ?? undefined,
    seal: row.seal ?? undefined,
    expiresAt: toDate(row.expiresAt),
    askedBy: row.askedBy ?? undefined,
  };
}

/** A run's columns, with the name of who asked for it: one query, so that runs cost no more for having names. */
export const namedRunColumns = {
  run: runs,
  askerName: sql<string | null>`case runs.asked_by ->> 'type'
    when 'person' then (select coalesce(nullif(asker.name, ''), asker.email) from persons as asker
      where asker.id = runs.asked_by ->> 'id' and asker.workspace_id = runs.workspace_id)
    when 'key' then (select asker.name from api_keys as asker
      where asker.id = runs.asked_by ->> 'id' and asker.workspace_id = runs.workspace_id) end`.as("asker_name"),
};

export const toNamedRun = ({
  run,
  askerName,
}: {
  run: typeof runs.$inferSelect;
  askerName: string | null;
}): NamedRun => ({
  ...toRun(run),
  askerName: askerName ?? "",
});

export function toRunFile(row: Omit<typeof runFiles.$inferSelect, "runId" | "position">): RunFile {
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

/** The statement that writes a run if `condition` holds, and there is none with its id. */
export function insertRowIf(database: Database, row: typeof runs.$inferInsert, condition: SQL): Statement {
  const values = Object.entries(getTableColumns(runs)).map(([name, column]) => {
    const value = row[name as keyof typeof row] ?? null;
    return value === null ? sql`null` : sql`${sql.param(value, column)}`;
  });
  return database
    .insert(runs)
    .select(sql`select ${sql.join(values, sql`, `)} where ${condition}`)
    .onConflictDoNothing();
}

/** A run's files, each with its place; columns as in the schema. */
export const runFileRows = (runId: string, files: readonly RunFile[]) =>
  files.map((file, position) => ({ runId, position, ...file }));

/** The statements that write files if `condition` holds. */
export function insertRunFiles(database: Database, rows: ReturnType<typeof runFileRows>, condition: SQL): Statement[] {
  return jsonChunks(rows).map((chunk) =>
    database
      .insert(runFiles)
      .select(sql`
        select file.value ->> 'runId', file.value ->> 'position', file.value ->> 'name', file.value ->> 'mediaType',
          file.value ->> 'sizeBytes', file.value ->> 'sha256', file.value ->> 'blobKey', file.value ->> 'documentId',
          file.value ->> 'ruleId'
        from json_each(${chunk}) as file where ${condition}`)
      .onConflictDoNothing(),
  );
}
