import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { answeringService, testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { failing, happeningAt, MOMENTS } from "./testing/faulty-services.ts";

/** `settings[log]=after`: a merge whose caller waits for the file is in the log after its answer, where only the log depends on it. */

let client: Awaited<ReturnType<typeof newClient>>;
let path: string;
let address: string;

beforeEach(async () => {
  client = await newClient();
  const { body } = await client.call("POST", "/api/documents", {
    name: "D",
    type: "html",
    output: "html",
    html: "<p>{$Name}</p>",
    settings: { log: "after" },
  });
  path = `/api/documents/${body.id}`;
  address = new URL(body.url).pathname;
  await merge();
});

const POST = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ Name: "Ann" }),
} as const;

async function merge(at = `${address}?download=1`, overrides: Partial<Cloudflare.Env> = {}, headers = {}) {
  const ask = answeringService(undefined, overrides);
  const { response, settled } = await ask(at, { ...POST, headers: { ...POST.headers, ...headers } });
  const { status } = response;
  const answer = { status, text: await response.text(), run: response.headers.get("x-run-id") };
  const loggedBefore = await logged(answer.run);
  await settled();
  return { ...answer, loggedBefore };
}

const logged = async (run: string | null) =>
  (await env.DB.prepare("select id from runs where id = ?").bind(run).first()) !== null;
const versionOf = (run: string) =>
  env.DB.prepare("select version_id from runs where id = ?").bind(run).first<string>("version_id");
const runs = async () => (await client.call("GET", "/api/runs")).body as { id: string; status: string }[];
const counted = async () => (await client.call("GET", "/api/usage?by=total")).body[0] as Record<string, number>;

/** A database and a bucket that do nothing until they are let. */
function standingStill() {
  let goOn = () => {};
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const bindings = {
    FILES: happeningAt(env.FILES, "put", "before", () => going),
    DB: happeningAt(env.DB, "batch", "before", () => going),
  };
  return { bindings, goOn };
}

it("answers while database and files stand still; then the run is there, with its file, counted once", async () => {
  const { bindings, goOn } = standingStill();
  const { response, settled } = await answeringService(undefined, bindings)(`${address}?download=1`, POST);
  expect([response.status, await response.text()]).toEqual([201, "<p>Ann</p>"]);
  const run = present(response.headers.get("x-run-id"));
  expect(await logged(run)).toBe(false);

  goOn();
  await settled();
  const { body } = await client.call("GET", `/api/runs/${run}`);
  expect(body).toMatchObject({ status: "done", fields: { found: ["Name"] }, files: [{ name: "D.html" }] });
  expect(await (await testService()(new URL(body.files[0].url).pathname)).text()).toBe("<p>Ann</p>");
  expect(await counted()).toMatchObject({ merges: 2, test_merges: 0 });
});

it("is waited for by who asks for the run at once", async () => {
  const { bindings, goOn } = standingStill();
  const { response, settled } = await answeringService(undefined, bindings)(`${address}?download=1`, POST);
  const run = present(response.headers.get("x-run-id"));
  const asked = client.call("GET", `/api/runs/${run}`);
  setTimeout(goOn, 400);
  expect((await asked).body).toMatchObject({ id: run, status: "done" });
  await settled();
});

it("counts a test merge as one", async () => {
  expect(await merge(`${address}?download=1&test=1`)).toMatchObject({ status: 201, loggedBefore: false });
  expect(await counted()).toMatchObject({ merges: 1, test_merges: 1 });
});

