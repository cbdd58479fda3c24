import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import type { Env } from "../../env.ts";
import { takeUpMoves } from "../../jobs/take-up-moves.ts";
import { executeQueued } from "../../merge/execute-queued.ts";
import { faultyServices } from "../../merge/testing/faulty-services.ts";
import { sha256Hex } from "../sha256.ts";
import { createStore } from "../store.ts";
import { MOVE_TRIGGERS } from "./move-triggers.ts";
import { MOVED_TABLES } from "./moved-tables.ts";
import {
  databaseInObject,
  fillTables,
  MOVABLE,
  rowsOf,
  withoutD1,
  workspaceToMove,
} from "./testing/moving-workspace.ts";

const bindings = MOVABLE as Partial<Env>;
const service = testService(undefined, bindings);
const HTML = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>" };
const MAILED = { ...HTML, notification: { to: "a@example.com", subject: "s", html: "x" } };

const merge = (url: string, query = "", headers: Record<string, string> = {}) =>
  service(`${new URL(url).pathname}${query}`, { method: "POST", body: new URLSearchParams({ Name: "Ann" }), headers });

/** Deliveries of a run that are not left out. */
const deliveriesOf = async ({ id, store }: Workspace, runId: string) => await store.outbox.ofRun(id, runId);

type Workspace = Awaited<ReturnType<typeof workspaceToMove>>;

/** What the API answers about a workspace. */
async function answersOf({ call }: Workspace): Promise<Record<string, unknown>> {
  const lists = [
    "account",
    "documents",
    "runs",
    "routes",
    "keys",
    "folders",
    "audit",
    "usage",
    "people",
    "hooks",
    "fonts",
  ];
  const paths = lists.map((name) => `/api/${name}`);
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = (await call("GET", path)).body;
  // To read it is an entry of its own.
  const log = answers["/api/audit"] as { action: string }[];
  answers["/api/audit"] = log.filter(({ action }) => action !== "audit.read");
  const found = [...((await call("GET", "/api/documents")).body as { id: string }[])];
  for (const { id } of found)
    for (const path of [`/api/documents/${id}`, `/api/documents/${id}/versions`, `/api/documents/${id}/deliveries`])
      answers[path] = (await call("GET", path)).body;
  for (const { id } of (await call("GET", "/api/runs")).body as { id: string }[]) {
    const run = (await call("GET", `/api/runs/${id}`)).body as { files: { url: string }[] };
    answers[`/api/runs/${id}`] = { ...run, files: run.files.map(({ url: _, ...file }) => file) };
    for (const { url } of run.files) answers[`file of ${id}`] = await (await service(new URL(url).pathname)).text();
  }
  return answers;
}

async function fullWorkspace() {
  const workspace = await workspaceToMove();
  const document = (await workspace.call("POST", "/api/documents", MAILED)).body as { id: string; url: string };
  await workspace.call("PUT", `/api/documents/${document.id}`, { html: "<p>Hello {$Name}</p>" });
  await merge(document.url, "?download=1");
  await merge(document.url, "?download=1", { "idempotency-key": "once" });
  await fillTables(workspace.id);
  return { ...workspace, document };
}

