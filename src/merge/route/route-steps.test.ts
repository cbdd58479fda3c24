import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { officeFile } from "../../../test/support/template-files.ts";
import { testService } from "../../../test/support/test-service.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { present } from "../../domain/present.ts";
import type { Env } from "../../env.ts";
import { BLOB_GRACE_MS } from "../../store/garbage.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { executeQueued } from "../execute-queued.ts";
import { countedBindings, noCalls } from "../testing/counted-bindings.ts";
import { failing, faultyServices, happeningAt } from "../testing/faulty-services.ts";
import { SILENT_QUEUES } from "../testing/silent-queues.ts";
import { turnsOfOthers } from "../testing/turns-of-others.ts";

const ITEMS = 1_200;
/** Steps of so many files: 250 each, and the one that writes them into rows. */
const STEPS = 6;

let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

const EMAIL = { type: "email", settings: { to: "a@example.com", text: "x" } };

/** A route with a loop, with a document that delivers. */
async function loopRoute(
  rule: object = {},
  document: object = { type: "html", output: "html", html: "<p>{$Name}</p>" },
  more: object[] = [],
) {
  const { body } = await client.call("POST", "/api/documents", { name: "Page", ...document });
  await client.call("POST", `/api/documents/${body.id}/deliveries`, EMAIL);
  const rules = [{ document_id: body.id, loop_field: "Items", ...rule }, ...more];
  const route = (await client.call("POST", "/api/routes", { name: "Pack", rules })).body as { id: string; url: string };
  await client.call("POST", `/api/routes/${route.id}/deliveries`, EMAIL);
  return route;
}

const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ Name: `Item ${index}` }));

