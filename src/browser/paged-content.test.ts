import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { keptCss, keptHtml } from "./paged-css.ts";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";

const printEnv: PrintEnv = env;

/** The texts of the pages, in the order in which they are drawn, and the warnings. */
async function printed(html: string) {
  const result = await printHtml(printEnv, {
    html: `<!doctype html><title>x</title>${html}`,
    page: {
      widthInches: 5,
      heightInches: 5,
      marginsInches: { top: 1, right: 0.5, bottom: 1, left: 0.5 },
      landscape: false,
      sizeIsDefault: false,
      heightIsAuto: false,
    },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  return { pages: pageTexts(await printedBytes(printEnv, result)), warnings: result.warnings };
}

/** The letters that each page draws, by the tables of its fonts from glyphs to characters. */
function pageTexts(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString("latin1");
  const objects = new Map(
    Array.from(text.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, number = "", body = ""]) => [number, body]),
  );
  const body = (number: string | undefined) => objects.get(number ?? "") ?? "";
  const stream = (number: string | undefined) => {
    const content = /stream\n([\s\S]*?)\nendstream/.exec(body(number))?.[1] ?? "";
    return content === "" ? "" : inflateSync(Buffer.from(content, "latin1")).toString("latin1");
  };
  const pages = Array.from(objects.values()).filter((each) => /\/Type \/Page\b(?!s)/.test(each));
  return pages.map((page) => {
    const fonts = new Map(
      Array.from(page.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = "", number]) => {
        const table = stream(/\/ToUnicode (\d+) 0 R/.exec(body(number))?.[1]);
        return [name, glyphsOf(table)] as const;
      }),
    );
    const content = stream(/\/Contents (\d+) 0 R/.exec(page)?.[1]);
    let font = new Map<string, string>();
    let shown = "";
    for (const [, name, codes] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>(?= ?T?j?)|\[<([0-9A-F]+)>/g)) {
      if (name !== undefined) font = fonts.get(name) ?? font;
      for (const [code] of (codes ?? "").matchAll(/.{4}/g)) shown += font.get(code) ?? "";
    }
    return shown;
  });
}

function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  const character = (code: string) => String.fromCharCode(Number.parseInt(code, 16));
  for (const [, chars = ""] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = "", code = ""] of chars.matchAll(/<(\w{4})> <(\w{4})/g)) glyphs.set(glyph, character(code));
  for (const [, ranges = ""] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = "", code = ""] of ranges.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++)
        glyphs.set(
          glyph.toString(16).toUpperCase().padStart(4, "0"),
          String.fromCharCode(Number.parseInt(code, 16) + glyph - Number.parseInt(from, 16)),
        );
  return glyphs;
}

const chapters = (names: readonly string[]) =>
  names.map((name) => `<h2 id="${name}">${name}</h2><p style="height:500px">-</p>`).join("");

describe("what is known only when the pages are", () => {
  it("runs page strings in margin boxes", async () => {
    const { pages, warnings } = await printed(
      `<style>@page{@top-left{content:"<" string(part) ">"}@top-right{content:"(" string(part, last) ")"}
        @bottom-left{content:"{" string(part, first-except) "}"}@bottom-right{content:"~" string(never) "~" string(part,start) "~"}}
        h2{string-set: part attr(id) "-" content(), other "x"; margin:0}</style>
      <h2 id=a>Ä "1"</h2><h2 id=b>2</h2><p style="break-before:page">-<h2 id=c style="break-before:page">3</h2>`,
    );
    expect(warnings).toEqual([]);
    expect(pages).toHaveLength(3);
    for (const [index, texts] of [
      ['<a-Ä "1">', "(b-2)", "{}", '~~a-Ä "1"~'],
      ["<b-2>", "(b-2)", "{b-2}", "~~b-2~"],
      ["<c-3>", "(c-3)", "{}", "~~b-2~"],
    ].entries())
      for (const text of texts) expect(pages[index]).toContain(text);
  });

  it("numbers a table of contents", async () => {
    const toc = ["one", "two", "é t/é"].map((id) => `<p><a href="#${encodeURIComponent(id)}">${id}</a></p>`).join("");
    const { pages, warnings } = await printed(
      `<style>h2{break-before:page}a::after{content: leader(".") "[" target-counter(attr(href url), page) "|" target-counter(attr(href), page, upper-roman) "|" target-text(attr(href)) "]"}
        b::before{content: target-counter("#two", page)}</style>${toc}<b>!</b>${chapters(["one", "two", "é t/é"])}`,
    );
    expect(warnings).toEqual([]);
    expect(pages).toHaveLength(7);
    for (const text of ["one [2|II|one]", "two [4|IV|two]", "é t/é [6|VI|é t/é]", "4!"])
      expect(pages[0]).toContain(text);
  });

  it("prints until numbers that move pages settle", async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `<p class=row><a href="#c${index}"></a></p>`).join("");
    const { pages, warnings } = await printed(
      `<style>.row{margin:0;height:60px}h2{break-before:page;margin:0}a::after{content:"(" target-counter(attr(href), page) ")"}</style>
      ${rows}${Array.from({ length: 9 }, (_, index) => `<h2 id=c${index}>x</h2>`).join("")}`,
    );
    expect(warnings).toEqual([]);
    const before = pages.length - 9;
    for (let index = 0; index < 9; index++)
      expect(pages.slice(0, before).join("")).toContain(`(${before + 1 + index})`);
  });

  it("tells of what is not in the page", async () => {
    const { warnings } = await printed(
      '<style>a::after{content:target-counter(attr(href), page)}</style><a href="#no">x</a><a href="#yes">y</a><p id=yes>z',
    );
    expect(warnings).toEqual(["#no leads to nothing in the page: target-counter() shows nothing there."]);
  });
});

describe("css in words that Chromium keeps", () => {
  it.each([
    "p{content:'string-set'}",
    "p{align-content:center}a::after{content:attr(href)}",
    "/* string-set: a content() */",
    "p::after{content:'see string(a), leader(x)' \"string(b)\"}",
  ])("other css stays: %s", (css) =>
    expect(keptCss(css).replace(/@property.*/s, "")).toBe(css.replace(/\/\*.*\*\//, "")),
  );

  it("an important value stays important, and one in an attribute counts", () => {
    expect(keptCss("h1{string-set: a content() !important;color:red}")).toContain(
      'h1{--docloom-string-set:"a%20content()" !important;color:red}',
    );
    expect(keptHtml(`<p style='color:red;string-set: a "x;y"'>`)).toContain(
      '<p style="color:red;--docloom-string-set:&quot;a%20%22x%3By%22&quot;">',
    );
  });

  it("pages of scripts that make pages themselves stay", () => {
    const html = '<script src="https://a.example/paged.polyfill.js"></script><style>h1{string-set:a content()}</style>';
    expect(keptHtml(html)).toBe(html);
  });
});
