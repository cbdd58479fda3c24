import { z } from "zod";
import type { Run } from "../../domain/run.ts";
import type { RequestContext } from "../../http/context.ts";

/** Failed records that an answer lists; the rest is found by `GET /api/runs?parent_id=...&status=failed`. */
const MAX_ERRORS = 100;

export const batchProgressSchema = z.object({
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  errors: z.array(z.object({ record: z.number(), run_id: z.string(), code: z.string(), message: z.string() })),
});

/** How far a batch is, and which records failed (counted from 1); undefined for other runs. */
export async function batchProgress(
  { store }: RequestContext,
  run: Run,
): Promise<z.output<typeof batchProgressSchema> | undefined> {
  const { task } = run;
  if (task.kind !== "batch") return undefined;
  const [{ done, failed }, failures] = await Promise.all([
    store.runs.progress(run.workspaceId, run.id),
    store.runs.list(run.workspaceId, { parentId: run.id, status: "failed" }, { limit: MAX_ERRORS }),
  ]);
  const errors = failures.map(({ id, problem }) => ({
    record: Number(id.slice(run.id.length + 1)),
    run_id: id,
    code: problem?.code ?? "internal_error",
    message: problem?.message ?? "",
  }));
  return { total: task.records, done, failed, errors };
}
