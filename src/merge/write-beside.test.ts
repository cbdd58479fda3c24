import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../test/support/api-client.ts";
import { answeringService, testService } from "../../test/support/test-service.ts";
import { present } from "../domain/present.ts";
import { failing, happeningAt, MOMENTS, type Moment } from "./testing/faulty-services.ts";

/** A light merge whose caller waits stores its file while its run is written: whatever fails of the two, log, counts and keys stay true. */

let call: ApiClient;
let workspaceId: string;
let id: string;
let address: string;

beforeEach(async () => {
  const client = await newClient();
  call = client.call;
  workspaceId = client.caller.workspaceId;
  const { body } = await call("POST", "/api/documents", {
    name: "D",
    type: "html",
    output: "html",
    html: "<p>{$Name}</p>",
  });
  id = body.id;
  address = `${new URL(body.url).pathname}?download=1`;
  // What merges read is kept from now on.
  await merge();
  expect(await state()).toEqual({ runs: ["done"], merges: 1, storedBytes: expect.any(Number) });
});

const asking = (key?: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) },
  body: JSON.stringify({ Name: "Ann" }),
});

async function merge(overrides: Partial<Cloudflare.Env> = {}, key?: string) {
  const response = await testService(undefined, overrides)(address, asking(key));
  return { status: response.status, text: await response.text(), run: response.headers.get("x-run-id") };
}

/** All that counts runs: the log, newest first, the counter, and what the workspace keeps. */
async function state() {
  const runs = (await call("GET", `/api/runs?document_id=${id}`)).body as { status: string }[];
  const { merges } = (await call("GET", "/api/usage?by=total")).body[0];
  const storedBytes = await env.DB.prepare("select stored_bytes from workspaces where id = ?")
    .bind(workspaceId)
    .first<number>("stored_bytes");
  return { runs: runs.map(({ status }) => status), merges, storedBytes };
}

const fileOf = async (run: string | null) => {
  const [file] = (await call("GET", `/api/runs/${present(run)}`)).body.files;
  return await (await testService()(new URL(file.url).pathname)).text();
};

/** A binding that fails once, before its work or after it. */
const failingOnce = <Binding extends object>(binding: Binding, method: keyof Binding, moment: Moment): Binding =>
  happeningAt(binding, method, moment, async () => {
    throw new Error(`${String(method)} failed ${moment} its work`);
  });

const newKey = () => crypto.randomUUID();

it("neither waits for the other", async () => {
  const begun = { put: () => {}, batch: () => {} };
  const putIsBegun = new Promise<void>((resolve) => {
    begun.put = resolve;
  });
  const batchIsBegun = new Promise<void>((resolve) => {
    begun.batch = resolve;
  });
  const FILES = happeningAt(env.FILES, "put", "before", async () => {
    begun.put();
    await batchIsBegun;
  });
  const DB = happeningAt(env.DB, "batch", "before", async () => {
    begun.batch();
    await putIsBegun;
  });
  const { status, run } = await merge({ FILES, DB });
  expect(status).toBe(201);
  expect(await fileOf(run)).toBe("<p>Ann</p>");
});

it("but what is delivered is there before anything says so", async () => {
  await call("POST", `/api/documents/${id}/deliveries`, {
    type: "email",
    settings: { to: "a@example.com", subject: "s", html: "x" },
  });
  // What was kept is refused, and read anew.
  await merge();
  await merge();
  const events: string[] = [];
  const FILES = happeningAt(env.FILES, "put", "after", async () => void events.push("stored"));
  const DB = happeningAt(env.DB, "batch", "before", async () => void events.push("written"));
  expect((await merge({ FILES, DB })).status).toBe(201);
  expect(events).toEqual(["stored", "written"]);
});

