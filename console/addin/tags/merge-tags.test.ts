import { expect, it } from "vitest";
import { codeTag, conditionTags, fieldName, loopTags } from "./merge-tags.ts";

it("repeats one row, several rows, a text, a slide or a sheet", () => {
  expect(loopTags("rows", "Items")).toEqual(["{tablerow $Items as $item}", "{/tablerow}"]);
  expect(loopTags("rows", "Items", 2)).toEqual(["{foreach $Items as $item}", "{/foreach}"]);
  expect(loopTags("text", "order.lines")).toEqual(["{foreach $order.lines as $item}", "{/foreach}"]);
  expect(loopTags("slide", "Products")).toEqual(["{slide $Products as $item}", "{/slide}"]);
  expect(loopTags("sheet", "Regions")).toEqual(["{sheet $Regions as $item}", "{/sheet}"]);
});

it("compares with numbers and with texts, in which quotes are escaped", () => {
  expect(conditionTags("Notes", "given", "x")).toEqual(["{if $Notes}", "{/if}"]);
  expect(conditionTags("Total", ">", " 1000 ")[0]).toBe("{if $Total > 1000}");
  expect(conditionTags("Country", "==", "DE")[0]).toBe('{if $Country == "DE"}');
  expect(conditionTags("Size", "!=", '5" \\')[0]).toBe('{if $Size != "5\\" \\\\"}');
});

it("writes codes with their widths", () => {
  expect(codeTag("qrcode", "Link", 3)).toBe('{qrcode value=$Link width="3cm"}');
  expect(codeTag("ean13", "Ean", 4.5)).toBe('{barcode type="ean13" value=$Ean width="4.5cm"}');
});

it("takes a name however it was typed", () => {
  expect(["Name", " $Name", "{$Customer.Name}"].map(fieldName)).toEqual(["Name", "Name", "Customer.Name"]);
});
