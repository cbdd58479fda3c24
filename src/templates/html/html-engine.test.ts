import { describe, expect, it, vi } from "vitest";
import type { DocumentSettings } from "../../domain/document.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { RenderEnvironment } from "../template-engine.ts";
import { TEST_ENVIRONMENT } from "../testing/render.ts";
import { htmlEngine } from "./html-engine.ts";
import { compiledVersion, fillHtml } from "./html-template.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const environment = (settings: DocumentSettings = {}): RenderEnvironment => ({ ...TEST_ENVIRONMENT, settings });

let versions = 0;

async function render(html: string, data: MergeData = {}, settings: DocumentSettings = {}) {
  const source = { versionKey: `v${++versions}`, bytes: async () => bytesOf(html) };
  const rendered = await htmlEngine.render(source, data, environment(settings));
  return { ...rendered, html: new TextDecoder().decode(rendered.bytes) };
}

describe("rendering", () => {
  it("escapes values unless the template or the document says otherwise", async () => {
    const data = { x: `<b>"&'` };
    expect((await render("{$x}", data)).html).toBe("&lt;b&gt;&quot;&amp;&#039;");
    expect((await render("{$x nofilter}", data)).html).toBe(`<b>"&'`);
    expect((await render("{$x|raw}", data)).html).toBe(`<b>"&'`);
    expect((await render("{$x}", data, { autoescape: false })).html).toBe(`<b>"&'`);
  });

  it("leaves CSS and JavaScript alone", async () => {
    const html = "<style>a{color:red}</style><script>if(a){b()} let o={x:1}</script>";
    expect((await render(html)).html).toBe(html);
  });

  it("lists the fields of body, header and footer once", async () => {
    const { templateFields } = await render("{$a}{$b}", {}, { header: "{$b}", footer: "{$c}" });
    expect(templateFields.names).toEqual(["a", "b", "c"]);
  });

  it("reads a template's bytes once for a version", async () => {
    const bytes = vi.fn(async () => bytesOf("{$a}"));
    const source = { versionKey: "once", bytes };
    for (const a of [1, 2, 3]) await htmlEngine.render(source, { a }, environment());
    expect(bytes).toHaveBeenCalledTimes(1);
  });
});

describe("values in a style sheet", () => {
  const css = async (style: string, x: unknown) => {
    const { html } = await render(`<style>${style}</style><p>{$x}</p>`, { x });
    return html.slice("<style>".length, html.indexOf("</style>"));
  };

  it("are shown between quotes as the data have them", async () => {
    expect(await css('@page { @top-left { content: "{$x}" } }', 'Smith & Sons "Ltd"')).toBe(
      String.raw`@page { @top-left { content: "Smith \26  Sons \22 Ltd\22 " } }`,
    );
    expect(await css("p::before { content: '{$x}' }", "Ida's")).toBe(String.raw`p::before { content: 'Ida\27 s' }`);
    expect(await css('p { background: url("{$x}") }', "https://e.com/a.png?b=1,(2)")).toBe(
      'p { background: url("https://e.com/a.png?b=1,(2)") }',
    );
  });

  it("are escaped for html again after it, and outside of rules", async () => {
    const data = { x: "a & b" };
    expect((await render('<style>p { content: "x" } {$x}</style>{$x}', data)).html).toBe(
      '<style>p { content: "x" } a &amp; b</style>a &amp; b',
    );
  });

  it.each(["#c00", "rgb(1, 2, 3)", "12.5pt", "50%", "Arial, sans-serif", "1px solid red", "red; margin: 0", "a/b"])(
    "stay as they are in a rule: %s",
    async (value) => expect(await css("p { color: {$x} }", value)).toBe(`p { color: ${value} }`),
  );

  it.each([
    ['x" } body { display: none }', String.raw`x\22  \7d  body \7b  display: none \7d `],
    [String.raw`x\ `.trim(), String.raw`x\5c `],
    ["</style><script>", String.raw`\3c /style>\3c script>`],
    ["x\r\ny", String.raw`x\a y`],
    ["&#125;", String.raw`\26 #125;`],
  ])("cannot end a string: %s", async (value, expected) => {
    expect(await css('p { content: "{$x}" }', value)).toBe(`p { content: "${expected}" }`);
  });

  it.each([
    ["red } body { display: none", String.raw`red \7d  body \7b  display: none`],
    ["</style>", String.raw`\3c /style>`],
    ["url(", String.raw`url\28 `],
    ["a)", String.raw`a\29 `],
    ["([)]", String.raw`\28 \5b \29 \5d `],
    ['"', String.raw`\22 `],
    ["red /* } */", "red  "],
    ["red /*", String.raw`red \2f * `],
    ["*/", String.raw` * \2f `],
    ["*", " * "],
    [String.raw`\7d`, String.raw`\5c 7d`],
  ])("cannot end a rule: %s", async (value, expected) => {
    expect(await css("p { color: {$x} }", value)).toBe(`p { color: ${expected} }`);
  });

  it("are recognised by what precedes them: strings, comments and braces of the style sheet", async () => {
    const style = String.raw`p { content: "\"{ " } /* it's { */ q { content: 'a"' ; color: {$x} }`;
    expect(await css(style, "}")).toBe(style.replace("{$x}", String.raw`\7d `));
    expect(await css("/* {$x} */", "*/ p {")).toBe(String.raw`/*  * / p \7b  */`);
  });

  it("are printed as they are where the template says so", async () => {
    expect(await css("p { {$x|raw} }", 'content: "a"')).toBe('p { content: "a" }');
    const { html } = await render('<style>p { content: "{$x}" }</style>', { x: "&" }, { autoescape: false });
    expect(html).toContain('"&"');
  });
});

