import { expect, it } from "vitest";
import { matchingTags, offeredTags } from "./offered-tags.ts";

const schema = {
  properties: {
    Name: { type: "string" },
    Customer: { type: "object", properties: { Zip: { type: "string" } } },
    Items: { type: "array", items: { type: "object", properties: { title: {} } } },
  },
};

it("offers fields by their paths with what they hold, and lists as loops", () => {
  const tags = offeredTags(schema, { Name: "Ann", Customer: { Zip: 8001 }, Items: [{}, {}] });
  expect(tags).toEqual([
    { name: "Name", tag: "{$Name}", value: "Ann" },
    { name: "Customer.Zip", tag: "{$Customer.Zip}", value: "8001" },
    { name: "Items", tag: "{foreach $Items as $item}{$item.title} {/foreach}", value: "a list, 2 in the sample" },
  ]);
  expect(matchingTags(tags, "zip").map(({ name }) => name)).toEqual(["Customer.Zip"]);
  expect(matchingTags(tags, "ann").map(({ name }) => name)).toEqual(["Name"]);
});
