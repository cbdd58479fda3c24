import { describe, expect, it } from "vitest";
import { findPlaceholders } from "./find-placeholders.ts";

const found = (text: string, before = "", behind = "") =>
  findPlaceholders(text, { before, behind }).map(({ kind, start, end, name }) => [kind, text.slice(start, end), name]);

describe("placeholders of an old letter", () => {
  it.each([
    ["Dear [Contact name],", [["named", "[Contact name]", "ContactName"]]],
    [
      "[COMPANY]\t[Please insert your street]",
      [
        ["named", "[COMPANY]", "Company"],
        ["named", "[Please insert your street]", "Street"],
      ],
    ],
    ["Sehr geehrte Frau «Nach_name»", [["named", "«Nach_name»", "Nach_name"]]],
    [
      "<<Order No.>> of {{ customer.name }}",
      [
        ["named", "<<Order No.>>", "OrderNo"],
        ["named", "{{ customer.name }}", "CustomerName"],
      ],
    ],
    ["Place, date: ______________", [["blank", "______________", "PlaceDate"]]],
    ["Der Mietzins beträgt ____ Franken", [["blank", "____", "MietzinsBeträgt"]]],
    [
      "geboren am XX.XX.XXXX in ......",
      [
        ["date", "XX.XX.XXXX", "GeborenAm"],
        ["blank", "......", "In"],
      ],
    ],
    ["Zürich, TT.MM.JJJJ", [["date", "TT.MM.JJJJ", "Date"]]],
    ["__/__/____", [["date", "__/__/____", "Date"]]],
    ["Betrag: XX.XXX,XX EUR", [["amount", "XX.XXX,XX", "Betrag"]]],
    ["____________ (signature)", [["blank", "____________", "Signature"]]],
  ])("%s", (text, wanted) => {
    expect(found(text)).toEqual(wanted);
  });

  it("are named by the lines around them if their own says nothing", () => {
    expect(found("________", "Tenant:")).toEqual([["blank", "________", "Tenant"]]);
    expect(found("________________", "", "Name of the landlord")).toEqual([
      ["blank", "________________", "NameLandlord"],
    ]);
  });

  it.each([
    "See [1] and [sic], box [x] or [ ].",
    "Er sagte «Guten Tag zusammen» und ging.",
    "{$Customer.Name} {if $Paid == 1}paid{/if} {$List[0]}",
    "Wait ... then a snake_case and __init__.",
    "Size XXL, chapter XX, 12.05.2026",
    "a << b and c >> d",
  ])("are not what is text: %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

it("looks once through long lines", () => {
  expect(found("_".repeat(300_000))).toEqual([["blank", "_".repeat(300_000), ""]]);
  expect(found(`,${" ".repeat(300_000)}x __.__.____`)).toContainEqual(["date", "__.__.____", expect.anything()]);
  expect(found(`1X${" XXX".repeat(100_000)} or XXX.XXX,XX`)).toContainEqual([
    "amount",
    "XXX.XXX,XX",
    expect.anything(),
  ]);
});
