import { describe, expect, it } from "vitest";
import { htmlEngine } from "./html-engine.ts";
import { unsafeTagFindings } from "./unsafe-places.ts";

const found = (html: string) => unsafeTagFindings(html).map(({ message, remedy }) => `${message}. ${remedy}`);

describe("a tag whose value can do more than be shown", () => {
  it.each([
    ["<p title={$x}>", "The value of title has no quotes: a blank in {$x} ends it", 'title="{$x}"'],
    ["<a class='a' href=/o/{$x|upper} id=b>", "The value of href has no quotes", '{$x|upper|escape:"url"}'],
    ["<a onclick=\"go('{$x}')\">", "becomes part of a script (onclick)", '{$x|escape:"javascript"}'],
    [
      "<a ONCLICK=\"go({$x|escape:'javascript'})\">",
      "becomes part of a script (onclick)",
      "between quotes of the script",
    ],
    ['<a onclick="go({$x|escape})">', "becomes part of a script (onclick)", 'escape:"javascript"'],
    ["<a href=\"javascript:go('{$x}')\">", "becomes part of a script (href", 'escape:"javascript"'],
    ["<script>var x = '{$x}';</script>", "becomes part of a script: quotes", "{$x|json_encode}"],
    ['<script type="module">f({$x|raw})</script>', "becomes part of a script: quotes", "|json_encode}"],
    ["<script type=text/javascript>f({$x.y|default:1})</script>", "becomes part of a script: quotes", "json_encode"],
    ['<p style="{$x}">', "is css of its own in style", 'regex_replace:"/[^\\w#%., -]/":""'],
    ['<p style="color: {$x|lower}">', "is css of its own in style", "<style>"],
    ['<iframe srcdoc="<p>{$x}</p>">', "becomes html again in srcdoc", "{$x|strip_tags}"],
    ['<script src="{$x}"></script>', "The data say what <script> loads", 'src="https://example.com/{$x|escape:"url"}"'],
    ["<iframe src='{$x}/a'></iframe>", "The data say what <iframe> loads", "escape"],
    ['<link rel="stylesheet" href="{$x}">', "The data say what <link> loads", "escape"],
    ['<object data="{if $a}{$x}{else}https://a.example/{/if}">', "The data say what <object> loads", "escape"],
    ['<base href="{$x}">', "The data say what <base> loads", "escape"],
    ['<meta http-equiv="refresh" content="0; url={$x}">', "The data say where the page leads", "escape"],
    ["<div {$x}>", "stands within a tag of html: it can be any attribute", "in quotes"],
    ['<tr class="a" {$x|lower}>', "stands within a tag of html", "in quotes"],
  ])("is found: %s", (html, message, remedy) => {
    expect(found(html)).toEqual([expect.stringContaining(message)]);
    expect(found(html)[0]).toContain(remedy);
  });

  it.each([
    "<p>{$x}</p><p title=\"{$x}\" class='a {$x}'>{$x|raw}",
    '<a href="{$x}">{$x}</a><img src="{$x}" alt="{$x}"><form action="{$x}">',
    '<a href="https://a.example/{$x}?a={$y|escape:"url"}">',
    '<a href="mailto:{$x}">',
    "<td colspan={$n|intval} width={count($x)} data-a={$x|escape:'url'}>",
    '<p style="width: {$x|number_format:2}%; color: {if $x}red{else}{$y ? "blue" : "green"}{/if}">',
    "<p style=\"color: {$x|regex_replace:'/[^a-z]/':''}\">",
    "<a onclick=\"go('{$x|escape:'javascript'}', {$n|round})\">",
    "<a onclick='go({$x|json_encode})' data-x=\"{$x|json_encode}\">",
    "<script>const a = {$x|json_encode}, b = '{$x|escape:\"javascript\"}', c = {$x|count}, d = {json_encode($x)};</script>",
    '<script type="application/ld+json">{"name": "{$x}"}</script><script type="text/template"><p>{$x}</p></script>',
    "<style>p { color: {$x}; content: '{$x}' }</style>",
    "<input {if $x}checked{/if} value='{$x}'><option {$x ? 'selected' : ''}>",
    '<script src="https://a.example/{$x|escape:\'url\'}.js?v={$v}"></script><iframe src="https://a.example/?q={$x}">',
    '<a href="{if $a}https://{else}http://{/if}a.example/{$x}">',
    "<!-- <p title={$x}> --><textarea><p title={$x}></textarea>",
    '{foreach $a as $b}<li id="i{$b@index}" value={$b@iteration}>{$b}</li>{/foreach}',
    '<meta name="description" content="{$x}">',
  ])("is not found where it cannot: %s", (html) => expect(found(html)).toEqual([]));

  it("is told for html that leaves as html, with its place", async () => {
    const bytes = new TextEncoder().encode("<p>{$a}</p>\n<a onclick=\"go('{$x}')\">");
    for (const output of ["html", "email", undefined] as const) {
      const { warnings } = await htmlEngine.inspect(bytes, {}, output);
      expect(warnings).toEqual([
        expect.objectContaining({
          code: "unsafe_place",
          part: "body",
          line: 2,
          column: 17,
          length: 4,
          place: "line 2, column 17",
        }),
      ]);
    }
    expect((await htmlEngine.inspect(bytes, {}, "pdf")).warnings).toEqual([]);
  });
});
