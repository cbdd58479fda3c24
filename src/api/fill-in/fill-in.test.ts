import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { mistyped } from "../../../test/support/mistyped.ts";
import { countingLimit, testService } from "../../../test/support/test-service.ts";

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const HTML = "<p>{$Name}, {$Note}</p>{foreach $Items as $item}{$item.Part}{$item.Price + 0}{/foreach}";
const PEOPLE = { accept: "text/html" };
const send = testService();

const FIELDS = [
  { name: "Name", label: "Your name", required: 1, prefill: 1 },
  { name: "Note", kind: "long_text", help: "As long as you like." },
  { name: "Customer.Size", kind: "choice", options: ["small", "large"] },
  { name: "Price", kind: "amount" },
  { name: "Day", kind: "date" },
  { name: "Agreed", kind: "yes_no" },
  {
    name: "Items",
    kind: "rows",
    fields: [
      { name: "Part", required: 1 },
      { name: "Price", kind: "number", default: "1" },
    ],
  },
];

/** A document with a page, and the page's path. */
async function newPage(settings: object = {}, members: object = {}) {
  const fill_in = { on: 1, title: "Order", fields: FIELDS, ...settings };
  const { body } = await call("POST", "/api/documents", {
    name: "secret name",
    type: "html",
    html: HTML,
    settings: { fill_in },
    ...members,
  });
  const path = `/api/documents/${body.id}`;
  const { url } = (await call("GET", `${path}/fill_in`)).body;
  return { id: body.id, path, page: new URL(url).pathname };
}

