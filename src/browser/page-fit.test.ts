import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { type PageSetup, PRINT_LIMITS } from "./print-protocol.ts";

const printEnv: PrintEnv = env;
const letter: PageSetup = {
  widthInches: 8.5,
  heightInches: 11,
  marginsInches: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  landscape: false,
  sizeIsDefault: true,
  heightIsAuto: false,
};
const own = { sizeIsDefault: false };

/** Sizes of the pages in points, and the warnings. */
async function printed(body: string, page: Partial<PageSetup> = {}) {
  const result = await printHtml(printEnv, {
    html: `<!doctype html><title>x</title><body style="margin:0;font:12px/20px Arial">${body}`,
    page: { ...letter, ...page },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  const pdf = Buffer.from(await printedBytes(printEnv, result)).toString("latin1");
  const sizes = Array.from(pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points))).join("x"),
  );
  return { sizes, warnings: result.warnings };
}

describe("sizes of page rules", () => {
  it.each([
    ["nothing said", "<p>x", {}, ["612x792"]],
    ["a rule", "<style>@page{size:15cm 9cm;margin:12mm}</style><p>x", {}, ["425x255"]],
    [
      "a rule for print",
      "<style>@media print{@page{size:A5}}@media screen{@page{size:A3}}</style><p>x",
      {},
      ["420x595"],
    ],
    [
      "several in one file",
      "<style>@page{size:A4}@page wide{size:A4 landscape}.wide{page:wide}</style><p>x<div class=wide>y</div><p>z",
      {},
      ["595x842", "842x595", "595x842"],
    ],
    ["the same as the document's own", "<style>@page{size:letter}</style><p>x", own, ["612x792"]],
    ["landscape", "<p>x", { landscape: true }, ["792x612"]],
    ["landscape, wide already", "<p>x", { ...own, landscape: true, widthInches: 11, heightInches: 8.5 }, ["792x612"]],
    ["landscape, wide by rule", "<style>@page{size:A4 landscape}</style><p>x", { landscape: true }, ["842x595"]],
  ])("%s", async (_, body, page, sizes) => expect(await printed(body, page)).toEqual({ sizes, warnings: [] }));

  it("are told where the document has a size of its own, which is taken", async () => {
    const { sizes, warnings } = await printed("<style>@page{size:15cm 9cm;margin:1cm}</style><p>x", own);
    expect(sizes).toEqual(["612x792"]);
    expect(warnings).toEqual([
      "The style sheet asks for pages of 15cm 9cm, and the document's own size, 8.5 by 11 inches, is taken. Without size_width and size_height the style sheet decides.",
    ]);
    const turned = await printed("<style>@page{size:A5}</style><p>x", { landscape: true });
    expect(turned.sizes).toEqual(["420x595"]);
    expect(turned.warnings).toEqual([expect.stringContaining("settings[landscape] turns nothing")]);
  });
});

describe("pages as high as what is on them", () => {
  const receipt = "<div>line</div>".repeat(30);

  it.each([
    ["with margins of the document", receipt, { widthInches: 3.15 }, (600 + 1) * 0.75 + 57.6, "227"],
    [
      "with margins of a rule",
      `<style>@page{margin:5mm}</style>${receipt}`,
      { widthInches: 3.15 },
      601 * 0.75 + 28.3,
      "227",
    ],
    ["longer than a sheet", receipt.repeat(4), { widthInches: 3.15 }, 2401 * 0.75 + 57.6, "227"],
    ["with the width of a rule", `<style>@page{size:80mm 200mm}</style>${receipt}`, {}, 601 * 0.75 + 57.6, "227"],
  ])("%s", async (_, body, page, height, width) => {
    const { sizes, warnings } = await printed(body, { ...page, heightIsAuto: true });
    expect(warnings).toEqual([]);
    expect(sizes).toHaveLength(1);
    const [shownWidth, shownHeight] = (sizes[0] ?? "").split("x");
    expect(shownWidth).toBe(width);
    expect(Math.abs(Number(shownHeight) - height)).toBeLessThanOrEqual(1);
  });
});

describe("pages that are wider than their paper", () => {
  const table = `<table id="prices" style="white-space:nowrap"><tr>${"<td>some text in a cell</td>".repeat(15)}</table>`;

  it("are told, with what is so wide, and what happens", async () => {
    expect((await printed(`<div style="width:900px">x</div>`)).warnings).toEqual([
      '`<div style="width:900px">` is wider than the paper: the page takes 900 pixels where 739 fit. All of it is printed at 82 % of its size. `settings[fit]` = `shrink` makes all of it smaller, `wrap` lets it break.',
    ]);
    const { warnings } = await printed(table);
    expect(warnings).toEqual([expect.stringMatching(/^`<table id="prices".*printed at 67 %.*is cut off/)]);
  });

  it.each(["shrink", "wrap"] as const)("fit with %s", async (fit) => {
    expect((await printed(`${table}<pre>${"word ".repeat(100)}</pre>`, { fit })).warnings).toEqual([]);
  });

  it.each([
    ["a word", `<p>${"letters".repeat(40_000)}`],
    ["a text that does not wrap", `<p style="white-space:nowrap">${"word ".repeat(60_000)}`],
    [
      "a text in many elements",
      `<p><span style="white-space:nowrap">${"<b>words</b><i>more</i>".repeat(2_500)}</span>`,
    ],
    ["code without an end of a line", `<pre>${'{"a":[1,2,3]},'.repeat(20_000)}</pre>`],
  ])("show a line that no browser prints in its time as many: %s", async (_, html) => {
    expect((await printed(html)).warnings).toEqual([
      expect.stringMatching(/^Text that does not break makes the page \d{6,} pixels wide: it is broken into lines\.$/),
    ]);
  });

  it("keep a table as it is beside such a line", async () => {
    const table = `<table style="width:900px"><tr><td>${"letters".repeat(30)}</table>`;
    const { warnings } = await printed(`<div>${table}<p>${"letters".repeat(40_000)}</div>`);
    expect(warnings).toEqual([
      expect.stringMatching(/^Text that does not break/),
      expect.stringMatching(/^`<table[^`]*` is wider than the paper/),
    ]);
  });

  it("leave a line as it is that is only long", async () => {
    const { warnings } = await printed(`<p>${"letters".repeat(800)}`);
    expect(warnings).toEqual([expect.stringMatching(/is cut off/)]);
  });

  it("are none where only what is hidden reaches beyond", async () => {
    const hidden = `<div style="overflow:hidden"><div style="width:2000px">x</div></div><p style="width:739px">x`;
    expect((await printed(hidden)).warnings).toEqual([]);
    const narrow = `<style>@page{size:A4 landscape;margin:1cm}</style><p style="width:1000px">x`;
    expect((await printed(narrow)).warnings).toEqual([]);
  });
});
