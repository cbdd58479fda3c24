import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { clientWith } from "../../../../test/support/api-client.ts";
import { testCaller, testService } from "../../../../test/support/test-service.ts";
import { standIn } from "../../../domain/testing/stand-in.ts";
import type { Env } from "../../../env.ts";
import type { Moment } from "../../../merge/testing/faulty-services.ts";
import { createBlobs } from "../../blobs.ts";
import { gzipLines } from "../../day-files/gzip.ts";
import { objectDatabase } from "../../object/object-database.ts";
import { createStore } from "../../store.ts";
import type { MoveProgress } from "../move-in.ts";
import type { MoveStep } from "../move-steps.ts";
import { keyOf, MOVED_TABLES } from "../moved-tables.ts";

const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });

/** A service whose workspaces may move, and whose messages are lost. */
export const MOVABLE = { NEW_WORKSPACES: "objects", MERGES: silent, DELIVERIES: silent, TOOLS: silent } as const;

export const service = testService(undefined, MOVABLE as Partial<Env>);
export const HTML = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>" };

/** Merges at an address of the service. */
export const mergeAt = (url: string, query = "", headers: Record<string, string> = {}): Promise<Response> =>
  service(`${new URL(url).pathname}${query}`, { method: "POST", body: new URLSearchParams({ Name: "Ann" }), headers });

export type MovingWorkspace = Awaited<ReturnType<typeof workspaceToMove>>;

/** One with a mailed document, runs, an answer that is kept, and a row at least in each table. */
export async function fullWorkspace() {
  const workspace = await workspaceToMove();
  const mailed = { ...HTML, notification: { to: "a@example.com", subject: "s", html: "x" } };
  const document = (await workspace.call("POST", "/api/documents", mailed)).body as { id: string; url: string };
  await workspace.call("PUT", `/api/documents/${document.id}`, { html: "<p>Hello {$Name}</p>" });
  await mergeAt(document.url, "?download=1");
  await mergeAt(document.url, "?download=1", { "idempotency-key": "once" });
  await fillTables(workspace.id);
  return { ...workspace, document };
}

/** A workspace in D1 with a key, and the object that it may move into. */
export async function workspaceToMove() {
  const { workspaceId: id, keyId, authorization } = await testCaller();
  const object = env.WORKSPACES.getByName(id);
  /** Of the try that is under way. */
  const token = async () =>
    (await env.DB.prepare("select token from moves where workspace_id = ?").bind(id).first<string>("token")) ?? "";
  /** As the cron has the object of no jurisdiction do it. */
  const goOn = async (): Promise<MoveProgress> => await env.WORKSPACES.getByName(id).continueMove(id, await token());
  return {
    ...{ id, keyId, authorization, object },
    call: clientWith(authorization, MOVABLE as Partial<Env>),
    store: createStore({ ...env, NEW_WORKSPACES: "objects" }),
    /** As an operator asks for it. */
    ask: (step: MoveStep = "asked", jurisdiction: string | null = null) =>
      env.DB.prepare("insert into moves (workspace_id, token, step, asked_at, jurisdiction) values (?, ?, ?, 1, ?)")
        .bind(id, crypto.randomUUID(), step, jurisdiction)
        .run(),
    goOn,
    /** Goes on until D1 was asked as often, and does not answer any more. */
    async failAfter(calls: number): Promise<void> {
      let asked = 0;
      const restore = await withoutD1(object, () => ++asked > calls);
      await goOn().catch(() => "failed");
      await restore();
    },
    token,
    step: () => env.DB.prepare("select step from moves where workspace_id = ?").bind(id).first<MoveStep>("step"),
    /** Goes on until it is over. */
    async move(): Promise<void> {
      for (let slices = 0; slices < 20; slices++) if ((await this.goOn()) === "over") return;
      throw new Error("The workspace does not arrive");
    },
  };
}

export const databaseInObject = (workspaceId: string): D1Database => objectDatabase(env.WORKSPACES, workspaceId);

/** All rows of a workspace in a database, by table. */
export async function rowsOf(database: D1Database, workspaceId: string): Promise<Record<string, unknown[]>> {
  const found = await database.batch(
    MOVED_TABLES.map((table) =>
      database
        .prepare(`select * from ${table.name} where ${table.isOwn} order by ${keyOf(table, table.name)}`)
        .bind(workspaceId),
    ),
  );
  return Object.fromEntries(MOVED_TABLES.map(({ name }, index) => [name, found[index]?.results ?? []]));
}