async function open(page: string, headers: Record<string, string> = PEOPLE) {
  const response = await send(page, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function post(page: string, pairs: Record<string, string>, headers: Record<string, string> = PEOPLE) {
  const response = await send(page, { method: "POST", headers, body: new URLSearchParams(pairs), redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const onceOf = (text: string): string => /name="_once" value="([^"]+)"/.exec(text)?.[1] ?? "";

async function runsOf(id: string) {
  return (await call("GET", `/api/runs?document_id=${id}`)).body as { id: string; source: string }[];
}

const dataOf = async (run: { id: string } | undefined) => (await call("GET", `/api/runs/${run?.id}/data`)).body;

describe("a fill-in page", () => {
  it("is off unless it is on, and tells nothing of the document", async () => {
    const { id, path, page } = await newPage();
    const { status, text, headers } = await open(page);
    expect(status).toBe(200);
    expect(text).toContain("<h1>Order</h1>");
    expect(text).not.toContain("secret name");
    expect(headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'/,
    );

    expect((await call("PUT", path, { settings: { fill_in: "" } })).status).toBe(200);
    for (const gone of [page, mistyped(page), `/form/${Number(id) + 1}/${page.split("/").at(-1)}`]) {
      const answer = await open(gone);
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining("There is no such page")]);
    }
    expect((await open(page, {})).text).toContain('"code":"not_found"');
  });

  it("asks for the fields of the template when nobody has arranged any", async () => {
    const { page } = await newPage({ fields: undefined });
    const { text } = await open(page);
    expect(text).toMatch(/<input type="text" id="f-Name" name="Name"/);
    expect(text).toMatch(/name="Items\[0\]\[Part\]"/);
    // The template reads the note whatever comes, so the page asks for it.
    const { status, text: again } = await post(page, { Name: "Ada <b>", Note: "" });
    expect(status).toBe(422);
    expect(again).toContain('value="Ada &lt;b&gt;"');
    expect(again).toMatch(/id="f-Note-problem">Fill this in\./);
  });

  it("makes a run of what was filled in, as data of their kinds and nothing else", async () => {
    const { id, page } = await newPage();
    const answer = await post(page, {
      Name: " Ada ",
      Note: "One\r\ntwo",
      "Customer[Size]": "large",
      Price: "1,234.50",
      Day: "2026-02-28",
      Agreed: "1",
      "Items[3][Part]": "Bolt",
      "Items[3][Price]": "2.5",
      "Items[7][Part]": "",
      "Items[7][Price]": "1",
      Secret: "not asked",
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Thank you")]);
    const [run] = await runsOf(id);
    expect(run?.source).toBe("fill_in");
    expect(await dataOf(run)).toEqual({
      Name: "Ada",
      Note: "One\ntwo",
      Customer: { Size: "large" },
      Price: 1234.5,
      Day: "2026-02-28",
      Agreed: true,
      Items: [{ Part: "Bolt", Price: 2.5 }],
    });
  });

  it("keeps what was typed, and says what is wrong where it is", async () => {
    const { id, page } = await newPage();
    const typed = {
      Name: "",
      Note: "\n</textarea><script>",
      "Customer[Size]": "huge",
      Price: "a lot",
      Day: "2026-02-30",
      "Items[0][Part]": "",
      "Items[0][Price]": "x",
    };
    const { status, text } = await post(page, typed);
    expect(status).toBe(422);
    expect(text).toContain("<title>Please look at this again: Order</title>");
    for (const name of ["Name", "Customer-Size-", "Price", "Day", "Items-0-Part-", "Items-0-Price-"])
      expect(text).toContain(`id="f-${name}-problem"`);
    expect(text).toContain('value="a lot"');
    expect(text).toContain("&lt;/textarea&gt;&lt;script&gt;");
    expect(text).not.toContain("<script");
    expect(await runsOf(id)).toEqual([]);

    const problem = await post(page, typed, {});
    expect(JSON.parse(problem.text)).toMatchObject({
      code: "invalid_request",
      errors: expect.arrayContaining([{ pointer: "/Name", message: "Fill this in." }]),
    });
  });

  it("takes pictures, files and signatures, by what is in them", async () => {
    const fields = [
      { name: "Name", required: 1 },
      { name: "Face", kind: "picture" },
      { name: "Sign", kind: "signature", required: 1 },
    ];
    const { id, page } = await newPage({ fields });
    const opened = await open(page);
    expect(opened.text).toContain('enctype="multipart/form-data"');
    expect(opened.text).toContain('name="Sign[name]"');
    const script = opened.text.split("<script>")[1]?.split("</script>")[0] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(opened.headers.get("content-security-policy")).toContain(`script-src 'sha256-${hash}'`);

    const sendWith = async (name: string, file: Blob, sign: Record<string, string>) => {
      const body = new FormData();
      body.append("Name", name);
      body.append("Face", file, "face.png");
      for (const [member, value] of Object.entries(sign)) body.append(`Sign[${member}]`, value);
      const response = await send(page, { method: "POST", headers: PEOPLE, body });
      return { status: response.status, text: await response.text() };
    };
    const gif = new Blob(["GIF89a"], { type: "text/html" });
    const drawn = "data:image/png;base64,iVBORw0KGgoAAAA=";

    const lie = await sendWith("Ada", new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), { name: "Ada" });
    expect([lie.status, lie.text]).toEqual([422, expect.stringContaining("Choose a picture")]);
    const unnamed = await sendWith("", gif, { drawn });
    expect(unnamed.text).toContain("Choose the file again.");
    expect(unnamed.text).toContain(`value="${drawn}"`);
    const markup = await sendWith("Ada", gif, { drawn: 'data:image/png;base64,iVBORw0KGgo"><script>' });
    expect([markup.status, markup.text]).toEqual([422, expect.not.stringContaining("iVBORw0KGgo")]);
    expect((await sendWith("Ada", gif, { drawn })).status).toBe(200);
    const [run, ...others] = await runsOf(id);
    expect(others).toEqual([]);
    expect(await dataOf(run)).toEqual({ Name: "Ada", Face: "data:image/gif;base64,R0lGODlh", Sign: drawn });
  });

  it("adds and removes rows without scripts", async () => {
    const { page } = await newPage();
    const added = await post(page, { Name: "Ada", "Items[0][Part]": "Bolt", _add: "Items" });
    expect(added.status).toBe(200);
    expect(added.text).toContain('value="Bolt"');
    expect(added.text).toContain('name="Items[1][Part]"');
    const removed = await post(page, {
      Name: "Ada",
      "Items[0][Part]": "Bolt",
      "Items[1][Part]": "Nut",
      _remove: "Items[0]",
    });
    expect(removed.text).toContain('value="Nut"');
    expect(removed.text).not.toContain('value="Bolt"');
  });

  it("is filled by its address only where that is allowed", async () => {
    const { page } = await newPage();
    const { text } = await open(`${page}?Name=%22%3E%3Cscript%3E&Note=planted&Price=1`);
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(text).not.toContain("planted");
    expect(text).toMatch(/name="Price" inputmode="decimal" value=""/);
  });

  it("counts what is sent twice once, and is closed when it was sent often enough", async () => {
    const { id, path, page } = await newPage({ times: 1 });
    const once = onceOf((await open(page)).text);
    const first = await post(page, { Name: "Ada", _once: once });
    expect([first.status, first.text]).toEqual([200, expect.stringContaining("Thank you")]);
    // whoever clicks again sees the same again, though the page is closed for all others
    const again = await post(page, { Name: "Ada", _once: once });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const others: Record<string, string>[] = [{ Name: "Eve", _once: once }, { Name: "Ada" }, { Name: "", _once: once }];
    for (const answers of others) {
      const closed = await post(page, answers);
      expect([closed.status, closed.text]).toEqual([410, expect.stringContaining("This page is closed")]);
    }
    expect((await open(page)).status).toBe(410);
    expect(await runsOf(id)).toHaveLength(1);

    const { body } = await call("POST", `${path}/fill_in/key`);
    expect(body.sent).toBe(0);
    expect((await open(page)).status).toBe(404);
    expect((await open(new URL(body.url).pathname)).status).toBe(200);
  });

  it("thanks both of two equal answers that are sent at once to its last place, and links both to the same file", async () => {
    for (const follows of ["words", "file"]) {
      const { id, path, page } = await newPage({ times: 1, follows });
      const once = onceOf((await open(page)).text);
      const sent = await Promise.all([1, 2, 3].map(() => post(page, { Name: "Ada", _once: once })));
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      if (follows === "file") for (const { text } of sent) expect(text).toMatch(/href="[^"]+\/files\/[^"]+"/);
      expect(await runsOf(id)).toHaveLength(1);
      expect((await call("GET", `${path}/fill_in`)).body.sent).toBe(1);
    }
  });

  it("answers nobody again once its time is over", async () => {
    const { path, page } = await newPage({ times: 1 });
    const once = onceOf((await open(page)).text);
    expect((await post(page, { Name: "Ada", _once: once })).status).toBe(200);
    const fill_in = { on: 1, title: "Order", fields: FIELDS, until: "2020-01-01" };
    await call("PUT", path, { settings: { fill_in } });
    expect((await post(page, { Name: "Ada", _once: once })).status).toBe(410);
  });

  it("makes one run of the same answers, and another of other ones", async () => {
    const { id, page } = await newPage({ times: 5 });
    const once = onceOf((await open(page)).text);
    for (const Name of ["Ada", "Ada", "Grace"]) expect((await post(page, { Name, _once: once })).status).toBe(200);
    expect(await runsOf(id)).toHaveLength(2);
    expect((await call("GET", `/api/documents/${id}/fill_in`)).body.sent).toBe(2);
  });

  it("closes at its time, and with its document", async () => {
    const { path, page } = await newPage({ until: "2020-01-01" });
    expect((await open(page)).status).toBe(410);
    expect((await post(page, { Name: "Ada" })).status).toBe(410);
    const other = await newPage();
    await call("PUT", other.path, { active: 0 });
    expect((await open(other.page)).status).toBe(410);
    await call("DELETE", path);
    expect((await open(page)).status).toBe(404);
  });

  it("is followed by the file, or by another address", async () => {
    const { page } = await newPage({ follows: "file", thanks: { en: "Here it is." } }, { output: "html" });
    const { status, text } = await post(page, { Name: "<b>Ada</b>" });
    expect([status, text]).toEqual([200, expect.stringContaining("Here it is.")]);
    const link = /href="([^"]+\/files\/[^"]+)"/.exec(text)?.[1] ?? "";
    expect(await (await send(new URL(link).pathname)).text()).toContain("&lt;b&gt;Ada");

    const onward = await newPage({ follows: "address", address: "https://example.com/thanks" });
    const answer = await post(onward.page, { Name: "Ada" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://example.com/thanks"]);
    expect((await open(onward.page)).headers.get("content-security-policy")).toContain(
      "form-action 'self' https://example.com;",
    );
  });

  it("counts nothing where its file cannot be made, shows what was typed again, and says why to its owners only", async () => {
    const html = "<p>{$Name}</p>{if $Note}{for $i=1 to 100000000}x{/for}{/if}";
    const { id, path, page } = await newPage({ times: 1, follows: "file" }, { html, output: "html" });
    const { status, text } = await post(page, { Name: "Ada <b>", Note: "too much" });
    expect([status, text]).toEqual([422, expect.stringContaining("Something went wrong here, and nothing was kept.")]);
    expect(text).toContain('value="Ada &lt;b&gt;"');
    expect(text).not.toMatch(/steps|template/);
    expect((await call("GET", `${path}/fill_in`)).body.sent).toBe(0);
    expect(await runsOf(id)).toMatchObject([{ status: "failed", source: "fill_in" }]);

    expect((await post(page, { Name: "Ada" })).text).toMatch(/href="[^"]+\/files\/[^"]+"/);
    expect((await post(page, { Name: "Eve" })).status).toBe(410);
  });

  it("never takes markup, even where the document's data may be", async () => {
    const { page } = await newPage({ follows: "file" }, { output: "html" });
    const open = await call("POST", "/api/documents", {
      name: "raw",
      type: "html",
      html: HTML,
      output: "html",
      settings: { autoescape: 0, fill_in: { on: 1, follows: "file", fields: FIELDS } },
    });
    const raw = new URL((await call("GET", `/api/documents/${open.body.id}/fill_in`)).body.url).pathname;
    for (const address of [page, raw]) {
      const { text } = await post(address, { Name: "<script>alert(1)</script>", Note: "{$secret}{php}" });
      const link = /href="([^"]+\/files\/[^"]+)"/.exec(text)?.[1] ?? "";
      const merged = await (await send(new URL(link).pathname)).text();
      expect(merged).toContain("&lt;script&gt;");
      expect(merged).not.toContain("<script>");
      expect(merged).toContain("{$secret}{php}");
    }
  });

  it("is led to by its document's merge address, if that is opened in a browser", async () => {
    const { id, path, page } = await newPage();
    const merge = new URL((await call("GET", path)).body.url).pathname;
    const opened = await open(merge);
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining("This address takes data")]);
    expect(opened.text).toContain(`href="http://docloom.test${page}"`);
    expect(opened.text).not.toContain("secret name");
    expect(await runsOf(id)).toEqual([]);

    // programs, wrong addresses and merges are answered as ever
    expect((await open(merge, {})).status).toBe(405);
    expect((await open(`${merge}x`)).text).toContain('"code":"document_not_selected"');
    expect((await send(merge, { method: "HEAD", headers: PEOPLE })).status).toBe(405);
    expect((await open(`${merge}?_use_get=1&Name=Ada`)).status).toBe(201);
    await call("PUT", path, { settings: { fill_in: "" } });
    expect((await open(merge)).text).not.toContain("href");

    const route = (await call("POST", "/api/routes", { name: "r" })).body;
    expect((await open(new URL(route.url).pathname)).text).toContain("This address takes data");
  });

  it("speaks the language that the browser asks for", async () => {
    const { page } = await newPage({ title: { en: "Order", de: "Bestellung" }, languages: ["en", "de"] });
    const german = await open(page, { ...PEOPLE, "accept-language": "fr, de-CH;q=0.8, en;q=0.5" });
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain("<h1>Bestellung</h1>");
    expect((await open(`${page}?lang=fr`)).text).toContain('<html lang="en">');
    const wrong = await post(page, { Name: "Ada", Price: "x" }, { ...PEOPLE, "accept-language": "de" });
    expect(wrong.text).toContain("Schreiben Sie einen Betrag wie 1.234,50.");
  });

  it("can be framed where its settings say so", async () => {
    const { page } = await newPage({ frames: ["https://www.example.com"] });
    const { headers } = await open(page);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors https://www.example.com;");
    expect(headers.has("x-frame-options")).toBe(false);
    expect((await open((await newPage()).page)).headers.get("x-frame-options")).toBe("DENY");
  });

  it("is not sent by other sites, nor by programs that fill in everything", async () => {
    const { id, page } = await newPage();
    const foreign = await post(page, { Name: "Ada" }, { ...PEOPLE, "sec-fetch-site": "cross-site" });
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining("not sent")]);
    expect((await post(page, { Name: "Ada", _website: "https://spam.example" })).status).toBe(200);
    expect(await runsOf(id)).toEqual([]);
  });

  it("takes so many and no more", async () => {
    const { page } = await newPage();
    const limit = countingLimit(3);
    const limited = testService(undefined, { LOGIN_LIMIT: limit as unknown as RateLimit });
    const statuses = [];
    for (let time = 0; time < 6; time++) {
      const body = new URLSearchParams({ Name: "Ada" });
      statuses.push((await limited(page, { method: "POST", headers: PEOPLE, body })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
  });

  it("is off in a copy", async () => {
    const { path, page } = await newPage();
    const copy = (await call("POST", `${path}/copy`, { name: "copy" })).body;
    expect(copy.settings.fill_in.on).toBe(0);
    expect((await call("GET", `/api/documents/${copy.id}/fill_in`)).body.url).toBe("");
    expect((await open(page)).status).toBe(200);
  });

  it("keeps its logo out of its runs", async () => {
    const logo = `data:image/png;base64,${"A".repeat(1_000)}`;
    const { id, page } = await newPage({ logo });
    await post(page, { Name: "Ada" });
    const [run] = await runsOf(id);
    const row = await env.DB.prepare("select * from runs where id = ?").bind(run?.id).first();
    expect(JSON.stringify(row)).toContain(run?.id);
    expect(JSON.stringify(row)).not.toContain("AAAA");
  });

  it.each([
    [{ fields: [{ name: "_once" }] }, "fields"],
    [{ fields: [{ name: "__proto__" }] }, "fields"],
    [{ fields: [{ name: "a", kind: "choice" }] }, "options"],
    [{ fields: [{ name: "a" }, { name: "a" }] }, "fields"],
    [{ follows: "address" }, "address"],
    [{ follows: "address", address: "javascript:alert(1)" }, "address"],
    [{ frames: ["https://a.example; script-src *"] }, "frames"],
    [{ logo: "data:image/svg+xml;base64,AAAA" }, "logo"],
    [{ color: "red;}" }, "color"],
    [{ times: 0 }, "times"],
  ])("refuses settings that make no sense: %o", async (fill_in, member) => {
    const { status, body } = await call("POST", "/api/documents", {
      name: "a",
      type: "html",
      html: "a",
      settings: { fill_in: { on: 1, ...fill_in } },
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body.errors)).toContain(member);
  });
});
