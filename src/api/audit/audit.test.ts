import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { basic, testService } from "../../../test/support/test-service.ts";
import { dropOldEntries, keepHeads } from "../../audit/keep-heads.ts";
import { signHead } from "../../audit/signed-head.ts";
import { type NewAuditEntry, sealEntry } from "../../domain/audit/entry.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import type { Env } from "../../env.ts";
import { MOST_HEADS } from "../../store/audit/audit-log.ts";
import { createStore } from "../../store/store.ts";
import { csvCell } from "./export-audit.ts";

let call: ApiClient;
let workspaceId: string;
let authorization: string;
beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ workspaceId, authorization } = client.caller);
});

const services = (now: Date) => ({ env: env as Env, store: createStore(env), now: () => now });
const rename = (name: string) => call("PUT", "/api/account", { name });
const verify = async (query = "") => (await call("GET", `/api/audit/verify${query}`)).body;
const codes = (report: { problems: { code: string }[] }) => [...new Set(report.problems.map(({ code }) => code))];

describe("GET /api/audit", () => {
  it("says who changed what, from what to what", async () => {
    await call("POST", "/api/documents", { name: "Invoice", type: "html", html: "a" });
    const { body: document } = await call("POST", "/api/documents", { name: "Offer", type: "html", html: "a" });
    const email = { type: "email", name: "Mail", settings: { to: "ada@example.com", subject: "s" } };
    const { body: delivery } = await call("POST", `/api/documents/${document.id}/deliveries`, email);
    await call(
      "PUT",
      `/api/documents/${document.id}/deliveries/${delivery.id}`,
      { settings: { to: "bo@example.com" } },
      { headers: { "x-request-id": "mine" } },
    );

    const { body } = await call("GET", "/api/audit?action=delivery");
    expect(body[0]).toMatchObject({
      actor: { type: "key", name: "test", via: "api" },
      action: "delivery.updated",
      resource: { type: "delivery", id: `documents/${document.id}/deliveries/${delivery.id}`, name: "Mail" },
      before: { "settings.to": "ada@example.com" },
      after: { "settings.to": "bo@example.com" },
      request_id: "mine",
      request_id_from_client: true,
    });
    expect(Object.keys(body[0].after)).toEqual(["settings.to"]);
    const made = (await call("GET", `/api/audit?resource=document/${document.id}`)).body;
    expect(made).toMatchObject([{ action: "document.created", resource: { id: document.id, name: "Offer" } }]);
    expect(made[0].request_id_from_client).toBe(false);
  });

  it("is read in pages, and has an entry of each time it is read", async () => {
    for (const name of ["a", "b", "c"]) await rename(name);
    const first = await call("GET", "/api/audit?action=account&limit=2");
    const next = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("GET", next);
    expect([...first.body, ...second.body].map(({ after }) => after.name)).toEqual(["c", "b", "a"]);
    const read = (await call("GET", "/api/audit?action=audit.read")).body;
    expect(read.map(({ after }: { after: object }) => after)).toEqual([
      { action: "audit.read" },
      { action: "account" },
    ]);
  });

  it("is nobody else's", async () => {
    await rename("mine");
    const other = await newClient();
    expect((await other.call("GET", "/api/audit?action=account")).body).toEqual([]);
  });
});

describe("GET /api/audit/refusals", () => {
  it("counts what was refused to whoever named a key of the workspace, and writes no entries", async () => {
    const { keyId } = (await newClient()).caller;
    const wrong = clientWith(basic(keyId, "wrong"));
    for (let request = 0; request < 3; request++) expect((await wrong("GET", "/api/account")).status).toBe(401);
    const own = clientWith(basic(authorizationKey(), "wrong"));
    expect((await own("GET", "/api/account")).status).toBe(401);
    expect((await call("GET", "/api/audit/refusals")).body).toMatchObject([{ code: "invalid_credentials", count: 1 }]);
    expect((await call("GET", "/api/audit/refusals?from=2999-01-01T00:00:00Z")).body).toEqual([]);
    expect((await verify()).entries).toBe(0);
  });

  const authorizationKey = () => atob(authorization.replace("Basic ", "")).split(":")[0] ?? "";
});

