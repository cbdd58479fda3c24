import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { OperatorCall } from "../src/domain/operator-calls.ts";
import { createFirstAccess } from "./credentials.ts";
import type { Database, Row } from "./database.ts";
import { readMigrations } from "./migrations.ts";
import type { OperatorService } from "./operator-service.ts";
import { allKeys, createKey, ownerLink, type Places, revokeAnyKey, signInLink } from "./workspace-access.ts";

const PAIR = { key: "dk_o", secret: "s" };

let tables: DatabaseSync;
let database: Database;
let calls: OperatorCall[];
let answers: Partial<Record<OperatorCall["do"], unknown>>;
let places: Places;

beforeEach(() => {
  tables = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations()) tables.exec(statements.join(""));
  database = async (statements) => statements.map((statement) => tables.prepare(statement).all() as Row[]);
  calls = [];
  answers = { make_key: PAIR, make_sign_in_link: { token: "t" }, make_owner_link: { token: "t" } };
  const service = async (call: OperatorCall) => {
    calls.push(call);
    if (!(call.do in answers)) throw new Error("The service does not run");
    return answers[call.do];
  };
  places = { database, service: service as OperatorService };
});

const inDatabase = (id: string, name: string, createdAt: number) =>
  tables.prepare("insert into workspaces (id, name, created_at) values (?, ?, ?)").run(id, name, createdAt);
const inObject = (id: string, createdAt: number) =>
  tables.prepare("insert into placements (workspace_id, created_at) values (?, ?)").run(id, createdAt);
const names = () => tables.prepare("select name from workspaces order by id").all();

describe("without objects", () => {
  it("everything is done in D1, and no service has to run", async () => {
    answers = {};
    const first = await createKey(places);
    await createKey(places, "Ada");
    expect(names()).toEqual([{ name: "Default" }, { name: "Ada" }]);
    expect(await signInLink(places, "Ada")).toMatch(/^[\w-]{32}$/);
    expect(await signInLink(places, "nobody")).toBeUndefined();
    expect(await ownerLink(places, "a@example.com")).toMatch(/^[\w-]{32}$/);
    expect(await revokeAnyKey(places, first.key)).toBe(true);
    expect(await revokeAnyKey(places, "dk_none")).toBe(false);
    expect(await allKeys(places)).toMatchObject({ keys: [{ key: first.key }, {}], problem: undefined });
    expect(calls).toEqual([]);
  });
});

describe("with objects", () => {
  beforeEach(() => {
    inObject("o1", 10);
    inDatabase("w2", "Ada", 20);
  });

  it("workspaces of D1 are served by D1, and all others by the service", async () => {
    await createKey(places, "Ada");
    await signInLink(places, "Ada");
    await ownerLink(places, "a@example.com", "Ada");
    expect(calls).toEqual([]);
    expect(await createKey(places, "Bob")).toEqual(PAIR);
    expect(await signInLink(places, "Bob")).toBe("t");
    expect(await ownerLink(places, "a@example.com", "Bob")).toBe("t");
    expect(calls).toEqual([
      { do: "make_key", workspace: "Bob", jurisdiction: undefined },
      { do: "make_sign_in_link", workspace: "Bob" },
      { do: "make_owner_link", workspace: "Bob", email: "a@example.com" },
    ]);
    expect(names()).toEqual([{ name: "Ada" }]);
  });

  it("the first workspace is the oldest one, wherever it is", async () => {
    expect(await signInLink(places)).toBe("t");
    expect(await createFirstAccess(database)).toBeUndefined();
    inDatabase("w1", "Older", 5);
    expect(await signInLink(places)).toMatch(/^[\w-]{32}$/);
    expect((await createFirstAccess(database))?.signInToken).toMatch(/^[\w-]{32}$/);
  });

  it("what a workspace that has moved has left in D1 is not it", async () => {
    tables.exec(`insert into moves (workspace_id, token, step, asked_at) values ('w2', 't', 'moved', 1);
      insert into api_keys (id, workspace_id, name, secret_sha256, created_at) values ('dk_left', 'w2', '', '', 1)`);
    inObject("w2", 20);
    expect(await createKey(places, "Ada")).toEqual(PAIR);
    tables.exec("insert into pointers (kind, value, workspace_id) values ('key', 'dk_left', 'w2')");
    answers.revoke_key = { is_revoked: true };
    expect(await revokeAnyKey(places, "dk_left")).toBe(true);
    expect(calls.at(-1)).toEqual({ do: "revoke_key", key: "dk_left" });
    answers.list_keys = { keys: [], next: null };
    expect((await allKeys(places)).keys).toEqual([]);
  });

  it("a workspace that nobody knows is made by the service, or in D1 where that makes none in objects", async () => {
    answers.make_key = null;
    const { key } = await createKey(places, "New");
    expect(names()).toEqual([{ name: "New" }, { name: "Ada" }]);
    expect(key).toMatch(/^dk_/);
    await expect(createKey(places, "Newer", "eu")).rejects.toThrow("NEW_WORKSPACES=objects");
    expect(names()).toHaveLength(2);
  });

  it("one of D1 is not made anew in a jurisdiction", async () => {
    await expect(createKey(places, "Ada", "eu")).rejects.toThrow("npm run move");
    expect(calls).toEqual([]);
  });

  it("lists the keys of all, page by page, oldest first; of D1 alone where the service does not run, and says so", async () => {
    const { key } = await createKey(places, "Ada");
    const pages = [
      { keys: [{ key: "dk_new", workspace: "B", created_at: Date.now() + 1_000, revoked_at: 5 }], next: "o1" },
      { keys: [{ key: "dk_old", workspace: "C", created_at: 1, revoked_at: null }], next: null },
    ];
    const paged = (async (call: OperatorCall) => {
      calls.push(call);
      return pages[calls.length - 1];
    }) as OperatorService;
    const listed = await allKeys({ database, service: paged });
    expect(listed.keys.map((each) => each.key)).toEqual(["dk_old", key, "dk_new"]);
    expect(listed.keys.at(-1)?.revokedAt).toEqual(new Date(5));
    expect(calls).toEqual([
      { do: "list_keys", after: undefined },
      { do: "list_keys", after: "o1" },
    ]);
    expect(await allKeys(places)).toMatchObject({ keys: [{ key }], problem: "The service does not run" });
  });

  it("a key that no pointer leads to is nobody's: the service is not asked", async () => {
    expect(await revokeAnyKey(places, "dk_none")).toBe(false);
    expect(calls).toEqual([]);
  });
});
