import { expect, it } from "vitest";
import { listTargets } from "./column-fields.ts";
import { listRecords } from "./list-records.ts";
import { nearestFields } from "./nearest-fields.ts";

const targets = listTargets([
  { name: "CustomerName", type: "text" },
  { name: "Email", type: "text" },
  { name: "Straße", type: "text" },
  { name: "No", type: "text" },
  { name: "Amount", type: "number" },
  { name: "Items", type: "list", fields: [{ name: "price", type: "number" }] },
]);

function meant(...headings: string[]) {
  const table = { ...{ sheets: [], sheet: "", headerRow: 1, problems: [], warnings: [], more: false }, headings };
  const rows = [{ row: 2, cells: headings.map(() => "x") }];
  const { columns } = listRecords({ ...table, rows }, {}, targets);
  return Object.fromEntries(nearestFields(columns, targets));
}

it("knows the same words in another spelling, and mistakes of typing", () => {
  expect(meant("customer name", "E-Mail", "STRASSE", "Amuont", "items price")).toEqual({
    "customer name": "CustomerName",
    "E-Mail": "Email",
    STRASSE: "Straße",
    Amuont: "Amount",
    "items price": "Items[].price",
  });
});

it("knows words within others, and gives each field to one column: the nearest", () => {
  expect(meant("Name", "Price", "Customer's name")).toEqual({
    "Customer's name": "CustomerName",
    Price: "Items[].price",
  });
});

it("takes nothing for a field that is something else, and no field that has a column of its own name", () => {
  expect(meant("Na", "Country", "", "Email", "e-mail", "Items[][price]", "prices")).toEqual({});
});
