import { describe, expect, it } from "vitest";
import { PLAIN_RULE, type RouteRule, type RouteRuleCondition } from "../../domain/route.ts";
import { planRules } from "./rule-merges.ts";
import { amountWarnings, listWarnings, unfiredRules } from "./unfired-rules.ts";

const rule = (members: Partial<RouteRule> = {}): RouteRule => ({
  id: "r",
  documentId: 1,
  ...PLAIN_RULE,
  ...members,
});

const CONTEXT = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };

const fires = (condition: RouteRuleCondition, data: Record<string, unknown>) =>
  planRules([rule({ conditions: [condition] })], data, CONTEXT)[0]?.fires;

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
    const plan = planRules([rule({ conditions })], { a: 1, b: 2 }, CONTEXT)[0];
    expect(plan?.conditions.map(({ holds }) => holds)).toEqual([true, false]);
    expect(plan?.mergeData).toEqual([]);
  });
});

describe("loops", () => {
  it.each(["Items", "$Items", "{$Items}"])("repeats for each item of %s", (loopField) => {
    const data = { Name: "outer", Shop: "s", Items: [{ Name: "a" }, { Name: "b" }] };
    const mergeData = planRules([rule({ loopField })], data, CONTEXT)[0]?.mergeData;
    expect(mergeData?.map(({ Name, Shop }) => [Name, Shop])).toEqual([
      ["a", "s"],
      ["b", "s"],
    ]);
  });

  it.each([{}, { Items: "" }, { Items: [] }, { Items: 5 }])("does not fire for %j", (data) => {
    expect(planRules([rule({ loopField: "Items" })], data, CONTEXT)[0]?.fires).toBe(false);
  });
});

describe("what rules saw", () => {
  const us = { field: "Country", exp: "==", value: "US" };
  const large = { field: "{$Total|round}", exp: ">", value: "1000" };

  it.each([
    [{ conditions: [us] }, { Country: "DE" }, "Rule 1: Country is “DE”."],
    [{ conditions: [us] }, { Country: "" }, "Rule 1: Country is empty."],
    [{ conditions: [us] }, { Country: null }, "Rule 1: Country is empty."],
    [{ conditions: [us] }, { Country: ["US"] }, "Rule 1: Country is a list."],
    [{ conditions: [{ ...us, field: "{$Lat}" }] }, {}, "Rule 1: the data have no Lat."],
    [{ conditions: [us, large, us] }, { Total: 2.4 }, "Rule 1: the data have no Country, {$Total|round} is “2”."],
    [{ conditions: [us], loopField: "Items" }, { Country: "US" }, "Rule 1: the data have no Items."],
    [{ loopField: "$Items" }, { Items: [] }, "Rule 1: Items is a list without entries."],
    [{ loopField: "Items" }, { Items: "Chair" }, "Rule 1: Items is “Chair”, not a list."],
    [{ conditions: [us] }, { Country: "x".repeat(500) }, `Rule 1: Country is “${"x".repeat(39)}…”.`],
  ])("%j, %j: %s", (members, data, expected) => {
    expect(unfiredRules(planRules([rule(members)], data, CONTEXT))).toEqual([expected]);
  });

  it.each([
    ["Chair", "“Chair”"],
    [5, "“5”"],
    [true, "true"],
  ])("is a warning where a list is wanted and the data have %j", (Items, shown) => {
    const plans = planRules([rule(), rule({ loopField: "{$Items}" })], { Items }, CONTEXT);
    expect(listWarnings(plans)).toEqual([
      `Rule 2 is repeated for each entry of a list, and Items is ${shown} in the data: it was left out. Send a list: [{…}].`,
    ]);
  });

  it.each([{}, { Items: null }, { Items: "" }, { Items: false }, { Items: [] }, { Items: { a: { x: 1 } } }])(
    "is no warning with %j",
    (data) => {
      expect(listWarnings(planRules([rule({ loopField: "Items" })], data, CONTEXT))).toEqual([]);
    },
  );

  it("is no warning for a rule that would not fire anyway", () => {
    const plans = planRules([rule({ loopField: "Items", conditions: [us] })], { Items: "Chair" }, CONTEXT);
    expect(listWarnings(plans)).toEqual([]);
  });
});

describe("an amount that is a text where a rule asks for a number", () => {
  const warnings = (condition: RouteRuleCondition, data: Record<string, unknown>) =>
    amountWarnings(planRules([rule(), rule({ conditions: [condition, condition] })], data, CONTEXT));
  const lintWarning = (shown: string, number: number) => [
    `Rule 2: Amount is “${shown}”, a text, and is compared letter by letter: send the number ${number}.`,
  ];

  it.each([
    [">", "1000", "1,500.00", 1500],
    ["<=", "1000", "9.500,50", 9500.5],
    ["lt", "{$Limit}", "1,500.00", 1500],
    ["==", "1500", "1,500.00", 1500],
    ["!=", "1500", "€ 1,500", 1500],
  ])("%s %s, %j", (exp, value, Amount, number) => {
    expect(warnings({ field: "Amount", exp, value }, { Amount, Limit: 2000 })).toEqual(lintWarning(Amount, number));
  });

  it.each([
    [">", "1000", "1500.00"],
    [">", "1000", 1500],
    [">", "1000", "many"],
    [">", "B", "1,500.00"],
    ["==", "2000", "1,500.00"],
    ["contains", "1500", "1,500.00"],
    ["~", "1000", "1,500.00"],
  ])("is no warning where nothing is misread: %s %s, %j", (exp, value, Amount) => {
    expect(warnings({ field: "Amount", exp, value }, { Amount })).toEqual([]);
  });

  it("is said where no rule fires", () => {
    const large = { field: "Amount", exp: ">", value: "1000" };
    const plans = planRules([rule(), rule({ conditions: [large] })], { Amount: "1,500.00" }, CONTEXT);
    expect(unfiredRules(plans)[1]).toEqual(lintWarning("1,500.00", 1500)[0]);
  });
});
