import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { CustomFont } from "../domain/custom-font.ts";
import { ConcurrencyGate } from "../outbound/concurrency-gate.ts";
import { PageResources } from "./page-resources.ts";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";
import { withFiles } from "./running-part.ts";
import { StaticAssets } from "./static-assets.ts";

const printEnv: PrintEnv = env;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const image = `data:image/png;base64,${png.toString("base64")}`;

const files: Readonly<Record<string, [type: string, body: string | Uint8Array]>> = {
  "https://acme.com/css/a.css": ["text/css", "@import 'more/b.css' print;.a{background:url(../p.png)}"],
  "https://acme.com/css/more/b.css": [
    "text/css",
    "i{color:red}/* url(x.png) */b::before{content:'url(y.png)'}</style>",
  ],
  "https://acme.com/p.png": ["image/png", png],
  "https://acme.com/fonts.css": ["text/css", "@font-face{font-family:Q;src:url(q.woff2)}u{color:blue}"],
};

async function written(html: string) {
  const resources = new PageResources(new StaticAssets(env.ASSETS));
  resources.allowRemote({
    resolve: async () => [],
    internalHosts: ["acme.com"],
    allowLoopback: false,
    gate: new ConcurrencyGate(2),
    transport: async (address) => {
      const [type, body] = files[String(address)] ?? [];
      if (type === undefined) return new Response("", { status: 404 });
      return new Response(body as BodyInit, { headers: { "content-type": type } });
    },
  });
  const { html: result, warnings } = await withFiles(html, "header", resources);
  return { html: result, warnings: [...warnings, ...resources.warnings] };
}

describe("what a header or footer names is written into it", () => {
  it.each([
    ["a picture", '<IMG SRC="https://acme.com/p.png" alt="a &amp; b">', `<img src="${image}" alt="a &amp; b">`],
    ["a picture by protocol", "<img src=//acme.com/p.png>", `<img src="${image}">`],
    ["choices of a picture", '<img srcset="https://acme.com/p.png 2x">', `<img src="${image}">`],
    [
      "a picture of a drawing",
      '<svg><image xlink:href="https://acme.com/p.png" x="1"/></svg>',
      `<svg><image xlink:href="${image}" x="1"/></svg>`,
    ],
    [
      "a background",
      `<p style="background:url('https://acme.com/p.png');color:red">x</p>`,
      `<p style="background:url(&quot;${image}&quot;);color:red">x</p>`,
    ],
    [
      "a style sheet with others",
      '<link href="https://acme.com/css/a.css" rel=stylesheet media=print>x',
      `<style media="print">@media print{i{color:red}/* url(x.png) */b::before{content:'url(y.png)'}<\\/style>}.a{background:url("${image}")}</style>x`,
    ],
    ["an import", "<style>@import url(https://acme.com/css/more/b.css) ;p{}</style>x", null],
    ["what is of no use there", '<base href="/"><link rel="preload" as="font" href="https://acme.com/q">x', "x"],
    ["nothing", `<style>.a{background:url(${image})}</style><img src="${image}">`, null],
  ])("%s", async (_, html, expected) => {
    const result = await written(html);
    expect(result.warnings).toEqual([]);
    if (expected !== null) expect(result.html).toBe(expected);
    else if (html.includes("@import")) expect(result.html).toContain("<style>i{color:red}");
    else expect(result.html).toBe(html);
  });

  it("and what is missing is told, fonts among it", async () => {
    const { html, warnings } = await written(
      '<link rel="stylesheet" href="https://acme.com/fonts.css"><link rel="stylesheet" href="style.css"><img src="https://acme.com/no.png"><u>x</u>',
    );
    expect(html).toBe('<style>u{color:blue}</style><style></style><img src=""><u>x</u>');
    expect(warnings).toEqual([
      expect.stringContaining("The header cannot load fonts (@font-face)"),
      expect.stringContaining("style.css is missing: its address is relative"),
      expect.stringContaining("acme.com/no.png is missing: acme.com answered with status 404."),
    ]);
  });
});

async function printed(headerHtml: string, footerHtml = headerHtml, fonts: CustomFont[] = []) {
  const margins = { top: 1, right: 0.4, bottom: 1, left: 0.4 };
  const page = { widthInches: 8.5, heightInches: 11, marginsInches: margins, landscape: false };
  const result = await printHtml(printEnv, {
    html: "<!doctype html><title>x</title><p>x",
    page: { ...page, sizeIsDefault: true, heightIsAuto: false, headerHtml, footerHtml },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts },
    limits: PRINT_LIMITS,
  });
  return { warnings: result.warnings, bytes: await printedBytes(printEnv, result) };
}

it("prints a document whatever its header names", async () => {
  const { warnings, bytes } = await printed(
    '<link rel=stylesheet href="https://acme.invalid/a.css"><style>@import "https://acme.invalid/b.css";@font-face{font-family:Q;src:url(https://acme.invalid/q)}</style><svg><style>@import "https://acme.invalid/c.css";</style></svg><b style="font-size:9px">kept</b>',
  );
  expect(warnings.filter((warning) => warning.startsWith("acme.invalid/"))).toHaveLength(3);
  expect(bytes.byteLength).toBeGreaterThan(1_000);
});

it("tells of characters and fonts that a header or footer cannot show", async () => {
  const font = {
    key: "fonts/x",
    family: "House Sans",
    styleFamily: undefined,
    postScriptName: "HouseSans",
    weight: 400,
    isBold: false,
    isItalic: false,
  };
  const { warnings } = await printed(
    "<style>b::after{content:'\u{f0ff2}'}</style><b>Größe &#xe123; – €</b>",
    "<p style=\"font-family:'House Sans'\">x</p>",
    [font],
  );
  expect(warnings).toEqual([
    expect.stringMatching(/^The fonts of the header lack these characters, .* \(U\+E123\)\. /),
    expect.stringContaining("The footer cannot use the font House Sans"),
  ]);
});
