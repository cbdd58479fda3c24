import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { happeningAt, MOMENTS, type Moment } from "./testing/faulty-services.ts";

/**
 * What an isolate keeps of a document is never trusted: whatever is changed after a merge is seen by the next one, although it begins with
 * what was kept. All tests merge once, change something, and merge again.
 */

let call: ApiClient;
let workspaceId: string;
let path: string;
let address: string;

beforeEach(async () => {
  const client = await newClient();
  call = client.call;
  workspaceId = client.caller.workspaceId;
  const { body } = await call("POST", "/api/documents", {
    name: "D",
    type: "html",
    output: "html",
    html: "<p>{$Name} {$Price|currency}</p>",
  });
  path = `/api/documents/${body.id}`;
  address = new URL(body.url).pathname;
});

async function merge(overrides: Partial<Cloudflare.Env> = {}, at = address) {
  const response = await testService(undefined, overrides)(`${at}?download=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ Name: "Ann", Price: 1234.5 }),
  });
  return { status: response.status, text: await response.text(), run: response.headers.get("x-run-id") };
}

const runs = async () => (await call("GET", "/api/runs")).body as { id: string; status: string; test: boolean }[];
const counted = async () => (await call("GET", "/api/usage?by=total")).body[0] as Record<string, number>;

describe("after a merge, the next one sees", () => {
  it.each<[string, () => Promise<unknown>, (answer: Awaited<ReturnType<typeof merge>>) => unknown, unknown]>([
    ["another template", () => call("PUT", path, { html: "<p>New {$Name}</p>" }), ({ text }) => text, "<p>New Ann</p>"],
    [
      "another setting",
      () => call("PUT", path, { settings: { currency: "EUR" } }),
      ({ text }) => text,
      "<p>Ann €1,234.50</p>",
    ],
    [
      "other defaults",
      () => call("PUT", "/api/account", { currency: "EUR" }),
      ({ text }) => text,
      "<p>Ann €1,234.50</p>",
    ],
    ["that it was deleted", () => call("DELETE", path), ({ status }) => status, 404],
    ["that its address was renewed", () => call("POST", `${path}/key`), ({ status }) => status, 404],
  ])("%s", async (_, change, of, expected) => {
    expect((await merge()).text).toBe("<p>Ann $1,234.50</p>");
    const changed = (await change()) as { status: number; body: unknown };
    expect([200, 201], JSON.stringify(changed.body)).toContain(changed.status);

    const answer = await merge();

    expect(of(answer)).toBe(expected);
  });

  it("that it is inactive: a test merge", async () => {
    await merge();
    await call("PUT", path, { active: false });
    const { run } = await merge();
    expect((await runs()).find(({ id }) => id === run)?.test).toBe(true);
    expect(await counted()).toMatchObject({ merges: 1, test_merges: 1 });
  });

  it("a delivery that was added, changed and removed", async () => {
    const deliveredTo = async () => {
      const { run } = await merge();
      const { deliveries } = (await call("GET", `/api/runs/${present(run)}`)).body;
      return deliveries.map(({ name }: { name: string }) => name);
    };
    expect(await deliveredTo()).toEqual([]);
    const settings = { to: "a@example.com", subject: "s", html: "x" };
    const { id } = (await call("POST", `${path}/deliveries`, { type: "email", name: "One", settings })).body;
    expect(await deliveredTo()).toEqual(["One"]);
    await call("PUT", `${path}/deliveries/${id}`, { name: "Two" });
    expect(await deliveredTo()).toEqual(["Two"]);
    await call("DELETE", `${path}/deliveries/${id}`);
    expect(await deliveredTo()).toEqual([]);
  });

  it("that an address of another service leads here no longer", async () => {
    const url = "https://old.example.com/merge/987654/k3y5";
    const { body } = await call("POST", `${path}/addresses`, { url });
    expect((await merge({}, "/merge/987654/k3y5")).status).toBe(201);
    await call("DELETE", `${path}/addresses/${body.id}`);
    expect((await merge({}, "/merge/987654/k3y5")).status).toBe(404);
  });
});

describe("what is written", () => {
  it("is one run a merge, done, counted, with its file", async () => {
    const ids = [];
    for (let each = 0; each < 3; each++) ids.push((await merge()).run);
    const listed = await runs();
    expect(listed.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(listed.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(await counted()).toMatchObject({ merges: 3, test_merges: 0 });
    const { body } = await call("GET", `/api/runs/${present(ids[0])}`);
    expect(body).toMatchObject({ source: "merge", fields: { found: ["Name", "Price"] }, files: [{ name: "D.html" }] });
  });

  it("is the run that failed, with its data for a replay; and none of a template that was mended meanwhile", async () => {
    await merge();
    await call("PUT", path, { html: "{for $i=1 to 100000000}x{/for}" });
    const failed = await merge();
    expect(failed.status).toBe(422);
    const [run] = await runs();
    expect(run).toMatchObject({ status: "failed" });
    expect((await call("GET", `/api/runs/${present(run).id}/data`)).body).toEqual({ Name: "Ann", Price: 1234.5 });

    await call("PUT", path, { html: "<p>Mended</p>" });
    expect((await merge()).text).toBe("<p>Mended</p>");
    expect((await runs()).map(({ status }) => status)).toEqual(["done", "failed", "done"]);
  });

  it.each(MOMENTS)("is nothing twice if the database dies %s it has written", async (moment) => {
    await merge();
    const before = await counted();
    const answer = await merge({ DB: dyingOnce(moment) });
    expect(answer.status).toBe(500);
    const written = moment === "after" ? 1 : 0;
    expect((await runs()).filter(({ status }) => status === "done")).toHaveLength(1 + written);
    expect(await counted()).toMatchObject({ merges: present(before.merges) + written });
    expect((await merge()).status).toBe(201);
  });

  it("is held against what somebody changes in the middle", async () => {
    await merge();
    let changed = false;
    const DB = happeningAt(env.DB, "batch", "before", async () => {
      changed = true;
      await call("PUT", path, { html: "<p>Now {$Name}</p>" });
    });
    expect(await merge({ DB })).toMatchObject({ status: 201, text: "<p>Now Ann</p>" });
    expect(changed).toBe(true);
    expect(await runs()).toHaveLength(2);
    expect(await counted()).toMatchObject({ merges: 2 });
    const { results } = await env.DB.prepare(
      "select count(*) as files from run_files join runs on runs.id = run_id where workspace_id = ?",
    )
      .bind(workspaceId)
      .all();
    expect(results).toEqual([{ files: 2 }]);
  });
});

/** A database whose first batch fails, before or after it was carried out. */
const dyingOnce = (moment: Moment): D1Database =>
  happeningAt(env.DB, "batch", moment, async () => {
    throw new Error("The database is gone");
  });
