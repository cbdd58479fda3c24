import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
let id: string;
let mailId: string;

beforeEach(async () => {
  ({ call } = await newClient());
  const { body } = await call("POST", "/api/documents", {
    name: "a",
    type: "html",
    html: "<p>{$Number}</p>",
    output_name: "Invoice {$Number} of {$Year}",
    settings: { footer: "<p>{$Company}</p>" },
  });
  ({ id } = body);
  const email = { to: "{$Customer.Email}", subject: "{$Number}: {$_file_name}" };
  ({ id: mailId } = (await call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings: email })).body);
});

interface Listed {
  name: string;
  used_in: object[];
}

const usesOf = async (path: string): Promise<Record<string, object[]>> => {
  const { body } = await call("GET", `${path}/fields?attributes=1`);

  return Object.fromEntries(body.map(({ name, used_in }: Listed) => [name, used_in]));
};

describe("fields of a document", () => {
  it("are those of its file name and deliveries, too, and say where they are used", async () => {
    expect(await usesOf(`/api/documents/${id}`)).toEqual({
      Number: [{ in: "template" }, { in: "output_name" }, { in: "delivery", id: mailId, setting: "subject" }],
      Company: [{ in: "footer" }],
      Year: [{ in: "output_name" }],
      Customer: [{ in: "delivery", id: mailId, setting: "to" }],
    });
    const { body: schema } = await call("GET", `/api/documents/${id}/fields?format=json_schema`);
    expect(Object.keys(schema.properties)).toEqual(["Number", "Company", "Year", "Customer"]);
    expect(schema.properties.Customer.properties).toHaveProperty("Email");
    expect(schema.required ?? []).not.toContain("Year");
  });

  it("are listed with their keys, which do not change with the place", async () => {
    const { body } = await call("GET", `/api/documents/${id}/fields`);
    expect(body.map(({ name }: Listed) => name)).toEqual(["Number", "Company", "Year", "Customer"]);
    const keyOfYear = body.find(({ name }: Listed) => name === "Year").key;
    await call("PUT", `/api/documents/${id}`, { html: "{$Year}" });
    const { body: after } = await call("GET", `/api/documents/${id}/fields`);
    expect(after.find(({ name }: Listed) => name === "Year").key).toBe(keyOfYear);
  });
});

describe("fields of a data route", () => {
  it("are those of its documents, rules, deliveries and combined file", async () => {
    const { body: route } = await call("POST", "/api/routes", {
      name: "r",
      output_name: "Papers of {$Who}",
      rules: [
        {
          document_id: id,
          loop_field: "Orders",
          conditions: [{ field: "Customer.Total", exp: ">", value: "{$Least}" }],
        },
      ],
    });
    const webhook = { type: "webhook", settings: { url: "https://example.com/", headers: { "x-a": "{$Token}" } } };
    const { body: made } = await call("POST", `/api/routes/${route.id}/deliveries`, webhook);
    const [rule] = route.rules;

    expect(await usesOf(`/api/routes/${route.id}`)).toEqual({
      Number: [{ in: "template", id }],
      Company: [{ in: "footer", id }],
      Who: [{ in: "output_name" }],
      Customer: [{ in: "rule", id: rule.id }],
      Least: [{ in: "rule", id: rule.id }],
      Orders: [{ in: "rule", id: rule.id }],
      Token: [{ in: "delivery", id: made[0].id, setting: "headers" }],
    });
  });
});