describe("a workspace that moves", () => {
  it("has every row in its object, and none in D1; the API answers what it answered before", async () => {
    const workspace = await fullWorkspace();
    const filled = await rowsOf(env.DB, workspace.id);
    expect(Object.entries(filled).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const answers = await answersOf(workspace);
    const rows = await rowsOf(env.DB, workspace.id);

    await workspace.ask();
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
    const left = await rowsOf(env.DB, workspace.id);
    expect(Object.entries(left).filter(([, own]) => own.length > 0)).toEqual([]);
    expect(await answersOf(workspace)).toEqual(answers);

    // Where nothing is known yet: pointers lead to it, and ids.
    const fresh = createStore({ ...env, DB: new Proxy(env.DB, {}), NEW_WORKSPACES: "objects" });
    expect((await fresh.lookUps.keys.findByKeyId(workspace.keyId))?.workspaceId).toBe(workspace.id);
    expect(
      (await merge(workspace.document.url, "?download=1", { "idempotency-key": "once" })).headers.get(
        "idempotency-replayed",
      ),
    ).toBe("true");
    expect((await workspace.call("GET", "/api/audit/verify")).body).toMatchObject({ intact: true, problems: [] });

    // Triggers work there, and ids are given by blocks.
    const other = await workspaceToMove();
    const made = [workspace, other, workspace].map(({ call }) => call("POST", "/api/documents", HTML));
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(3);
    const [before] = rows.workspaces as { stored_bytes: number }[];
    const [after] = (await rowsOf(databaseInObject(workspace.id), workspace.id)).workspaces as {
      stored_bytes: number;
    }[];
    expect(after?.stored_bytes).toBeGreaterThan(before?.stored_bytes ?? 0);
  });

  it("moves with all tables of the schema but those that are D1's own", async () => {
    const { results } = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> 'd1_migrations'",
    ).all<{ name: string }>();
    const stay = ["sweeps", "sign_in_attempts", "application_records", "placements", "pointers", "id_blocks"];
    const known = [...MOVED_TABLES.map(({ name }) => name), ...stay, "moves", "move_changes"];
    expect(results.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
    for (const [position, { name }] of MOVED_TABLES.entries()) {
      const references = await env.DB.prepare(`select "table" as name from pragma_foreign_key_list('${name}')`).all<{
        name: string;
      }>();
      for (const reference of references.results)
        expect(
          MOVED_TABLES.findIndex((table) => table.name === reference.name),
          name,
        ).toBeLessThan(position);
    }
  });

  it("goes on merging while it is copied: what is accepted then is done once, by whoever takes it up after the switch", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    const merged: string[] = [];
    let begun = 0;
    await runInDurableObject(workspace.object, (instance) => {
      const publish = Reflect.get(instance, "publish") as () => Promise<void>;
      Reflect.set(instance, "publish", async () => {
        // After the rows of a page were read, and before the last ones are.
        if (begun++ === 0) merged.push((await merge(workspace.document.url)).headers.get("x-run-id") ?? "");
        await Reflect.apply(publish, instance, []);
      });
    });
    await workspace.move();
    expect(merged).toEqual([expect.stringMatching(/^\w+$/)]);
    const services = faultyServices(bindings);
    for (const runId of [...merged, ...merged]) await executeQueued(services, workspace.id, runId);
    for (const runId of merged) {
      expect((await workspace.call("GET", `/api/runs/${runId}`)).body).toMatchObject({ status: "done" });
      expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
    }
  });

  it("lets a run end in the object that began in D1", async () => {
    const workspace = await fullWorkspace();
    const runId = (await merge(workspace.document.url)).headers.get("x-run-id") ?? "";
    const services = faultyServices(bindings);
    let isMoved = false;
    const FILES = new Proxy(env.FILES, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...given: unknown[]) => {
          if (name === "put" && !isMoved) {
            isMoved = true;
            await workspace.ask();
            await workspace.move();
          }
          return (await Reflect.apply(member, target, given)) as unknown;
        };
      },
    });
    expect(await executeQueued(faultyServices({ ...bindings, FILES }), workspace.id, runId)).toEqual({ settled: true });
    expect(isMoved).toBe(true);
    const run = (await workspace.call("GET", `/api/runs/${runId}`)).body;
    expect(run).toMatchObject({ status: "done", files: [{ name: "Letter.html" }] });
    expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
    expect(await executeQueued(services, workspace.id, runId)).toEqual({ settled: true });
    expect(await deliveriesOf(workspace, runId)).toHaveLength(1);
  });
});

