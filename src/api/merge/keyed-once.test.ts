import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { failing, happeningAt, MOMENTS } from "../../merge/testing/faulty-services.ts";

/**
 * A light merge whose caller waits is written in one batch with its Idempotency-Key and held against what the isolate kept: the document,
 * and the caller's API key. All tests merge once before, so that everything is kept.
 */

let client: Awaited<ReturnType<typeof newClient>>;
let path: string;
let address: string;

beforeEach(async () => {
  client = await newClient();
  const notification = { to: "a@example.com", subject: "s", html: "x" };
  const members = { name: "Page", type: "html", output: "html", html: "<p>{$Name}</p>", notification };
  const { body } = await client.call("POST", "/api/documents", members);
  path = `/api/documents/${body.id}`;
  address = new URL(body.url).pathname;
  await post("/merge", crypto.randomUUID());
  await post(address, crypto.randomUUID());
});

async function post(
  at: string,
  key: string | undefined,
  data: unknown = { Name: "Ann" },
  overrides: Partial<Cloudflare.Env> = {},
) {
  const isById = at === "/merge";
  const response = await testService(undefined, overrides)(`${isById ? path : ""}${at}?download=1`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(isById ? { authorization: client.caller.authorization } : {}),
    },
    body: JSON.stringify(data),
  });
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    text,
    code: status < 300 ? "" : (JSON.parse(text).code as string),
    run: headers.get("x-run-id"),
    headers,
  };
}

const count = async (query: string) =>
  present(await env.DB.prepare(query).bind(client.caller.workspaceId).first<{ n: number }>()).n;

/** How many runs and deliveries some work makes. */
async function made(work: () => Promise<void>): Promise<[runs: number, deliveries: number]> {
  const counts = async () => [
    await count("select count(*) as n from runs where workspace_id = ?"),
    await count("select count(*) as n from outbox where workspace_id = ?"),
  ];
  const [runs = 0, deliveries = 0] = await counts();
  await work();
  const [runsAfter = 0, deliveriesAfter = 0] = await counts();
  return [runsAfter - runs, deliveriesAfter - deliveries];
}

