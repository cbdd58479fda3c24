import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { basic, testService } from "../../../test/support/test-service.ts";

const service = testService();
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  client = await newClient();
});

async function document(html: string): Promise<string> {
  const { body } = await client.call("POST", "/api/documents", { name: "S", type: "html", output: "html", html });
  return new URL(body.url).pathname;
}

/** A name that nobody can guess, as public addresses need it. */
const name = (short: string) => `${short}-4f9c1e7ab2d85360`.padEnd(28, "x");

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
    const stored = await post(address, { ...data, _session: name("k1") });
    expect([stored.status, await stored.text(), stored.headers.get("x-run-id")]).toEqual([201, '{"success":1}', null]);
  }
  const merged = await post(address, { A: "3", _session: name("k1"), _session_merge: 1 });
  expect(await merged.text()).toBe("3 2 x,y,");
  expect(await (await post(address, { _session: name("k1"), _session_merge: 1 })).text()).toBe("  ");
});

it("keeps sessions of other keys and addresses apart", async () => {
  const [first, second] = [await document("{$A}"), await document("{$A}")];
  await post(first, { A: "secret", _session: name("same") });
  expect(await (await post(second, { _session: name("same"), _session_merge: 1 })).text()).toBe("");
  expect(await (await post(first, { _session: name("other"), _session_merge: 1 })).text()).toBe("");
});

it("keeps a session whose merge failed", async () => {
  const address = await document("{$A}{if $Bad}{for $i=1 to 100000000}x{/for}{/if}");
  await post(address, { A: "kept", _session: name("f") });
  expect((await post(address, { Bad: 1, _session: name("f"), _session_merge: 1 })).status).toBe(422);
  expect(await (await post(address, { _session: name("f"), _session_merge: 1 })).text()).toBe("kept");
});

it("gathers for data routes, too", async () => {
  const html = "<p>{$A} {foreach $_rows as $r}{$r.n},{/foreach}</p>";
  const members = { name: "S", type: "html", output: "html", html };
  const { body: made } = await client.call("POST", "/api/documents", members);
  const rules = [{ document_id: made.id }];
  const { body: route } = await client.call("POST", "/api/routes", { name: "R", rules });
  const address = new URL(route.url).pathname;
  for (const data of [{ A: "1" }, { n: "x", _session_append: 1 }])
    expect(await (await post(address, { ...data, _session: name("r") })).text()).toBe('{"success":1}');
  expect(await (await post(address, { _session: name("r"), _session_merge: 1 })).text()).toBe("<p>1 x,</p>");
});

it("forgets a session when it expires", async () => {
  const address = await document("[{$A}]");
  await post(address, { A: "old", _session: name("e"), _session_expire: 1 });
  await env.DB.prepare("update sessions set expires_at = 1").run();
  expect(await (await post(address, { _session: name("e"), _session_merge: 1 })).text()).toBe("[]");
});

it("warns when nothing was gathered, in the answer and with the run", async () => {
  const address = await document("{$A}{foreach $_rows as $r}{$r.n}{/foreach}");
  const merged = await post(address, { A: "x", _session: name("nosuch"), _session_merge: 1 });
  expect([merged.status, await merged.text()]).toEqual([201, "x"]);
  const warning = expect.stringContaining("Nothing was gathered under the session “nosuch-");
  expect(merged.headers.get("x-warnings")).toMatch(/^1, .*Nothing was gathered under the session .*nosuch/);
  const { body: run } = await client.call("GET", `/api/runs/${merged.headers.get("x-run-id")}`);
  expect(run.warnings).toEqual([warning]);

  const later = await service(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ _session: name("nosuch"), _session_merge: 1 }),
  });
  expect(await later.json()).toEqual({ success: 1, warnings: [warning] });
  expect(later.headers.get("x-warnings")).toMatch(/^1, /);
});

it("says nothing of a session that is there, nor of rows whose first is the last", async () => {
  const address = await document("{$A}{foreach $_rows as $r}{$r.n}{/foreach}");
  await post(address, { A: "x", _session: name("there") });
  const merged = await post(address, { _session: name("there"), _session_merge: 1 });
  const only = await post(address, { n: "row", _session: name("only"), _session_append: 1, _session_merge: 1 });
  expect([await merged.text(), await only.text()]).toEqual(["x", "row"]);
  expect([merged, only].map(({ headers }) => headers.get("x-warnings"))).toEqual([null, null]);
});

it.each([{ _session_expire: 31 }, { _session_expire: "x" }, { _session: { a: 1 } }, { _session: "k".repeat(256) }])(
  "refuses %j",
  async (data) => {
    const response = await post(await document("x"), { _session: name("k"), ...data });
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([422, "invalid_request"]);
  },
);

