import { beforeEach, describe, expect, it } from "vitest";
import { InvalidWebhookError, verifyWebhook } from "../../packages/docloom/src/client/webhook.ts";
import { hookPostSchema } from "../../src/api/hooks/described-webhooks.ts";
import { attemptDelivery } from "../../src/delivery/attempt.ts";
import { attemptHook } from "../../src/delivery/hooks/attempt-hook.ts";
import { standIn } from "../../src/domain/testing/stand-in.ts";
import { sendDueHookCalls } from "../../src/jobs/delivery-consumer.ts";
import { executeQueued } from "../../src/merge/execute-queued.ts";
import { faultyServices } from "../../src/merge/testing/faulty-services.ts";
import { clientWith, newClient } from "../support/api-client.ts";
import { testService } from "../support/test-service.ts";

/** Hooks as in the service: made by the API, told by the rows' own work, over a network of the test's own. */

const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const send = testService(undefined, { MERGES: silent, DELIVERIES: silent });

type Answer = number | "cut" | (() => Promise<Response>);

let client: Awaited<ReturnType<typeof newClient>>;
let sent: { url: string; headers: Record<string, string>; body: string }[];
let answers: Answer[];
let minutes: number;

const ADDRESSES: Readonly<Record<string, readonly number[]>> = { "private.example": [10, 0, 0, 1] };
const DAY = 24 * 60;

function services() {
  const plain = faultyServices({ PUBLIC_BASE_URL: "https://docs.example", DELIVERIES: silent });
  return {
    ...plain,
    now: () => new Date(Date.now() + minutes * 60_000),
    outbound: (hosts: readonly string[]) => ({
      ...plain.outbound(hosts),
      resolve: async (name: string) => [Uint8Array.from(ADDRESSES[name] ?? [93, 184, 216, 34])],
      transport: (async (url, init) => {
        const headers = Object.fromEntries(new Headers(init?.headers));
        sent.push({ url: String(url), headers, body: new TextDecoder().decode(init?.body as Uint8Array) });
        const answer = answers.shift() ?? 200;
        if (answer === "cut") throw new TypeError("Network connection lost.");
        return typeof answer === "function" ? await answer() : new Response("", { status: answer });
      }) as typeof fetch,
    }),
  };
}

beforeEach(async () => {
  client = await newClient();
  sent = [];
  answers = [];
  minutes = 0;
});

/** What the cron would send to the queue, of this workspace. */
async function due(): Promise<string[]> {
  const messages: { workspaceId: string; hookCallId: string }[] = [];
  const queue = standIn<Queue>({
    sendBatch: async (batch: Iterable<MessageSendRequest>) => {
      for (const { body } of batch) messages.push(body as (typeof messages)[number]);
    },
  });
  await sendDueHookCalls({ ...services(), env: { ...services().env, DELIVERIES: queue } });
  return messages.flatMap(({ workspaceId, hookCallId }) =>
    workspaceId === client.caller.workspaceId ? [hookCallId] : [],
  );
}

const attempt = async (id: string) => await attemptHook(services(), client.caller.workspaceId, id);

/** Tells hooks of all that is due. */
async function notify(): Promise<void> {
  for (const id of await due()) await attempt(id);
}

const newHook = async (event: string, members: object = {}) =>
  (await client.call("POST", "/api/hooks", { event, target_url: "https://hooks.example/in", ...members })).body;

const hookOf = async (id: string) => (await client.call("GET", `/api/hooks/${id}`)).body;

