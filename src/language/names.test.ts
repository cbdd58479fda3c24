import { describe, expect, it, test } from "vitest";
import { lettersAndDigits, matchingKey, NameIndex } from "./fold-name.ts";
import { listFields } from "./list-fields.ts";
import { parseTemplate, renderTemplate } from "./template.ts";
import { merge, TEST_CONTEXT } from "./testing/merge.ts";

const DATA = {
  "First Name": "Ada",
  "E-Mail": "ada@example.com",
  "Größe (cm)": 170,
  TOTAL: 12,
  Straße: "Ring 1",
  Items: [{ "Unit Price": 2 }, { "Unit Price": 3 }],
};

describe("names with blanks, hyphens and umlauts", () => {
  test.each([
    ["{$First_Name}", "Ada"],
    ["{$FirstName}", "Ada"],
    ["{$first_name}", "Ada"],
    ["{$E_Mail}", "ada@example.com"],
    ["{$Email}", "ada@example.com"],
    ["{$Größe_cm}", "170"],
    ["{$total}", "12"],
    ["{$Stra\u00dfe}", "Ring 1"],
    ['{$data["First Name"]}', "Ada"],
    ["{$data['E-Mail']|upper}", "ADA@EXAMPLE.COM"],
    ['{$data["total"]}', "12"],
    ["{foreach $Items as $i}{$i.Unit_Price};{/foreach}", "2;3;"],
    ['{foreach $Items as $i}{$i["Unit Price"]};{/foreach}', "2;3;"],
    ['{$Items|sum:"Unit_Price"}', "5"],
    ["{$Nothing}{$First}", ""],
    ["{$items.0.unit_price}", "2"],
  ])("%s", (source, expected) => {
    expect(merge(source, DATA)).toBe(expected);
  });

  it("the exact name comes first, then letters and digits, case last", () => {
    expect(merge("{$ab}", { "a b": 1, AB: 2, ab: 3 })).toBe("3");
    expect(merge("{$ab}", { AB: 2, "a b": 1 })).toBe("1");
    expect(merge("{$ab}", { AB: 2, "A B": 1 })).toBe("2");
  });

  it("composed and decomposed letters are the same", () => {
    expect(merge("{$Größe}", { ["Größe".normalize("NFD")]: 1 })).toBe("1");
  });

  it("names that the template makes itself are exact", () => {
    expect(merge("{$total = 1}{$total}{$TOTAL}", DATA)).toBe("112");
    expect(merge("{$items[] = 1}{$items|count}", { Items: [1, 2] })).toBe("1");
  });

  it("keys that the data bring are exact: a wrong price is worse than none", () => {
    expect(merge("{$prices[$code]}", { prices: { ab: 1 }, code: "AB" })).toBe("");
  });

  it("$data of the data's own keeps its members, and all others are found all the same", () => {
    const data = { data: { x: 1 }, y: 2 };
    expect(merge('{$data["x"]}{$data.x}{$data["y"]}', data)).toBe("112");
    expect(merge('{foreach $l as $data}{$data["y"]}{/foreach}', { l: [{ y: 1 }], y: 2 })).toBe("1");
  });

  it("members of prototypes are nobody's", () => {
    expect(merge('{$constructor}{$data["constructor"]}{$data["__proto__"]}{$Items.to_string}', DATA)).toBe("");
  });

  it("explain says which name was found under which", () => {
    const { template } = parseTemplate("{$First_Name}{$Nothing}{foreach $Items as $i}{$i.unit_price}{/foreach}", {
      mode: "text",
    });
    const { trace } = renderTemplate(template, DATA, { ...TEST_CONTEXT, trace: true });
    expect(trace?.matched).toEqual([
      { field: "First_Name", data: "First Name" },
      { field: "unit_price", data: "Unit Price" },
    ]);
    expect(trace?.found).toContain("First_Name");
    expect(trace?.missing).toEqual(["Nothing"]);
    expect(trace?.unused).toEqual(["E-Mail", "Größe (cm)", "TOTAL", "Straße"]);
  });

  it("fields are listed under the name in the brackets", () => {
    const { template } = parseTemplate('{$data["First Name"]}', { mode: "text" });
    expect(listFields(template)).toMatchObject([{ name: "First Name", type: "text" }]);
  });

  test.each([
    ["{$First Name}", "{$First_Name}", '{$data["First Name"]}'],
    ["{$First-Name}", "{$First_Name}", '{$data["First-Name"]}'],
    ["{$First Name|upper}", "{$First_Name}", '{$data["First Name"]}'],
    ["{$Name of Company}", "{$Name_of_Company}", '{$data["Name of Company"]}'],
    ["{if $First Name == 'x'}a{/if}", "{$First_Name}", '{$data["First Name"]}'],
    ["{if $E-Mail}a{/if}", "{$E_Mail}", '{$data["E-Mail"]}'],
  ])("%s is refused and shows how to write it", (source, plain, always) => {
    const { errors } = parseTemplate(source, { mode: "text" });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: "invalid_name" });
    expect(errors[0]?.suggestion).toContain(plain);
    expect(errors[0]?.suggestion).toContain(always);
  });

  it("subtractions stay subtractions", () => {
    expect(merge("{$a-1} {$a-$b} {$a - 2}", { a: 5, b: 1 })).toBe("4 4 3");
  });

  it("an index finds what a look through the keys finds", () => {
    const keys = ["First Name", "first-name", "E-Mail", "ab", "AB", "a b", "", "-", "Größe"];
    const index = new NameIndex(keys);
    for (const name of [...keys, "First_Name", "FIRSTNAME", "email", "aB", "_", "none", "größe"])
      expect(index.find(name), name).toBe(matchingKey(name, keys));
    expect(lettersAndDigits("a_b-c d.1")).toBe("abcd1");
  });
});
