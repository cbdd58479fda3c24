import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { routeForward } from "../../merge/route/forward-to-route.ts";
import { faultyServices } from "../../merge/testing/faulty-services.ts";
import { newId } from "../../store/ids.ts";
import { createStore } from "../../store/store.ts";

let call: ApiClient;
let authorization: string;
let workspaceId: string;
beforeAll(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ authorization, workspaceId } = client.caller);
});

const silent = standIn<Queue>({ send: async () => {} });

const PEOPLE = { accept: "text/html" };
const send = testService();

async function newDocument(html: string, settings: object = {}) {
  const { body } = await call("POST", "/api/documents", {
    name: "secret",
    type: "html",
    html,
    output: "html",
    settings,
  });
  return body.id as string;
}

/** A data route with a page, and the page's path. */
async function newPage(settings: object = {}, rules?: object[]) {
  const fill_in = { on: 1, title: "Order", ...settings };
  const all = rules ?? [
    { document_id: await newDocument("<p>{$Name}, {$Note|default:''}</p>", { autoescape: 0 }) },
    {
      document_id: await newDocument("<p>{$Name} in {$City}</p>"),
      conditions: [{ field: "Country", exp: "==", value: "CH" }],
    },
  ];
  const { body } = await call("POST", "/api/routes", {
    name: "secret route",
    retention_days: 1,
    rules: all,
    settings: { fill_in },
  });
  const path = `/api/routes/${body.id}`;
  const { url, fields } = (await call("GET", `${path}/fill_in`)).body;
  return { id: body.id, path, fields, merge: new URL(body.url).pathname, page: new URL(url).pathname };
}

async function open(page: string, headers: Record<string, string> = PEOPLE) {
  const response = await send(page, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function post(page: string, pairs: Record<string, string>) {
  const response = await send(page, { method: "POST", headers: PEOPLE, body: new URLSearchParams(pairs) });
  return { status: response.status, text: await response.text() };
}

async function runsOf(id: string) {
  return (await call("GET", `/api/runs?route_id=${id}`)).body as { id: string; source: string }[];
}

const onceOf = (text: string): string => /name="_once" value="([^"]+)"/.exec(text)?.[1] ?? "";
const linksOf = (text: string) => Array.from(text.matchAll(/href="([^"]+\/files\/[^"]+)"/g), ([, link = ""]) => link);
const fileAt = async (link: string) => (await send(new URL(link).pathname)).text();