const send = (url: string, items: number, query = "") =>
  testService(undefined, SILENT_QUEUES)(`${new URL(url).pathname}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ Items: itemsOf(items) }),
  });

/** An accepted merge of a loop. */
async function accepted(items: number, ...of: Parameters<typeof loopRoute>): Promise<string> {
  const response = await send((await loopRoute(...of)).url, items);
  expect(response.status).toBe(201);
  return present(response.headers.get("x-run-id"));
}

const step = (runId: string, bindings: Partial<Env> = {}) =>
  executeQueued(faultyServices({ ...SILENT_QUEUES, ...bindings }), client.caller.workspaceId, runId);
const run = async (id: string) => (await client.call("GET", `/api/runs/${id}`)).body;

/** Takes steps until the run is over. @returns how many it took */
async function untilOver(runId: string): Promise<number> {
  for (let steps = 1; steps < 50; steps++) {
    expect(await step(runId)).toEqual({ settled: true });
    if (["done", "failed"].includes((await run(runId)).status)) return steps;
  }
  throw new Error("The route comes to no end");
}

const count = async (statement: string, ...values: unknown[]) =>
  await env.DB.prepare(statement)
    .bind(...values)
    .first<number>("n");
const partsOf = (runId: string) => count("select count(*) as n from runs where parent_id = ?", runId);
const deliveriesOf = (runId: string) =>
  count("select count(*) as n from outbox where run_id >= ?1 and run_id < ?1 || '~'", runId);

const textOf = async (id: string) => {
  const [file] = (await run(id)).files;
  return await (await testService()(new URL(file.url).pathname)).text();
};

/** All is there, each once and in its place. */
async function expectWhole(runId: string): Promise<void> {
  const { status, files, tries } = await run(runId);
  expect({ status, files: files.length }, `after ${tries} tries`).toEqual({ status: "done", files: ITEMS });
  expect([files[0].name, files.at(-1).name]).toEqual(["Page.html", `Page (${ITEMS}).html`]);
  expect([await partsOf(runId), await deliveriesOf(runId)]).toEqual([ITEMS, ITEMS + 1]);
  for (const place of [1, 250, 251, 777, ITEMS])
    expect(await textOf(`${runId}-${String(place).padStart(3, "0")}`)).toBe(`<p>Item ${place - 1}</p>`);
  const seal = await env.DB.prepare("select seal ->> 'dataSha256' from runs where id = ?").bind(`${runId}-777`).raw();
  expect(seal).toEqual([[await sha256Hex(canonicalJson({ Items: itemsOf(ITEMS), Name: "Item 776" }))]]);
  expect(await (await testService()(new URL(files[776].url).pathname)).text()).toBe("<p>Item 776</p>");
  expect(await count("select count(*) as n from runs where id = ? and options ->> '$.steps' is not null", runId)).toBe(
    0,
  );
}

describe("a loop over more than 500 items", () => {
  it("is merged in steps, of which nobody sees anything before the last one", async () => {
    const runId = await accepted(ITEMS);
    for (let steps = 1; steps < STEPS; steps++) {
      const { bindings, calls } = countedBindings({ ...env, ...SILENT_QUEUES } as Env);
      Object.assign(calls, noCalls());
      expect(await step(runId, bindings)).toEqual({ settled: true });
      // Its files are one object, and what is to be known of them another.
      expect(calls.r2Writes).toBe(2);
      expect(calls.d1 + calls.r2Reads + calls.queue).toBeLessThan(40);
      expect(await run(runId)).toMatchObject({ status: "accepted", files: [] });
      expect([await partsOf(runId), await deliveriesOf(runId)]).toEqual([0, 0]);
    }
    expect(await untilOver(runId)).toBe(1);
    await expectWhole(runId);
    const { statement } = (await client.call("GET", `/api/runs/${runId}/receipt`)).body;
    expect([statement.files.length, statement.parts.length]).toEqual([ITEMS, ITEMS]);
    // Every step is a try, and none failed.
    expect((await run(runId)).tries).toBe(STEPS);
  });

  it.each([
    ["while its files are stored", { FILES: failing(env.FILES, "put", () => true) }],
    ["once they are stored", { DB: withoutRelease() }],
  ])("is made anew in the step that dies %s, and in no other; nothing twice", async (_, bindings) => {
    const runId = await accepted(ITEMS);
    await step(runId);
    await step(runId);
    expect((await step(runId, bindings as Partial<Env>)).settled).toBe(false);
    expect([await partsOf(runId), await deliveriesOf(runId)]).toEqual([0, 0]);
    await env.DB.prepare("update runs set status = 'accepted', lease = null, due_at = 1 where id = ?")
      .bind(runId)
      .run();
    expect(await untilOver(runId)).toBe(STEPS - 2);
    await expectWhole(runId);
  });

  it("lets all others in the isolate have turns between its items, in a step and where somebody waits", async () => {
    const later = await accepted(600);
    expect(await turnsOfOthers(() => step(later))).toBeGreaterThan(25);
    const { url } = await loopRoute();
    const waited = async () => expect((await send(url, 100, "?download=1")).status).toBe(201);
    expect(await turnsOfOthers(waited)).toBeGreaterThan(10);
  });

  it("is made once, if a step that was taken for dead ends after all", async () => {
    const runId = await accepted(ITEMS);
    await step(runId);
    const takenOver = async () => {
      await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(runId).run();
      await step(runId);
    };
    const late = { FILES: happeningAt(env.FILES, "put", "before", takenOver) };
    expect(await step(runId, late)).toEqual({ settled: true });
    expect(await run(runId)).toMatchObject({ status: "accepted" });
    expect(await untilOver(runId)).toBe(STEPS - 2);
    await expectWhole(runId);
  });

  it("ends where it is cancelled in the middle of a step: nothing of it is there", async () => {
    const runId = await accepted(ITEMS);
    await step(runId);
    const cancel = async () => void (await client.call("POST", `/api/runs/${runId}/cancel`));
    expect(await step(runId, { FILES: happeningAt(env.FILES, "put", "before", cancel) })).toEqual({ settled: true });
    expect(await step(runId)).toEqual({ settled: true });
    expect(await run(runId)).toMatchObject({ status: "failed", problem: { code: "run_cancelled" }, files: [] });
    expect([await partsOf(runId), await deliveriesOf(runId)]).toEqual([0, 0]);
  });

  it("fails as a whole where one item cannot be merged, in whatever step", async () => {
    const runId = await accepted(ITEMS, {}, undefined, [{ file: "{$None}" }]);
    await untilOver(runId);
    expect(await run(runId)).toMatchObject({ status: "failed", files: [], problem: { code: "url_invalid" } });
    expect([await partsOf(runId), await deliveriesOf(runId)]).toEqual([0, 0]);
  });

  it("has the files of all steps in one combined file", async () => {
    const document = { type: "docx", output: "docx", file: officeFile("docx", "Dear {$Name}") };
    const runId = await accepted(501, { combine_docx: 1 }, document);
    await untilOver(runId);
    const { status, files } = await run(runId);
    expect([status, files.length, await partsOf(runId)]).toEqual(["done", 1, 501]);
  });

  it("keeps what its steps have made from the sweep, until it is over", async () => {
    const runId = await accepted(ITEMS);
    await step(runId);
    const { upkeep } = faultyServices().store;
    const objects = async () =>
      (await env.FILES.list({ prefix: `r/${client.caller.workspaceId}/${runId}/` })).objects.length;
    const sweep = async () => {
      for (let steps = 0; steps < 40; steps++) await upkeep.garbage.sweep(new Date(Date.now() + 2 * BLOB_GRACE_MS));
    };
    await sweep();
    expect(await objects()).toBe(2);
    await client.call("POST", `/api/runs/${runId}/cancel`);
    await sweep();
    expect(await objects()).toBe(0);
  });
});

describe("a caller who waits", () => {
  it("gets up to 500 files at once, and is told where there would be more", async () => {
    const { url } = await loopRoute();
    const most = await send(url, 500, "?list_files=1");
    expect(most.status).toBe(201);
    expect(((await most.json()) as { files: unknown[] }).files).toHaveLength(500);
    const more = await send(url, 501, "?list_files=1");
    expect(more.status).toBe(422);
    expect(await more.json()).toMatchObject({
      code: "merge_failed",
      error:
        "The route would make 501 files; 500 are allowed at once, and 5000 in a run of its own for which nobody waits.",
    });
  });

  it("nobody gets more than 5,000", async () => {
    const runId = await accepted(5_001);
    await step(runId);
    expect(await run(runId)).toMatchObject({
      status: "failed",
      problem: { message: "The route would make 5001 files; 5000 are allowed." },
    });
  });
});

/** D1 that is away when a step is to give its run back. */
function withoutRelease(): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (name === "prepare" && String(given[0]).includes("json_set")) throw new Error("D1 is away");
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
}