describe("mails", () => {
  it("show codes as pictures", async () => {
    const source = { versionKey: "mail", bytes: async () => bytesOf('{qrcode value="https://e.com" width="2cm"}') };
    const { bytes } = await htmlEngine.render(source, {}, { ...environment(), forMail: true });
    expect(new TextDecoder().decode(bytes)).toMatch(
      /^<img src="data:image\/png;base64,iVBOR[\w+/=]+" alt="https:\/\/e\.com" style="width:2cm;">$/,
    );
  });
});

describe("JSON in a page", () => {
  const data = { x: { "a'b": '</script><!--<script>&"\u2028' } };
  const hexed = String.raw`{"a\u0027b":"\u003C\/script\u003E\u003C!--\u003Cscript\u003E\u0026\"\u2028"}`;

  it.each([
    ["<script>const x = {$x|json_encode};</script>", `<script>const x = ${hexed};</script>`],
    ["<script>const x = {$x|json_encode nofilter};</script>", `<script>const x = ${hexed};</script>`],
    ["<script>const x = {$x|json_encode|raw};</script>", `<script>const x = ${hexed};</script>`],
    ["<script>f({json_encode($x)})</script>", `<script>f(${hexed})</script>`],
    [
      "<!-- <script> --><script>if (a<b) {foreach [1] as $i}f({$x|json_encode});{/foreach}</script>",
      `<!-- <script> --><script>if (a<b) f(${hexed});</script>`,
    ],
    ["<p data-x='{$x|json_encode}'>", `<p data-x='${hexed}'>`],
    ["<p class=a data-x = '{$x|json_encode}' title=\"it's\">", `<p class=a data-x = '${hexed}' title="it's">`],
  ])("is printed as it is in scripts and single quotes: %s", async (template, expected) => {
    expect((await render(template, data)).html).toBe(expected);
  });

  it("is escaped where its quotes would end something, and in content", async () => {
    const { html } = await render('<p data-x="{$x|json_encode}">', data);
    expect(html).not.toMatch(/data-x="[^"]*"[^>]/);
    const value = /data-x="([^"]*)"/.exec(html)?.[1] ?? "";
    const decoded = value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    expect(JSON.parse(decoded.replaceAll("&#039;", "'").replaceAll("&amp;", "&"))).toEqual(data.x);
    expect((await render("<p>{$y|json_encode}</p>", { y: "<" })).html).toBe("<p>&quot;&lt;&quot;</p>");
  });

  it("reads the same as the data in a script", () => {
    expect(JSON.parse(hexed)).toEqual(data.x);
  });
});

describe("the nonce", () => {
  it("marks the template's scripts and not those of data, and is not part of html output", async () => {
    const source = { versionKey: "nonce", bytes: async () => bytesOf("<script>a()</script>{$x nofilter}") };
    const compiled = await compiledVersion(source, {});
    const { body, nonce } = fillHtml(compiled, { x: "<script>evil()</script>" }, environment());
    expect(body).toBe(`<script nonce="${nonce}">a()</script><script>evil()</script>`);
    const { bytes } = await htmlEngine.render(source, { x: "" }, environment());
    expect(new TextDecoder().decode(bytes)).toBe("<script>a()</script>");
  });
});