describe("a delivery that is due while its workspace moves", () => {
  it("is taken up by the object's alarm, once, and by no cron", async () => {
    const workspace = await fullWorkspace();
    const { results } = await env.DB.prepare("select id from outbox where workspace_id = ? and status = 'pending'")
      .bind(workspace.id)
      .all<{ id: string }>();
    const id = results[0]?.id ?? "";
    await env.DB.prepare("update outbox set due_at = 1, queued_until = null where id = ?").bind(id).run();
    await workspace.ask();
    await workspace.move();
    const taken = await workspace.store.upkeep.outbox.takeDue(new Date(), 500);
    expect(taken.map((entry) => entry.id)).not.toContain(id);
    await runDurableObjectAlarm(workspace.object);
    const queued = await databaseInObject(workspace.id)
      .prepare("select queued_until from outbox where id = ?")
      .bind(id)
      .first<number>("queued_until");
    expect(queued).toBeGreaterThan(Date.now());
    const claims = [1, 2].map(() => workspace.store.outbox.claim(workspace.id, id, new Date()));
    expect((await Promise.all(claims)).filter((claim) => claim !== undefined)).toHaveLength(1);
  });
});

describe("a move", () => {
  it("goes on from every step at which D1 is away", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    let calls = 0;
    let failsAt = 1;
    const restore = await withoutD1(workspace.object, () => ++calls === failsAt);
    let isOver = false;
    while (!isOver && failsAt < 40) {
      calls = 0;
      isOver = (await workspace.object.continueMove(workspace.id).catch(() => "failed")) === "over" && calls < failsAt;
      failsAt++;
    }
    await restore();
    expect(failsAt).toBeGreaterThan(3);
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
  });

  it("goes on after its object has left, with the alarm or the cron", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    let calls = 0;
    await withoutD1(workspace.object, () => ++calls > 2);
    await workspace.object.continueMove(workspace.id).catch(() => "failed");
    expect(await workspace.step()).toBe("copying");
    await evictDurableObject(workspace.object);
    expect(await runDurableObjectAlarm(workspace.object)).toBe(true);
    await takeUpMoves(faultyServices(bindings));
    expect(await workspace.step()).toBe("done");
    // What has had its time is gone by now.
    const { documents, template_versions, api_keys, audit_log } = await rowsOf(
      databaseInObject(workspace.id),
      workspace.id,
    );
    expect({ documents, template_versions, api_keys, audit_log }).toEqual({
      documents: rows.documents,
      template_versions: rows.template_versions,
      api_keys: rows.api_keys,
      audit_log: rows.audit_log,
    });
  });

  it("is the same if it is begun twice at once", async () => {
    const workspace = await fullWorkspace();
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    await Promise.all([workspace.object.continueMove(workspace.id), workspace.object.continueMove(workspace.id)]);
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
    expect(await workspace.object.continueMove(workspace.id)).toBe("over");
  });

  it("can be given up until it has arrived, and begun again", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    let calls = 0;
    const restore = await withoutD1(workspace.object, () => ++calls > 3);
    await workspace.object.continueMove(workspace.id).catch(() => "failed");
    await restore();
    await env.DB.prepare("delete from moves where workspace_id = ?").bind(workspace.id).run();
    expect(await workspace.object.continueMove(workspace.id)).toBe("none");
    expect((await workspace.call("PUT", "/api/account", { name: "Other" })).status).toBe(200);
    const rows = await rowsOf(env.DB, workspace.id);
    await workspace.ask();
    await workspace.move();
    expect(await rowsOf(databaseInObject(workspace.id), workspace.id)).toEqual(rows);
  });

  it("waits where workspaces may not move, and says why", async () => {
    const workspace = await workspaceToMove();
    await workspace.ask();
    await takeUpMoves(faultyServices({ ...bindings, NEW_WORKSPACES: "database" }));
    const problem = env.DB.prepare("select problem from moves where workspace_id = ?")
      .bind(workspace.id)
      .first("problem");
    expect(await problem).toContain("NEW_WORKSPACES");
    expect(await workspace.step()).toBe("asked");
    await workspace.move();
  });

  it("takes its triggers away with it", async () => {
    const workspace = await workspaceToMove();
    await workspace.ask();
    await workspace.move();
    await env.DB.prepare("update moves set step = 'done'").run();
    const { results } = await env.DB.prepare(
      "select name from sqlite_master where name glob 'move_*' and type = 'trigger'",
    ).all();
    expect(results.length === 0 || results.length === MOVE_TRIGGERS.length).toBe(true);
  });
});

