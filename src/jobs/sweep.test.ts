import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { Env } from "../env.ts";
import { createStore } from "../store/store.ts";
import { emptyDatabase } from "../store/testing/empty-database.ts";
import { documentTask } from "../store/testing/run-tasks.ts";
import { jobServices } from "./job-services.ts";
import { sweep } from "./sweep.ts";

const NOW = Date.parse("2001-02-03T04:05:06.000Z");
const { DB } = env;
const sweepOnce = () => sweep({ ...jobServices(env as Env), now: () => new Date(NOW) });

let workspaceId: string;
beforeEach(async () => {
  await emptyDatabase();
  workspaceId = (await createStore(env).control.workspaces.create("Busy", new Date(NOW))).id;
});

/** Runs whose files and data have had their time. */
const insertRuns = (first: string, count: number) =>
  DB.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)
     insert into runs (id, workspace_id, document_id, source, status, test, options, request_id, accepted_at, data, expires_at)
     select printf('%s-%05d', ?2, n), ?5, 1, 'merge', 'done', 0, ?3, 'r', 1, '{}', ?4 from numbers`,
  )
    .bind(count, first, JSON.stringify(documentTask()), NOW, workspaceId)
    .run();

const countOf = (condition: string) => DB.prepare(`select count(*) as n from ${condition}`).first<number>("n");

it("removes in a minute what a busy service makes in one, and says whether there is more", async () => {
  const left = () => countOf("runs where expires_at is not null or data is not null");
  await insertRuns("some", 1_700);
  expect(await sweepOnce()).toBe(false);
  expect(await left()).toBe(0);

  await insertRuns("many", 5_700);
  expect(await sweepOnce()).toBe(true);
  expect(await left()).toBe(700);
  expect(await sweepOnce()).toBe(false);
  expect(await left()).toBe(0);
});

it("forgets a day's answers some thousand at a time, as after a day without the cron", async () => {
  await DB.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 12000)
     insert into idempotency_keys (workspace_id, scope, key, fingerprint, started_at, expires_at)
     select ?2, 's', n, 'f', 1, iif(n = 12000, ?1 + 1, ?1) from numbers`,
  )
    .bind(NOW, workspaceId)
    .run();
  expect(await sweepOnce()).toBe(false);
  expect(await countOf("idempotency_keys")).toBe(1);
});
