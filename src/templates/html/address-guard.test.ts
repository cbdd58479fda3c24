import { expect, it } from "vitest";
import type { MergeData } from "../../domain/merge-data.ts";
import { TEST_ENVIRONMENT } from "../testing/render.ts";
import { htmlEngine } from "./html-engine.ts";
import { compiledVersion, fillHtml } from "./html-template.ts";

let versions = 0;

const sourceOf = (html: string) => ({
  versionKey: `guard${++versions}`,
  bytes: async () => new TextEncoder().encode(html),
});

async function filled(html: string, data: MergeData, settings = {}) {
  const { bytes, warnings } = await htmlEngine.render(sourceOf(html), data, { ...TEST_ENVIRONMENT, settings });
  return { html: new TextDecoder().decode(bytes), warnings };
}

const SCRIPTS = [
  "javascript:alert(1)",
  " java\nscript:alert(1)",
  "JaVa\tScRiPt\r:alert(1)",
  "\u0001\u0000javascript:alert(1)",
  "java&#115;cript:alert(1)",
  "javascript&colon;alert(1)",
  "java&Tab;script&#x3a;alert(1)",
  "&#106avascript:alert(1)",
  "vbscript:x",
  "file:///etc/passwd",
  "data:text/html,<script>x</script>",
  "DATA:application/xhtml+xml,x",
  "blob:https://a.example/1",
];

const ADDRESSES = [
  "https://a.example/?q=javascript:1",
  "HTTP://a.example",
  "mailto:ida@a.example",
  "tel:+491234",
  "cid:logo@a.example",
  "data:image/png;base64,AAAA",
  "page.html",
  "/orders/2026-11-27T10:00",
  "../a:b",
  "?at=10:30",
  "#part:2",
  "#",
  "//a.example/x:y",
  "minutes of 10:30",
];

it("leaves an address empty whose scheme may run a script", async () => {
  for (const x of SCRIPTS) {
    const { html, warnings } = await filled('<a href="{$x}">{$x|truncate:4}</a>', { x });
    expect(html, JSON.stringify(x)).toContain('<a href="">');
    expect(warnings, x).toEqual([
      expect.stringMatching(/^The attribute href was left empty: .* the scheme ".+", and only http, .* \(\{\$x\}\)$/s),
    ]);
  }
});

it("leaves other addresses as they are", async () => {
  for (const x of ADDRESSES) {
    const { html, warnings } = await filled('<a href="{$x}">x</a><img src={$x|escape}>', { x });
    expect(html, x).toBe(`<a href="${x}">x</a><img src=${x}>`);
    expect(warnings).toEqual([]);
  }
});

it("holds in every attribute that leads to an address, however the value is printed", async () => {
  const x = "javascript:a";
  for (const attribute of ["href", "SRC", "action", "formaction", "xlink:href", "poster", "data"])
    expect((await filled(`<x ${attribute}='{$x}'>`, { x })).html).toBe(`<x ${attribute}=''>`);
  for (const tag of ["{$x|raw}", "{$x nofilter}", "{$x|escape}", "{$x|escape:'htmlall'}", "{$x|default:'#'}"])
    expect((await filled(`<a href="${tag}">`, { x })).html, tag).toBe('<a href="">');
  expect((await filled('<a href="{$x}">', { x }, { autoescape: false })).html).toBe('<a href="">');
  expect((await filled("<a href={$x}>", { x })).html).toBe("<a href=>");
  expect((await filled('<a class="b" title=c href = "{$x}">', { x })).html).toBe('<a class="b" title=c href = "">');
  expect((await filled('<a href="{$x|raw}">', { x: "&#106;avascript:a" })).html).toBe('<a href="">');
});

it("takes a value for what it becomes with what stands beside it", async () => {
  const html = async (source: string, data: MergeData) => (await filled(source, data)).html;
  expect(await html('<a href="{$a}{$b}">', { a: "java", b: "script:x" })).toBe('<a href="java">');
  expect(await html('<a href="{$a}{$b}">', { a: "javascript", b: ":x" })).toBe('<a href="javascript">');
  expect(await html('<a href="{$a}:x">', { a: "javascript" })).toBe('<a href=":x">');
  expect(await html('<a href="{$a}://x/{$b}">', { a: "https", b: "c:d" })).toBe('<a href="https://x/c:d">');
  expect(await html('<a href="https://x/{$a}" title="{$a}">', { a: "a:b" })).toBe(
    '<a href="https://x/a:b" title="a:b">',
  );
});

it("knows the branches that begin an address", async () => {
  const html = async (source: string, data: MergeData) => (await filled(source, data)).html;
  const either = '<a href="{if $mail}mailto:{$mail}{else}{$url}{/if}">';
  expect(await html(either, { mail: "a:b@x" })).toBe('<a href="mailto:a:b@x">');
  expect(await html(either, { url: "javascript:x" })).toBe('<a href="">');
  const other = '<a href="{if $url}{$url}{else}mailto:{$mail}{/if}">';
  expect(await html(other, { url: "page.html" })).toBe('<a href="page.html">');
  const host = '<a href="{if $safe}https://{else}http://{/if}{$host}/">';
  expect(await html(host, { host: "localhost:80" })).toBe('<a href="http://localhost:80/">');
  const maybe = '<a href="{if $safe}https://{/if}{$host}">';
  expect(await html(maybe, { host: "javascript:x" })).toBe('<a href="">');
});

it("changes nothing that goes into a PDF, and nothing outside of addresses", async () => {
  const compiled = await compiledVersion(sourceOf('<a href="{$x}">{$x}</a>'), {});
  const x = "javascript:a";
  expect(fillHtml(compiled, { x }, TEST_ENVIRONMENT).body).toBe(`<a href="${x}">${x}</a>`);
  const { html, warnings } = await filled('<p title="{$x}">{$x}</p><!-- <a href="{$x}"> -->', { x });
  expect(html).toContain(`<p title="${x}">${x}</p>`);
  expect(warnings).toEqual([]);
});
