import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { basic } from "../../../test/support/test-service.ts";

let call: ApiClient;
beforeEach(async () => {
  ({ call } = await newClient());
});

describe("API keys", () => {
  it("are made with a secret that is shown once and works at once", async () => {
    const { status, body } = await call("POST", "/api/keys", { name: "  Web shop " });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^dk_/),
      name: "Web shop",
      created_at: expect.stringMatching(/Z$/),
      last_used_at: "",
      revoked_at: "",
      expires_at: "",
      rights: null,
      folders: null,
      made_by: "",
      revoked_by: "",
      current: 0,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    });

    const own = clientWith(basic(body.id, body.secret));
    expect((await own("GET", "/api/user")).body).toMatchObject({ id: body.id, name: "Web shop" });
    const listed = (await own("GET", "/api/keys")).body;
    expect(JSON.stringify(listed)).not.toContain(body.secret);
    expect(listed.map(({ name, current }: { name: string; current: number }) => [name, current])).toEqual([
      ["test", 0],
      ["Web shop", 1],
    ]);
    expect(listed[1].last_used_at).toMatch(/Z$/);
  });

  it("are renamed and revoked; what is revoked stays in the list", async () => {
    const { body: made } = await call("POST", "/api/keys", { name: "a" });
    expect((await call("PUT", `/api/keys/${made.id}`, { name: "b" })).body).toMatchObject({ id: made.id, name: "b" });

    expect((await call("DELETE", `/api/keys/${made.id}`)).body).toEqual({ success: "1" });
    expect((await clientWith(basic(made.id, made.secret))("GET", "/api/user")).status).toBe(401);
    expect((await call("DELETE", `/api/keys/${made.id}`)).status).toBe(404);

    const ids = async (query: string) =>
      (await call("GET", `/api/keys?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await ids("status=revoked")).toEqual(["b"]);
    expect(await ids("status=active")).toEqual(["test"]);
    expect(await ids("search=TES")).toEqual(["test"]);
  });

  it("get other rights, folders and another end, which hold at once; what is not sent stays", async () => {
    const folder = (await call("POST", "/api/folders", { name: "Sales" })).body.id;
    const { body: made } = await call("POST", "/api/keys", { name: "a" });
    const own = clientWith(basic(made.id, made.secret));
    expect((await own("GET", "/api/documents")).status).toBe(200);

    const changed = await call("PUT", `/api/keys/${made.id}`, { rights: ["merge"], expires_at: "2099-01-31" });
    expect(changed.body).toMatchObject({ name: "a", rights: ["merge"], folders: null });
    expect(changed.body.expires_at).toBe("2099-01-31T00:00:00.000Z");
    expect((await own("GET", "/api/documents")).status).toBe(403);
    const narrowed = await call("PUT", `/api/keys/${made.id}`, { folders: [folder] });
    expect(narrowed.body).toMatchObject({ rights: ["merge"], folders: [folder] });
    const whole = await call("PUT", `/api/keys/${made.id}`, { rights: null, folders: null, expires_at: null });
    expect(whole.body).toMatchObject({ rights: null, folders: null, expires_at: "" });
    expect((await call("GET", "/api/audit?resource=key")).body[0]).toMatchObject({ action: "key.changed" });
  });

  it("widen neither themselves nor another", async () => {
    const { body: other } = await call("POST", "/api/keys", { name: "other", rights: ["merge"] });
    const { body: made } = await call("POST", "/api/keys", { name: "own", rights: ["key:manage", "merge"] });
    const own = clientWith(basic(made.id, made.secret));
    for (const key of [made.id, other.id]) {
      expect((await own("PUT", `/api/keys/${key}`, { rights: ["document:write"] })).status).toBe(403);
      expect((await own("PUT", `/api/keys/${key}`, { expires_at: "2020-01-01" })).status).toBe(422);
    }
    expect((await own("PUT", `/api/keys/${other.id}`, { rights: null })).body.rights).toEqual(["key:manage", "merge"]);
  });

  it("are listed in pages, in any order", async () => {
    for (const name of ["c", "a", "b"]) await call("POST", "/api/keys", { name });
    for (const [order, expected] of [
      ["name", ["a", "b", "c", "test"]],
      ["-name", ["test", "c", "b", "a"]],
      ["created_at", ["test", "c", "a", "b"]],
    ] as const) {
      const names: string[] = [];
      for (let path: string | undefined = `/api/keys?limit=1&order=${order}`; path !== undefined; ) {
        const { body, headers }: Awaited<ReturnType<ApiClient>> = await call("GET", path);
        names.push(...body.map(({ name }: { name: string }) => name));
        path = /<(.*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(names, order).toEqual(expected);
    }
  });

  it("refuse invalid names", async () => {
    for (const name of ["", "   ", "a".repeat(201), { a: 1 }])
      expect((await call("POST", "/api/keys", { name })).status).toBe(422);
    expect((await call("PUT", "/api/keys/dk_unknown", { name: "a" })).status).toBe(404);
  });
});
