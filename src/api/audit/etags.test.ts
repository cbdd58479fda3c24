import { beforeEach, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { newMember } from "../../../test/support/members.ts";
import { overtakenDatabase } from "../../../test/support/overtaken-database.ts";

let call: ApiClient;
let authorization: string;
let workspaceId: string;
let documentId: string;
beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ authorization, workspaceId } = client.caller);
  documentId = (await call("POST", "/api/documents", { name: "Offer", type: "html", html: "a" })).body.id;
});

/** A thing that has an ETag: where it is read, how it is changed, where its ETag is if it is no header. */
interface Revised {
  read: string;
  path: string;
  change: object;
  etag?: (body: { id: string; etag: string }[]) => string | undefined;
  noun: string;
}

async function newDelivery(): Promise<Revised> {
  const webhook = { type: "webhook", name: "Shop", settings: { url: "https://example.com/hook" } };
  const { body } = await call("POST", `/api/documents/${documentId}/deliveries`, webhook);
  const read = `/api/documents/${documentId}/deliveries`;
  return {
    read: `${read}?details=1`,
    path: `${read}/${body.id}`,
    change: { name: "Other" },
    etag: (all) => all[0]?.etag,
    noun: "delivery",
  };
}

async function newSample(): Promise<Revised> {
  const { body } = await call("POST", `/api/documents/${documentId}/samples`, { name: "s", data: { a: 1 } });
  const path = `/api/documents/${documentId}/samples/${body.id}`;
  return { read: path, path, change: { data: { a: 2 } }, noun: "sample" };
}

async function newRoute(): Promise<Revised> {
  const { body } = await call("POST", "/api/routes", { name: "R", rules: [{ document_id: documentId }] });
  const path = `/api/routes/${body.id}`;
  return { read: path, path, change: { name: "Q", rules: [{ document_id: documentId }] }, noun: "data route" };
}

async function newRules(): Promise<Revised> {
  const { path } = await newRoute();
  return { read: path, path: `${path}/rules`, change: { rules: [{ document_id: documentId }] }, noun: "data route" };
}

const account = async (): Promise<Revised> => ({
  read: "/api/account",
  path: "/api/account",
  change: { locale: "de-DE" },
  noun: "settings",
});

const document = async (): Promise<Revised> => {
  const path = `/api/documents/${documentId}`;
  return { read: path, path, change: { name: "Bid" }, noun: "document" };
};

const DELETABLE = { delivery: newDelivery, sample: newSample, route: newRoute, document };
const KINDS = { ...DELETABLE, rules: newRules, account };

it.each(Object.entries(KINDS))("%s: the second of two who change it is told who was quicker", async (_, make) => {
  const { read, path, change, etag = () => undefined, noun } = await make();
  const tag = async () => {
    const { headers, body } = await call("GET", read);
    return etag(body) ?? headers.get("etag") ?? "";
  };
  const first = await tag();
  expect(first).toMatch(/^"\d+"$/);
  const { call: ada } = await newMember(workspaceId, "owner", {});
  expect((await ada("PUT", path, change, { headers: { "if-match": first } })).status).toBe(200);
  const second = await tag();
  expect(second).not.toBe(first);
  const state = (await call("GET", read)).body;

  const late = await call("PUT", path, change, { headers: { "if-match": first } });
  expect(late).toMatchObject({
    status: 412,
    body: { code: "precondition_failed", changed_by: "A owner", changed_at: expect.stringMatching(/^20\d\d-.*Z$/) },
  });
  expect(late.body.error).toContain(`he ${noun} w`);
  expect(late.body.error).toContain(`in the meantime by A owner, at `);
  expect(late.body.error).toContain(`its ETag is now ${second}`);
  expect((await call("GET", read)).body).toEqual(state);

  expect((await call("PUT", path, change, { headers: { "if-match": second } })).status).toBe(200);
  expect((await call("PUT", path, change)).status).toBe(200);
});

