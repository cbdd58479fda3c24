import { describe, expect, it } from "vitest";
import { localDateCode } from "./local-dates.ts";
import { shownValue } from "./number-format.ts";

const MARCH_5_2024 = 45_356;

describe("codes of dates in other calendars and languages", () => {
  it.each([
    ["[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Tuesday, March 5, 2024"],
    ["[$-x-sysdate]dddd, mmmm dd, yyyy", "Tuesday, March 5, 2024"],
    ["[$-f400]h:mm:ss\\ AM/PM", "12:00:00 AM"],
    ["[$-409]d-mmm-yy", "5-Mar-24"],
    ['[$-FC19]d mmmm yyyy "г."', "5 марта 2024 г."],
    ["[$-FC22]d mmmm", "5 березня"],
    ["[$-fr-FR,1]d mmmm", "5 mars"],
    ['[$-411]ggge"年"m"月"d"日"', "令和6年3月5日"],
    ["[$-411]gge.m.d;@", "令6.3.5"],
    ["[$-ja-JP]gee.mm.dd", "R06.03.05"],
    ['[$-411]yyyy"gegen"', "2024gegen"],
    ["[$-107041E]d mmm yy", "5 มี.ค. 67"],
    ["[$-D07041E]d mmmm yyyy", "5 มีนาคม 2567"],
    ["[$-41E]d mmmm yyyy", "5 มีนาคม 2024"],
    ["d mmmm yyyy g", "5 March 2024 "],
  ])("%s shows %s", (code, expected) => {
    expect(shownValue(MARCH_5_2024, localDateCode(code, MARCH_5_2024))).toBe(expected);
  });

  it.each([
    [43_585, "平成31年4月30日"],
    [43_586, "令和元年5月1日"],
    [32_515, "昭和64年1月7日"],
    [32_516, "平成元年1月8日"],
    [9855, "大正15年12月24日"],
    [4594, "明治45年7月29日"],
    [-1, "######"],
    [1e12, "######"],
  ])("%d is %s", (serial, expected) => {
    const code = '[$-411]ggge"年"m"月"d"日"';
    expect(shownValue(serial, localDateCode(code, serial))).toBe(expected);
  });
});
