import * as z from "zod";
import type { Run } from "../../domain/run.ts";
import type { RequestContext } from "../../http/context.ts";

/** Failed records that an answer lists; the rest is found by `GET /api/runs?parent_id=...&status=failed`. */
const MAX_ERRORS = 100;

const count = (what: string) => z.number().meta({ description: `How many ${what}.` });

export const batchProgressSchema = z.object({
  total: z.number().meta({ description: "Records of the batch." }),
  done: z.number().meta({ description: "Records that are merged." }),
  failed: z.number().meta({ description: "Records that failed." }),
  errors: z
    .array(
      z.object({
        record: z.number().meta({ description: "The record, counted from 1." }),
        run_id: z.string().meta({ description: "Its run." }),
        code: z.string().meta({ description: "Stable word for the kind of failure." }),
        message: z.string().meta({ description: "What went wrong." }),
      }),
    )
    .meta({ description: "The first hundred records that failed." }),
  deliveries: z
    .object({
      pending: count("wait, or are tried again"),
      sending: count("are under way"),
      done: count("arrived"),
      partial: count("reached some of their recipients"),
      dead: count("were given up"),
      held: count("are shown only, as those of tests are"),
    })
    .meta({ description: "What became of the records' deliveries, mails among them, so far." }),
});

/** How far a batch is, and which records failed (counted from 1); undefined for other runs. */
export async function batchProgress(
  { store }: RequestContext,
  run: Run,
): Promise<z.output<typeof batchProgressSchema> | undefined> {
  const { task } = run;
  if (task.kind !== "batch") return undefined;
  const [{ done, failed }, deliveries, failures] = await Promise.all([
    store.runs.progress(run.workspaceId, run.id),
    store.outbox.ofRecords(run.workspaceId, run.id),
    store.runs.list(run.workspaceId, { parentId: run.id, status: "failed" }, { limit: MAX_ERRORS }),
  ]);
  const errors = failures.map(({ id, problem }) => ({
    record: Number(id.slice(run.id.length + 1)),
    run_id: id,
    code: problem?.code ?? "internal_error",
    message: problem?.message ?? "",
  }));
  return { total: task.records, done, failed, errors, deliveries };
}
