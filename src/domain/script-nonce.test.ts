import { describe, expect, it } from "vitest";
import { addNonce, createScriptNonce } from "./script-nonce.ts";

describe("addNonce", () => {
  it.each([
    ["<script>a()</script>", '<script nonce="N">a()</script>'],
    ["<SCRIPT src='x.js'></SCRIPT>", `<SCRIPT nonce="N" src='x.js'></SCRIPT>`],
    ['<script nonce="mine">a()</script>', '<script nonce="N" nonce="mine">a()</script>'],
    ["<p>1</p><script\n>a()</script\n><script/>", '<p>1</p><script nonce="N"\n>a()</script\n><script nonce="N"/>'],
    ["<svg><script>a()</script></svg>", '<svg><script nonce="N">a()</script></svg>'],
    [
      '<td class="{if $a == "b"}x{/if}"><script>a()</script>',
      '<td class="{if $a == "b"}x{/if}"><script nonce="N">a()</script>',
    ],
    ["<p>it's</p><script>a()</script>", '<p>it\'s</p><script nonce="N">a()</script>'],
    ["{if $a < 5}<script>a()</script>{/if}", '{if $a < 5}<script nonce="N">a()</script>{/if}'],
  ])("marks the script of %s", (html, expected) => {
    expect(addNonce(html, "N")).toBe(expected);
  });

  it.each([
    "<!-- <script>a()</script> -->",
    '<div title="<script>a()</script>">x</div>',
    "<div title='<script>'>x</div>",
    "<textarea><script>a()</script></textarea>",
    "<style>/* <script> */</style>",
    "<scripted>x</scripted>",
    "a < b, <3",
    "<",
    "<!--",
    "<div title='",
  ])("leaves %s as it is", (html) => {
    expect(addNonce(html, "N")).toBe(html);
  });

  it("leaves the text of a script alone", () => {
    const html = '<script>document.write("<script>");</script>';
    expect(addNonce(html, "N")).toBe('<script nonce="N">document.write("<script>");</script>');
  });

  it("takes time in proportion to the length", () => {
    for (const piece of ["<a '{\"<!", "<a {x", "<b>{x", "<!-", "<style"]) {
      const html = piece.repeat(100_000);
      expect(addNonce(html, "N")).toBe(html);
    }
  });
});

it("makes another nonce each time", () => {
  expect(createScriptNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(createScriptNonce()).not.toBe(createScriptNonce());
});
