import { describe, expect, it } from "vitest";
import { type HeaderValues, parseHeader } from "./header-footer.ts";

const values: HeaderValues = {
  page: 3,
  pages: 9,
  sheetName: "Costs",
  fileName: "book.xlsx",
  date: "1/2/2024",
  time: "3:04 PM",
  themeColor: (index) => `theme${index}`,
};
const texts = (coded: string) => {
  const sections = parseHeader(coded, values);
  const join = (runs: readonly { text: string }[]) => runs.map((run) => run.text).join("");
  return [join(sections.left), join(sections.center), join(sections.right)];
};

describe("header and footer codes", () => {
  it.each([
    ["plain", ["", "plain", ""]],
    ["&Lleft&Cmiddle&Rright", ["left", "middle", "right"]],
    ["&CPage &P of &N", ["", "Page 3 of 9", ""]],
    ["&P+10", ["", "13", ""]],
    ["&L&A&R&F", ["Costs", "", "book.xlsx"]],
    ["&D &T", ["", "1/2/2024 3:04 PM", ""]],
    ["R&&D", ["", "R&D", ""]],
    ["a\nb", ["", "a\nb", ""]],
    ["&14 2024 Report", ["", "2024 Report", ""]],
    ["&14 Report", ["", " Report", ""]],
  ])("%j", (coded, expected) => {
    expect(texts(coded)).toEqual(expected);
  });

  it("reads fonts, sizes and colours", () => {
    const [run] = parseHeader('&"Arial,Bold Italic"&14&KFF0000Title', values).center;
    expect(run).toMatchObject({
      text: "Title",
      family: "Arial",
      sizePt: 14,
      bold: true,
      italic: true,
      color: "#ff0000",
    });
    expect(parseHeader("&K04+000x", values).center[0]).toMatchObject({ text: "x", color: "theme4" });
  });

  it("switches styles on and off and forgets them in the next section", () => {
    const { left, right } = parseHeader("&L&Bbold&B plain&U&Rplain", values);
    expect(left.map((run) => run.bold)).toEqual([true, false]);
    expect(right[0]).toMatchObject({ text: "plain", underline: false });
  });
});
