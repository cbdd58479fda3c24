import { describe, expect, it } from "vitest";
import { listTargets } from "./column-fields.ts";
import { listRecords } from "./list-records.ts";
import { readTextTable } from "./read-text-table.ts";

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("records of a list", () => {
  const orders = readTextTable("Order;Customer;Item;Qty\n1;Ann;Chair;2\n1;Ann;Table;1\n2;Bob;Lamp;4\n");

  it("are its rows, under the names that a mapping gives", () => {
    const { records, columns } = listRecords(orders, {
      mapping: { Order: "number", Customer: "Customer.name", Qty: "" },
    });
    expect(plain(records[0])).toEqual({ data: { number: "1", Customer: { name: "Ann" }, Item: "Chair" }, rows: [2] });
    expect(columns[3]).toEqual({ heading: "Qty", field: "" });
  });

  it("are groups of rows, with the columns that are mapped into a list as its items", () => {
    const mapping = { Item: "Items[].name", Qty: "Items[][qty]" };
    const { records, warnings } = listRecords(orders, { mapping, groupBy: "Order" });
    expect(plain(records)).toEqual([
      {
        data: {
          Order: "1",
          Customer: "Ann",
          Items: [
            { name: "Chair", qty: "2" },
            { name: "Table", qty: "1" },
          ],
        },
        rows: [2, 3],
      },
      { data: { Order: "2", Customer: "Bob", Items: [{ name: "Lamp", qty: "4" }] }, rows: [4] },
    ]);
    expect(warnings).toEqual([]);
  });

  it("hold their rows whole in the document's only list, else in items, where no column is mapped into one", () => {
    const [first] = plain(listRecords(orders, { groupBy: "Order" }).records);
    expect(first.data.items).toEqual([
      { Order: "1", Customer: "Ann", Item: "Chair", Qty: "2" },
      { Order: "1", Customer: "Ann", Item: "Table", Qty: "1" },
    ]);
    const targets = listTargets([{ name: "Lines", type: "list" }]);
    expect(plain(listRecords(orders, { groupBy: "Order" }, targets).records)[1].data.Lines).toHaveLength(1);
  });

  it("take the members of the document's list by their names when rows are grouped, and by their labels always", () => {
    const targets = listTargets([
      { name: "Customer", type: "text" },
      {
        name: "Lines",
        type: "list",
        fields: [
          { name: "Item", type: "text" },
          { name: "Qty", type: "number" },
        ],
      },
    ]);
    expect(targets.map(({ label }) => label)).toEqual(["Customer", "Lines: Item", "Lines: Qty"]);
    const [first] = plain(listRecords(orders, { groupBy: "Order" }, targets).records);
    expect(first.data.Lines).toEqual([
      { Item: "Chair", Qty: "2" },
      { Item: "Table", Qty: "1" },
    ]);
    const labelled = readTextTable("Customer\tLines: Item\nAnn\tChair\n");
    expect(plain(listRecords(labelled, {}, targets).records)[0].data).toEqual({
      Customer: "Ann",
      Lines: [{ Item: "Chair" }],
    });
  });

  it("say which rows of one record contradict each other", () => {
    const table = readTextTable("Order,Customer\n7,Ann\n7,Bob\n");
    const { warnings } = listRecords(table, { groupBy: "Order", mapping: { Order: "Lines[].order" } });
    expect(warnings).toEqual([
      "Row 3 has “Bob” under “Customer” where row 2 of the same record has “Ann”: that of row 2 counts.",
    ]);
  });

  it("keep rows apart that have nothing to group them by", () => {
    expect(listRecords(readTextTable("Order,Name\n,a\n,b\n"), { groupBy: "Order" }).records).toHaveLength(2);
  });

  it("never reach a prototype", () => {
    const { records } = listRecords(readTextTable("__proto__.x,constructor[prototype][y]\n1,2\n"), {
      mapping: { "__proto__.x": "__proto__.x" },
    });
    expect(Object.getPrototypeOf(records[0]?.data)).toBeNull();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each([
    [{ mapping: { Nme: "Name" } }, "“Nme”, which the list does not have"],
    [{ groupBy: "Nothing" }, "no column “Nothing” to group by. Its columns are “Order”, “Customer”"],
  ])("are refused for %j", (order, message) => {
    expect(() => listRecords(orders, order as object)).toThrow(message);
  });
});