it.each(Object.entries(DELETABLE))("%s: is deleted only as it was seen", async (_, make) => {
  const { path, change } = await make();
  await call("PUT", path, change);
  expect((await call("DELETE", path, undefined, { headers: { "if-match": '"1"' } })).body.code).toBe(
    "precondition_failed",
  );
  expect((await call("DELETE", path, undefined, { headers: { "if-match": "*" } })).status).toBe(200);
});

/** A client of the same key whose change is overtaken: this happens once it has read what there is. */
const overtaken = (happen: () => Promise<void>, times?: number): ApiClient =>
  clientWith(authorization, { DB: overtakenDatabase(happen, times) });

it.each(Object.entries(KINDS))("%s: whose change is overtaken while it is written is told so", async (_, make) => {
  const { read, path, change, etag = () => undefined } = await make();
  const { headers, body } = await call("GET", read);
  const seen = { "if-match": etag(body) ?? headers.get("etag") ?? "" };
  const { call: ada } = await newMember(workspaceId, "owner", {});
  let state: unknown;
  const slow = overtaken(async () => {
    expect((await ada("PUT", path, change)).status).toBe(200);
    state = (await call("GET", read)).body;
  });
  expect(await slow("PUT", path, change, { headers: seen })).toMatchObject({
    status: 412,
    body: { code: "precondition_failed", changed_by: "A owner" },
  });
  expect((await call("GET", read)).body).toEqual(state);
});

it.each(Object.entries(DELETABLE))(
  "%s: stays if somebody changes it while somebody else deletes it as they saw it",
  async (_, make) => {
    const { read, path, change, etag = () => undefined } = await make();
    const { headers, body } = await call("GET", read);
    const seen = { "if-match": etag(body) ?? headers.get("etag") ?? "" };
    const slow = overtaken(async () => {
      expect((await call("PUT", path, change)).status).toBe(200);
    });
    expect((await slow("DELETE", path, undefined, { headers: seen })).body.code).toBe("precondition_failed");
    expect((await call("PUT", path, change)).status).toBe(200);
  },
);

const ENDS = Object.entries(DELETABLE).flatMap(([noun, make]) =>
  (["PUT", "DELETE"] as const).map((method) => [noun, method, make] as const),
);

it.each(ENDS)("%s: is not there for a %s that comes second to its end", async (_, method, make) => {
  const { path, change } = await make();
  const slow = overtaken(async () => {
    expect((await call("DELETE", path)).status).toBe(200);
  });
  expect((await slow(method, path, method === "PUT" ? change : undefined)).status).toBe(404);
});

it("a document that others change at each try is left to them, in words", async () => {
  const { path, change } = await document();
  let changes = 0;
  const busy = overtaken(async () => {
    expect((await call("PUT", path, { output_name: `by others ${++changes}` })).status).toBe(200);
  }, 5);
  const { status, body } = await busy("PUT", path, change);
  expect([status, body.code]).toEqual([412, "precondition_failed"]);
  expect(body.error).toContain("keeps being changed by others");
  expect((await call("GET", path)).body).toMatchObject({ name: "Offer", output_name: "by others 5" });
});

it("one of two changes of rules at the same time wins, whole", async () => {
  const { read, path } = await newRules();
  const { headers } = await call("GET", read);
  const put = (count: number) =>
    call(
      "PUT",
      path,
      { rules: Array.from({ length: count }, () => ({ document_id: documentId })) },
      { headers: { "if-match": headers.get("etag") ?? "" } },
    );
  const answers = await Promise.all([put(2), put(3), put(4)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  const { body } = await call("GET", path);
  expect(body).toHaveLength(answers.findIndex(({ status }) => status === 200) + 2);
});

it("names nobody where the caller was the quicker one", async () => {
  const { path, change } = await newSample();
  await call("PUT", path, change);
  const { body } = await call("PUT", path, change, { headers: { "if-match": '"1"' } });
  expect(body).toMatchObject({ code: "precondition_failed", changed_by: "" });
  expect(body.error).toMatch(/^The sample was changed in the meantime, at /);
});