describe.each(MOMENTS)("the file cannot be stored, R2 failing %s its work", (moment) => {
  it("once: the run is taken back, and the merge is made again", async () => {
    const first = await state();
    await merge();
    const second = await state();
    const { status, text, run } = await merge({ FILES: failingOnce(env.FILES, "put", moment) });
    expect([status, text, await fileOf(run)]).toEqual([201, "<p>Ann</p>", "<p>Ann</p>"]);
    expect(await state()).toEqual({
      runs: ["done", "done", "done"],
      merges: 3,
      storedBytes: 2 * present(second.storedBytes) - present(first.storedBytes),
    });
  });

  it("once, with an Idempotency-Key: the same, and the key leads to the run that is there", async () => {
    const key = newKey();
    const first = await merge({ FILES: failingOnce(env.FILES, "put", moment) }, key);
    const again = await merge({}, key);
    expect([first.status, again.status, again.text, again.run]).toEqual([201, 201, "<p>Ann</p>", first.run]);
    expect((await state()).runs).toEqual(["done", "done"]);
    expect((await state()).merges).toBe(2);
  });

  it.each(MOMENTS)("once, and the database fails once %s it has written: nothing is done or counted", async (late) => {
    const DB = failingOnce(env.DB, "batch", late);
    expect((await merge({ FILES: failingOnce(env.FILES, "put", moment), DB })).status).toBe(500);
    expect(await state()).toMatchObject({ runs: ["done"], merges: 1 });
    expect((await merge()).status).toBe(201);
  });
});

it("a file that cannot be stored at all is a failed merge, not counted; its key is free", async () => {
  const key = newKey();
  const FILES = failing(env.FILES, "put", () => true);
  expect((await merge({ FILES }, key)).status).toBe(500);
  expect(await state()).toMatchObject({ runs: ["failed", "done"], merges: 1 });
  expect((await merge({}, key)).status).toBe(201);
  expect(await state()).toMatchObject({ merges: 2 });
});

it.each(MOMENTS)("the database fails %s it has written: the file belongs to a run, or to nobody", async (moment) => {
  expect((await merge({ DB: failingOnce(env.DB, "batch", moment) })).status).toBe(500);
  const written = moment === "after" ? 1 : 0;
  expect(await state()).toMatchObject({ merges: 1 + written });
});

describe("the isolate goes away while its file is stored, the run being written", () => {
  /** A merge that stands still where the file is stored; `comesBack` lets it go on, to fail there. */
  async function deadMerge(key: string) {
    let comesBack = () => {};
    const dead = new Promise<void>((resolve) => {
      comesBack = resolve;
    });
    const FILES = happeningAt(env.FILES, "put", "before", async () => {
      await dead;
      throw new Error("The isolate is gone");
    });
    const answered = answeringService(undefined, { FILES })(address, asking(key));
    await expect.poll(async () => (await state()).runs).toEqual(["done", "done"]);
    return {
      async comesBack() {
        comesBack();
        const { settled } = await answered;
        await settled();
      },
    };
  }

  const aMinuteLater = () =>
    env.DB.prepare("update runs set finished_at = finished_at - 61000 where workspace_id = ?").bind(workspaceId).run();

  it("the request that comes again waits for it for a minute, then makes it under the same run, once", async () => {
    const key = newKey();
    const { comesBack } = await deadMerge(key);
    expect((await merge({}, key)).status).toBe(409);
    await aMinuteLater();
    const again = await merge({}, key);
    expect([again.status, again.text, await fileOf(again.run)]).toEqual([201, "<p>Ann</p>", "<p>Ann</p>"]);
    const after = await state();
    expect(after).toMatchObject({ runs: ["done", "done"], merges: 2 });

    await comesBack();
    expect(await state()).toEqual(after);
    expect(await merge({}, key)).toMatchObject({ status: 201, run: again.run });
  });

  it("and nobody asks again: it comes back and takes its run back", async () => {
    const { comesBack } = await deadMerge(newKey());
    await comesBack();
    // The same request goes on, stores its file first, and R2 takes it.
    expect(await state()).toMatchObject({ runs: ["done", "done"], merges: 2 });
  });
});
