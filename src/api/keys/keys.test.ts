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
