import { beforeAll, expect, it } from "vitest";
import { BODIES, fill, newOwner, type Owned, snapshot } from "../support/confidential-workspace.ts";
import { bodiesWith, OPERATIONS } from "../support/described-operations.ts";

/**
 * Ids of another workspace in every place that the OpenAPI document has for one: parameters of the query, members of bodies, and
 * paths that begin with an id of one's own. Whole paths are in authentication.test.ts.
 */

/** Ids of other services, where deliveries go. */
const OF_OTHERS: ReadonlySet<string> = new Set(["access_key_id", "client_id", "folder_id"]);

/** Names of what refers to something by its id. */
const isReference = (name: string): boolean =>
  /(?:^|_)(?:id|ids|identity|sample|font|run|rule|delivery)$/.test(name) && !OF_OTHERS.has(name);

let owner: Owned;
let outsider: Owned;
let before: unknown;
beforeAll(async () => {
  [owner, outsider] = [await newOwner(), await newOwner()];
  before = await snapshot(owner);
});

/** What belongs to the owner, by the name of the place that it is put into. */
function foreign(name: string, path = ""): string {
  const { ids, routeIds } = owner;
  const values: Record<string, string | undefined> = {
    ...{
      delivery: ids.attempt,
      document_id: ids.id,
      route_id: routeIds.id,
      run_id: ids.run,
      parent_id: ids.run,
      delivery_id: ids.delivery,
    },
    ...{ sample: ids.sample, identity: ids.identity, request_id: `request-${owner.workspaceId}`, id: routeIds.rule },
    ids: path === "/api/routes" ? routeIds.id : ids.id,
  };
  const value = values[name];
  if (value === undefined) throw new Error(`Which id goes into ${name}? This test has to know.`);
  return value;
}

/** An id like it that nothing has. */
const absent = (name: string): string => (/^\d+$/.test(foreign(name)) ? "999999999" : "1m8dnothing0000nothing0");

const asked = OPERATIONS.filter(({ bySession, path }) => bySession && path !== "/api/runs/stream");
const queries = asked.flatMap(({ method, path, query }) =>
  query.filter(isReference).map((name) => [method, path, name] as const),
);
const bodies = asked.filter(({ body }) => body && bodiesWith(body, isReference, () => "").length > 0);
/** Paths with an id below another one. */
const nested = asked.filter(({ path }) => /:id\/.*:(?:delivery|sample|rule)\b/.test(path));

it("there are such places", () => {
  expect([queries.length > 8, bodies.length > 8, nested.length > 8]).toEqual([true, true, true]);
});

it.each(queries)("%s %s?%s= shows nothing of another workspace", async (method, path, name) => {
  const ask = (value: string) => outsider.call(method, `${fill(path, outsider)}?${name}=${value}`);
  const [{ status, body }, none] = [await ask(foreign(name, path)), await ask(absent(name))];
  expect([status, status === 200 ? body : body.code]).toEqual([none.status, status === 200 ? [] : none.body.code]);
});

it.each(bodies.map((operation) => [operation.method, operation.path, operation] as const))(
  "%s %s takes an id of another workspace like one that nothing has",
  async (method, path, { body: schema = {} }) => {
    const others = BODIES[`${method} ${path}`] ?? {};
    const ask = async (body: unknown) => {
      const answer = await outsider.call(method, fill(path, outsider), { ...others, ...(body as object) });
      return { status: answer.status, code: answer.body?.code };
    };
    const without = bodiesWith(schema, isReference, absent);
    for (const [index, { name, body }] of bodiesWith(schema, isReference, foreign).entries()) {
      expect(await ask(body), `${name}: ${JSON.stringify(body)}`).toEqual(await ask(without[index]?.body));
    }
    expect(await snapshot(owner)).toEqual(before);
  },
);

it.each(nested.map(({ method, path }) => [method, path]))(
  "%s %s knows only what belongs to its own",
  async (method = "", path = "") => {
    const mixed: Owned = {
      ...owner,
      ids: { ...owner.ids, id: outsider.ids.id ?? "" },
      routeIds: { ...owner.routeIds, id: outsider.routeIds.id ?? "" },
    };
    const hasBody = method !== "GET" && method !== "DELETE";
    const body = hasBody ? (BODIES[`${method} ${path}`] ?? {}) : undefined;
    const answer = await outsider.call(method, fill(path, mixed), body);
    expect(answer.status).toBe(404);
    expect(await snapshot(owner)).toEqual(before);
  },
);
