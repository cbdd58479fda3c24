import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import type { MergeAttached } from "../delivery/delivery-services.ts";
import { present } from "../domain/present.ts";
import { createStore } from "../store/store.ts";
import { executeQueued } from "./execute-queued.ts";
import { failing, faultyServices } from "./testing/faulty-services.ts";
import { SILENT_QUEUES } from "./testing/silent-queues.ts";

/** Somebody purges a document while a delivery of it is tried: nothing that the try does afterwards takes that back. */

const DAY_MS = 24 * 60 * 60 * 1000;

let client: Awaited<ReturnType<typeof newClient>>;
let documentId: number;
let runId: string;
let entryId: string;
/** What the receiver of a webhook does before it answers, and with which status. */
let answer: () => Promise<number>;
let mergeAttached: MergeAttached;

function services() {
  const plain = faultyServices({ PUBLIC_BASE_URL: "https://docs.example", ...SILENT_QUEUES });
  return {
    ...plain,
    now: () => new Date(Date.now() + 1_000),
    mergeAttached: async (merge: Parameters<MergeAttached>[0]) => await mergeAttached(merge),
    outbound: (hosts: readonly string[]) => ({
      ...plain.outbound(hosts),
      resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
      transport: (async () => new Response("", { status: await answer() })) as typeof fetch,
    }),
  };
}

beforeEach(async () => {
  client = await newClient();
  answer = async () => 200;
});

const newDocument = async (members: object = {}) =>
  (
    await client.call("POST", "/api/documents", {
      ...{ name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>", retention_days: 0, ...members },
    })
  ).body;

/** A run of a document that is to be delivered, whose files go once that is over. */
async function waiting(delivery: object): Promise<void> {
  const { workspaceId } = client.caller;
  const body = await newDocument();
  documentId = Number(body.id);
  await client.call("POST", `/api/documents/${documentId}/deliveries`, delivery);
  const path = new URL(body.url).pathname;
  const response = await testService(undefined, SILENT_QUEUES)(path, { method: "POST", body: "Name=Ann" });
  runId = present(response.headers.get("x-run-id"));
  await executeQueued(services(), workspaceId, runId);
  entryId = present((await services().store.outbox.ofRun(workspaceId, runId))[0]).id;
}

/** Of a purge that is about more runs than it removes at once, or ends in its middle: it has marked the runs, which wait for the cron. */
async function purgeOnly(): Promise<void> {
  let batches = 0;
  const DB = failing(env.DB, "batch", () => ++batches > 1);
  const purge = createStore({ ...env, DB }).garbage.purge(client.caller.workspaceId, { documentId }, new Date());
  await expect(purge).rejects.toThrow("batch failed");
  expect(await state()).toMatchObject({ expiresAt: 0, files: 1, entry: "dead" });
}

const attempt = () => attemptDelivery(services(), client.caller.workspaceId, entryId);
const count = async (table: "links" | "run_files") =>
  await env.DB.prepare(`select count(*) as n from ${table} where run_id = ?`).bind(runId).first<number>("n");
async function state() {
  const row = await env.DB.prepare("select expires_at, data_expires_at from runs where id = ?")
    .bind(runId)
    .first<{ expires_at: number | null; data_expires_at: number | null }>();
  const entry = await services().store.outbox.byId(client.caller.workspaceId, entryId);
  const [links, files] = [await count("links"), await count("run_files")];
  return { expiresAt: row?.expires_at, dataExpiresAt: row?.data_expires_at, links, files, entry: entry?.status };
}

const WEBHOOK = { type: "webhook", settings: { url: "https://shop.example/hook", file_url: 1 } };

describe("a purge while a delivery is tried", () => {
  it("holds although the try fails for good", async () => {
    await waiting(WEBHOOK);
    answer = async () => {
      await purgeOnly();
      return 410;
    };
    await attempt();
    expect(await state()).toMatchObject({ expiresAt: 0, links: 0, entry: "dead" });
    await services().store.upkeep.garbage.sweep(new Date());
    expect(await state()).toMatchObject({ expiresAt: null, files: 0, links: 0 });
  });

  it("holds although somebody wants it tried again before the files are gone", async () => {
    await waiting(WEBHOOK);
    await purgeOnly();
    const { body } = await client.call("POST", `/api/deliveries/${entryId}/retry`);
    expect(body.code).toBe("data_expired");
    expect((await client.call("GET", `/api/runs/${runId}`)).body.files).toEqual([]);
    expect((await client.call("POST", `/api/runs/${runId}/replay`)).body.code).toBe("data_expired");
  });

  it("has no links written for a mail that merges further documents meanwhile", async () => {
    await waiting({
      type: "email",
      settings: {
        ...{ to: "ann@example.com", html: "{$Name}", security: "high", password: "secret" },
        attach_documents: (await newDocument()).id,
      },
    });
    mergeAttached = async ({ runId }) => {
      await purgeOnly();
      return { runId, files: [] };
    };
    await attempt();
    expect(await state()).toMatchObject({ expiresAt: 0, links: 0, entry: "dead" });
    expect(await client.call("GET", `/api/runs/${runId}`)).toMatchObject({
      body: { deliveries: [{ status: "dead" }] },
    });
  });

  it("has no links written for whoever asks, either", async () => {
    await waiting(WEBHOOK);
    await purgeOnly();
    const { store } = services();
    const added = { runId, links: [{ token: "t".repeat(32), position: 0 }], expiresAt: new Date(Date.now() + DAY_MS) };
    expect(await store.links.add(client.caller.workspaceId, { ...added, keepsFiles: true })).toBe(false);
    expect(await state()).toMatchObject({ expiresAt: 0, links: 0 });
  });
});

it("a delivery that fails for good keeps files and data for a week, for somebody to try again", async () => {
  await waiting(WEBHOOK);
  answer = async () => 410;
  await attempt();
  const { expiresAt, dataExpiresAt, entry } = await state();
  expect(entry).toBe("dead");
  for (const time of [expiresAt, dataExpiresAt]) expect(Number(time) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
});
