import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWithDocument } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";

let call: ApiClient;
let authorization: string;
let path: string;
beforeEach(async () => {
  const client = await clientWithDocument({ type: "html", html: "<p>{$Name}{$Total}</p>" });
  ({ call, path } = client);
  ({ authorization } = client.caller);
});

const fieldNames = async (): Promise<string[]> =>
  (await call("GET", `${path}/fields`)).body.map(({ name }: { name: string }) => name);

describe("a draft", () => {
  it("changes nothing for merges until it is published", async () => {
    await call("PUT", path, { html: "<p>{$New}</p>", draft: 1 });
    expect((await call("GET", path)).body.html).toBe("<p>{$Name}{$Total}</p>");
    expect(await fieldNames()).toEqual(["Name", "Total"]);
    expect((await call("GET", `${path}/versions`)).body).toMatchObject([
      { version: 1, current: 1, draft: 0 },
      { version: 2, current: 0, draft: 1 },
    ]);

    const { status, body } = await call("POST", `${path}/versions/2/publish`);
    expect(status).toBe(200);
    expect(body.fields.map(({ name }: { name: string }) => name)).toEqual(["New"]);
    expect((await call("GET", path)).body.html).toBe("<p>{$New}</p>");
    expect((await call("GET", `${path}/versions/2`)).body).toMatchObject({ current: 1, draft: 0 });
    expect((await call("POST", `${path}/versions/2/publish`)).status).toBe(422);
    expect((await call("POST", `${path}/versions/9/publish`)).body).toMatchObject({ code: "version_not_found" });
  });

  it("is not published while the document's tests fail, unless forced", async () => {
    await call("POST", `${path}/samples`, { name: "One", data: { Name: "Ada", Total: 1 } });
    const tests = [{ name: "One page", sample: "One", pages: 1, missing: [] }];
    await call("PUT", path, { settings: { tests } });
    await call("PUT", path, { html: '<p style="page-break-after: always">{$Name}</p>{$Total}{$Other}', draft: 1 });

    expect((await call("POST", `${path}/versions/1/test`)).body).toEqual({
      passed: true,
      tests: [{ name: "One page", passed: true, problems: [] }],
    });
    const { status, body } = await call("POST", `${path}/versions/2/publish`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "tests_failed" });
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      "The PDF has 2 pages instead of 1.",
      "The field Other has no data.",
    ]);
    expect((await call("PUT", path, { html: "<p>{$Other}</p>" })).body).toMatchObject({ code: "tests_failed" });
    expect(await fieldNames()).toEqual(["Name", "Total"]);
    expect((await call("POST", `${path}/versions/2/publish`, { force: 1 })).status).toBe(200);
  });

  it("is held to what the PDF of a test shows", async () => {
    const data = { Name: "Ada Lovelace", Total: 1 };
    const tests = [{ name: "Greeting", data, text: ["Dear Ada Lovelace,", "office"], no_text: "Sample {$" }];
    await call("PUT", path, { settings: { tests } });
    await call("PUT", path, { html: "<p>Dear <b>{$Name}</b>,<br>our of&shy;fice: {$Total}</p>", draft: 1 });
    expect((await call("POST", `${path}/versions/2/test`)).body).toMatchObject({ passed: true });

    await call("PUT", path, { html: "<p>Dear Sir {$Name}{$Total}Sample {literal}{${/literal}</p>", draft: 1 });
    expect((await call("POST", `${path}/versions/3/test`)).body.tests[0].problems).toEqual([
      'The PDF does not show the text "Dear Ada Lovelace,".',
      'The PDF does not show the text "office".',
      'The PDF shows the text "Sample {$".',
    ]);
  });

  it("is not published when it drops fields that the last runs used, unless forced", async () => {
    const merged = await testService()(`${path}/merge?download=1`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ Name: "Ada", Total: 5 }),
    });
    await merged.body?.cancel();
    await call("PUT", path, { html: "<p>{$Name}</p>", draft: 1 });
    const { status, body } = await call("POST", `${path}/versions/2/publish`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "fields_dropped", errors: [{ tag: "Total" }] });
    expect((await call("POST", `${path}/versions/2/publish`, { force: 1 })).status).toBe(200);
  });
});