async function newDocument(members: object = {}) {
  const html = { name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", { ...html, ...members });
  return { id: String(body.id), path: new URL(body.url).pathname };
}

async function merge(path: string, body = "Name=Ann", query = "?download=1"): Promise<string> {
  const response = await send(`${path}${query}`, { method: "POST", body });
  return response.headers.get("x-run-id") ?? "";
}

/** What was sent, hooks as the reference describes them. */
const payloads = () =>
  sent.map(({ body }) => {
    const payload = JSON.parse(body);
    if (payload.type !== "alert.given_up")
      expect(hookPostSchema(payload.type).safeParse(payload).error).toBeUndefined();
    return payload;
  });

describe("a hook", () => {
  it("is told of a merge that is done, signed so that the client's verifyWebhook takes it, with links to its files", async () => {
    const document = await newDocument();
    const { secret } = await newHook("run.done");
    const runId = await merge(document.path);
    await notify();
    expect(sent).toHaveLength(1);
    const [{ url, headers, body } = { url: "", headers: {}, body: "" }] = sent;
    expect(url).toBe("https://hooks.example/in");
    expect(verifyWebhook(body, headers, secret)).toMatchObject({ type: "run.done" });
    expect(() => verifyWebhook(`${body} `, headers, secret)).toThrow(InvalidWebhookError);
    const { data } = JSON.parse(body);
    expect(data).toMatchObject({
      run_id: runId,
      document_id: document.id,
      name: "Letter",
      test: false,
      source: "merge",
    });
    expect(data.files).toEqual([
      expect.objectContaining({
        media_type: "text/html;charset=utf-8",
        url: expect.stringMatching(/^https:\/\/docs\.example\/files\//),
      }),
    ]);
    const file = await send(new URL(data.files[0].url).pathname);
    expect(await file.text()).toContain("Ann");
    await notify();
    expect(sent).toHaveLength(1);
  });

  it("is told once of each run, queued ones and those of a route with its documents", async () => {
    const document = await newDocument();
    await newHook("run.done");
    const queued = await merge(document.path, "Name=Ann", "");
    await executeQueued(services(), client.caller.workspaceId, queued);
    const rules = [{ document_id: document.id }];
    const { body: route } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    const routed = await merge(new URL(route.url).pathname);
    await notify();
    const kinds = payloads().map(({ data }) => [data.kind, data.parent_id]);
    expect(kinds).toHaveLength(3);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ["document", undefined],
        ["document", routed],
        ["route", undefined],
      ]),
    );
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
  });

  it("is told only of what its filter says, and of test merges only if it wants them", async () => {
    const [one, other] = [await newDocument(), await newDocument()];
    await newHook("run.done", { filter: { document_id: one.id } });
    await merge(one.path);
    await merge(other.path);
    await merge(one.path, "Name=Ann", "?download=1&test=1");
    await notify();
    expect(payloads().map(({ data }) => data.document_id)).toEqual([one.id]);

    sent = [];
    await newHook("run.done", { filter: { document_id: other.id, test: 1 } });
    await merge(other.path, "Name=Ann", "?download=1&test=1");
    await notify();
    expect(payloads().map(({ data }) => [data.document_id, data.test])).toEqual([[other.id, true]]);
  });

  it("is told at once, without the cron, and by the cron all the same", async () => {
    const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
    const { body: failing } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    for (const event of ["run.done", "run.failed", "document.published", "form.submitted"]) await newHook(event);
    const queued: string[] = [];
    const queue = standIn<Queue>({
      sendBatch: async (batch: Iterable<MessageSendRequest>) => {
        for (const { body } of batch) if ("hookCallId" in Object(body)) queued.push(String(Object(body).hookCallId));
      },
    });
    const bindings = { MERGES: silent, DELIVERIES: queue };
    const sendAtOnce = testService(undefined, bindings);
    const working = { ...services(), env: { ...services().env, DELIVERIES: queue } };
    const call = clientWith(client.caller.authorization, bindings);
    const called = async () => {
      for (const id of queued.splice(0)) await attempt(id);
      return payloads().map(({ type }) => type);
    };

    const settings = { fill_in: { on: 1, title: "Order", fields: [{ name: "Name", label: "Your name" }] } };
    const members = { name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>", settings };
    const { body: document } = await call("POST", "/api/documents", members);
    expect(await called()).toEqual(["document.published"]);
    await call("PUT", `/api/documents/${document.id}`, { name: "Note" });
    expect(queued).toEqual([]);

    sent = [];
    const path = new URL(document.url).pathname;
    await sendAtOnce(`${path}?download=1`, { method: "POST", body: "Name=Ann" });
    const later = await sendAtOnce(path, { method: "POST", body: "Name=Ann" });
    await executeQueued(working, client.caller.workspaceId, later.headers.get("x-run-id") ?? "");
    expect(await called()).toEqual(["run.done", "run.done"]);

    sent = [];
    const { url } = (await call("GET", `/api/documents/${document.id}/fill_in`)).body;
    const form = { method: "POST", body: new URLSearchParams({ Name: "Ann" }) };
    expect((await sendAtOnce(new URL(url).pathname, form)).status).toBeLessThan(400);
    expect(await called()).toEqual(["form.submitted"]);

    sent = [];
    const failingPath = new URL(failing.url).pathname;
    await sendAtOnce(`${failingPath}?download=1`, { method: "POST", body: "Name=Ann" });
    const failed = await sendAtOnce(failingPath, { method: "POST", body: "Name=Ann" });
    await executeQueued(working, client.caller.workspaceId, failed.headers.get("x-run-id") ?? "");
    expect(await called()).toEqual(["run.failed", "run.failed"]);

    expect(await due()).toEqual([]);
  });

  it("is told of failures, whether the caller waits or not", async () => {
    const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
    const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    await newHook("run.failed", { filter: { route_id: body.id } });
    const path = new URL(body.url).pathname;
    await merge(path);
    const queued = await merge(path, "Name=Ann", "");
    await executeQueued(services(), client.caller.workspaceId, queued);
    await notify();
    expect(payloads().map(({ type, data }) => [type, data.route_id, data.code])).toEqual([
      ["run.failed", body.id, "url_private"],
      ["run.failed", body.id, "url_private"],
    ]);
  });

  it("is told of a delivery that was given up", async () => {
    const document = await newDocument();
    await newHook("delivery.failed");
    const webhook = { type: "webhook", name: "To the shop", settings: { url: "https://shop.example/", file_url: 1 } };
    await client.call("POST", `/api/documents/${document.id}/deliveries`, webhook);
    const runId = await merge(document.path);
    const [entry] = await services().store.outbox.ofRun(client.caller.workspaceId, runId);
    answers = [410];
    const queued: string[] = [];
    const DELIVERIES = standIn<Queue>({
      sendBatch: async (batch: Iterable<MessageSendRequest>) => {
        for (const { body } of batch) queued.push(String(Object(body).hookCallId));
      },
    });
    const plain = services();
    await attemptDelivery({ ...plain, env: { ...plain.env, DELIVERIES } }, client.caller.workspaceId, entry?.id ?? "");
    // At once: no cron has looked yet.
    expect(queued).toHaveLength(1);
    sent = [];
    for (const id of queued) await attempt(id);
    expect(payloads()).toEqual([
      expect.objectContaining({
        type: "delivery.failed",
        data: expect.objectContaining({
          ...{ run_id: runId, document_id: document.id, delivery_id: entry?.id, delivery_name: "To the shop" },
          ...{ delivery_type: "webhook", target: "shop.example", status: "dead", tries: 1 },
          response: expect.stringContaining("HTTP 410"),
        }),
      }),
    ]);
  });

  it("is told of versions that are published, and not of drafts", async () => {
    await newHook("document.published");
    const document = await newDocument();
    await client.call("PUT", `/api/documents/${document.id}`, { html: "draft", draft: 1 });
    await client.call("PUT", `/api/documents/${document.id}`, { name: "Other name" });
    await client.call("POST", `/api/documents/${document.id}/versions/2/publish`);
    await notify();
    expect(payloads().map(({ data }) => [data.document_id, data.version])).toEqual([
      [document.id, 1],
      [document.id, 2],
    ]);
  });

  it("is told what was filled in, also where nothing is kept", async () => {
    const fill_in = { on: 1, title: "Order", fields: [{ name: "Name", label: "Your name" }] };
    const document = await newDocument({ settings: { fill_in }, retention_days: 0 });
    const { url } = (await client.call("GET", `/api/documents/${document.id}/fill_in`)).body;
    await newHook("form.submitted");
    await send(new URL(url).pathname, {
      method: "POST",
      body: new URLSearchParams({ Name: "Ada" }),
      redirect: "manual",
    });
    const [run] = (await client.call("GET", `/api/runs?document_id=${document.id}`)).body;
    await executeQueued(services(), client.caller.workspaceId, run.id);
    await notify();
    expect(payloads()).toEqual([
      expect.objectContaining({
        type: "form.submitted",
        data: expect.objectContaining({ run_id: run.id, document_id: document.id, fields: { Name: "Ada" } }),
      }),
    ]);
  });

  it("is told of a batch as a whole", async () => {
    const document = await newDocument();
    await newHook("batch.done");
    const records = [{ Name: "Ann" }, { Name: "Bob" }];
    const { body } = await client.call("POST", `/api/documents/${document.id}/batch`, { records });
    const batchId = body.run_id ?? body.id;
    for (let step = 0; step < 4; step++) await executeQueued(services(), client.caller.workspaceId, batchId);
    await notify();
    expect(payloads()).toEqual([
      expect.objectContaining({
        type: "batch.done",
        data: expect.objectContaining({
          run_id: batchId,
          kind: "batch",
          records: 2,
          records_done: 2,
          records_failed: 0,
        }),
      }),
    ]);
  });

  it("that is made with a key of one folder is told of that folder only", async () => {
    const { body: folder } = await client.call("POST", "/api/folders", { name: "Sales" });
    const inside = await newDocument({ folder: "Sales" });
    const outside = await newDocument();
    const rights = ["document:read", "delivery:write", "merge", "run:read"];
    const { body: key } = await client.call("POST", "/api/keys", { name: "Sales", rights, folders: [folder.id] });
    const limited = clientWith(`Basic ${btoa(`${key.id}:${key.secret}`)}`);
    const target_url = "https://hooks.example/sales";
    const { body: hook } = await limited("POST", "/api/hooks", { event: "run.done", target_url });
    const foreign = { event: "run.done", target_url, filter: { document_id: outside.id } };
    expect((await limited("POST", "/api/hooks", foreign)).body.code).toBe("document_not_found");
    const { id: whole } = await newHook("document.published");
    expect((await limited("GET", "/api/hooks")).body.map(({ id }: { id: string }) => id)).toEqual([hook.id]);
    expect((await limited("DELETE", `/api/hooks/${whole}`)).status).toBe(404);
    await merge(inside.path);
    await merge(outside.path);
    await notify();
    expect(payloads().map(({ data }) => data.document_id)).toEqual([inside.id]);
  });
});

