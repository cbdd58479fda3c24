import { beforeAll, describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf/document.ts";
import { type ApiClient, newClient } from "../support/api-client.ts";
import { formPdf } from "../support/form-pdf.ts";
import { testService } from "../support/test-service.ts";

/** What clients use beyond the listed endpoints, and headers of every answer. */

let call: ApiClient;
let authorization: string;
const send = testService();
beforeAll(async () => {
  const client = await newClient();
  call = client.call;
  authorization = client.caller.authorization;
});

const html = { type: "html", html: "<p>{$Name} {$City}</p>" };
const pathOf = (url: string) => new URL(url).pathname;

describe("flatten=1", () => {
  it("flattens the form of one merge, whatever the document's settings say", async () => {
    const settings = { flatten: 0 };
    const created = await call("POST", "/api/documents", {
      name: "Form",
      type: "pdf",
      file_contents: formPdf(),
      settings,
    });
    expect(created.status).toBe(200);
    const { id, url } = created.body;
    const { body: route } = await call("POST", "/api/routes", { name: "R", rules: [{ document_id: id }] });
    const hasForm = async (path: string, headers = {}) => {
      const body = new URLSearchParams({ Name: "Ada" });
      const response = await send(path, { method: "POST", body, headers });
      expect(response.status).toBe(201);
      return openPdf(new Uint8Array(await response.arrayBuffer())).catalog.has("AcroForm");
    };
    expect(await hasForm(`${pathOf(url)}?download=1`)).toBe(true);
    expect(await hasForm(`${pathOf(url)}?download=1&flatten=1`)).toBe(false);
    expect(await hasForm(`/api/documents/${id}/merge?download=1&flatten=1`, { authorization })).toBe(false);
    expect(await hasForm(`${pathOf(route.url)}?download=1`)).toBe(true);
    expect(await hasForm(`${pathOf(route.url)}?download=1&flatten=1`)).toBe(false);
    const link = await send(`${pathOf(url)}?_use_get=1&Name=Ada&download=1&flatten=1`);
    expect(openPdf(new Uint8Array(await link.arrayBuffer())).catalog.has("AcroForm")).toBe(false);
  });
});

describe("GET /api/documents?folder=", () => {
  it("finds a folder by its full path or by its own name", async () => {
    const inFolder = async (folder: string) =>
      (await call("POST", "/api/documents", { name: "D", ...html, folder })).body.id;
    const deep = await inFolder("Sales/2026/Letters");
    const other = await inFolder("Support/Letters");
    const top = await inFolder("Top");
    const found = async (folder: string) => {
      const { body } = await call("GET", `/api/documents?folder=${encodeURIComponent(folder)}`);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await found("Sales/2026/Letters")).toEqual([deep]);
    expect(await found("Letters")).toEqual([deep, other]);
    expect(await found("2026/Letters")).toEqual([deep]);
    expect(await found("Top")).toEqual([top]);
    for (const unknown of ["etters", "Nowhere", "Sales/Letters"])
      expect((await call("GET", `/api/documents?folder=${unknown}`)).status).toBe(404);
  });
});

describe("GET /api/account", () => {
  it("carries the counts of the month and when they are reset", async () => {
    const { call: own } = await newClient();
    const { url } = (await own("POST", "/api/documents", { name: "D", type: "html", output: "html", html: "x" })).body;
    await (await send(`${pathOf(url)}?test=1&download=1`, { method: "POST" })).text();
    const { body } = await own("GET", "/api/account");
    expect(body).toMatchObject({
      merge_count: 0,
      test_merge_count: 1,
      max_merges: 2147483647,
      max_test_merges: 2147483647,
    });
    expect(body.merge_next_reset).toMatch(/^\d{4}-\d\d-01 00:00:00$/);
    expect(new Date(`${body.merge_next_reset.replace(" ", "T")}Z`).getTime()).toBeGreaterThan(Date.now());
  });
});

describe("GET of one document", () => {
  it("shows fields only if they are requested, as a list or as a map", async () => {
    const { body: created } = await call("POST", "/api/documents", { name: "D", ...html });
    const get = async (query: string) => (await call("GET", `/api/documents/${created.id}${query}`)).body;
    expect(await get("")).not.toHaveProperty("fields");
    expect((await get("?fields=list")).fields).toEqual(created.fields);
    const map = Object.fromEntries(created.fields.map(({ key, name }: { key: string; name: string }) => [key, name]));
    expect((await get("?fields=map")).fields).toEqual(map);
    const wrong = await call("GET", `/api/documents/${created.id}?fields=tree`);
    expect([wrong.status, wrong.body.error]).toEqual([422, 'fields must be one of map, list, not "tree".']);
  });
});

describe("unknown members", () => {
  it.each([
    ["a misspelt one", { outputname: "x" }, "outputname", "Did you mean output_name?"],
    ["a swapped letter", { fodler: "x" }, "fodler", "Did you mean folder?"],
    ["another one", { colour: "red" }, "colour", /^Members are /],
  ])("are warned of: %s", async (_, members, name, remedy) => {
    const { body: document } = await call("POST", "/api/documents", { name: "D", ...html, ...members });
    const { body: route } = await call("POST", "/api/routes", { name: "R", ...members });
    for (const { body } of [
      { body: document },
      await call("PUT", `/api/documents/${document.id}`, members),
      { body: route },
      await call("PUT", `/api/routes/${route.id}`, members),
    ]) {
      expect(body.warnings).toHaveLength(1);
      expect(body.warnings[0]).toMatchObject({ code: "unknown_member", part: name });
      expect(body.warnings[0].message).toContain(name);
      expect(body.warnings[0].remedy).toMatch(remedy);
    }
  });

  it("do not include those of answers: clients send whole objects back", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "D", ...html });
    const { settings: _, html: __, ...whole } = document;
    expect((await call("PUT", `/api/documents/${document.id}`, whole)).body.warnings).toEqual([]);
  });
});

