import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readXml } from "../../office/xml-node.ts";
import type { Inline } from "../model/blocks.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { Theme } from "../model/theme.ts";
import { type FieldEnvironment, FieldTracker } from "./field-tracker.ts";
import { StyleSheet } from "./styles.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const STYLES = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`;

function environment(more: Partial<FieldEnvironment>): FieldEnvironment {
  return {
    repeatsOnPages: false,
    now: new Date("2026-03-04T15:06:00Z"),
    fileName: "offer.docx",
    properties: new Map(),
    styles: new StyleSheet(readXml(STYLES), new Theme(undefined)),
    language: "en-US",
    ...more,
  };
}

/** What a field shows: a result of its own, or the one that is stored, with the link that it gives it. */
function shown(
  instruction: string,
  {
    stored,
    mark = "",
    data = "",
    ...more
  }: Partial<FieldEnvironment> & { stored?: string; mark?: string; data?: string } = {},
): Inline[] {
  const tracker = new FieldTracker(environment(more));
  const inlines: Inline[] = [];
  const format = DEFAULT_CHARACTER_FORMAT;
  const character = (type: string, attributes = "", content = "") =>
    tracker.character(
      present(readXml(`<w:fldChar ${W} w:fldCharType="${type}" ${attributes}>${content}</w:fldChar>`)),
      inlines,
      () => format,
    );
  character("begin", mark, data);
  tracker.instruction(instruction);
  if (stored !== undefined) {
    character("separate");
    if (!tracker.suppressed) inlines.push({ kind: "text", text: stored, format, link: tracker.link });
  }
  character("end");
  return inlines;
}

const text = (...asked: Parameters<typeof shown>) =>
  shown(...asked).map((inline) => (inline.kind === "text" ? inline.text : inline.kind));

describe("a link", () => {
  it.each([
    ['HYPERLINK "https://example.com/"', "https://example.com/"],
    ['HYPERLINK "https://example.com/" \\l "part"', "https://example.com/#part"],
    ['HYPERLINK \\l "Top"', "#Top"],
    ["HYPERLINK", undefined],
    ["REF Top \\h", "#Top"],
    ["REF Top", undefined],
  ])("of %s", (instruction, link) => {
    expect(shown(instruction, { stored: "x" })).toMatchObject([{ kind: "text", text: "x", link }]);
  });
});

describe("a date", () => {
  it("is today's, in its own form or in the usual one", () => {
    expect(text('DATE \\@ "d MMMM yyyy"', { stored: "old" })).toEqual(["4 March 2026"]);
    expect(text('DATE \\@ "d. MMMM yyyy"', { stored: "old", language: "de-DE" })).toEqual(["4. März 2026"]);
    expect(text("DATE")).toEqual(["3/4/2026"]);
    expect(text("TIME")).toEqual(["3:06 PM"]);
  });

  it("is the stored one where the field is locked", () => {
    expect(text("DATE", { stored: "old", mark: 'w:fldLock="1"' })).toEqual(["old"]);
  });
});

describe("a box to tick", () => {
  it.each([
    ['<w:checked/><w:default w:val="0"/>', "☒"],
    ['<w:checked w:val="0"/><w:default w:val="1"/>', "☐"],
    ['<w:default w:val="1"/>', "☒"],
    ["", "☐"],
  ])("with %s shows %s", (state, box) => {
    expect(text("FORMCHECKBOX", { data: `<w:ffData><w:checkBox>${state}</w:checkBox></w:ffData>` })).toEqual([box]);
  });
});

describe("the name of the file", () => {
  it("takes the place of what is stored, in the letters that are asked for", () => {
    expect(text("FILENAME \\* Upper", { stored: "old" })).toEqual(["OFFER.DOCX"]);
    expect(text("FILENAME", { stored: "old", fileName: "" })).toEqual(["old"]);
  });
});

describe("a field without a result", () => {
  const properties = new Map([
    ["title", "An offer"],
    ["project", "Bridge"],
  ]);

  it.each([
    ["MERGEFIELD Name", "«Name»"],
    ['DOCPROPERTY "Project"', "Bridge"],
    ["TITLE \\* Upper", "AN OFFER"],
    ['QUOTE "some words"', "some words"],
  ])("shows what it can know: %s", (instruction, expected) => {
    expect(text(instruction, { properties })).toEqual([expected]);
    expect(text(instruction, { properties, stored: "stored" })).toEqual(["stored"]);
  });

  it.each(["AUTHOR", "DOCPROPERTY Nothing", "UNKNOWN"])("shows nothing for %s", (instruction) => {
    expect(text(instruction, { properties })).toEqual([]);
  });
});

describe("a reference to a style", () => {
  const repeatsOnPages = true;

  it("follows the page in headers, from its beginning or its end", () => {
    const field = (fromEnd: boolean) => [{ kind: "pageField", field: { name: "STYLEREF", styleId: "H1", fromEnd } }];
    expect(shown('STYLEREF "heading 1"', { stored: "old", repeatsOnPages })).toMatchObject(field(false));
    expect(shown("STYLEREF 1 \\l", { stored: "old", repeatsOnPages })).toMatchObject(field(true));
  });

  it.each([
    ["in the body", 'STYLEREF "heading 1"', false],
    ["of a number", "STYLEREF 1 \\n", repeatsOnPages],
    ["of a style that there is not", "STYLEREF Nobody", repeatsOnPages],
  ])("shows what is stored %s", (_, instruction, repeats) => {
    expect(text(instruction, { stored: "old", repeatsOnPages: repeats })).toEqual(["old"]);
  });
});