describe("is not used where something else depends on what is written:", () => {
  const waits = async (at?: string, headers?: object) => {
    expect(await merge(at, {}, headers)).toMatchObject({ status: 201, loggedBefore: true });
    // What the first merge read is kept for the second.
    expect(await merge(at, {}, headers)).toMatchObject({ status: 201, loggedBefore: true });
  };

  it("links to the file", async () => {
    await waits(`${path}/merge?download=url`, { authorization: client.caller.authorization });
  });

  it("an Idempotency-Key, under which it is made once", async () => {
    const keyed = { "idempotency-key": crypto.randomUUID() };
    const first = await merge(undefined, {}, keyed);
    const again = await merge(undefined, {}, keyed);
    expect([first.loggedBefore, again.status, again.run]).toEqual([true, 201, first.run]);
  });

  it("an API key that is kept: one that was revoked merges nothing", async () => {
    const { body: key } = await client.call("POST", "/api/keys", { name: "k" });
    const headers = { authorization: `Basic ${btoa(`${key.id}:${key.secret}`)}` };
    const byId = `${path}/merge?download=1`;
    await merge(byId, {}, headers);
    expect(await merge(byId, {}, headers)).toMatchObject({ status: 201, loggedBefore: true });
    await client.call("DELETE", `/api/keys/${key.id}`);
    expect((await merge(byId, {}, headers)).status).toBe(401);
  });

  it("a delivery", async () => {
    const email = { type: "email", settings: { to: "a@example.com", subject: "s", html: "x" } };
    await client.call("POST", `${path}/deliveries`, email);
    // The one that finds that something was changed is delivered, too.
    const { run } = await merge();
    expect((await client.call("GET", `/api/runs/${run}`)).body.deliveries).toHaveLength(1);
    await waits();
  });

  it("a merge that fails", async () => {
    await client.call("PUT", path, { html: "{for $i=1 to 100000000}x{/for}" });
    await merge();
    expect((await merge()).status).toBe(422);
    expect((await runs())[0]).toMatchObject({ status: "failed" });
  });

  it("before is before", async () => {
    await client.call("PUT", path, { settings: { log: "" } });
    await merge();
    await waits();
  });
});

it("what was changed is seen by the second merge after it at the latest, and the log has what was merged", async () => {
  const before = await versionOf(present((await runs())[0]).id);
  expect((await client.call("PUT", path, { html: "<p>New {$Name}</p>" })).status).toBe(200);
  const first = await merge();
  const second = await merge();
  expect([first.text, second.text]).toEqual(["<p>Ann</p>", "<p>New Ann</p>"]);
  const listed = await runs();
  expect(listed.map(({ id, status }) => [id, status])).toEqual([
    [second.run, "done"],
    [first.run, "done"],
    [expect.any(String), "done"],
  ]);
  expect(await versionOf(present(first.run))).toBe(before);
  expect(await versionOf(present(second.run))).not.toBe(before);
  expect(await counted()).toMatchObject({ merges: 3 });
});

it("a document that is deleted answers one merge more, which is in the log, and no other", async () => {
  await client.call("DELETE", path);
  expect(await merge()).toMatchObject({ status: 201 });
  expect((await merge()).status).toBe(404);
  expect(await counted()).toMatchObject({ merges: 2 });
});

describe.each(MOMENTS)("what fails once, %s its work, is written all the same, once:", (moment) => {
  const once = <Binding extends object>(binding: Binding, method: keyof Binding) =>
    happeningAt(binding, method, moment, async () => {
      throw new Error("It is gone");
    });

  it.each([
    ["the database", () => ({ DB: once(env.DB, "batch") })],
    ["R2", () => ({ FILES: once(env.FILES, "put") })],
  ])("%s", async (_, bindings) => {
    const { status, run } = await merge(undefined, bindings());
    expect(status).toBe(201);
    expect((await runs()).map(({ id }) => id)).toContain(run);
    expect(await counted()).toMatchObject({ merges: 2 });
  });
});

it("what fails for good is in no log, and the caller has its file", { timeout: 60_000 }, async () => {
  const answer = await merge(undefined, { FILES: failing(env.FILES, "put", () => true) });
  expect(answer).toMatchObject({ status: 201, text: "<p>Ann</p>" });
  expect(await runs()).toHaveLength(1);
  expect(await counted()).toMatchObject({ merges: 1 });
});
