import { beforeAll, describe, expect, it } from "vitest";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { openPdf } from "../../pdf/document.ts";
import { pageContent } from "../../pdf/testing/read-pages.ts";

const service = testService();
let authorization: string;
beforeAll(async () => {
  ({ authorization } = await testCaller());
});

const send = (method: string, path: string, body?: unknown) =>
  service(path, {
    method,
    headers: { "content-type": "application/json", authorization },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

async function documentOf(
  html: string,
  settings: object = {},
  output = "html",
): Promise<{ id: string; address: string }> {
  const response = await send("POST", "/api/documents", { name: "Letter", type: "html", output, html, settings });
  const { id, url } = await response.json<{ id: string; url: string }>();
  return { id, address: new URL(url).pathname };
}

const DATE = "“never” cannot be read as a date ({$Day|date_format})";

describe("warnings of a merge reach whoever asked for it", () => {
  it("as a number and the first texts in X-Warnings", async () => {
    const { address } = await documentOf("{$Day|date_format} {$Name}");
    const answer = await send("POST", `${address}?download=1`, { Day: "never", Name: "x" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-warnings")).toBe(
      '1, %"%e2%80%9cnever%e2%80%9d cannot be read as a date (%7b$Day%7cdate_format%7d)"'.replace("$", "%24"),
    );
    const quiet = await send("POST", `${address}?download=1`, { Day: "2024-01-01", Name: "x" });
    expect(quiet.headers.has("x-warnings")).toBe(false);
  });

  it("in answers of JSON, to POST and to GET", async () => {
    const { id, address } = await documentOf("{$Day|date_format}");
    const posted = await send("POST", `/api/documents/${id}/merge?download=url`, { Day: "never" });
    expect(await posted.json()).toMatchObject({ success: 1, warnings: [DATE] });
    const got = await send("GET", `${address}?_use_get=1&download=1&Day=never`);
    expect(got.headers.get("x-warnings")).toMatch(/^1, /);
  });

  it("names that almost meet are told, other data are not", async () => {
    const { id } = await documentOf("{$Currency} {$Amount}");
    const answer = await send("POST", `/api/documents/${id}/merge?download=url`, {
      Curency: "EUR",
      Amount: 1,
      Recipient: "x",
    });
    expect(await answer.json()).toMatchObject({
      warnings: ["No field uses “Curency” of the data; did you mean Currency ({$Currency} in line 1, column 1)?"],
    });
  });

  it("rows that have no such member, and texts where a list is repeated, are told with their place", async () => {
    const { id, address } = await documentOf("<p>{foreach $items as $i}{$i.nmae}{/foreach}</p>");
    const warningsOf = async (items: unknown) =>
      (await (await send("POST", `/api/documents/${id}/merge?download=url`, { items })).json<{ warnings?: string[] }>())
        .warnings;
    expect(await warningsOf([{ name: "Chair", price: 1 }])).toEqual([
      "In line 1, column 26: {$i.nmae} finds nothing: no row of items has “nmae”. They have name, price; did you mean name?",
    ]);
    expect(await warningsOf("x")).toEqual([
      'In line 1, column 4: {foreach $items as $i} repeats the items of a list, and items is the text “x” in the data: it ran once. Send a list: [{"nmae": …}].',
    ]);
    expect(await warningsOf([{ nmae: "Chair", price: 1 }])).toBeUndefined();
    const answer = await send("POST", `${address}?download=1`, { items: "x" });
    expect(answer.headers.get("x-warnings")).toMatch(/^1, .*repeats the items/);
  });

  it("test merges tell what the linter says of the template, too", async () => {
    const { id } = await documentOf("{$a} {{Name}}");
    const test = await send("POST", `/api/documents/${id}/merge?download=url&test=1`, { a: 1 });
    const { warnings } = await test.json<{ warnings: string[] }>();
    expect(warnings).toEqual([expect.stringContaining("In line 1, column 6: `{{Name}}` looks like")]);
    expect(await (await send("POST", `/api/documents/${id}/merge?download=url`, { a: 1 })).json()).not.toHaveProperty(
      "warnings",
    );
  });
});

describe("warnings of a data route", () => {
  const routeOf = async (documents: readonly string[]) => {
    const rules = documents.map((document_id) => ({ document_id }));
    const response = await send("POST", "/api/routes", { name: "Pack", rules });
    const { id, url } = await response.json<{ id: string; url: string }>();
    return { id, address: new URL(url).pathname };
  };

  it("names that almost meet are told once, whatever document has the field", async () => {
    const [first, second] = [await documentOf("{$Currency} {$Amount}"), await documentOf("{$Name}")];
    const { address } = await routeOf([first.id, second.id]);
    const answer = await send("POST", `${address}?download=1`, { Curency: "EUR", Amount: 1, Name: "x" });
    expect(answer.headers.get("x-warnings")).toMatch(
      /^1, .*Curency.*line 1%2c column 1 of the document %e2%80%9cLetter/,
    );
    const quiet = await send("POST", `${address}?download=1`, { Currency: "EUR", Amount: 1, Name: "x" });
    expect(quiet.headers.has("x-warnings")).toBe(false);
  });

  it("stand at the foot of the PDFs of test merges whose document shows them", async () => {
    const shown = await documentOf("{$Day|date_format} {{Name}}", { show_warnings: 1 }, "pdf");
    const { address } = await routeOf([shown.id]);
    const merged = async (query: string) => {
      const answer = await send("POST", `${address}?download=1${query}`, { Day: "never" });
      const pdf = openPdf(new Uint8Array(await answer.arrayBuffer()));
      return pageContent(pdf, 0).match(/\sTj|\sDo/g)?.length ?? 0;
    };
    expect(await merged("&test=1")).toBeGreaterThan((await merged("")) + 1);
  });

  it("stand, where several files are combined, on the pages of the document that shows them", async () => {
    const html = "{$Day|date_format} {{Name}}";
    const [shown, other] = [await documentOf(html, { show_warnings: 1 }, "pdf"), await documentOf(html, {}, "pdf")];
    const rules = [other, shown, other].map(({ id }, sort) => ({ document_id: id, combine: 1, sort }));
    const route = await (await send("POST", "/api/routes", { name: "R", rules })).json<{ url: string }>();
    const path = new URL(route.url).pathname;
    const answer = await send("POST", `${path}?download=1&test=1`, { Day: "never" });
    const pdf = openPdf(new Uint8Array(await answer.arrayBuffer()));
    const drawn = [0, 1, 2].map((page) => pageContent(pdf, page).match(/\sTj|\sDo/g)?.length ?? 0);
    expect(drawn[1]).toBeGreaterThan((drawn[0] ?? 0) + 1);
    expect(drawn[2]).toBe(drawn[0]);
  });
});

describe("explain", () => {
  it("says which name was found under which, what the linter says, and what no run ever got", async () => {
    const { id, address } = await documentOf("{$First_Name} {$Never} {Typed}");
    for (let index = 0; index < 2; index++) await send("POST", `${address}?download=1`, { "First Name": "Ada" });
    const answer = await send("POST", `/api/documents/${id}/merge?explain=1`, { "First Name": "Ada", Nevr: 1 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      fields: { found: ["First_Name"], missing: ["Never"], matched: [{ field: "First_Name", data: "First Name" }] },
      warnings: [
        "No field uses “Nevr” of the data; did you mean Never ({$Never} in line 1, column 15)?",
        "None of the last 2 runs of the document had data for the field Never.",
      ],
      template_warnings: [{ code: "foreign_syntax", place: "line 1, column 24" }],
    });
  });
});
