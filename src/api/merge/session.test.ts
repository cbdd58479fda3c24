import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

async function document(html: string): Promise<string> {
  const { body } = await client.call("POST", "/api/documents", { name: "S", type: "html", output: "html", html });
  return new URL(body.url).pathname;
}

const post = (address: string, data: object) =>
  service(`${address}?download=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });

it("stores posts and merges everything that was gathered", async () => {
  const address = await document("{$A} {$B} {foreach $_rows as $r}{$r.n},{/foreach}");
  for (const data of [
    { A: "1", B: "1" },
    { B: "2" },
    { n: "x", _session_append: 1 },
    { n: "y", _session_append: "1" },
  ]) {
    const stored = await post(address, { ...data, _session: "k1" });
    expect([stored.status, await stored.text(), stored.headers.get("x-run-id")]).toEqual([201, '{"success":1}', null]);
  }
  const merged = await post(address, { A: "3", _session: "k1", _session_merge: 1 });
  expect(await merged.text()).toBe("3 2 x,y,");
  expect(await (await post(address, { _session: "k1", _session_merge: 1 })).text()).toBe("  ");
});

it("keeps sessions of other keys and addresses apart", async () => {
  const [first, second] = [await document("{$A}"), await document("{$A}")];
  await post(first, { A: "secret", _session: "same" });
  expect(await (await post(second, { _session: "same", _session_merge: 1 })).text()).toBe("");
  expect(await (await post(first, { _session: "other", _session_merge: 1 })).text()).toBe("");
});

it("keeps a session whose merge failed", async () => {
  const address = await document("{$A}{if $Bad}{for $i=1 to 100000000}x{/for}{/if}");
  await post(address, { A: "kept", _session: "f" });
  expect((await post(address, { Bad: 1, _session: "f", _session_merge: 1 })).status).toBe(422);
  expect(await (await post(address, { _session: "f", _session_merge: 1 })).text()).toBe("kept");
});

it("gathers for data routes, too", async () => {
  const html = "<p>{$A} {foreach $_rows as $r}{$r.n},{/foreach}</p>";
  const members = { name: "S", type: "html", output: "html", html };
  const { body: made } = await client.call("POST", "/api/documents", members);
  const rules = [{ document_id: made.id }];
  const { body: route } = await client.call("POST", "/api/routes", { name: "R", rules });
  const address = new URL(route.url).pathname;
  for (const data of [{ A: "1" }, { n: "x", _session_append: 1 }])
    expect(await (await post(address, { ...data, _session: "r" })).text()).toBe('{"success":1}');
  expect(await (await post(address, { _session: "r", _session_merge: 1 })).text()).toBe("<p>1 x,</p>");
});

it("forgets a session when it expires", async () => {
  const address = await document("[{$A}]");
  await post(address, { A: "old", _session: "e", _session_expire: 1 });
  await env.DB.prepare("update sessions set expires_at = 1 where key = 'e'").run();
  expect(await (await post(address, { _session: "e", _session_merge: 1 })).text()).toBe("[]");
});

it("warns when nothing was gathered, in the answer and with the run", async () => {
  const address = await document("{$A}{foreach $_rows as $r}{$r.n}{/foreach}");
  const merged = await post(address, { A: "x", _session: "nosuch", _session_merge: 1 });
  expect([merged.status, await merged.text()]).toEqual([201, "x"]);
  const warning = expect.stringContaining("Nothing was gathered under the session “nosuch”");
  expect(merged.headers.get("x-warnings")).toMatch(/^1, .*Nothing was gathered under the session .*nosuch/);
  const { body: run } = await client.call("GET", `/api/runs/${merged.headers.get("x-run-id")}`);
  expect(run.warnings).toEqual([warning]);

  const later = await service(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ _session: "nosuch", _session_merge: 1 }),
  });
  expect(await later.json()).toEqual({ success: 1, warnings: [warning] });
  expect(later.headers.get("x-warnings")).toMatch(/^1, /);
});

it("says nothing of a session that is there, nor of rows whose first is the last", async () => {
  const address = await document("{$A}{foreach $_rows as $r}{$r.n}{/foreach}");
  await post(address, { A: "x", _session: "there" });
  const merged = await post(address, { _session: "there", _session_merge: 1 });
  const only = await post(address, { n: "row", _session: "new", _session_append: 1, _session_merge: 1 });
  expect([await merged.text(), await only.text()]).toEqual(["x", "row"]);
  expect([merged, only].map(({ headers }) => headers.get("x-warnings"))).toEqual([null, null]);
});

it.each([{ _session_expire: 31 }, { _session_expire: "x" }, { _session: { a: 1 } }, { _session: "k".repeat(256) }])(
  "refuses %j",
  async (data) => {
    const response = await post(await document("x"), { _session: "k", ...data });
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([422, "invalid_request"]);
  },
);
