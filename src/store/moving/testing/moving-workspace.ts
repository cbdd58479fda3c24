import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { clientWith } from "../../../../test/support/api-client.ts";
import { testCaller } from "../../../../test/support/test-service.ts";
import { standIn } from "../../../domain/testing/stand-in.ts";
import type { Env } from "../../../env.ts";
import { createBlobs } from "../../blobs.ts";
import { gzipLines } from "../../day-files/gzip.ts";
import { objectDatabase } from "../../object/object-database.ts";
import { createStore } from "../../store.ts";
import type { MoveStep } from "../move-steps.ts";
import { keyOf, MOVED_TABLES } from "../moved-tables.ts";

const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });

/** A service whose workspaces may move, and whose messages are lost. */
export const MOVABLE = { NEW_WORKSPACES: "objects", MERGES: silent, DELIVERIES: silent, TOOLS: silent } as const;

/** A workspace in D1 with a key, and the object that it may move into. */
export async function workspaceToMove() {
  const { workspaceId: id, keyId, authorization } = await testCaller();
  const object = env.WORKSPACES.getByName(id);
  return {
    ...{ id, keyId, authorization, object },
    call: clientWith(authorization, MOVABLE as Partial<Env>),
    store: createStore({ ...env, NEW_WORKSPACES: "objects" }),
    /** As an operator asks for it. */
    ask: (step: MoveStep = "asked") =>
      env.DB.prepare("insert into moves (workspace_id, token, step, asked_at) values (?, ?, ?, 1)")
        .bind(id, crypto.randomUUID(), step)
        .run(),
    step: () => env.DB.prepare("select step from moves where workspace_id = ?").bind(id).first<MoveStep>("step"),
    /** Goes on until it is over. */
    async move(): Promise<void> {
      for (let slices = 0; slices < 20; slices++) if ((await object.continueMove(id)) === "over") return;
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

interface Column extends Record<string, unknown> {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/** Gives a workspace a row in each table that has none of its: what columns must have, and what they refer to. */
export async function fillTables(workspaceId: string): Promise<void> {
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
        values.set(name, type.toLowerCase() === "integer" ? 1 : crypto.randomUUID());
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

/** Has D1 not answer an object's batches as often as `fails` says so. @returns what gives it back */
export async function withoutD1(object: DurableObjectStub, fails: () => boolean): Promise<() => Promise<void>> {
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (name === "batch" && fails()) return Promise.reject(new Error("D1 is away"));
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
  const set = (database: D1Database) =>
    runInDurableObject(object, (instance) => {
      Reflect.set(instance, "env", { ...env, DB: database });
    });
  await set(DB);
  return () => set(env.DB);
}