describe.each(["at its address", "by its id"])("a merge of a document %s under an Idempotency-Key", (way) => {
  const at = () => (way === "by its id" ? "/merge" : address);
  const newKey = () => crypto.randomUUID();

  it("is made once, and answered again from its file", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const first = await post(at(), key);
      const again = await post(at(), key);
      expect([first.status, first.text, again.status, again.text]).toEqual([201, "<p>Ann</p>", 201, "<p>Ann</p>"]);
      expect([again.run, again.headers.get("idempotency-replayed")]).toEqual([first.run, "true"]);
    });
    expect(counts).toEqual([1, 1]);
    const row = await env.DB.prepare("select status, body, body_key from idempotency_keys where key = ?")
      .bind(key)
      .first();
    expect(row).toEqual({ status: 201, body: null, body_key: null });
  });

  it("is made once when many ask at once", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(at(), key)));
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(answers.flatMap(({ run }) => run ?? [])).size).toBe(1);
    });
    expect(counts).toEqual([1, 1]);
  });

  it("shows nothing of a run that was purged", async () => {
    const key = newKey();
    const { run } = await post(at(), key);
    await env.DB.prepare("update outbox set status = 'done', due_at = null where run_id = ?").bind(run).run();
    expect((await client.call("POST", `/api/runs/${run}/purge`)).status).toBe(200);
    expect((await post(at(), key)).code).toBe("data_expired");
  });

  it("is refused once, with the same words", async () => {
    await client.call("PUT", path, { html: "{for $i=1 to 100000000}x{/for}" });
    await post(at(), newKey());
    const key = newKey();
    const counts = await made(async () => {
      const first = await post(at(), key);
      const again = await post(at(), key);
      expect([first.status, first.headers.has("idempotency-replayed")]).toEqual([422, false]);
      expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    });
    expect(counts).toEqual([1, 0]);
  });

  it("that failed for reasons of our own is made by the next try", async () => {
    const key = newKey();
    const counts = await made(async () => {
      const broken = { FILES: failing(env.FILES, "put", () => true) };
      expect((await post(at(), key, undefined, broken)).status).toBe(500);
      expect((await post(at(), key)).status).toBe(201);
    });
    expect(counts).toEqual([2, 1]);
  });

  it.each(MOMENTS)("is made once if the database fails %s it has written", async (moment) => {
    const key = newKey();
    const dies = async () => {
      throw new Error("The database is gone");
    };
    const counts = await made(async () => {
      const answer = await post(at(), key, undefined, { DB: happeningAt(env.DB, "batch", moment, dies) });
      expect([answer.status, answer.text]).toEqual([201, "<p>Ann</p>"]);
      expect((await post(at(), key)).run).toBe(answer.run);
    });
    expect(counts).toEqual([1, 1]);
  });

  it("sees what was changed since the document was kept, and is made once", async () => {
    await client.call("PUT", path, { html: "<p>New {$Name}</p>" });
    const key = newKey();
    const counts = await made(async () => {
      expect((await post(at(), key)).text).toBe("<p>New Ann</p>");
      expect((await post(at(), key)).text).toBe("<p>New Ann</p>");
    });
    expect(counts).toEqual([1, 1]);
  });

  it("brings nothing back of a document that was deleted", async () => {
    const key = newKey();
    await post(at(), key);
    await client.call("DELETE", path);
    expect((await post(at(), key)).status).toBe(404);
  });

  it("is made anew when its key has expired", async () => {
    const key = newKey();
    const first = await post(at(), key);
    await env.DB.prepare("update idempotency_keys set expires_at = 1 where key = ?").bind(key).run();
    const second = await post(at(), key);
    expect([second.status, second.run === first.run]).toEqual([201, false]);
    expect((await post(at(), key)).run).toBe(second.run);
  });

  it("is in progress while another request that was written first has it, and taken over when that died", async () => {
    const key = newKey();
    const { run } = await post(at(), key);
    const beginAgain = (startedAt: number) =>
      env.DB.prepare("update idempotency_keys set status = null, run_id = null, started_at = ? where key = ?")
        .bind(startedAt, key)
        .run();
    await beginAgain(Date.now());
    expect((await post(at(), key)).code).toBe("idempotency_in_progress");
    await beginAgain(1);
    const taken = await post(at(), key);
    expect([taken.status, taken.run === run]).toEqual([201, false]);
  });
});

it("refuses other content under the same key of one caller", async () => {
  const key = crypto.randomUUID();
  await post("/merge", key);
  const counts = await made(async () => {
    expect((await post("/merge", key, { Name: "Bob" })).code).toBe("idempotency_mismatch");
  });
  expect(counts).toEqual([0, 0]);
});

describe("an API key that was kept is refused at once", () => {
  const change = (set: string) =>
    env.DB.prepare(`update api_keys set ${set} where id = ?`).bind(client.caller.keyId).run();

  it.each([
    ["when it is revoked", "revoked_at = 1", 401],
    ["when it has expired", "expires_at = 1", 401],
    ["when it gets another secret", `secret_sha256 = '${"0".repeat(64)}'`, 401],
    ["when it may no longer merge", `rights = '["document:read"]'`, 403],
    ["when it may use no folder any more", "folders = '[]'", 403],
  ])("%s", async (_, set, expected) => {
    expect((await post("/merge", undefined)).status).toBe(201);
    await change(set);
    const counts = await made(async () => {
      expect((await post("/merge", undefined)).status).toBe(expected);
      expect((await post("/merge", crypto.randomUUID())).status).toBe(expected);
    });
    expect(counts).toEqual([0, 0]);
  });

  it("with another secret than its own, whatever is kept", async () => {
    const { keyId } = client.caller;
    const authorization = `Basic ${btoa(`${keyId}:wrong`)}`;
    const response = await testService()(`${path}/merge?download=1`, { method: "POST", headers: { authorization } });
    expect(response.status).toBe(401);
  });
});