describe("inspection", () => {
  it("lists all errors with part, line and column of the source", async () => {
    const { errors } = await htmlEngine.inspect(bytesOf("<script></script>\n{$a|uper}"), { footer: "{/if}" });
    expect(errors).toMatchObject([
      { part: "body", line: 2, column: 5, tag: "{$a|uper}" },
      { part: "footer", line: 1, tag: "{/if}" },
    ]);
    expect(errors[0]?.message.match(/did you mean/g)).toHaveLength(1);
  });
});

describe("document tags", () => {
  it.each([
    [
      '{image src=$u width=100 alt="a <b>"}',
      { u: "https://e.com/a.png" },
      '<img src="https://e.com/a.png" alt="a &lt;b&gt;" style="width:100px;">',
    ],
    ["{image src=$u}", { u: "data:image/png;base64,AA==" }, '<img src="data:image/png;base64,AA==" alt="">'],
    ["{image src=$u}", { u: "javascript:alert(1)" }, ""],
    [
      "{image src=$u width=$w}",
      { u: "https://e.com/a.png", w: "1px;background:url(x)" },
      '<img src="https://e.com/a.png" alt="">',
    ],
    [
      "{link url=$u text=$t}",
      { u: "https://e.com/?a=1&b=2", t: "A<B" },
      '<a href="https://e.com/?a=1&amp;b=2">A&lt;B</a>',
    ],
    ["{link url=$u text=$t}", { u: "javascript:alert(1)", t: "x" }, "x"],
    ["{link url=$u text=$t}", { u: " JaVaScRiPt:alert(1)", t: "x" }, "x"],
    ["{link url=$u}", { u: "mailto:a@b.c" }, '<a href="mailto:a@b.c">mailto:a@b.c</a>'],
    ["{checkbox $x}", { x: true }, '<span role="img" aria-label="checked">☑</span>'],
    ["{checkbox $x}", { x: 0 }, '<span role="img" aria-label="unchecked">☐</span>'],
    ["a{pagebreak}b", {}, 'a<div style="break-after:page"></div>b'],
    ["{html}{$x}{/html}", { x: "<i>y</i>" }, "<i>y</i>"],
    ["{qrcode value=$x}", { x: "" }, ""],
  ])("%s", async (template, data, expected) => {
    expect((await render(template, data)).html).toBe(expected);
  });

  it("draws codes as labelled pictures and reports values that do not fit", async () => {
    const { html } = await render('{qrcode value="https://e.com" width="2cm"}{barcode value="A1" type="code39"}');
    expect(html).toMatch(/^<svg role="img" aria-label="https:\/\/e\.com" style="display:inline-block;width:2cm;"/);
    expect(html.match(/<svg /g)).toHaveLength(2);
    const { html: none, warnings } = await render('{barcode value="12" type="ean13"}');
    expect(none).toBe("");
    expect(warnings.join()).toContain("does not fit");
  });
});

describe("headers and footers", () => {
  it.each([
    [
      "<style>@font-face { font-family: X; src: url(https://a.example/x.woff2) }</style>",
      "Headers and footers load no fonts",
    ],
    ["<script>x()</script>", "<script> does nothing in a header or footer"],
    ["<iframe src='https://a.example'></iframe>", "<iframe> does nothing in a header or footer"],
    ["<img src='images/logo.png'>", "The address is relative"],
    ["<link rel=stylesheet href=/print.css>", "The address is relative"],
  ])("what they cannot load is told at save: %s", async (footer, message) => {
    const { warnings } = await htmlEngine.inspect(bytesOf("<p>{$x}"), { footer: `<p>Page</p>\n${footer}` });
    expect(warnings).toEqual([
      expect.objectContaining({
        code: "not_loaded",
        part: "footer",
        line: 2,
        message: expect.stringContaining(message),
      }),
    ]);
    expect(warnings[0]?.place).toMatch(/^line 2, column \d+ of the footer$/);
  });

  it("nothing is told of what they can", async () => {
    const header = `<link rel=stylesheet href="https://a.example/x.css"><img src="https://a.example/x.png"><img src='{$Logo}'><img src={$Logo}>
      <img src="data:image/png;base64,AA"><a href="#top">{$x}</a><span class="pageNumber"></span><style>p{background:url(https://a.example/b.png)}</style>`;
    expect((await htmlEngine.inspect(bytesOf("<p>{$x}"), { header })).warnings).toEqual([]);
  });
});
