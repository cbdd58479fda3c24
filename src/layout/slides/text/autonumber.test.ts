import { describe, expect, it } from "vitest";
import { Autonumbers, autonumberText } from "./autonumber.ts";

describe("autonumberText", () => {
  it.each([
    ["arabicPeriod", 3, "3."],
    ["arabicParenR", 12, "12)"],
    ["arabicParenBoth", 1, "(1)"],
    ["arabicPlain", 7, "7"],
    ["alphaLcPeriod", 1, "a."],
    ["alphaUcParenR", 26, "Z)"],
    ["alphaLcParenBoth", 28, "(bb)"],
    ["romanLcPeriod", 14, "xiv."],
    ["romanUcParenR", 4, "IV)"],
    ["romanUcPeriod", 1994, "MCMXCIV."],
    ["arabicDbPlain", 10, "１０"],
    ["circleNumDbPlain", 2, "②"],
    ["circleNumWdBlackPlain", 3, "❸"],
    ["ea1ChsPeriod", 12, "十二."],
    ["ea1ChsPlain", 205, "二百〇五"],
    ["thaiNumPeriod", 4, "๔."],
    ["hindiNumParenR", 2, "२)"],
    ["hebrew2Minus", 1, "א-"],
    ["someFutureScheme", 5, "5."],
  ])("writes %s of %i as %s", (scheme, value, text) => {
    expect(autonumberText(scheme, value)).toBe(text);
  });

  it("stays short for hostile numbers", () => {
    expect(autonumberText("alphaLcPlain", 1e9).length).toBeLessThan(40);
    expect(autonumberText("romanLcPlain", 1e12).length).toBeLessThan(40);
    expect(autonumberText("arabicPlain", Number.NaN)).toBe("1");
  });
});

describe("Autonumbers", () => {
  it("counts each level and starts a deeper one again", () => {
    const numbers = new Autonumbers();
    const next = (level: number) => numbers.next(level, "arabicPeriod", 1);
    expect([next(0), next(1), next(1), next(0), next(1)]).toEqual([1, 1, 2, 2, 1]);
  });

  it("starts again after a paragraph without number or with another scheme", () => {
    const numbers = new Autonumbers();
    numbers.next(0, "arabicPeriod", 1);
    expect(numbers.next(0, undefined, 1)).toBeUndefined();
    expect(numbers.next(0, "arabicPeriod", 1)).toBe(1);
    expect(numbers.next(0, "romanLcPeriod", 5)).toBe(5);
    expect(numbers.next(0, "romanLcPeriod", 5)).toBe(6);
  });
});