describe("a part named file", () => {
  it("is taken as file_contents", async () => {
    const form = new FormData();
    form.append("name", "Form");
    form.append("type", "pdf");
    form.append("file", new File([formPdf() as Uint8Array<ArrayBuffer>], "form.pdf"));
    const created = await send("/api/documents", { method: "POST", headers: { authorization }, body: form });
    const document = await created.json<{ id: string; fields: { name: string }[]; warnings: unknown[] }>();
    expect([created.status, document.fields.map(({ name }) => name), document.warnings]).toEqual([200, ["Name"], []]);
    const again = new FormData();
    again.append("file", new File([formPdf() as Uint8Array<ArrayBuffer>], "form.pdf"));
    const path = `/api/documents/${document.id}`;
    expect((await send(path, { method: "PUT", headers: { authorization }, body: again })).status).toBe(200);
  });
});

describe("links that lead nowhere", () => {
  it("answer people with a page and programs with a problem", async () => {
    const path = "/files/nothing-here";
    const page = await send(path, { headers: { accept: "text/html,application/xhtml+xml" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html;charset=utf-8"]);
    const text = await page.text();
    expect(text).toContain("This link has expired");
    expect(text).toContain("Ask whoever sent it");
    const problem = await send(path);
    expect(await problem.json()).toMatchObject({ code: "link_expired" });
    const post = await send(path, { method: "POST", headers: { accept: "text/html" }, body: new URLSearchParams() });
    expect([post.status, post.headers.get("content-type")]).toEqual([404, "text/html;charset=utf-8"]);
  });
});

describe("a replay without data", () => {
  it("names the setting that keeps data for longer", async () => {
    const { body } = await call("POST", "/api/documents", { name: "D", type: "html", output: "html", html: "x" });
    const merged = await send(`${pathOf(body.url)}?download=1`, { method: "POST" });
    const replay = await call("POST", `/api/runs/${merged.headers.get("x-run-id")}/replay`);
    expect([replay.status, replay.body.code]).toEqual([410, "data_expired"]);
    expect(replay.body.error).toContain("retention_days");
  });
});

describe("RateLimit headers", () => {
  it.each([
    ["/api/user", true, "requests"],
    ["/api/user", false, "requests"],
    ["/api/health", false, "requests"],
    ["/merge/1/x", false, "merges"],
    ["/nowhere", false, "requests"],
  ])("are on the answer of %s (with key: %s)", async (path, withKey, policy) => {
    const { headers } = await send(path, { headers: withKey ? { authorization } : {} });
    expect(headers.get("ratelimit-policy")).toMatch(new RegExp(`^"${policy}";q=\\d+;w=60$`));
    expect(headers.get("ratelimit")).toMatch(new RegExp(`^"${policy}";r=\\d+;t=\\d+$`));
  });

  it("count down", async () => {
    const { caller } = await newClient();
    const remaining = async () => {
      const { headers } = await send("/api/user", { headers: { authorization: caller.authorization } });
      return Number(/;r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
    };
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });
});

describe("several files with one name in one answer", () => {
  it("are numbered", async () => {
    const { body } = await call("POST", "/api/documents", { name: "Letter", type: "html", output: "html", html: "x" });
    const rules = [{ document_id: body.id, loop_field: "Items" }, { document_id: body.id }];
    const { body: route } = await call("POST", "/api/routes", { name: "R", rules });
    const data = { Items: [{ a: 1 }, { a: 2 }] };
    const expected = ["Letter.html", "Letter (2).html", "Letter (3).html"];
    const names = (answer: { body: { files: { name: string }[] } }) => answer.body.files.map(({ name }) => name);
    expect(names(await call("POST", `${pathOf(route.url)}?download=1`, data))).toEqual(expected);
    expect(names(await call("POST", `${pathOf(route.url)}?list_files=1`, data))).toEqual(expected);
  });
});

describe("DELETE of a document that data routes use", () => {
  it("succeeds as the interface says, and the document is as good as gone", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "Gone", folder: "Desk", ...html });
    const { body: route } = await call("POST", "/api/routes", {
      name: "Onboarding",
      rules: [{ document_id: document.id }, { document_id: document.id, combine: 1 }],
    });
    const path = `/api/documents/${document.id}`;
    const answer = await call("DELETE", path);
    const used = { code: "document_in_use", message: "One data route skips its rules from now on: “Onboarding”." };
    expect(answer).toMatchObject({ status: 200, body: { success: "1", warnings: [used] } });
    for (const gone of [
      path,
      `${path}/fields`,
      `${path}/file`,
      `${path}/deliveries`,
      `${path}/versions`,
      `${path}/samples`,
    ])
      expect((await call("GET", gone)).status, gone).toBe(404);
    expect((await call("POST", `${new URL(document.url).pathname}?download=1`, {})).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("GET", "/api/documents?search=gone")).body).toEqual([]);
    expect((await call("GET", "/api/documents?folder=Desk")).body).toEqual([]);
    expect((await call("POST", "/api/documents", { name: "Gone", ...html })).status).toBe(200);
    expect((await call("POST", "/api/routes", { name: "R", rules: [{ document_id: document.id }] })).status).toBe(422);

    const [rule] = (await call("GET", `/api/routes/${route.id}/rules`)).body;
    const saved = await call("PUT", `/api/routes/${route.id}`, { rules: [{ id: rule.id, document_id: document.id }] });
    expect(saved.status).toBe(200);
    expect(saved.body.warnings).toMatchObject([
      { code: "rule_document_deleted", part: "rules[0][document_id]", text: document.id },
      { code: "rule_document_deleted", part: "rules[1][document_id]" },
    ]);
    expect(saved.body.warnings[0].message).toContain(`The document “Gone” (${document.id}) was deleted`);
  });

  it("succeeds once the route is gone", async () => {
    const { body: document } = await call("POST", "/api/documents", { name: "D", ...html });
    const { body: route } = await call("POST", "/api/routes", { name: "R", rules: [{ document_id: document.id }] });
    await call("DELETE", `/api/routes/${route.id}`);
    expect((await call("DELETE", `/api/documents/${document.id}`)).status).toBe(200);
  });
});
