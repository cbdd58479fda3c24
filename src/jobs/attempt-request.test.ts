import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { executeQueued } from "../merge/execute-queued.ts";
import { countedBindings, noCalls } from "../merge/testing/counted-bindings.ts";
import { failing, faultyServices } from "../merge/testing/faulty-services.ts";
import { attemptNamed, attemptRequest, type NamedAttempt, readAttempt } from "./attempt-request.ts";
import { consumeDeliveries } from "./delivery-consumer.ts";

/** What the tries of one batch need is read at once, and handed to the objects that make them. */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });

let client: Awaited<ReturnType<typeof newClient>>;
let address: string;
let called: string[];

beforeAll(async () => {
  client = await newClient();
  const members = { name: "D", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", members);
  for (const path of ["one", "two"]) {
    const webhook = { type: "webhook", settings: { url: `https://shop.example/${path}/{$Name}`, json: 1 } };
    await client.call("POST", `/api/documents/${body.id}/deliveries`, webhook);
  }
  address = new URL(body.url).pathname;
});

beforeEach(() => {
  called = [];
});

function services(overrides: Partial<Env> = {}) {
  const { outbound, ...plain } = faultyServices({
    PUBLIC_BASE_URL: "https://docs.example",
    DELIVERIES: silent,
    ...overrides,
  });
  const toWeb = {
    resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
    transport: (async (input) => {
      called.push(new URL(input instanceof Request ? input.url : input).pathname);
      return new Response("taken");
    }) satisfies typeof fetch as typeof fetch,
  };
  return { ...plain, outbound: (hosts: readonly string[]) => ({ ...outbound(hosts), ...toWeb }) };
}

/** The messages of a run that is done. */
async function messages(name: string) {
  const service = testService(undefined, { MERGES: silent, DELIVERIES: silent });
  const response = await service(address, { method: "POST", body: new URLSearchParams({ Name: name }) });
  const { workspaceId } = client.caller;
  const runId = present(response.headers.get("x-run-id"));
  await executeQueued(services(), workspaceId, runId);
  const entries = await services().store.outbox.ofRun(workspaceId, runId);
  return entries.map(({ id }) => ({ workspaceId, outboxId: id }));
}

/** Has a batch consumed. @returns what each object was asked for, and what became of each message */
async function consume(bodies: readonly object[], consumer = services(), object = services()) {
  const [asked, settled]: [NamedAttempt[], unknown[]] = [[], []];
  const fetch = async (request: Request) => {
    const named = await readAttempt(request);
    asked.push(named);
    await attemptNamed(object, named);
    return new Response(null);
  };
  const DELIVERY_ATTEMPTS = standIn<Env["DELIVERY_ATTEMPTS"]>({ idFromName: () => "", get: () => ({ fetch }) });
  const batch = bodies.map((body) => ({
    body,
    ack: () => settled.push("acknowledged"),
    retry: () => settled.push("again"),
  }));
  await consumeDeliveries(standIn<MessageBatch>({ messages: batch }), {
    ...consumer,
    env: { ...consumer.env, DELIVERY_ATTEMPTS },
  });
  return { asked, settled };
}

const states = async (bodies: readonly { outboxId: string }[]) => {
  const { outbox } = services().store;
  return await Promise.all(
    bodies.map(async ({ outboxId }) => (await outbox.byId(client.caller.workspaceId, outboxId))?.status),
  );
};

it("a batch is read in one call, and each try makes two more", async () => {
  const bodies = [...(await messages("Ann")), ...(await messages("Bob"))];
  const [consumer, object] = [noCalls(), noCalls()];
  const bindings = (calls: typeof consumer) => countedBindings(env as Env, calls).bindings;
  await consume(bodies, services(bindings(consumer)), services(bindings(object)));
  expect(called.sort()).toEqual(["/one/Ann", "/one/Bob", "/two/Ann", "/two/Bob"]);
  expect([await states(bodies), consumer.d1, object.d1]).toEqual([Array(4).fill("done"), 1, 8]);
});

it("each try reads for itself if the batch cannot be read, is one message, or was read long ago", async () => {
  const [first, second, third] = [await messages("Ann"), await messages("Bob"), await messages("Cid")];
  const broken = services({ DB: failing(env.DB, "batch", () => true) });
  expect((await consume(first, broken)).asked.map(({ read }) => read)).toEqual([undefined, undefined]);
  for (const body of second) expect((await consume([body])).asked.map(({ read }) => read)).toEqual([undefined]);
  const early = { ...services(), now: () => new Date(Date.now() - 60_000) };
  expect((await consume(third, early)).asked.map(({ read }) => typeof read)).toEqual(["object", "object"]);
  expect(await states([...first, ...second, ...third])).toEqual(Array(6).fill("done"));
});

it("what was read lets nothing happen twice: who comes later finds it done", async () => {
  const bodies = await messages("Ann");
  const { asked } = await consume(bodies);
  expect(called).toHaveLength(2);
  for (const named of asked) await attemptNamed(services(), await readAttempt(attemptRequest(named)));
  expect(called).toHaveLength(2);
  expect(
    (await consume([...bodies, { workspaceId: "another", outboxId: present(bodies[0]).outboxId }])).settled,
  ).toEqual(Array(3).fill("acknowledged"));
  expect(called).toHaveLength(2);
});

it("another workspace's message reads nothing", async () => {
  const [body] = await messages("Ann");
  const stolen = [1, 2].map(() => ({ ...present(body), workspaceId: "another" }));
  expect((await consume(stolen)).asked.map(({ read }) => read)).toEqual([undefined, undefined]);
  expect([called, await states([present(body)])]).toEqual([[], ["pending"]]);
});
