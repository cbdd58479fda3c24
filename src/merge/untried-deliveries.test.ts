import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import { executeQueued } from "./execute-queued.ts";
import { faultyServices } from "./testing/faulty-services.ts";

/** Deliveries that fail before the receiver is contacted: each try counts all the same, and there is an end to them. */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quietService = testService(undefined, { MERGES: silent, DELIVERIES: silent });
const DAY_MS = 24 * 60 * 60 * 1000;

let client: Awaited<ReturnType<typeof newClient>>;
let called: number;
let now: Date;

function services(publicBaseUrl = "") {
  const plain = faultyServices({ PUBLIC_BASE_URL: publicBaseUrl, MERGES: silent, DELIVERIES: silent });
  return {
    ...plain,
    now: () => now,
    outbound: (hosts: readonly string[]) => ({
      ...plain.outbound(hosts),
      resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
      transport: (async () => {
        called++;
        return new Response("taken");
      }) as typeof fetch,
    }),
  };
}

beforeEach(async () => {
  client = await newClient();
  called = 0;
  now = new Date();
});

/** A webhook that is to be tried for the first time. */
async function delivery() {
  const { workspaceId } = client.caller;
  const html = { name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", html);
  const webhook = { type: "webhook", settings: { url: "https://shop.example/hook", file_url: 1 } };
  await client.call("POST", `/api/documents/${body.id}/deliveries`, webhook);
  const response = await quietService(new URL(body.url).pathname, { method: "POST", body: "Name=Ann" });
  const runId = response.headers.get("x-run-id") ?? "";
  await executeQueued(services(), workspaceId, runId);
  now = new Date(now.getTime() + 1_000);
  const { outbox } = services().store;
  const id = (await outbox.ofRun(workspaceId, runId))[0]?.id ?? "";
  return {
    id,
    runId,
    attempt: async (publicBaseUrl?: string) => await attemptDelivery(services(publicBaseUrl), workspaceId, id),
    state: async () => {
      const entry = await outbox.byId(workspaceId, id);
      return { status: entry?.status, tries: entry?.tries };
    },
    responses: async () => (await outbox.attemptsOf(workspaceId, id)).map(({ response }) => response),
  };
}

/** As for a workspace that no one has used since the service was set up. */
const forgetAddress = async () =>
  await env.DB.prepare("update workspaces set origin = null where id = ?").bind(client.caller.workspaceId).run();

describe("a delivery of a service that does not know its address", () => {
  it("backs off, and is given up with a sentence that says what to set", async () => {
    const { attempt, state, responses } = await delivery();
    await forgetAddress();
    const pauses: number[] = [];
    for (let outcome = await attempt(); outcome.state === "again"; outcome = await attempt()) {
      pauses.push(outcome.at.getTime() - now.getTime());
      now = outcome.at;
    }
    expect(await state()).toEqual({ status: "dead", tries: 10 });
    expect(pauses).toHaveLength(9);
    expect(pauses.at(0)).toBeLessThan(10_000);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(2 * DAY_MS);
    expect(new Set(await responses())).toEqual(new Set([expect.stringContaining("set PUBLIC_BASE_URL")]));
    expect(called).toBe(0);
  });

  it("goes out with its next try once the address is set", async () => {
    const { attempt, state } = await delivery();
    await forgetAddress();
    const outcome = await attempt();
    if (outcome.state === "again") now = outcome.at;
    expect(await attempt("https://docs.example")).toEqual({ state: "settled" });
    expect([await state(), called]).toEqual([{ status: "done", tries: 2 }, 1]);
  });
});

it("a delivery whose data cannot be read counts its tries", async () => {
  const { runId, attempt, state, responses } = await delivery();
  await env.DB.prepare("update runs set data = '{' where id = ?").bind(runId).run();
  expect(await attempt()).toMatchObject({ state: "again" });
  expect([await state(), await responses()]).toEqual([
    { status: "pending", tries: 1 },
    ["Something went wrong on our side."],
  ]);
});

it("a delivery that every worker died of is given up, and tried once more by hand", async () => {
  const { id, attempt, state, responses } = await delivery();
  await env.DB.prepare("update outbox set status = 'sending', tries = 10, due_at = 1 where id = ?").bind(id).run();
  expect(await attempt("https://docs.example")).toEqual({ state: "settled" });
  expect(await state()).toMatchObject({ status: "dead" });
  expect([await responses(), called]).toEqual([["The work on this delivery stopped without an answer too often."], 0]);

  await services().store.outbox.retry(client.caller.workspaceId, id, now);
  await attempt("https://docs.example");
  expect([(await state()).status, called]).toEqual(["done", 1]);
});