describe("between the last copied row and the switch", () => {
  it("whoever writes waits; who reads is answered", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    await workspace.object.continueMove(workspace.id).catch(() => "failed");
    await workspace.move();
    const second = await fullWorkspace();
    await second.ask("copying");
    // The triggers of D1, as a move makes them.
    await env.DB.batch(MOVE_TRIGGERS.map(({ sql }) => env.DB.prepare(sql)));
    await env.DB.prepare("update moves set step = 'fenced' where workspace_id = ?").bind(second.id).run();
    expect((await second.call("GET", "/api/documents")).status).toBe(200);
    // A link that signs in is used up as it is looked for.
    const token = crypto.randomUUID();
    await env.DB.prepare("update moves set step = 'copying' where workspace_id = ?").bind(second.id).run();
    await env.DB.prepare(
      "insert into sign_in_links (token_sha256, workspace_id, created_at, expires_at) values (?, ?, 1, ?)",
    )
      .bind(await sha256Hex(token), second.id, Date.now() + 60_000)
      .run();
    await env.DB.prepare("update moves set step = 'fenced' where workspace_id = ?").bind(second.id).run();
    const using = second.store.lookUps.loginSessions.useLink(token, new Date());
    const writing = second.call("PUT", "/api/account", { name: "Later" });
    await env.DB.prepare("update moves set step = 'copying' where workspace_id = ?").bind(second.id).run();
    expect((await writing).status).toBe(200);
    expect(await using).toBe(second.id);
    await env.DB.prepare("delete from moves where workspace_id = ?").bind(second.id).run();
  });

  it("nothing of what is left in D1 counts: not for strangers, not for the cron, not for the sweep of bytes", async () => {
    const workspace = await fullWorkspace();
    await workspace.ask();
    // Until it has arrived, without the removal.
    let isMoved = false;
    await withoutD1(workspace.object, () => isMoved);
    expect(await workspace.object.continueMove(workspace.id)).toBe("here");
    isMoved = true;
    const left = await rowsOf(env.DB, workspace.id);
    expect(left.runs).not.toEqual([]);
    const store = createStore({ ...env, DB: new Proxy(env.DB, {}), NEW_WORKSPACES: "objects" });
    await workspace.store.keys.revoke(workspace.id, workspace.keyId, new Date());
    expect((await store.lookUps.keys.findByKeyId(workspace.keyId))?.revokedAt).not.toBeNull();
    expect((await clientWith(workspace.authorization, bindings)("GET", "/api/account")).status).toBe(401);

    await env.DB.prepare("update runs set due_at = 1, expires_at = 1 where workspace_id = ?")
      .bind(workspace.id)
      .run()
      .catch(() => {});
    const later = new Date(Date.now() + 400 * 24 * 60 * 60 * 1000);
    expect(
      (await store.upkeep.runs.dueForResend(later)).filter(({ workspaceId }) => workspaceId === workspace.id),
    ).toEqual([]);
    expect(
      (await store.upkeep.outbox.takeDue(later, 500)).filter(({ workspaceId }) => workspaceId === workspace.id),
    ).toEqual([]);
    const keys = (await env.FILES.list({ prefix: `t/${workspace.id}/` })).objects.map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    await env.DB.prepare("delete from template_versions where workspace_id = ?").bind(workspace.id).run();
    for (let steps = 0; steps < 20; steps++)
      await store.upkeep.garbage.sweep(new Date(Date.now() + 3 * 24 * 60 * 60 * 1000));
    for (const key of keys) expect(await env.FILES.head(key)).not.toBeNull();
  });
});