describe("a data route's fill-in page", () => {
  it("is off unless it is on, and tells nothing of the route", async () => {
    const { path, page } = await newPage();
    const { status, text } = await open(page);
    expect([status, text]).toEqual([200, expect.stringContaining("<h1>Order</h1>")]);
    expect(text).not.toContain("secret");
    expect((await call("PUT", path, { settings: { fill_in: "" } })).status).toBe(200);
    expect((await open(page)).status).toBe(404);
    const plain = (await call("POST", "/api/routes", { name: "plain" })).body;
    expect((await call("GET", `/api/routes/${plain.id}/fill_in`)).body).toEqual({
      url: "",
      embed: "",
      sent: 0,
      fields: [],
    });
  });

  it("asks for the fields of its rules' documents, each once, and for what decides among them", async () => {
    const { page, fields } = await newPage();
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(["Name", "Note", "City", "Country"]);
    const { text } = await open(page);
    for (const name of ["Name", "Note", "City", "Country"]) expect(text.split(` name="${name}"`)).toHaveLength(2);
  });

  it("can be looked at as other settings would make it, which are not saved", async () => {
    const { path, page } = await newPage();
    const preview = await send(`${path}/fill_in/preview`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ fill_in: { on: 1, fields: [{ name: "Street" }] } }),
    });
    const text = await preview.text();
    expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "text/html;charset=utf-8"]);
    // The owner reads the name of what has no title.
    expect(text).toContain("<h1>secret route</h1>");
    expect(text).toContain(' name="Street"');
    expect(text).not.toContain(' name="City"');
    expect((await open(page)).text).toContain("<h1>Order</h1>");
  });

  it("asks for the items of a list that repeats a rule", async () => {
    const { page, id } = await newPage({ follows: "file" }, [
      { document_id: await newDocument("<p>{$Customer}</p>") },
      { document_id: await newDocument("<p>{$Customer}: {$Part}</p>"), loop_field: "$Items" },
    ]);
    const { text } = await open(page);
    expect(text).toContain('name="Items[0][Part]"');
    expect(text).not.toContain('name="Items[0][Customer]"');
    const sent = await post(page, { Customer: "Ada", "Items[0][Part]": "Bolt", "Items[1][Part]": "Nut" });
    const files = await Promise.all(linksOf(sent.text).map(fileAt));
    expect(files.map((file) => /<p>(.*?)<\/p>/.exec(file)?.[1])).toEqual(["Ada", "Ada: Bolt", "Ada: Nut"]);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("makes a run of what was filled in, and its rules decide", async () => {
    const { id, page } = await newPage({ follows: "file" });
    const one = await post(page, { Name: "Ada", Note: "n", City: "Rome", Country: "IT", Secret: "not asked" });
    expect([one.status, linksOf(one.text)]).toEqual([200, [expect.any(String)]]);
    const two = await post(page, { Name: "Ada", Note: "n", City: "Basel", Country: "CH" });
    expect(linksOf(two.text)).toHaveLength(2);
    expect(await fileAt(linksOf(two.text)[1] ?? "")).toContain("Ada in Basel");
    const [, first] = await runsOf(id);
    expect(first?.source).toBe("fill_in");
    const { body } = await call("GET", `/api/runs/${first?.id}/data`);
    expect(body).toEqual({ Name: "Ada", Note: "n", City: "Rome", Country: "IT" });
  });

  it("never takes markup, whatever its documents allow", async () => {
    const { page } = await newPage({ follows: "file", fields: [{ name: "Name" }, { name: "Note" }] });
    const { text } = await post(page, { Name: "<script>alert(1)</script>", Note: "{$secret}{php}" });
    const merged = await fileAt(linksOf(text)[0] ?? "");
    expect(merged).toContain("&lt;script&gt;");
    expect(merged).not.toContain("<script>");
    expect(merged).toContain("{$secret}{php}");
  });

  it("stays text where a delivery hands it on to another route", async () => {
    const { id, page } = await newPage({ fields: [{ name: "Name" }, { name: "Note" }] });
    expect((await post(page, { Name: "<b>", Note: "" })).status).toBe(200);
    const [run] = await runsOf(id);
    const { body: next } = await call("POST", "/api/routes", { name: "next" });
    const forward = routeForward(faultyServices({ MERGES: silent }));
    const parents = [
      run?.id ?? "",
      (await call("POST", `/api/routes/${id}/merge`, { Name: "<b>" })).headers.get("x-run-id") ?? "",
    ];
    const escapes = [];
    for (const parentId of parents) {
      const idempotencyKey = newId();
      const handed = { routeId: Number(next.id), data: { Name: "<b>" }, test: false, parentId, idempotencyKey };
      await forward({ workspaceId, ...handed });
      const { task } = (await createStore(env).runs.byId(workspaceId, idempotencyKey)) ?? {};
      escapes.push(task?.kind === "route" && task.route.autoescape);
    }
    expect(escapes).toEqual([true, undefined]);
  });

  it("takes pictures by what is in them", async () => {
    const { page, id } = await newPage({ fields: [{ name: "Name" }, { name: "Face", kind: "picture" }] });
    const sendWith = async (file: Blob) => {
      const body = new FormData();
      body.append("Name", "Ada");
      body.append("Face", file, "face.png");
      return (await send(page, { method: "POST", headers: PEOPLE, body })).status;
    };
    expect(await sendWith(new Blob(["<svg onload=alert(1)>"], { type: "image/png" }))).toBe(422);
    expect(await sendWith(new Blob(["GIF89a"], { type: "text/html" }))).toBe(200);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("counts what is sent twice once, closes, and is filled by its address only where that is allowed", async () => {
    const fields = [{ name: "Name", prefill: 1 }, { name: "Note" }];
    const { id, path, page } = await newPage({ times: 2, fields });
    const opened = await open(`${page}?Name=%22%3E%3Cscript%3E&Note=planted`);
    expect(opened.text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(opened.text).not.toContain("planted");
    const _once = onceOf(opened.text);
    for (let time = 0; time < 2; time++) expect((await post(page, { Name: "Ada", _once })).status).toBe(200);
    expect((await call("GET", `${path}/fill_in`)).body.sent).toBe(1);
    expect((await post(page, { Name: "Eve" })).status).toBe(200);
    expect((await post(page, { Name: "Ada", _once })).status).toBe(200);
    expect((await post(page, { Name: "Mallory" })).status).toBe(410);
    expect(await runsOf(id)).toHaveLength(2);

    const { body } = await call("POST", `${path}/fill_in/key`);
    expect(body.sent).toBe(0);
    expect((await open(page)).status).toBe(404);
    const renewed = new URL(body.url).pathname;
    expect((await open(renewed)).status).toBe(200);
    await call("PUT", path, { active: 0 });
    expect((await post(renewed, { Name: "Ada" })).status).toBe(410);
    await call("DELETE", path);
    expect((await open(renewed)).status).toBe(404);
  });

  it("is led to by the merge address, if that is opened in a browser", async () => {
    const { id, path, merge, page } = await newPage();
    const opened = await open(merge);
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining("This address takes data")]);
    expect(opened.text).toContain(`href="http://docloom.test${page}"`);
    expect(opened.text).not.toContain("secret");
    expect(await runsOf(id)).toEqual([]);
    expect((await open(merge, {})).status).toBe(405);
    expect((await open(`${merge}?_use_get=1&Name=Ada`)).status).toBe(201);
    await call("PUT", path, { settings: { fill_in: { on: 1, until: "2020-01-01" } } });
    expect((await open(merge)).text).not.toContain("href");
  });

  it("can be framed where its settings say so, and is off in a copy", async () => {
    const { path, page } = await newPage({ frames: ["https://www.example.com"] });
    const { headers } = await open(page);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors https://www.example.com;");
    const copy = (await call("POST", `${path}/copy`, { name: "copy" })).body;
    expect(copy.settings.fill_in.on).toBe(0);
    expect((await call("GET", `/api/routes/${copy.id}/fill_in`)).body.url).toBe("");
    expect((await open(page)).text).toContain("<h1>Order</h1>");
  });

  it("keeps its logo out of its runs, and of the combined PDF's settings", async () => {
    const logo = `data:image/png;base64,${"A".repeat(1_000)}`;
    const { id, page } = await newPage({ logo });
    await post(page, { Name: "Ada", Note: "n", City: "c", Country: "IT" });
    const [run] = await runsOf(id);
    const row = await env.DB.prepare("select * from runs where id = ?").bind(run?.id).first();
    expect(JSON.stringify(row)).toContain(run?.id);
    expect(JSON.stringify(row)).not.toContain("AAAA");
    expect(JSON.stringify(row)).not.toContain('fill_in\\":{');
  });

  it("says what is wrong with its settings", async () => {
    const { status, body } = await call("POST", "/api/routes", {
      name: "a",
      settings: { fill_in: { on: 1, address: "javascript:alert(1)" } },
    });
    expect([status, JSON.stringify(body.errors)]).toEqual([422, expect.stringContaining("address")]);
  });
});