describe("a hook whose receiver", () => {
  it("answers 410 is ended, and what waits for it dropped", async () => {
    const document = await newDocument();
    const { id } = await newHook("run.done");
    await merge(document.path);
    await merge(document.path);
    answers = [410];
    await notify();
    expect(sent).toHaveLength(1);
    expect(await hookOf(id)).toMatchObject({
      active: 0,
      state: "gone",
      last_response: expect.stringContaining("HTTP 410"),
    });
    await merge(document.path);
    expect(await due()).toEqual([]);
  });

  it.each<[string, Answer]>([
    ["fails", 503],
    ["cuts the connection", "cut"],
    ["refuses", 401],
    ["redirects", async () => new Response("", { status: 302, headers: { location: "https://elsewhere.example/" } })],
  ])("%s is told again later, under the same id", async (_, answer) => {
    const document = await newDocument();
    const { id } = await newHook("run.done");
    await merge(document.path);
    const [call = ""] = await due();
    answers = [answer];
    expect((await attempt(call)).state).toBe("again");
    expect((await hookOf(id)).failing_since).not.toBe("");
    expect((await attempt(call)).state).toBe("again");
    expect(sent.filter(({ url }) => url === "https://hooks.example/in")).toHaveLength(1);
    minutes = 1;
    expect((await attempt(call)).state).toBe("settled");
    const calls = sent.filter(({ url }) => url === "https://hooks.example/in");
    expect(calls.map(({ headers }) => headers["webhook-id"])).toEqual([call, call]);
    expect(calls[0]?.body).toBe(calls[1]?.body);
    expect(await hookOf(id)).toMatchObject({ state: "on", failing_since: "" });
  });

  it("has a private address is not called", async () => {
    const document = await newDocument();
    const { id } = await newHook("run.done", { target_url: "https://private.example/in" });
    await merge(document.path);
    await notify();
    expect(sent).toEqual([]);
    expect((await hookOf(id)).last_response).toContain("not a public address");
    for (const target_url of ["http://127.0.0.1/in", "http://10.0.0.1/", "http://[::1]/", "http://localhost/"]) {
      const { status, body } = await client.call("POST", "/api/hooks", { event: "run.done", target_url });
      expect([status, body.code], target_url).toEqual([422, "url_private"]);
    }
  });

  it("takes nothing for a week is switched off, with an alert to who wants alerts", async () => {
    await client.call("PUT", "/api/account", { alert_address: "https://ops.example/alerts" });
    const document = await newDocument();
    const { id } = await newHook("run.done");
    await merge(document.path);
    answers = Array(20).fill(500);
    for (const day of [0, 1, 2, 6]) {
      minutes = day * DAY;
      await merge(document.path);
      await notify();
      expect((await hookOf(id)).state).toBe("on");
    }
    minutes = 8 * DAY;
    await merge(document.path);
    await notify();
    expect(await hookOf(id)).toMatchObject({ active: 0, state: "failing" });
    expect(await due()).toEqual([]);

    const [alert] = (await client.call("GET", "/api/deliveries?type=alert")).body;
    sent = [];
    answers = [];
    minutes += 5;
    await attemptDelivery(services(), client.caller.workspaceId, alert.id);
    expect(payloads()[0].data).toMatchObject({
      run_count: 0,
      hooks: [{ hook_id: id, event: "run.done", target: "hooks.example" }],
    });

    expect((await client.call("PUT", `/api/hooks/${id}`, { active: 1 })).body).toMatchObject({
      ...{ active: 1, state: "on", failing_since: "" },
    });
    sent = [];
    await merge(document.path);
    await notify();
    expect(sent).toHaveLength(1);
  });

  it("raises that alert in a workspace without any run, and it can be tried again", async () => {
    await client.call("PUT", "/api/account", { alert_address: "https://ops.example/alerts" });
    const { id } = await newHook("document.published");
    answers = Array(20).fill(500);
    for (const day of [0, 8]) {
      minutes = day * DAY;
      await newDocument({ name: `Day ${day}` });
      await notify();
    }
    expect(await hookOf(id)).toMatchObject({ state: "failing" });
    expect((await client.call("GET", "/api/runs")).body).toEqual([]);
    const [alert, ...others] = (await client.call("GET", "/api/deliveries?type=alert")).body;
    expect([alert.run_id, alert.document_id, others]).toEqual(["", "", []]);
    sent = [];
    answers = [];
    minutes += 5;
    await attemptDelivery(services(), client.caller.workspaceId, alert.id);
    expect(payloads()[0].data.hooks).toMatchObject([{ hook_id: id }]);
    expect((await client.call("GET", `/api/deliveries/${alert.id}`)).body).toMatchObject({ status: "done", tries: 1 });
    expect((await client.call("GET", "/api/attempts")).body).toMatchObject([{ delivery_id: alert.id, run_id: "" }]);

    expect((await client.call("POST", `/api/deliveries/${alert.id}/retry`)).status).toBe(202);
    await attemptDelivery(services(), client.caller.workspaceId, alert.id);
    expect(sent).toHaveLength(2);
  });
});

