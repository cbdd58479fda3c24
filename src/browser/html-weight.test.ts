import { describe, expect, it } from "vitest";
import { checkHtmlWeight } from "./html-weight.ts";

const refusal = (of: string) => expect.objectContaining({ code: "too_complex", message: expect.stringContaining(of) });

describe("html that has a browser draw more than it can hold", () => {
  it.each([
    "<td rowspan=65534 colspan=1000>x",
    "<TH COLSPAN='1000' class=\"a>b\" RowSpan='9999'>x</TH>",
    '<td colspan="999999999" rowspan="999999999">x</td>',
  ])("is refused for cells that span too much: %s", (cell) => {
    expect(() => checkHtmlWeight(`<table><tr>${cell.repeat(100)}</table>`)).toThrow(
      refusal("places of cells in tables"),
    );
  });

  it.each([
    "<style>div{column-count:1000000}</style>",
    '<div style="columns: 12px 5000">x</div>',
    "<style>p{Columns : 1001 auto}</style>",
  ])("is refused for columns that no paper has: %s", (html) => {
    expect(() => checkHtmlWeight(html)).toThrow(refusal("columns that a style of html asks for"));
  });

  it("is taken where rows of a long list span the whole table, and columns are as wide as they like", () => {
    const rows = '<tr><td colspan="100">Total</td><td rowspan="2">x</td></tr>'.repeat(20_000);
    checkHtmlWeight(`<table>${rows}</table>`);
    checkHtmlWeight("<style>div{columns:3 2000px;column-count:12;column-width:1500px;column-gap:1001}</style>");
    checkHtmlWeight('<style>p{columns:1500px}</style><p title="columns: 1900">columns: 1900</p><p>Columns : 1900');
    checkHtmlWeight('<td colspan="0">x</td><td rowspan="-5">y</td><td data-colspan="99999999">z</td>');
  });

  it("is read once, however it is written", () => {
    for (const piece of ["<td colspan=1 ", "column-count:", "columns: 1 ", "<td colspan=", " rowspan"])
      checkHtmlWeight(`<table><td colspan=2>${piece.repeat(1_000_000)}`);
  });
});

it("counts cells that span behind any number of blanks", () => {
  const blanks = " ".repeat(300_000);
  checkHtmlWeight(`<table><td colspan=${blanks}x${blanks}`);
  expect(() =>
    checkHtmlWeight(
      `<table>${`<td rowspan=${blanks}"${blanks}65534" colspan=1000>`.repeat(2)}${"<td rowspan=65534 colspan=1000>".repeat(100)}`,
    ),
  ).toThrow(refusal("places of cells in tables"));
});
