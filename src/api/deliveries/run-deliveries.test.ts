import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { present } from "../../domain/present.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { idsBefore } from "../../store/ids.ts";

let call: ApiClient;
let workspaceId: string;
beforeEach(async () => {
  const client = await newClient({ DELIVERIES: standIn<Queue>({ send: async () => {}, sendBatch: async () => {} }) });
  ({ call } = client);
  workspaceId = client.caller.workspaceId;
});

/** A delivery of a run, and one try, as they are in the database. */
async function deliver(
  id: string,
  { status = "done", kind = "webhook", documentId = 1, test = 0, ok = 1, at = Date.now() } = {},
) {
  const run = `run-${workspaceId}-${id}`;
  // Ids begin with the time when something was made.
  const [entry, attempt] = ["entry", "try"].map((what) => `${idsBefore(new Date(at))}${what}-${workspaceId}-${id}`);
  await env.DB.batch([
    env.DB.prepare(
      `insert into runs (id, workspace_id, document_id, source, status, test, request_id, accepted_at)
       values (?, ?, ?, 'api', 'done', ?, 'r', ?)`,
    ).bind(run, workspaceId, documentId, test, at),
    env.DB.prepare(
      `insert into outbox (id, workspace_id, run_id, delivery_id, kind, settings, target, status, tries, created_at)
       values (?, ?, ?, 'd1', ?, '{}', 'example.com', ?, 1, ?)`,
    ).bind(entry, workspaceId, run, kind, status, at),
    env.DB.prepare("insert into attempts values (?, ?, ?, 1, ?, '200 thanks', ?, ?)").bind(
      attempt,
      workspaceId,
      entry,
      ok,
      at,
      at + 5,
    ),
  ]);
  return { id: present(entry), run, attempt: present(attempt) };
}

const ids = async (path: string): Promise<string[]> =>
  (await call("GET", path)).body.map(({ id }: { id: string }) => id.replace(/^.*-/, ""));