describe("an event", () => {
  it("is told once by two that try at once", async () => {
    const document = await newDocument();
    await newHook("run.done");
    await merge(document.path);
    const [call = ""] = await due();
    const slow = async () => {
      await scheduler.wait(50);
      return new Response("");
    };
    answers = [slow, slow];
    await Promise.all([attempt(call), attempt(call), attempt(call)]);
    expect(sent).toHaveLength(1);
    expect(await due()).toEqual([]);
  });

  it("is not lost with the isolate that dies between the end of a run and the sending, or while it sends", async () => {
    const document = await newDocument();
    await newHook("run.done");
    await merge(document.path);
    const [call = ""] = await due();
    // nobody has taken the message: the cron sends another one
    expect(await due()).toEqual([]);
    minutes = 6;
    expect(await due()).toEqual([call]);
    // whoever claims it dies
    const { store, now } = services();
    expect(await store.hookCalls.claim(client.caller.workspaceId, call, now())).toBeDefined();
    expect((await attempt(call)).state).toBe("settled");
    expect(sent).toEqual([]);
    minutes = 12;
    expect(await due()).toEqual([call]);
    await attempt(call);
    expect(sent.map(({ headers }) => headers["webhook-id"])).toEqual([call]);
  });

  it("of a run that was purged is told no more", async () => {
    const document = await newDocument();
    await newHook("run.done");
    await client.call("POST", `/api/runs/${await merge(document.path)}/purge`);
    expect(await due()).toEqual([]);
  });
});