/** What the service answers with names that the API declares, and what it reads as lists. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ role: "editor", event: "run.done", state: "on" },
  ...{ document_ids: "[]", route_ids: "[]", parent_ids: "[]" },
};

/** No sweep takes what has this time, also as a number of minutes or hours. */
const TO_COME = Date.parse("2100-01-01");
const isTime = (name: string): boolean => /(^at|_at|hour|minute)$/.test(name);

interface Column extends Record<string, unknown> {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/** Gives a workspace a row in each table that has none of its: what columns must have, and what they refer to. */
async function fillTables(workspaceId: string): Promise<void> {
  for (const table of MOVED_TABLES) {
    const own = await env.DB.prepare(`select 1 from ${table.name} where ${table.isOwn}`).bind(workspaceId).first();
    if (own) continue;
    const [columns, references] = await env.DB.batch<Column & { from: string; table: string }>([
      env.DB.prepare(`select * from pragma_table_info('${table.name}')`),
      env.DB.prepare(`select "from", "table" from pragma_foreign_key_list('${table.name}')`),
    ]);
    const values = new Map<string, unknown>();
    for (const { name, type, notnull, dflt_value } of columns?.results ?? []) {
      const reference = references?.results.find(({ from }) => from === name);
      if (name === "workspace_id") values.set(name, workspaceId);
      else if (NAMED[name] !== undefined) values.set(name, NAMED[name]);
      else if (name === "blob_key") values.set(name, await emptyDayFile(workspaceId));
      // Given by the database.
      else if (name === "id" && type.toLowerCase() === "integer") continue;
      else if (reference && (notnull === 1 || name !== "route_id"))
        values.set(name, await anyOf(reference.table, workspaceId));
      else if (notnull === 1 && dflt_value === null)
        values.set(name, type.toLowerCase() === "integer" ? (isTime(name) ? TO_COME : 1) : crypto.randomUUID());
      else if (table.key.includes(name)) values.set(name, crypto.randomUUID());
    }
    const names = [...values.keys()];
    await env.DB.prepare(
      `insert into ${table.name} (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`,
    )
      .bind(...values.values())
      .run();
  }
}

const emptyDayFile = async (workspaceId: string): Promise<string> =>
  await createBlobs(env.FILES).putDayFile(workspaceId, "2026-01-01", await gzipLines([]));

async function anyOf(table: string, workspaceId: string): Promise<unknown> {
  const isOwn = MOVED_TABLES.find(({ name }) => name === table)?.isOwn ?? "";
  return await env.DB.prepare(`select id from ${table} where ${isOwn}`).bind(workspaceId).first("id");
}

/** What happens to calls of D1: `call` makes them. */
type Interception = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Has each call of an object to D1 go through something. @returns what gives D1 back */
async function interceptD1(object: DurableObjectStub, intercept: Interception): Promise<() => Promise<void>> {
  const set = (database: D1Database) =>
    runInDurableObject(object, (instance) => {
      Reflect.set(instance, "env", { ...env, DB: database });
    });
  await set(intercepted(intercept));
  return () => set(env.DB);
}

/** Has D1 not answer an object's calls as often as `fails` says so. @returns what gives it back */
export const withoutD1 = (object: DurableObjectStub, fails: () => boolean): Promise<() => Promise<void>> =>
  interceptD1(object, async (call) => {
    if (fails()) throw new Error("D1 is away");
    return await call();
  });

/** Kills a workspace's object at its n-th call to D1: before it, or once it was made and its answer is on its way. */
export async function killAt(workspaceId: string, nth: number, moment: Moment): Promise<void> {
  // A stub dies with its object.
  const object = env.WORKSPACES.getByName(workspaceId);
  let kill = () => {};
  let calls = 0;
  await interceptD1(object, async (call) => {
    if (++calls !== nth) return await call();
    if (moment === "after") await call();
    kill();
    return await new Promise(() => {});
  });
  await runInDurableObject(object, (_, state) => {
    kill = () => state.abort("killed");
  });
}

function intercepted(intercept: Interception): D1Database {
  const own = new WeakMap<object, D1PreparedStatement>();
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (name === "bind") return (...values: unknown[]) => wrapped(target.bind(...values));
        return (...given: unknown[]) => intercept(async () => (await Reflect.apply(member, target, given)) as unknown);
      },
    });
    own.set(proxy, statement);
    return proxy;
  };
  return standIn<D1Database>({
    prepare: (sql: string) => wrapped(env.DB.prepare(sql)),
    batch: <Row>(statements: D1PreparedStatement[]) =>
      intercept(() => env.DB.batch<Row>(statements.map((statement) => own.get(statement) ?? statement))),
  });
}
