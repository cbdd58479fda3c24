import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../support/api-client.ts";
import { testService } from "../support/test-service.ts";

/** Wire "Bodies": form pairs whose numbers leave others out, as PHP reads them. */

const send = testService();
let call: Awaited<ReturnType<typeof newClient>>["call"];
let authorization: string;
beforeAll(async () => {
  const client = await newClient();
  call = client.call;
  authorization = client.caller.authorization;
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };

async function documentOf(html: string): Promise<{ id: string; path: string }> {
  const { body } = await call("POST", "/api/documents", { name: "Answers", type: "html", output: "html", html });
  return { id: body.id, path: new URL(body.url).pathname };
}

describe("numbered pairs of merge data", () => {
  const html =
    "{foreach $a as $n => $v}{$n}={$v};{/foreach}{$a|count};{$a[7]|default:'none'};{$a.4};{$a|json_encode nofilter};" +
    "{foreach $rows as $row}{$row.n}{if !$row@last},{/if}{foreachelse}no rows{/foreach}";
  const pairs: [string, string][] = [
    ["a[7]", "x"],
    ["a[4]", "y"],
    ["rows[1][n]", "A"],
    ["rows[2][n]", "B"],
    ["huge[999999999]", "1"],
  ];
  const expected = '4=y;7=x;2;x;y;{"4":"y","7":"x"};A,B';

  it("keep their numbers in forms, multipart bodies and queries", async () => {
    const { path } = await documentOf(html);
    const multipart = new FormData();
    for (const [name, value] of pairs) multipart.append(name, value);
    const query = new URLSearchParams(pairs);
    const answers = [
      await send(`${path}?download=1`, { method: "POST", body: new URLSearchParams(pairs) }),
      await send(`${path}?download=1`, { method: "POST", body: multipart }),
      await send(`${path}?download=1&_use_get=1&${query}`),
    ];
    for (const answer of answers) expect(await answer.text()).toBe(expected);
  });

  it("are a list where they run from 0, whatever their order", async () => {
    const { path } = await documentOf("{$a|json_encode nofilter}");
    const body = "a[1]=y&a[0]=x&b[]=1";
    const answer = await send(`${path}?download=1`, { method: "POST", headers: FORM, body });
    expect(await answer.text()).toBe('["x","y"]');
  });

  it("say nothing about missing lists where a loop visits them", async () => {
    const { id } = await documentOf("{foreach $rows as $row}{$row.n}{/foreach}");
    const answer = await send(`/api/documents/${id}/merge?download=1`, {
      method: "POST",
      headers: { ...FORM, authorization },
      body: "rows[3][n]=C",
    });
    expect(answer.headers.get("x-warnings")).toBeNull();
    expect(await answer.text()).toBe("C");
  });
});

describe("lists of the interface", () => {
  it("take their values by order of number", async () => {
    const first = await documentOf("one");
    const second = await documentOf("two");
    const form = new URLSearchParams({
      name: "Kit",
      "rules[8][document_id]": second.id,
      "rules[3][document_id]": first.id,
      "rules[3][conditions][5][field]": "A",
      "rules[3][conditions][5][exp]": "==",
      "rules[3][conditions][5][value]": "1",
    });
    const answer = await send("/api/routes", { method: "POST", headers: { ...FORM, authorization }, body: form });
    const route = await answer.json<{ rules: { document_id: string; conditions: { field: string }[] }[] }>();
    expect(answer.status).toBe(200);
    expect(route.rules.map(({ document_id }) => document_id)).toEqual([first.id, second.id]);
    expect(route.rules[0]?.conditions.map(({ field }) => field)).toEqual(["A"]);
  });

  it("leave numbers in the data of a document's tests alone", async () => {
    const { id } = await documentOf("{$a.4}");
    const form = new URLSearchParams({
      "settings[tests][2][name]": "Four",
      "settings[tests][2][data][a][4]": "x",
      "settings[tests][2][text][9]": "x",
    });
    const answer = await send(`/api/documents/${id}`, {
      method: "PUT",
      headers: { ...FORM, authorization },
      body: form,
    });
    const document = await answer.json<{ settings: { tests: unknown[] } }>();
    expect(document.settings.tests).toEqual([{ name: "Four", data: { a: { 4: "x" } }, text: ["x"] }]);
  });
});

describe("what is sent to a merge address", () => {
  it("is read as Latin-1 in a query that is not UTF-8", async () => {
    const { path } = await documentOf("{$Name} {$City}");
    const answer = await send(`${path}?download=1&_use_get=1&Name=Jos%E9&City=M%C3%BCnchen`);
    expect(await answer.text()).toBe("José München");
  });

  it.each(["application/json", FORM["content-type"]])("as a list is told of /batch: %s", async (type) => {
    const { path, id } = await documentOf("{$Name}");
    const body = '[{"Name":"Ada"},{"Name":"Grace"}]';
    const answer = await send(path, { method: "POST", headers: { "content-type": type }, body });
    const problem = await answer.json<{ code: string; error: string }>();
    expect([answer.status, problem.code]).toEqual([400, "body_not_json"]);
    expect(problem.error).toContain("this address with /batch at its end");
    const owned = await send(`/api/documents/${id}/merge`, {
      method: "POST",
      headers: { "content-type": type, authorization },
      body,
    });
    expect((await owned.json<{ error: string }>()).error).toContain("/api/documents/<ID>/batch");
  });
});