describe("deliveries of runs", () => {
  it("are listed newest first, by everything that is known about them", async () => {
    const yesterday = Date.now() - 24 * 60 * 60 * 1000;
    const a = await deliver("a", { status: "dead", at: yesterday });
    await deliver("b", { kind: "email", documentId: 2 });
    await deliver("c", { test: 1 });
    for (const [query, expected] of [
      ["", ["c", "b", "a"]],
      ["order=id", ["a", "b", "c"]],
      ["status=dead", ["a"]],
      ["type=email", ["b"]],
      ["document_id=2", ["b"]],
      [`run_id=${a.run}`, ["a"]],
      ["delivery_id=d1&test=1", ["c"]],
      ["target=example.com&test=0", ["b", "a"]],
      ["target=other.com", []],
      [`since=${new Date(yesterday + 1).toISOString()}`, ["c", "b"]],
      [`until=${new Date(yesterday + 1).toISOString()}`, ["a"]],
    ] as const)
      expect(await ids(`/api/deliveries?${query}`), query).toEqual(expected);

    const { headers } = await call("GET", "/api/deliveries?limit=2");
    expect(await ids(/<(.*)>/.exec(headers.get("link") ?? "")?.[1] ?? "")).toEqual(["a"]);
  });

  it("are listed with what came of their last try", async () => {
    const { id } = await deliver("a", { status: "dead", ok: 0 });
    await env.DB.prepare("insert into attempts values (?, ?, ?, 2, 0, '404 gone', ?, ?)")
      .bind(`second-${id}`, workspaceId, id, Date.now(), Date.now())
      .run();
    const [listed] = (await call("GET", "/api/deliveries?status=dead")).body;
    expect(listed).toMatchObject({ id, attempts: [], last_response: "404 gone" });
    expect((await call("GET", `/api/deliveries/${id}`)).body.last_response).toBe("404 gone");
  });

  it("are shown with their tries, by their own id or that of a try", async () => {
    const { id, attempt, run } = await deliver("a");
    const { body } = await call("GET", `/api/deliveries/${id}`);
    expect(body).toMatchObject({ id, run_id: run, type: "webhook", target: "example.com", tries: 1 });
    expect(body.attempts).toMatchObject([{ id: attempt, number: 1, ok: true, response: "200 thanks" }]);
    expect((await call("GET", `/api/deliveries/${attempt}`)).body).toEqual(body);
    expect((await call("GET", "/api/deliveries/none")).body).toMatchObject({ code: "delivery_not_found" });
  });

  it("are tried again by hand, unless they are being sent or are not there", async () => {
    const retry = (id: string) => call("POST", `/api/deliveries/${id}/retry`);
    const { id, attempt, run } = await deliver("a", { status: "dead", ok: 0 });
    expect((await retry(id)).body).toMatchObject({ status: 410, code: "data_expired" });
    await env.DB.prepare("update runs set data = '{}' where id = ?").bind(run).run();
    await env.DB.prepare("update outbox set status = 'sending', due_at = ? where id = ?")
      .bind(Date.now() + 60_000, id)
      .run();
    const busy = await retry(id);
    expect([busy.status, busy.body.code]).toEqual([409, "delivery_busy"]);
    expect(busy.body.error).toContain("try again in two minutes");
    await env.DB.prepare("update outbox set status = 'dead' where id = ?").bind(id).run();
    expect((await retry(attempt)).body).toMatchObject({ success: 1, id, status: "pending" });
    expect((await retry("none")).body).toMatchObject({ status: 404, code: "delivery_not_found" });
    const { call: outsider } = await newClient();
    expect((await outsider("POST", `/api/deliveries/${id}/retry`)).status).toBe(404);
  });

  it("have their tries in a list of their own", async () => {
    const a = await deliver("a", { ok: 0 });
    await deliver("b");
    expect(await ids("/api/attempts")).toEqual(["b", "a"]);
    const { headers } = await call("GET", "/api/attempts?limit=1");
    expect(await ids(/<(.*)>/.exec(headers.get("link") ?? "")?.[1] ?? "")).toEqual(["a"]);
    expect(await ids("/api/attempts?ok=0")).toEqual(["a"]);
    expect(await ids(`/api/attempts?run_id=${a.run}`)).toEqual(["a"]);
    expect((await call("GET", `/api/attempts?delivery=${a.id}`)).body).toMatchObject([
      { delivery_id: a.id, run_id: a.run, type: "webhook", response: "200 thanks" },
    ]);
  });

  it("refuse invalid filters", async () => {
    for (const query of ["status=lost", "type=pigeon", "since=yesterday", "order=target", "test=2"])
      expect((await call("GET", `/api/deliveries?${query}`)).status, query).toBe(422);
  });

  it("of another workspace are not shown", async () => {
    const { id, attempt, run } = await deliver("a");
    const outsider = await newClient();
    for (const path of [
      "/api/deliveries",
      `/api/deliveries?run_id=${run}`,
      "/api/attempts",
      `/api/attempts?delivery=${id}`,
    ])
      expect((await outsider.call("GET", path)).body).toEqual([]);
    for (const each of [id, attempt]) expect((await outsider.call("GET", `/api/deliveries/${each}`)).status).toBe(404);
  });
});

describe("the usage", () => {
  it("counts by day, month and document", async () => {
    const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
    await deliver("a", { at: day("2026-03-30"), documentId: 1 });
    await deliver("b", { at: day("2026-03-30"), documentId: 2, test: 1 });
    await deliver("c", { at: day("2026-04-01"), documentId: 1 });
    const usage = async (query: string) =>
      (await call("GET", `/api/usage?from=2026-03-01&to=2026-04-01&${query}`)).body;

    expect(await usage("")).toEqual([
      { day: "2026-03-30", merges: 1, test_merges: 1, failed: 0 },
      { day: "2026-04-01", merges: 1, test_merges: 0, failed: 0 },
    ]);
    expect(await usage("by=month")).toMatchObject([{ month: "2026-03" }, { month: "2026-04" }]);
    expect(await usage("by=document")).toEqual([
      { document_id: "1", merges: 2, test_merges: 0, failed: 0 },
      { document_id: "2", merges: 0, test_merges: 1, failed: 0 },
    ]);
    expect(await usage("by=document_day&document_id=2")).toMatchObject([{ day: "2026-03-30", document_id: "2" }]);
    expect((await call("GET", "/api/usage")).body).toEqual([]);
    expect((await call("GET", "/api/usage?from=2020-01-01&to=2026-01-01")).status).toBe(422);
    expect((await call("GET", "/api/usage?from=2026-04-02&to=2026-04-01")).status).toBe(422);
  });
});
