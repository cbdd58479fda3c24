import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { executeQueued } from "../execute-queued.ts";
import { failing, faultyServices, happeningAt, MOMENTS } from "../testing/faulty-services.ts";

/**
 * A merge for later is accepted by what the isolate kept of its document, in one call that is held against all that was changed since.
 * All tests accept one before, so that everything is kept.
 */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });

let client: Awaited<ReturnType<typeof newClient>>;
let path: string;
let address: string;

beforeEach(async () => {
  client = await newClient();
  const members = { name: "D", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", members);
  path = `/api/documents/${body.id}`;
  address = new URL(body.url).pathname;
  await accept(address);
  await accept(`${path}/merge`);
});

async function accept(
  at: string,
  key?: string,
  overrides: Partial<Cloudflare.Env> = {},
  data: object = { Name: "Ann" },
) {
  const response = await testService(undefined, { MERGES: silent, ...overrides })(at, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(at.startsWith("/api") ? { authorization: client.caller.authorization } : {}),
    },
    body: JSON.stringify(data),
  });
  return { status: response.status, body: await response.json<Record<string, unknown>>(), headers: response.headers };
}

const count = (where = "") =>
  env.DB.prepare(`select count(*) as n from runs where workspace_id = ? ${where}`)
    .bind(client.caller.workspaceId)
    .first<number>("n");

/** Has an accepted merge done. @returns what it made */
async function done({ headers }: Awaited<ReturnType<typeof accept>>): Promise<string> {
  const id = present(headers.get("x-run-id"));
  await executeQueued(faultyServices({ DELIVERIES: silent }), client.caller.workspaceId, id);
  const { body } = await client.call("GET", `/api/runs/${id}`);
  expect(body).toMatchObject({ status: "done" });
  return await (await testService()(new URL(body.files[0].url).pathname)).text();
}

describe.each(["at its address", "by its id"])("a merge for later %s", (way) => {
  const at = () => (way === "by its id" ? `${path}/merge` : address);

  it("has the template that the document has now", async () => {
    await client.call("PUT", path, { html: "<p>New {$Name}</p>" });
    expect(await done(await accept(at()))).toBe("<p>New Ann</p>");
  });

  it("is one in test mode once the document is inactive, and none once it is deleted", async () => {
    await client.call("PUT", path, { active: false });
    const { headers } = await accept(at());
    expect((await client.call("GET", `/api/runs/${headers.get("x-run-id")}`)).body).toMatchObject({ test: true });
    await client.call("DELETE", path);
    const before = await count();
    expect((await accept(at())).status).toBe(404);
    expect(await count()).toBe(before);
  });

  it("keeps data that are too large for its row, and leaves none behind if it is not accepted", async () => {
    const large = { Name: "x".repeat(70_000) };
    expect(await done(await accept(at(), undefined, {}, large))).toBe(`<p>${large.Name}</p>`);
    await client.call("PUT", path, { html: "<p>New</p>" });
    const written: string[] = [];
    const FILES = new Proxy(env.FILES, {
      get(target, name) {
        const member = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        if (name === "put") written.push("put");
        if (name === "delete") written.push("delete");
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    await accept(at(), undefined, { FILES }, large);
    expect(written).toEqual(["put", "delete", "put"]);
  });

  it("is one run under an Idempotency-Key, also when many ask at once, and another one is refused it", async () => {
    const [key, before] = [crypto.randomUUID(), present(await count())];
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(at(), key)));
    answers.push(await accept(at(), key));
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(answers.flatMap(({ headers }) => headers.get("x-run-id") ?? [])).size).toBe(1);
    expect(answers.at(-1)).toMatchObject({ status: 201, body: { success: 1 } });
    expect(answers.at(-1)?.headers.get("idempotency-replayed")).toBe("true");
    expect(await count()).toBe(before + 1);
    if (way === "by its id") expect((await accept(at(), key, {}, { Name: "Bob" })).status).toBe(422);
  });

  it.each(MOMENTS)("is accepted once under its key although the database fails %s it has written", async (moment) => {
    const [key, before] = [crypto.randomUUID(), present(await count())];
    const DB = happeningAt(env.DB, "batch", moment, async () => {
      throw new Error("The database is gone");
    });
    const first = await accept(at(), key, { DB });
    const again = await accept(at(), key);
    expect(again.status).toBe(201);
    if (first.status === 201) expect(first.headers.get("x-run-id")).toBe(again.headers.get("x-run-id"));
    expect(await count()).toBe(before + 1);
  });

  it("is accepted although the queue takes no message, and due for the cron", async () => {
    const { status, headers } = await accept(at(), undefined, { MERGES: failing(env.MERGES, "send", () => true) });
    expect(status).toBe(201);
    const row = await env.DB.prepare("select status, due_at - accepted_at as wait from runs where id = ?")
      .bind(headers.get("x-run-id"))
      .first();
    expect(row).toEqual({ status: "accepted", wait: 60_000 });
  });
});

it("a merge for later by a key that was revoked is none", async () => {
  const before = await count();
  await env.DB.prepare("update api_keys set revoked_at = 1 where id = ?").bind(client.caller.keyId).run();
  expect((await accept(`${path}/merge`)).status).toBe(401);
  expect(await count()).toBe(before);
});

it("what a merge has read of a document serves merges that wait after one for later, and the other way round", async () => {
  for (const query of ["", "?download=1", "", "?download=1"]) {
    const response = await testService(undefined, { MERGES: silent })(`${address}${query}`, {
      method: "POST",
      body: "Name=B",
    });
    expect(response.status).toBe(201);
    if (query) expect(await response.text()).toBe("<p>B</p>");
  }
});
