import { expect, it } from "vitest";
import { documentFields } from "./document-fields.ts";

it("offers fields with what they hold, and those of entries as they stand in a loop", () => {
  const schema = {
    properties: {
      Name: { type: "string" },
      order: {
        type: "object",
        properties: {
          lines: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
        },
      },
      Days: { type: "array", items: { type: "string" } },
    },
  };
  const { fields, lists } = documentFields(schema, { Name: "Ann", order: { lines: [{ title: "Chair" }] } });
  expect(fields).toEqual([
    { name: "Name", tag: "{$Name}", value: "Ann" },
    { name: "order.lines › title", tag: "{$item.title}", value: "Chair" },
  ]);
  expect(lists).toEqual(["order.lines", "Days"]);
});
