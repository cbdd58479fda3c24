import { describe, expect, it } from "vitest";
import { scanTemplate } from "./scan.ts";

const tags = (source: string) =>
  scanTemplate(source, "html").tokens.flatMap((token) =>
    token.kind === "text" ? [] : [source.slice(token.at, token.end)],
  );
const problems = (source: string) => scanTemplate(source, "html").problems.map(({ message }) => message);

describe("braces of style sheets", () => {
  it.each([
    "<style>@media print{*,*::before{color:#000!important}}</style>",
    "<style>@media print{*{color:#000}p{a:b}}</style>",
    "<style>@media print{* > p{color:#000}}</style>",
    "<style>@media print{*:not(p){color:#000}}</style>",
    "<style>@media print{*.a{color:#000}} /* {*} */ @media x{*[hidden]{a:b}}</style>",
  ])("are the style sheet's: %s", (style) => {
    expect(tags(`${style}<p>{$Name}</p>{* a comment *}`)).toEqual(["{$Name}", "{* a comment *}"]);
    expect(problems(style)).toEqual([]);
  });

  it.each(["{* a comment *}", "{*a comment*}", "{*** Colors ***}", "{*#1: done*}", "{*\n p{color:red}\n*}"])(
    "are a comment's where one is written: %s",
    (comment) => expect(tags(`<style>${comment} p { color: {$Color} }</style>`)).toEqual([comment, "{$Color}"]),
  );

  it("do not hide a comment in the text that is never closed", () => {
    expect(problems("<p>{* a comment</p>")).toEqual(["The comment is never closed"]);
  });
});

describe("numbers alone in braces", () => {
  it.each([
    String.raw`<script>const zip = /^\d{5}$/; const text = "Hello {0}";</script>`,
    String.raw`<input pattern="\d{5}" title='{3}'>`,
    `<input {if $a > 1}class="x"{/if} pattern=[0-9]{4}>`,
    "<style>p::after { content: '{5}' }</style>",
  ])("are no tags in scripts, styles and attributes: %s", (html) => {
    expect(tags(html).filter((tag) => /^\{\d/.test(tag))).toEqual([]);
  });

  it("are printed in the text, and calculated everywhere", () => {
    expect(tags("<p>{5}</p><p title='{5 * $a}'>{5 * 3}</p>")).toEqual(["{5}", "{5 * $a}", "{5 * 3}"]);
  });
});

describe("conditions of scripts", () => {
  it.each([
    "<script>function f(a){if(a)return 1;for(let i=0;i<3;i++){if(i>a){b()}}}</script>",
    "<script>class A{*items(){yield 1} b(){if (this.a) { c() }}} const o={*[Symbol.iterator](){}}</script>",
  ])("are the script's: %s", (script) => {
    expect(tags(script)).toEqual([]);
    expect(problems(script)).toEqual([]);
  });

  it.each([
    ["<script>{if($a)}x(){/if}</script>", ["{if($a)}", "{/if}"]],
    ["<script>{if (1 > 0) and $b}x(){/if}</script>", ["{if (1 > 0) and $b}", "{/if}"]],
    ["<script>let a = {if $a}1{else}2{/if};</script>", ["{if $a}", "{else}", "{/if}"]],
    ["<p>{if (1)}x{/if}</p>", ["{if (1)}", "{/if}"]],
  ])("are the template's where they read a field: %s", (html, expected) => expect(tags(html)).toEqual(expected));
});
