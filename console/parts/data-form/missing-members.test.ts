import { expect, it } from "vitest";
import { missingMembers } from "./missing-members.ts";

const schema = {
  properties: {
    Name: { type: "string" },
    Paid: { type: "boolean" },
    Customer: { type: "object", properties: { Zip: {} }, required: ["Zip"] },
    Items: { type: "array", items: { properties: { price: { type: "number" } }, required: ["price"] } },
  },
  required: ["Name", "Paid", "Items"],
};

it("finds what is asked for and not there, in objects and entries of lists, too", () => {
  expect([...missingMembers(schema, {}).keys()]).toEqual(["Name", "Paid", "Customer.Zip"]);
  const data = { Name: " ", Paid: false, Customer: { Zip: 0 }, Items: [{ price: 0 }, {}] };
  expect([...missingMembers(schema, data).keys()]).toEqual(["Name", "Items.1.price"]);
});