describe("the chain", () => {
  it("is one, whoever writes at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => call("POST", "/api/folders", { name: `F${index}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await verify()).toMatchObject({ intact: true, entries: 100, first: 1, last: 100, problems: [] });
  });

  it("gives new documents their own ids when many are made at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call("POST", "/api/documents", { name: `D${index}`, type: "html", html: "a" }),
      ),
    );
    const { body } = await call("GET", "/api/audit?action=document.created");
    const named = body.map(
      ({ resource }: { resource: { id: string; name: string } }) => `${resource.id} ${resource.name}`,
    );
    expect(named.toSorted()).toEqual(answers.map((answer) => `${answer.body.id} ${answer.body.name}`).toSorted());
  });

  it("shows an entry that was changed, taken out, or cut off", async () => {
    for (const name of ["a", "b", "c", "d"]) await rename(name);
    await keepHeads(services(new Date()));
    expect(await verify()).toMatchObject({ intact: true, heads_compared: 1 });

    const run = (sql: string) => env.DB.prepare(sql).bind(workspaceId).run();
    await run("update audit_log set entry = replace(entry, '\"b\"', '\"x\"') where workspace_id = ? and seq = 2");
    expect(codes(await verify())).toEqual(["changed"]);
    await run("update audit_log set entry = replace(entry, '\"x\"', '\"b\"') where workspace_id = ? and seq = 2");
    expect(await verify()).toMatchObject({ intact: true });
    await run("update audit_log set actor = 'somebody' where workspace_id = ? and seq = 2");
    expect(codes(await verify())).toEqual(["changed"]);
    await run("delete from audit_log where workspace_id = ? and seq = 2");
    expect(codes(await verify())).toEqual(["removed"]);
    await run("delete from audit_log where workspace_id = ? and seq > 2");
    expect(codes(await verify())).toEqual(["tail_cut"]);
  });

  it("is told from one that was written anew, by heads that are kept elsewhere", async () => {
    for (const name of ["a", "b", "c"]) await rename(name);
    await keepHeads(services(new Date()));
    const { head } = await verify();
    await env.DB.batch([
      env.DB.prepare("delete from audit_log where workspace_id = ?").bind(workspaceId),
      env.DB.prepare("delete from audit_heads where workspace_id = ?").bind(workspaceId),
    ]);
    for (const name of ["a", "x", "c", "y"]) await rename(name);
    expect(codes(await verify())).toEqual(["rewritten"]);
    const report = await verify(`?heads=2:${"0".repeat(64)},${head.statement.seq}:${head.statement.hash}`);
    expect(report.problems).toHaveLength(3);
    expect(await call("GET", "/api/audit/verify?heads=nonsense")).toMatchObject({ status: 422 });
  });

  it("can be followed from where the request before ended", async () => {
    for (const name of ["a", "b", "c"]) await rename(name);
    expect(await verify("?after=2")).toMatchObject({ intact: true, entries: 1, first: 3, last: 3, next: 0 });
    expect((await call("GET", "/api/audit/verify?after=99")).status).toBe(422);
  });

  it("is kept as long as the workspace says, and proves what is left", async () => {
    expect((await call("PUT", "/api/account", { audit_days: 29 })).status).toBe(422);
    expect((await call("PUT", "/api/account", { audit_days: 30 })).body.audit_days).toBe("30");
    await rename("b");
    const now = Date.now();
    await keepHeads(services(new Date(now)));
    await rename("c");
    await keepHeads(services(new Date(now + 2 * 3_600_000)));
    await rename("d");
    await dropOldEntries(services(new Date(now + 20 * 86_400_000)));
    expect(await verify()).toMatchObject({ intact: true, first: 1, last: 4 });
    await dropOldEntries(services(new Date(now + 40 * 86_400_000)));
    expect(await verify()).toMatchObject({ intact: true, first: 4, last: 5, entries: 2 });
    const [expiry] = (await call("GET", "/api/audit?action=audit.expired")).body;
    expect(expiry).toMatchObject({ actor: { type: "service", via: "service" }, after: { up_to: 3 } });
    await env.DB.prepare(
      'update audit_log set entry = replace(entry, \'"previous":"\', \'"previous":"0\') where workspace_id = ?',
    )
      .bind(workspaceId)
      .run();
    expect((await verify()).intact).toBe(false);
  });
});

