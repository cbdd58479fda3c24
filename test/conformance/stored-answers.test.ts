import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { executeQueued } from "../../src/merge/execute-queued.ts";
import { faultyServices } from "../../src/merge/testing/faulty-services.ts";
import { sha256Hex } from "../../src/store/sha256.ts";
import { createStore } from "../../src/store/store.ts";
import { newClient } from "../support/api-client.ts";
import { TEST_ORIGIN, testService } from "../support/test-service.ts";

/** Wire "Headers": what is kept for an Idempotency-Key brings back nothing that is secret, or was to be gone. */

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;
let document: { id: string; address: string };

beforeAll(async () => {
  client = await newClient();
  const members = { name: "Page", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await client.call("POST", "/api/documents", members);
  document = { id: body.id, address: new URL(body.url).pathname };
});

const OWN_PAGE = { origin: TEST_ORIGIN, "sec-fetch-site": "same-origin" };

function post(path: string, key: string, body: unknown, headers: Record<string, string> = {}) {
  return service(path, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key, ...headers },
    body: JSON.stringify(body),
  });
}

const isReplay = (response: Response) => response.headers.has("idempotency-replayed");
const credentials = () => ({ authorization: client.caller.authorization });
const keptFor = (key: string) => env.DB.prepare("select * from idempotency_keys where key = ?").bind(key).all();

/** A merged file's run, and a link to it. */
async function mergedWithLink(terms: { once?: boolean } = {}) {
  const { headers } = await service(`${document.address}?download=1`, { method: "POST", body: "Name=Ann" });
  const runId = present(headers.get("x-run-id"));
  const until = new Date(Date.now() + 60_000);
  const { workspaceId } = client.caller;
  const token = await createStore(env).links.create(workspaceId, { runId, position: 0 }, until, terms);
  return { runId, path: `/files/${token}` };
}

