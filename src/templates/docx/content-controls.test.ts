import { describe, expect, it } from "vitest";
import { cell, docx, paragraph as p, row, run, table } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const W15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';
let ids = 100;
const control = (tag: string, settings: string, content: string) =>
  `<w:sdt><w:sdtPr><w:tag w:val="${tag}"/><w:id w:val="${ids++}"/>${settings}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

const merged = async (body: string, data: Record<string, unknown>) =>
  (await merge(docxEngine, docx({ body }), data)).xml("word/document.xml");

describe("content controls", () => {
  const choices =
    '<w:dropDownList w:lastValue="free"><w:listItem w:displayText="Professional &amp; more" w:value="pro"/><w:listItem w:displayText="Free" w:value="free"/></w:dropDownList>';

  it.each([
    ["pro", "Professional & more¶"],
    ["Free", "Free¶"],
    ["other", "other¶"],
  ])("choices show the text of their value: %s", async (value, expected) => {
    const xml = await merged(`<w:p>${control("Plan", choices, run("Choose an item."))}</w:p>`, { Plan: value });
    expect(outline(xml)).toBe(expected);
    expect(xml).not.toContain("lastValue");
  });

  it.each([
    ["2024-03-07", "7 March 2024¶"],
    ["soon", "soon¶"],
  ])("dates show in the control's format: %s", async (value, expected) => {
    const date =
      '<w:date w:fullDate="2020-01-01T00:00:00Z"><w:dateFormat w:val="d MMMM yyyy"/><w:lid w:val="en-US"/></w:date>';
    const xml = await merged(`<w:p>${control("Day", date, run("1 January 2020"))}</w:p>`, { Day: value });
    expect(outline(xml)).toBe(expected);
    expect(xml).not.toContain("fullDate");
  });

  const section = (content: string) =>
    control(
      "Items",
      `<w15:repeatingSection ${W15}/>`,
      `<w:sdt><w:sdtPr><w:id w:val="${ids++}"/><w15:repeatingSectionItem ${W15}/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
    );
  const name = () => control("n", "<w:text/>", run("name"));
  const total = () => control("Unit", "<w:text/>", run("unit"));

  it("sections repeat with a list; their controls show its members, otherwise the data's", async () => {
    const body = section(`${p("Item")}<w:p>${name()}${total()}</w:p>`);
    const xml = await merged(body, { Items: [{ n: "a" }, { n: "b" }], Unit: " kg" });
    expect(outline(xml)).toBe("Item¶a kg¶Item¶b kg¶");
  });

  it("sections nest", async () => {
    const inner = control(
      "parts",
      `<w15:repeatingSection ${W15}/>`,
      `<w:sdt><w:sdtPr><w15:repeatingSectionItem ${W15}/></w:sdtPr><w:sdtContent><w:p>${name()}</w:p></w:sdtContent></w:sdt>`,
    );
    const data = { Items: [{ parts: [{ n: "a" }, { n: "b" }] }, { parts: [{ n: "c" }] }] };
    expect(outline(await merged(section(p("Item") + inner), data))).toBe("Item¶a¶b¶Item¶c¶");
  });

  it.each([
    [{}, "H¶|/name¶|/"],
    [{ Items: [] }, "H¶|/"],
    [{ Items: [{ n: "a" }, { n: "b" }] }, "H¶|/a¶|/b¶|/"],
  ])("sections of rows: %j", async (data, expected) => {
    const rows = section(`<w:tr><w:tc><w:p>${name()}</w:p></w:tc></w:tr>`);
    const xml = await merged(table(row("H")).replace("</w:tbl>", `${rows}</w:tbl>`), data);
    expect(outline(xml)).toBe(expected);
  });

  it("fills a control around a cell", async () => {
    const rows = `<w:tr>${control("A", "<w:text/>", cell("old"))}${cell("{$b}")}</w:tr>`;
    const xml = await merged(table(row("H", "I")).replace("</w:tbl>", `${rows}</w:tbl>`), { A: "new", b: 2 });
    expect(outline(xml)).toBe("H¶|I¶|/new¶|2¶|/");
  });
});

it("finds merge fields whose instruction is cut into runs", async () => {
  const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const pieces = [" MERGE", "FIELD Na", "me ", "\\* Upper "].map(instruction).join("");
  const result = run("«Na", "<w:b/>") + run("me»", "<w:b/>");
  const body = `<w:p>${run("Dear ")}${character("begin")}${pieces}${character("separate")}${result}${character("end")}${run("!")}</w:p>`;
  const xml = await merged(body, { Name: "Ann & Bo" });
  expect(outline(xml)).toBe("Dear ANN & BO!¶");
  expect(xml).not.toContain("fldChar");
});