/** Writes a log that has a signed head of each of its entries. */
async function writeLog(entries: number): Promise<void> {
  const at = new Date();
  const secrets = readSecrets((env as Env).SECRETS_KEY, "signs heads");
  const entry: NewAuditEntry = {
    ...{ at, action: "account.updated", resource: { type: "account", id: "", name: "" }, network: "" },
    ...{ actor: { type: "service", id: "", via: "service" }, request: { id: "", from_client: false } },
  };
  let end = { seq: 0, hash: "" };
  const rows: D1PreparedStatement[] = [];
  const heads: [key: string, signed: string][] = [];
  for (let count = 0; count < entries; count++) {
    const { seq, text, hash } = await sealEntry(workspaceId, end, entry);
    end = { seq, hash };
    rows.push(
      env.DB.prepare(
        `insert into audit_log (workspace_id, seq, entry, hash, at, actor, action, resource_type, resource_id)
        values (?, ?, ?, ?, ?, '', 'account.updated', 'account', '')`,
      ).bind(workspaceId, seq, text, hash, at.getTime()),
    );
    const signed = JSON.stringify(await signHead(secrets, workspaceId, end, at));
    heads.push([`audit/${workspaceId}/${String(seq).padStart(12, "0")}.json`, signed]);
  }
  await env.DB.batch(rows);
  await mapConcurrent(heads, 50, ([key, signed]) => env.FILES.put(key, signed));
}

/** A client of the workspace, and how many objects its requests have read. */
function countingClient() {
  let reads = 0;
  const FILES = new Proxy(env.FILES, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (name === "get") reads++;
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  return { own: clientWith(authorization, { FILES }), reads: () => reads };
}

describe("a log with many signed heads", () => {
  it("is proven by those of the entries that are followed", async () => {
    await writeLog(30);
    const { own, reads } = countingClient();
    const { body } = await own("GET", "/api/audit/verify?after=20");
    expect(body).toMatchObject({ intact: true, entries: 10, heads_compared: 10, next: 0 });
    expect(reads()).toBe(10);
  });

  it("is proven in as many requests as it takes to read them, and exported with the newest ones", async () => {
    await writeLog(MOST_HEADS + 10);
    const { own, reads } = countingClient();
    const first = (await own("GET", "/api/audit/verify")).body;
    expect(first).toMatchObject({ intact: true, entries: MOST_HEADS, last: MOST_HEADS, next: MOST_HEADS });
    expect([first.heads_compared, reads()]).toEqual([MOST_HEADS, MOST_HEADS]);
    const second = (await own("GET", `/api/audit/verify?after=${MOST_HEADS}`)).body;
    expect(second).toMatchObject({ intact: true, entries: 10, next: 0, heads_compared: 10 });

    const run = (sql: string) => env.DB.prepare(sql).bind(workspaceId).run();
    await run(`delete from audit_log where workspace_id = ? and seq > ${MOST_HEADS + 5}`);
    expect(codes(await verify(`?after=${MOST_HEADS}`))).toEqual(["tail_cut"]);
    await run("delete from audit_log where workspace_id = ? and seq < 3");
    expect(codes(await verify())).toEqual(["removed"]);
    const response = await testService()("/api/audit/export?format=ndjson", { headers: { authorization } });
    const exported = (await response.text()).match(/(?<=^\{"head":.*"seq":)\d+/gm) ?? [];
    expect(exported).toHaveLength(MOST_HEADS);
    expect([exported[0], exported[1], exported.at(-1)]).toEqual(["2", "12", String(MOST_HEADS + 10)]);
    await run("delete from audit_log where workspace_id = ? and seq > 4");
    expect(codes(await verify())).toEqual(["removed", "tail_cut"]);
  }, 180_000);
});

describe("GET /api/audit/export", () => {
  const download = async (query: string) => {
    const response = await testService()(`/api/audit/export?${query}`, { headers: { authorization } });
    return { type: response.headers.get("content-type"), text: await response.text() };
  };

  it("is a line for each entry, with the heads", async () => {
    await rename("a");
    await keepHeads(services(new Date()));
    const { type, text } = await download("format=ndjson");
    expect(type).toBe("application/x-ndjson");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ entry, head }) => entry?.action ?? head.statement.seq)).toEqual([
      "account.updated",
      "audit.exported",
      1,
    ]);
    expect(lines[0].actor_name).toBe("test");
  });

  it("has no formulas in the cells of a CSV file", async () => {
    await rename('=cmd|"calc"');
    await call("POST", "/api/folders", { name: "=1+1" });
    const { type, text } = await download("format=csv");
    expect(type).toBe("text/csv; charset=utf-8");
    expect(text).toContain(`"'=1+1"`);
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
    for (const begin of ["=", "+", "-", "@", "\t", "\r", "＝"]) expect(csvCell(`${begin}1`)).toBe(`"'${begin}1"`);
    expect(csvCell('a"b')).toBe('"a""b"');
  });
});