describe("an Idempotency-Key", () => {
  it("opens no link again that opens once, nor one whose run was purged", async () => {
    const once = await mergedWithLink({ once: true });
    expect(await (await post(once.path, "open-1", {})).text()).toBe("<p>Ann</p>");
    expect((await post(once.path, "open-1", {})).status).toBe(404);

    const purged = await mergedWithLink();
    expect((await post(purged.path, "open-2", {})).status).toBe(200);
    expect((await client.call("POST", `/api/runs/${purged.runId}/purge`)).status).toBe(200);
    expect((await post(purged.path, "open-2", {})).status).toBe(404);
    expect((await keptFor("open-1")).results).toEqual([]);
  });

  it("signs nobody in again, from no origin, and no cookie is kept", async () => {
    const token = crypto.randomUUID();
    await env.DB.prepare("insert into sign_in_links values (?, ?, ?, ?)")
      .bind(await sha256Hex(token), client.caller.workspaceId, Date.now(), Date.now() + 60_000)
      .run();
    const first = await post("/api/sessions", "sign-in", { token }, OWN_PAGE);
    expect([first.status, first.headers.has("set-cookie")]).toEqual([200, true]);
    for (const origin of [OWN_PAGE, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, {}]) {
      const again = await post("/api/sessions", "sign-in", { token }, origin);
      expect([again.status >= 400, again.headers.has("set-cookie")]).toEqual([true, false]);
    }
    expect((await keptFor("sign-in")).results).toEqual([]);
  });

  it("shows no secret again", async () => {
    const hook = { type: "webhook", settings: { url: "https://example.com/", secret: "0123456789abcdef" } };
    const { body: delivery } = await client.call("POST", `/api/documents/${document.id}/deliveries`, hook);
    for (const [path, body] of [
      ["/api/keys", { name: "second" }],
      [`/api/documents/${document.id}/deliveries/${delivery.id}/secret`, {}],
      ["/api/account/alert_secret", {}],
    ] as const) {
      const secrets = [];
      for (let time = 0; time < 2; time++) {
        const answer = await post(path, `secret ${path}`, body, credentials());
        expect([answer.status, isReplay(answer)], path).toEqual([200, false]);
        secrets.push((await answer.json<{ secret: string }>()).secret);
      }
      expect(new Set(secrets).size, path).toBe(2);
      expect((await keptFor(`secret ${path}`)).results, path).toEqual([]);
    }
  });

  it("shows no explanation to whoever lacks the credentials for it", async () => {
    const path = `${document.address}?explain=1`;
    expect((await post(path, "explain", { Name: "x" }, credentials())).status).toBe(200);
    expect((await post(path, "explain", { Name: "x" })).status).toBe(401);
    const outsider = await newClient();
    const { authorization } = outsider.caller;
    expect((await post(path, "explain", { Name: "x" }, { authorization })).status).toBe(404);
  });

  it("answers nothing at an address that was renewed, and not what was merged while the document was active", async () => {
    const members = { name: "Moving", type: "html", output: "html", html: "<p>{$Name}</p>" };
    const { body: made } = await client.call("POST", "/api/documents", members);
    const before = new URL(made.url).pathname;
    const ask = (address: string) => post(`${address}?download=1`, "moving", { Name: "Ann" });
    await ask(before);
    expect(isReplay(await ask(before))).toBe(true);

    await client.call("PUT", `/api/documents/${made.id}`, { active: 0 });
    const inTest = await ask(before);
    expect([inTest.status, isReplay(inTest)]).toEqual([201, false]);

    await client.call("PUT", `/api/documents/${made.id}`, { active: 1 });
    const { body: renewed } = await client.call("POST", `/api/documents/${made.id}/key`);
    expect((await ask(before)).status).toBe(404);
    expect((await ask(new URL(renewed.url).pathname)).status).toBe(201);
    await client.call("DELETE", `/api/documents/${made.id}`);
    expect((await ask(new URL(renewed.url).pathname)).status).toBe(404);
  });

  it("of a stranger takes nobody's name away", async () => {
    expect((await post(document.address, "order-1", { Name: "Stranger" })).status).toBe(201);
    const own = await post(`${document.address}?download=1`, "order-1", { Name: "Owner" });
    expect([own.status, await own.text()]).toEqual([201, "<p>Owner</p>"]);
    const byId = `/api/documents/${document.id}/merge?download=1`;
    expect((await post(byId, "order-1", { Name: "Key" }, credentials())).status).toBe(201);
    const other = await post(byId, "order-1", { Name: "Other" }, credentials());
    expect(await other.json()).toMatchObject({ code: "idempotency_mismatch" });
  });

  it("has nothing of a run to show that was purged", async () => {
    const answer = await post(document.address, "purged", { Name: "planted-c0ffee" });
    const runId = present(answer.headers.get("x-run-id"));
    await executeQueued(faultyServices(), client.caller.workspaceId, runId);
    // As if its warnings had told of the data.
    await env.DB.prepare("update idempotency_keys set body = 'planted-c0ffee' where run_id = ?").bind(runId).run();
    expect((await client.call("POST", `/api/runs/${runId}/purge`)).status).toBe(200);
    const [kept] = (await keptFor("purged")).results;
    expect(kept).toMatchObject({ status: 201, body: null, headers: null });

    const again = await post(document.address, "purged", { Name: "planted-c0ffee" });
    expect([again.status, again.headers.get("x-run-id")]).toEqual([201, runId]);
  });

  it("keeps no link: who repeats a request gets another one, to the same file", async () => {
    const ask = () => post(`/api/documents/${document.id}/merge?download=url`, "link", { Name: "Ann" }, credentials());
    const { url } = await (await ask()).json<{ url: string }>();
    const again = await ask();
    const { url: other } = await again.json<{ url: string }>();
    expect([isReplay(again), other === url]).toEqual([true, false]);
    expect(await (await service(new URL(other).pathname)).text()).toBe("<p>Ann</p>");
    expect(JSON.stringify((await keptFor("link")).results)).not.toContain("/files/");
  });
});
