import { describe, expect, it } from "vitest";
import { PLAIN_RULE, type Rule, type RuleCondition } from "../../domain/route.ts";
import { planRules } from "./rule-turns.ts";

const rule = (members: Partial<Rule> = {}): Rule => ({
  id: "r",
  documentId: 1,
  ...PLAIN_RULE,
  ...members,
});

const TERMS = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };

const fires = (condition: RuleCondition, data: Record<string, unknown>) =>
  planRules([rule({ conditions: [condition] })], data, TERMS)[0]?.fires;

describe("conditions", () => {
  it.each([
    ["Country", "==", "US", { Country: "US" }, true],
    ["Country", "eq", "US", { Country: "DE" }, false],
    ["$Country", "!=", "US", { Country: "DE" }, true],
    ["{$Total}", ">", "100", { Total: "99.5" }, false],
    ["Total", ">=", "100", { Total: 100 }, true],
    ["Total", "==", "1e2", { Total: "100" }, true],
    ["Customer.Age", "lt", "18", { Customer: { Age: 17 } }, true],
    ["Items[0].Name", "==", "a", { Items: [{ Name: "a" }] }, true],
    ["Notes", "contains", "urgent", { Notes: "this is urgent!" }, true],
    ["Notes", "!contains", "urgent", { Notes: "calm" }, true],
    ["Tags", "contains", "b", { Tags: ["a", "b"] }, true],
    ["Missing", "==", "", {}, true],
    ["Missing", ">", "0", {}, false],
    ["constructor", "==", "", {}, true],
    ["x", "~", "1", { x: "1" }, false],
    ["Country", "==", "{$Home}", { Country: "DE", Home: "DE" }, true],
    ["Country", "==", "{$Home|lower}", { Country: "DE", Home: "DE" }, false],
    ["{$Total|round}", "==", "100", { Total: "99.7" }, true],
    ["{$First} {$Last}", "==", "Ada Lovelace", { First: "Ada", Last: "Lovelace" }, true],
    ["First Name", "==", "Ada", { "First Name": "Ada" }, true],
  ])("%s %s %j with %j: %s", (field, exp, value, data, expected) => {
    expect(fires({ field, exp, value }, data)).toBe(expected);
  });

  it("must all hold", () => {
    const conditions = [
      { field: "a", exp: "==", value: "1" },
      { field: "b", exp: "==", value: "1" },
    ];
    const plan = planRules([rule({ conditions })], { a: 1, b: 2 }, TERMS)[0];
    expect(plan?.conditions.map(({ holds }) => holds)).toEqual([true, false]);
    expect(plan?.turns).toEqual([]);
  });
});

describe("loops", () => {
  it.each(["Items", "$Items", "{$Items}"])("repeats for each item of %s", (loopField) => {
    const data = { Name: "outer", Shop: "s", Items: [{ Name: "a" }, { Name: "b" }] };
    const turns = planRules([rule({ loopField })], data, TERMS)[0]?.turns;
    expect(turns?.map(({ Name, Shop }) => [Name, Shop])).toEqual([
      ["a", "s"],
      ["b", "s"],
    ]);
  });

  it.each([{}, { Items: "" }, { Items: [] }, { Items: 5 }])("does not fire for %j", (data) => {
    expect(planRules([rule({ loopField: "Items" })], data, TERMS)[0]?.fires).toBe(false);
  });
});
