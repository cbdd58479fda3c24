import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import worker from "../index.ts";
import { workspaceToMove } from "../store/moving/testing/moving-workspace.ts";
import { documentTask } from "../store/testing/run-tasks.ts";

it("keeps nothing of the cron waiting, and no object for another", async () => {
  const [first, second] = [await workspaceToMove(), await workspaceToMove()];
  for (const { ask } of [first, second]) await ask();
  const run = {
    task: documentTask(),
    source: "merge",
    test: false,
    requestId: "r",
    askedBy: undefined,
    data: "{}",
  } as const;
  const { id } = await first.store.runs.accept(first.id, run, new Date());
  await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(id).run();

  const asked: string[] = [];
  const resent: unknown[] = [];
  const answers = Promise.withResolvers<string>();
  const continueMove = (workspaceId: string) => {
    asked.push(workspaceId);
    return answers.promise;
  };
  const bindings = {
    NEW_WORKSPACES: "objects",
    WORKSPACES: standIn<Env["WORKSPACES"]>({ getByName: () => ({ continueMove }) }),
    MERGES: standIn<Queue>({ sendBatch: async (messages: unknown[]) => void resent.push(...messages) }),
  };
  const tick = worker.scheduled({} as never, { ...env, ...bindings } as never);
  await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining([first.id, second.id])));
  expect(resent).toContainEqual({ body: { workspaceId: first.id, runId: id } });
  answers.resolve("goes on");
  await tick;
});