describe("whose data are gathered", () => {
  const code = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code];

  it("is, at an address without credentials, up to a name that nobody can guess", async () => {
    const address = await document("[{$A}]");
    for (const guessable of ["order-1001", "1", "----------------------------", "abcdefghij012345678"])
      for (const controls of [{}, { _session_merge: 1 }])
        expect(await code(await post(address, { A: "x", _session: guessable, ...controls })), guessable).toEqual([
          422,
          "session_guessable",
        ]);
    for (const fine of ["abcdefghij0123456789", crypto.randomUUID()]) {
      expect((await post(address, { A: fine, _session: fine })).status).toBe(201);
      expect(await (await post(address, { _session: fine, _session_merge: 1 })).text()).toBe(`[${fine}]`);
    }
    const query = await service(`${address}?_use_get=1&_session=short&_session_merge=1`);
    expect(await code(query)).toEqual([422, "session_guessable"]);
  });

  it("may be up to a name that the service makes", async () => {
    const address = await document("[{$A}{$B}]");
    const made = await (await post(address, { A: "1", _session: "new" })).json<{ session: string }>();
    expect(made).toEqual({ success: 1, session: expect.stringMatching(/^[\w-]{32}$/) });
    const other = await (await post(address, { A: "2", _session: "new" })).json<{ session: string }>();
    expect(other.session).not.toBe(made.session);
    expect((await post(address, { B: "b", _session: made.session })).status).toBe(201);
    expect(await (await post(address, { _session: made.session, _session_merge: 1 })).text()).toBe("[1b]");
    const { results } = await env.DB.prepare("select * from sessions").all();
    expect(JSON.stringify(results)).not.toContain(other.session);
  });

  it("may be everybody's, where the document or the data route says so", async () => {
    const members = { name: "S", type: "html", output: "html", html: "[{$A}]", settings: { sessions: "open" } };
    const { body: made } = await client.call("POST", "/api/documents", members);
    expect(made.settings.sessions).toBe("open");
    const rules = [{ document_id: made.id }];
    const route = await client.call("POST", "/api/routes", { name: "R", rules, settings: { sessions: "open" } });
    for (const { url } of [made, route.body]) {
      const address = new URL(url).pathname;
      expect((await post(address, { A: "x", _session: "order-1" })).status).toBe(201);
      expect(await (await post(address, { _session: "order-1", _session_merge: 1 })).text()).toBe("[x]");
    }
    await client.call("PUT", `/api/documents/${made.id}`, { settings: { sessions: "" } });
    expect((await post(new URL(made.url).pathname, { A: "x", _session: "order-1" })).status).toBe(422);
  });

  it("is, with credentials, each key's own: neither other keys nor the public address reach them", async () => {
    const { body: made } = await client.call("POST", "/api/documents", {
      name: "S",
      type: "html",
      output: "html",
      html: "[{$A}]",
    });
    const path = `/api/documents/${made.id}/merge`;
    const { body: second } = await client.call("POST", "/api/keys", { name: "second" });
    const as = (authorization: string, data: object) =>
      service(`${path}?download=1`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(data),
      });
    const mine = client.caller.authorization;
    const theirs = basic(second.key ?? second.id, second.secret);
    const shared = name("shared");
    for (const session of ["order-1", shared]) {
      expect((await as(mine, { A: "mine", _session: session })).status).toBe(201);
      expect(await (await as(theirs, { _session: session, _session_merge: 1 })).text()).toBe("[]");
    }
    expect(await (await post(new URL(made.url).pathname, { _session: shared, _session_merge: 1 })).text()).toBe("[]");
    expect(await (await as(mine, { _session: "order-1", _session_merge: 1 })).text()).toBe("[mine]");
  });
});

describe("what is gathered", () => {
  it("has bounds, for each session and for all of a document", async () => {
    const address = await document("{$A}");
    const large = { A: "x".repeat(5 * 1024 * 1024), _session: name("large") };
    for (let number = 0; number < 3; number++) expect((await post(address, large)).status).toBe(201);
    const refused = await post(address, large);
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([413, "session_full"]);

    await env.DB.prepare("update session_posts set bytes = ?")
      .bind(43 * 1024 * 1024)
      .run();
    const other = await post(address, { A: "small", _session: name("other") });
    expect(await other.json()).toMatchObject({ code: "session_full", error: expect.stringContaining("128 MB") });
    expect((await post(await document("{$A}"), { A: "small", _session: name("other") })).status).toBe(201);
  });

  it("stays within its bounds where many posts come at once", async () => {
    const address = await document("{$A}");
    const large = { A: "x".repeat(1024 * 1024 - 100), _session: name("at once") };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(address, large)));
    const said = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    const isStored = ([status]: readonly unknown[]) => status === 201;
    expect(said.filter(isStored)).toHaveLength(16);
    for (const refused of said.filter((each) => !isStored(each)))
      expect(refused).toEqual([413, expect.objectContaining({ code: "session_full" })]);
  });

  it("is kept for a week at the longest, or as the deployment says, and nobody is left to guess that", async () => {
    const lives = async () =>
      (
        await env.DB.prepare("select expires_at - created_at as life from sessions order by id desc").first<{
          life: number;
        }>()
      )?.life;
    const DAY = 24 * 60 * 60 * 1000;
    const address = await document("{$A}");
    const long = await post(address, { A: 1, _session: name("a"), _session_expire: 30 });
    expect([await lives(), await long.json()]).toEqual([
      7 * DAY,
      { success: 1, warnings: [expect.stringContaining("kept for 7 days")] },
    ]);
    expect(await (await post(address, { A: 1, _session: name("b"), _session_expire: 2 })).json()).toEqual({
      success: 1,
    });
    expect(await lives()).toBe(2 * DAY);
    const patient = testService(undefined, { SESSION_MAX_DAYS: "30" });
    await patient(address, { method: "POST", body: `A=1&_session=${name("c")}` });
    expect(await lives()).toBe(30 * DAY);
  });

  it("is gone once it is merged, its bytes too", async () => {
    const address = await document("{$A}");
    await post(address, { A: "y".repeat(100_000), _session: name("gone") });
    const [{ data_key: key } = { data_key: "" }] = (
      await env.DB.prepare("select data_key from session_posts where data_key is not null order by id desc").all<{
        data_key: string;
      }>()
    ).results;
    expect(await env.FILES.head(key)).not.toBeNull();
    await post(address, { _session: name("gone"), _session_merge: 1 });
    expect(await env.FILES.head(key)).toBeNull();
    expect(await (await post(address, { _session: name("gone"), _session_merge: 1 })).text()).toBe("");
  });
});
