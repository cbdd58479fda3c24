import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../support/api-client.ts";

/** Texts in the merge language are checked when they are saved (interface 2.2, 2.5, 2.7, 2.8). */

let call: ApiClient;
beforeAll(async () => {
  call = (await newClient()).call;
});

const html = { type: "html", html: "<p>{$Name}</p>" };
const newDocument = async () => (await call("POST", "/api/documents", { name: "Letter", ...html })).body;
const newRoute = async () => (await call("POST", "/api/routes", { name: "Route" })).body;

describe("output_name", () => {
  const wrong = [
    ["an unknown modifier", "{$a|bogus}"],
    ["a condition that is never closed", "{if $a}x"],
    ["a tag that is never closed", "Invoice {$a"],
  ] as const;

  it.each(wrong)("with %s is refused by create and update of documents and data routes", async (_, output_name) => {
    const { id } = await newDocument();
    const route = await newRoute();
    for (const answer of [
      await call("POST", "/api/documents", { name: "Letter", ...html, output_name }),
      await call("PUT", `/api/documents/${id}`, { output_name }),
      await call("POST", "/api/routes", { name: "Route", output_name }),
      await call("PUT", `/api/routes/${route.id}`, { output_name }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
      expect(answer.body.errors).toMatchObject([{ pointer: "/output_name" }]);
      expect(answer.body.error).toMatch(/^output_name has an error in line 1 at /);
    }
  });

  it("may hold whatever a template may", async () => {
    const output_name = 'Invoice {$Number|default:"none"}{if $Paid} paid{/if}';
    const { status, body } = await call("POST", "/api/documents", { name: "Letter", ...html, output_name });
    expect([status, body.output_name]).toEqual([200, output_name]);
  });
});

describe("conditions of rules", () => {
  const withCondition = async (condition: object) => {
    const { id } = await newDocument();
    return await call("POST", "/api/routes", { name: "R", rules: [{ document_id: id, conditions: [condition] }] });
  };

  it.each([
    ["a value with an error", { field: "a", exp: "==", value: "{$b|bogus}" }, "value"],
    ["a field with an error", { field: "{$a|bogus}", exp: "==", value: "1" }, "field"],
    ["a field that is neither path nor merge language", { field: "a|upper", exp: "==", value: "1" }, "field"],
    ["a field that is a formula", { field: "a + b", exp: "==", value: "1" }, "field"],
  ])("with %s are refused", async (_, condition, member) => {
    const { status, body } = await withCondition(condition);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: `/rules/0/conditions/0/${member}` }]);
  });

  it("compare merged fields with merged values", async () => {
    const { body: route } = await withCondition({ field: "{$First|upper}", exp: "==", value: "{$Wanted}!" });
    const merged = await call("POST", `/api/routes/${route.id}/merge?explain=1`, { First: "ada", Wanted: "ADA" });
    expect(merged.body.rules[0]).toMatchObject({
      fired: false,
      conditions: [{ field: "{$First|upper}", actual: "ADA", value: "ADA!", holds: false }],
    });
    const again = await call("POST", `/api/routes/${route.id}/merge?explain=1`, { First: "ada!", Wanted: "ADA" });
    expect(again.body.rules[0].fired).toBe(true);
  });

  it("of a file are checked, too", async () => {
    const { status, body } = await call("POST", "/api/routes", { name: "R", rules: [{ file: "{$Url|bogus}" }] });
    expect([status, body.errors[0].pointer]).toEqual([422, "/rules/0/file"]);
  });
});

describe("settings of deliveries", () => {
  it("name an existing data route, and not the route itself", async () => {
    const document = await newDocument();
    const route = await newRoute();
    const other = await newRoute();
    const add = (owner: string, route_id: string) =>
      call("POST", `${owner}/deliveries`, { type: "route", settings: { route_id } });

    const unknown = await add(`/api/documents/${document.id}`, "999999999");
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, "/settings/route_id"]);
    const itself = await add(`/api/routes/${route.id}`, route.id);
    expect(itself.body.error).toContain("to itself");
    expect((await add(`/api/routes/${route.id}`, other.id)).status).toBe(200);
    const { status, body } = await add(`/api/documents/${document.id}`, route.id);
    expect(status).toBe(200);
    const changed = await call("PUT", `/api/documents/${document.id}/deliveries/${body.id}`, {
      settings: { route_id: "999999999" },
    });
    expect(changed.status).toBe(422);
  });

  it.each(["to", "cc", "subject", "from"])("of mails have no line break in %s", async (member) => {
    const { id } = await newDocument();
    const settings = { to: "ann@example.com", subject: "Hello", [member]: "Hello {$Name}\r\nBcc: eve@example.com" };
    const { status, body } = await call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings });
    expect([status, body.errors[0].pointer]).toEqual([422, `/settings/${member}`]);
  });

  it("of webhooks must not have one in a header", async () => {
    const { id } = await newDocument();
    const settings = { url: "https://example.com/", headers: { "X-Tag": "a\nb" } };
    const { status, body } = await call("POST", `/api/documents/${id}/deliveries`, { type: "webhook", settings });
    expect([status, body.errors[0].pointer]).toEqual([422, "/settings/headers/X-Tag"]);
  });
});
