import { readFileSync } from "node:fs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { Window } from "happy-dom";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inflateWithFflate } from "../office/inflate.ts";
import { OpcPackage } from "../office/package.ts";
import { findAll } from "../office/xml-node.ts";
import type { RenderRequest } from "./main.ts";

const ANY_TIME = { now: Date.UTC(2026, 10, 23), timeZone: "UTC" };

/** The page's own code without a browser: elements are made, scripts load as empty ones, and each letter is half an em wide. */
beforeAll(async () => {
  const settings = { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true };
  const page = new Window({ url: "https://page.example/", settings });
  Object.assign(page.document, { fonts: Object.assign([], { load: async () => [] }) });
  const context = { measureText: (text: string) => ({ width: [...text].length * 100 }) };
  Object.assign(page.HTMLCanvasElement.prototype, { getContext: () => context });
  for (const name of ["document", "NodeFilter", "HTMLAnchorElement", "Image"] as const) vi.stubGlobal(name, page[name]);
  vi.stubGlobal("window", page);
  await import("./main.ts");
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = "";
});

const fixture = (name: string) =>
  new Uint8Array(readFileSync(`${import.meta.dirname}/../../test/fixtures/office/${name}`));

function render(name: string, request: Partial<RenderRequest> = {}) {
  const [fileName = "", kind] = [name.split("/").at(-1), name.split(".").at(-1)];
  const options = { kind: kind as RenderRequest["kind"], maxPages: 100, fileName, ...ANY_TIME, ...request };
  return window.docloom.render(fixture(name).buffer, options);
}

const shownText = () => document.body.textContent ?? "";

describe("a file in the page", () => {
  it.each([
    ["docx/headers.docx", 2, "headers", ["Page 1 of 2", "Page 2 of 2"]],
    ["libreoffice/pages.doc", 3, "pages", ["First page"]],
    ["openpyxl/bars.xlsx", 2, "bars", ["Month", "Sales", "20"]],
    ["libreoffice/price-list.xls", 1, "price-list", ["Chair", "2024-02-29", "Page 1"]],
    ["pandoc/deck.pptx", 4, "A deck", ["Docloom", "deeper", "right"]],
    ["libreoffice/deck.ppt", 4, "deck", ["Docloom", "deeper", "right"]],
  ])("%s has its pages, a title and all of its text", async (name, pages, title, texts) => {
    expect(await render(name)).toEqual({ warnings: [], pages });
    expect(document.title).toBe(title);
    for (const text of texts) expect(shownText()).toContain(text);
  });

  it.each([
    ["libreoffice/long.docx", "the document was cut after 1 pages"],
    ["libreoffice/tall.xlsx", "the workbook was cut after 1 pages"],
    ["pandoc/deck.pptx", "the presentation was cut after 1 slides"],
  ])("%s ends after the requested pages", async (name, warning) => {
    expect(await render(name, { maxPages: 1 })).toEqual({ warnings: [warning], pages: 1 });
  });

  it.each([
    ["libreoffice/table.docx", "LayoutTimeout"],
    ["libreoffice/price-list.xlsx", "the sheets take too long to lay out"],
    ["pandoc/deck.pptx", "the slides take too long to draw"],
  ])("%s is only its text when time has run out", async (name, reason) => {
    await render(name);
    const words = new Set(shownText().match(/[A-Z][a-z]{4,}/g));
    document.body.replaceChildren();
    const { warnings, pages } = await render(name, { budgetMs: -1 });
    expect(warnings).toEqual([`only the text could be laid out: ${reason}`]);
    expect(pages).toBeGreaterThan(0);
    for (const word of words) expect(shownText()).toContain(word);
    expect(document.querySelectorAll("svg, [style]")).toHaveLength(0);
  });

  it("is refused if it is damaged", async () => {
    const half = fixture("pandoc/deck.pptx").slice(0, 10_000).buffer;
    await expect(window.docloom.render(half, { kind: "pptx", maxPages: 1 })).rejects.toThrow("ZIP");
  });

  it.each([
    ["docx", "libreoffice/letter.docx", "word/document.xml", "word/styles.xml"],
    ["xlsx", "libreoffice/price-list.xlsx", "xl/workbook.xml", "xl/styles.xml"],
    ["pptx", "pandoc/deck.pptx", "ppt/presentation.xml", "ppt/slides/slide2.xml"],
  ] as const)("(%s) is shown without a damaged part, but not without its main one", async (kind, name, main, other) => {
    const parts = unzipSync(fixture(name));
    const without = (part: string) => {
      const damaged = { ...parts, [part]: (parts[part] ?? new Uint8Array()).slice(0, 200) };
      return window.docloom.render(Uint8Array.from(zipSync(damaged)).buffer, { kind, maxPages: 9 });
    };
    const { warnings } = await without(other);
    expect(warnings).toEqual([expect.stringMatching(`^The part "${other}" is damaged. The XML .*shown without it.$`)]);
    await expect(without(main)).rejects.toThrow(`The part "${main}" is damaged. The XML `);
  });

  it("hyphenates by the patterns of its language, which are loaded only for it", async () => {
    window.docloomHyphenation = { "en-us": (word) => [...word].join("\u00ad") };
    const parts = unzipSync(fixture("libreoffice/letter.docx"));
    const styles = strFromU8(parts["word/styles.xml"] ?? new Uint8Array());
    const file = zipSync({ ...parts, "word/styles.xml": strToU8(styles.replace(/<w:suppressAutoHyphens[^>]*>/, "")) });
    await window.docloom.render(Uint8Array.from(file).buffer, { kind: "docx", maxPages: 1 });
    expect(document.head.querySelector("script")?.getAttribute("src")).toBe("/layout/hyphenation/en-us.js");
    expect(shownText()).toMatch(/[a-z]-[a-z]/);
  });
});

