import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWithDocument } from "../../../test/support/api-client.ts";
import { createStore } from "../../store/store.ts";
import { documentTask } from "../../store/testing/run-tasks.ts";

let call: ApiClient;
let workspaceId: string;
let path: string;
let documentId: number;
beforeEach(async () => {
  const client = await clientWithDocument({ type: "html", html: "{$Name}" });
  ({ call, documentId } = client);
  ({ workspaceId } = client.caller);
  path = `${client.path}/samples`;
});

describe("samples of a document", () => {
  it("are kept with it as they were sent", async () => {
    const data = { Name: "Ada <b>", Items: [{ price: 49.5 }], nested: { __proto__: 1 } };
    const { status, body } = await call("POST", path, { name: "Long", data });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Long", data: { Name: "Ada <b>", Items: [{ price: 49.5 }] } });

    expect((await call("GET", `${path}/${body.id}`)).body).toEqual(body);
    const { data: _, ...listed } = body;
    expect((await call("GET", path)).body).toEqual([listed]);

    const changed = await call("PUT", `${path}/${body.id}`, { data: { Name: "Grace" } });
    expect(changed.body).toMatchObject({ name: "Long", data: { Name: "Grace" } });
    expect((await call("DELETE", `${path}/${body.id}`)).body).toEqual({ success: "1" });
    expect((await call("GET", `${path}/${body.id}`)).body).toMatchObject({ code: "sample_not_found" });
  });

  it("can be taken from a run that still has its data", async () => {
    const { runs } = createStore(env);
    const accept = (data?: string) =>
      runs.accept(workspaceId, { ...newRun(documentId), ...(data === undefined ? {} : { data }) }, new Date());
    const run = await accept('{"Name":"from a run"}');
    const { body } = await call("POST", path, { name: "Run", run_id: run.id });
    expect(body.data).toEqual({ Name: "from a run" });
    expect((await call("GET", `/api/runs/${run.id}/data`)).body).toEqual({ Name: "from a run" });

    const empty = await accept();
    expect((await call("POST", path, { name: "None", run_id: empty.id })).body).toMatchObject({ code: "data_expired" });
    expect((await call("GET", `/api/runs/${empty.id}/data`)).status).toBe(410);
    expect((await call("POST", path, { name: "None", run_id: "unknown" })).body).toMatchObject({
      code: "run_not_found",
    });
  });

  it("have names of their own", async () => {
    const { body: one } = await call("POST", path, { name: "One", data: {} });
    await call("POST", path, { name: "Two", data: {} });
    expect((await call("POST", path, { name: "One", data: {} })).body).toMatchObject({
      code: "name_taken",
      status: 409,
    });
    expect((await call("PUT", `${path}/${one.id}`, { name: "Two" })).body).toMatchObject({ code: "name_taken" });
    expect((await call("PUT", `${path}/${one.id}`, { name: "One" })).status).toBe(200);
  });

  it("are a hundred at most", async () => {
    const { samples } = createStore(env);
    for (let number = 0; number < 99; number++)
      await samples.create(workspaceId, documentId, { name: `Sample ${number}`, data: "{}" }, new Date());
    const { body } = await call("POST", path, { name: "The last", data: {} });
    const refused = await call("POST", path, { name: "One more", data: {} });
    expect([refused.status, refused.body.error]).toEqual([422, "A document can have 100 samples: delete one first."]);
    expect((await call("DELETE", `${path}/${body.id}`)).status).toBe(200);
    expect((await call("POST", path, { name: "One more", data: {} })).status).toBe(200);
  });

  it.each([
    ["name", ["Ada", "Bo", "Cy"]],
    ["-name", ["Cy", "Bo", "Ada"]],
    ["created_at", ["Cy", "Ada", "Bo"]],
    ["-created_at", ["Bo", "Ada", "Cy"]],
  ])("are listed page by page in the order %s", async (order, expected) => {
    const { samples } = createStore(env);
    for (const [day, name] of ["Cy", "Ada", "Bo"].entries())
      await samples.create(workspaceId, documentId, { name, data: "{}" }, new Date(Date.UTC(2026, 1, 1 + day)));
    const seen: string[] = [];
    for (let page: string | undefined = `${path}?limit=2&order=${order}`; page !== undefined; ) {
      const { body, headers } = await call("GET", page);
      seen.push(...body.map(({ name }: { name: string }) => name));
      page = headers.get("link")?.match(/<([^>]+)>/)?.[1];
    }
    expect(seen).toEqual(expected);
  });

  it("refuse what is not data", async () => {
    for (const body of [
      { name: "a" },
      { name: "a", data: "text" },
      { name: "", data: {} },
      { name: "a", data: {}, run_id: "r" },
    ])
      expect((await call("POST", path, body)).status, JSON.stringify(body)).toBe(422);
    expect((await call("POST", path, { name: "a", data: { a: "x".repeat(1_000_001) } })).status).toBe(422);
  });

  it("belong to their document: another one has no such sample", async () => {
    const { body: sample } = await call("POST", path, { name: "One", data: {} });
    const { body: other } = await call("POST", "/api/documents", { name: "b", type: "html", html: "b" });
    for (const method of ["GET", "PUT", "DELETE"])
      expect(
        (await call(method, `/api/documents/${other.id}/samples/${sample.id}`, method === "PUT" ? {} : undefined))
          .status,
      ).toBe(404);
  });
});

const newRun = (id: number) =>
  ({
    task: documentTask(id),
    source: "api",
    test: false,
    requestId: "r",
    askedBy: undefined,
  }) as const;
