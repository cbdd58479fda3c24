import { describe, expect, it } from "vitest";
import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";

async function header(text: string, data: Record<string, unknown>): Promise<string> {
  const template = buildWorkbook({
    sheets: [
      {
        name: "Data",
        cells: { A1: "x" },
        tail: `<headerFooter><oddFooter>${escapeXmlText(text)}</oddFooter></headerFooter>`,
      },
    ],
  });
  const merged = await mergeWorkbook(template, data);
  const sheet = merged.part("xl/worksheets/sheet1.xml");
  return decodeXmlText(/<oddFooter>([\s\S]*)<\/oddFooter>/.exec(sheet)?.[1] ?? "");
}

describe("a code before a tag ends where the template ends it", () => {
  it.each([
    ["&C&14{$v}", "2024 Report", "&C&14 2024 Report"],
    ["&C&14{$v}", "Report 2024", "&C&14Report 2024"],
    ["&C&14 {$v}", "2024", "&C&14 2024"],
    ['&L&"Arial,Bold"&9{$v}&R&P', "7 of 9", '&L&"Arial,Bold"&9 7 of 9&R&P'],
    ['&L&9&"Arial,Bold"{$v}', "7", '&L&9&"Arial,Bold"7'],
    ["&R&8&KFF0000{$v}", "12", "&R&8&KFF000012"],
    ["&R&K01+000&10{$v}", "12", "&R&K01+000&10 12"],
    ["&12{if $v}{$v}{else}none{/if}", "3rd", "&12 3rd"],
    ["&12{if $w}2024{else}{$v}{/if}", "5", "&12 5"],
    ["A&&14{$v}", "2024", "A&&142024"],
    ["A&&&14{$v}", "2024", "A&&&14 2024"],
    ["Page &P{$v}", "+1 sheet", "Page &P +1 sheet"],
    ["Page &P-{$v}", "2024", "Page &P- 2024"],
    ["Page &P{$v}", "2", "Page &P2"],
    ["&N{$v}", "x", "&Nx"],
  ])("%s with %j", async (text, value, expected) => {
    expect(await header(text, { v: value })).toBe(expected);
  });
});
