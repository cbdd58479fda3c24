import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { wordDocument } from "../testing/word-document.ts";
import { TextMeasurer } from "../text/measure.ts";
import { TextStyles } from "../text/text-style.ts";
import { linesWithin } from "./fragment-notes.ts";
import type { Fragment, Page } from "./fragments.ts";
import { LayoutContext } from "./layout-context.ts";
import type { PageFieldValues } from "./page-fields.ts";
import { paginate, streamPages } from "./paginate.ts";

const field = (instruction: string) => `<w:fldSimple w:instr="${instruction}"><w:r><w:t>?</w:t></w:r></w:fldSimple>`;
const text = (value: string) => `<w:r><w:t>${value}</w:t></w:r>`;
const paragraph = (content: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const onNewPage = (content: string) => paragraph(content, "<w:pageBreakBefore/>");
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    onNewPage(`<w:bookmarkStart w:id="${index}" w:name="place${index}"/>${text(`page ${index}`)}`),
  ).join("");
const cells = (index: number) =>
  ["a", "b"].map((name) => `<w:tc>${paragraph(text(`${name}${index}`))}</w:tc>`).join("");
const table = (rows: number) =>
  `<w:tbl><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>${Array.from({ length: rows }, (_, index) => `<w:tr>${index === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : ""}${cells(index)}</w:tr>`).join("")}</w:tbl>`;
const merged = (rows: number) =>
  `<w:tbl><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>${Array.from(
    { length: rows },
    (_, index) =>
      `<w:tr><w:tc><w:tcPr><w:vMerge w:val="${index % 7 === 0 ? "restart" : "continue"}"/></w:tcPr>${paragraph(text(`m${index}`))}</w:tc><w:tc>${paragraph(text(`n${index}`))}</w:tc></w:tr>`,
  ).join("")}</w:tbl>`;
const withFooter = '<w:sectPr><w:footerReference w:type="default" r:id="rId-footer"/></w:sectPr>';
const footer = { footer: paragraph(field("PAGE") + text("/") + field("NUMPAGES")) };

function contextOf(...[body, parts]: Parameters<typeof wordDocument>): LayoutContext {
  const styles = new TextStyles(() => ({ ascent: 0.9, descent: 0.3 }));
  const measurer = new TextMeasurer((value) => [...value].length / 2);
  return new LayoutContext(wordDocument(body, parts), styles, measurer, { meter: new WorkMeter() });
}

function shown(fragments: readonly Fragment[], page: Page, fields: PageFieldValues): string {
  return linesWithin(fragments)
    .map(({ parts }) =>
      parts
        .map((part) => {
          if (part.kind !== "text") return "";
          return part.field ? fields.evaluate(part.field, page, part.text) : part.text;
        })
        .join(""),
    )
    .join("|");
}

const look = (page: Page, fields: PageFieldValues) =>
  `${shown(page.body, page, fields)} / ${shown(page.footer, page, fields)}`;

describe("pages one by one", () => {
  it.each<[string, ...Parameters<typeof wordDocument>]>([
    ["of a document without fields", pages(30)],
    ["with the number of pages, of few", pages(5) + withFooter, footer],
    ["with the number of pages, of more than are kept", pages(40) + withFooter, footer],
    ["with references to later pages", paragraph(field("PAGEREF place3")) + pages(5) + withFooter, footer],
    ["with references to pages far behind", paragraph(field("PAGEREF place37")) + pages(40) + withFooter, footer],
    ["of a long table whose header row is repeated", table(1_500)],
    ["of a long table with merged cells", merged(700)],
  ])("%s are those of the whole", (_, body, parts) => {
    const context = contextOf(body, parts);
    const whole = paginate(context, 100);
    const expected = whole.pages.map((page) => look(page, whole.fields));
    const single: string[] = [];
    for (const step of streamPages(contextOf(body, parts), 100)) if (step) single.push(look(step.page, step.fields));
    expect(single.length).toBeGreaterThan(3);
    expect(single).toEqual(expected);
  });

  it("show how many there are from the first one on", () => {
    const first = streamPages(contextOf(pages(40) + withFooter, footer), 100);
    const footers: string[] = [];
    for (const step of first) if (step) footers.push(shown(step.page.footer, step.page, step.fields));
    expect(footers).toEqual(Array.from({ length: 40 }, (_, index) => `${index + 1}/40`));
  });

  it("are let go of when the next one comes", () => {
    const seen: Page[] = [];
    for (const step of streamPages(contextOf(pages(40) + withFooter, footer), 100)) {
      expect(seen.every(({ body }) => body.length === 0)).toBe(true);
      if (step) seen.push(step.page);
    }
    expect(seen).toHaveLength(40);
  });

  it("end where there are too many", () => {
    const steps = streamPages(contextOf(pages(40) + withFooter, footer), 30);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (step.value) count++;
    expect([count, step.value.truncated]).toEqual([30, true]);
  });
});

describe("a very long paragraph", () => {
  /** What is counted until its last page; four times as much in it may cost six times as much at most. */
  const counted = (content: string): number => {
    const meter = new WorkMeter();
    const styles = new TextStyles(() => ({ ascent: 0.9, descent: 0.3 }));
    const measurer = new TextMeasurer((value) => {
      meter.charge("character", value.length);
      return value.length / 2;
    });
    const context = new LayoutContext(wordDocument(paragraph(content)), styles, measurer, { meter });
    expect([...streamPages(context, 1_000)].length).toBeGreaterThan(1);
    return meter.seconds;
  };

  it.each([
    ["of one word", (times: number) => text("a".repeat(12_000 * times))],
    ["of words", (times: number) => text("word ".repeat(2_500 * times))],
    ["of runs", (times: number) => text("a word ").repeat(2_000 * times)],
    ["of runs without a space", (times: number) => text("aword").repeat(2_500 * times)],
    ["of tabs", (times: number) => "<w:r><w:tab/></w:r>".repeat(2_000 * times)],
  ])("%s is measured once", (_, content) => {
    expect(counted(content(4)) / counted(content(1))).toBeLessThan(6);
  });
});