describe("extract", () => {
  it("makes a Word package of an old document, with the media types that other programs ask for", async () => {
    const { files } = await window.docloom.extract(fixture("libreoffice/letter.doc"), { what: "package", kind: "doc" });
    const pack = OpcPackage.ofZip(files[0] ?? new Uint8Array(), inflateWithFflate);
    const types = new TextDecoder().decode(pack.bytes("[Content_Types].xml"));
    expect(types).toContain("wordprocessingml.document.main+xml");
    const text = findAll(pack.xml(pack.targetOfType("", "officeDocument")), "w:t").map(({ text }) => text);
    expect(text.join("")).toContain("Dear Ms Lindqvist");
  });

  it("returns what the cells of a workbook show", async () => {
    const request = { what: "sheets", kind: "xls", fileName: "a.xls", maxCells: 1_000, ...ANY_TIME } as const;
    const { facts } = await window.docloom.extract(fixture("libreoffice/price-list.xls"), request);
    const { sheets } = facts as { sheets: { name: string; rows: { text: string }[][] }[] };
    expect(sheets.map(({ name }) => name)).toEqual(["price-list"]);
    expect(sheets[0]?.rows[1]?.map(({ text }) => text)).toEqual(["Chair", "12", "49.5", "2024-02-29"]);
  });

  it("passes pages of a PDF to the bundle for PDFs, once that is loaded", async () => {
    const request = { what: "pages", from: 2, resolution: 96, budgetMs: 1_000, budgetBytes: 1_000 } as const;
    await expect(window.docloom.extract(new Uint8Array(), request)).rejects.toThrow("the bundle for PDFs is missing");
    expect(document.head.querySelector("script")?.getAttribute("src")).toBe("/layout/pdf.js");
    const page = { widthPoints: 595, heightPoints: 842, kind: "png" } as const;
    window.docloomPdf = async (_, { from }) => ({ total: 3, pages: [{ ...page, bytes: Uint8Array.of(from) }] });
    expect(await window.docloom.extract(new Uint8Array(), request)).toEqual({
      facts: { total: 3, pages: [page] },
      files: [Uint8Array.of(2)],
      warnings: [],
    });
  });
});
