import { describe, expect, it } from "vitest";
import { mustBeShown } from "./tab-visibility.ts";

const fonts = (count: number): string =>
  `<style>${"@font-face{src:url(https://render.invalid/fonts/a.woff2)}".repeat(count)}</style>`;

describe("mustBeShown", () => {
  it.each([
    ["plain", "<h1>Invoice</h1><a href='#top'>up</a>"],
    ["with bundled fonts", `${fonts(8)}<p>x`],
    ["with images in itself", '<img src="data:image/png;base64,AAAA">'],
  ])("leaves a document hidden that is %s", (_, html) => {
    expect(mustBeShown(html)).toBe(false);
  });

  it.each([
    ["has a script", "<p>x<SCRIPT nonce='a'>1</SCRIPT>"],
    ["is animated", "<style>@keyframes a{} p{animation:a 1s}</style>"],
    ["has lazy images", "<img loading=lazy src='data:image/png;base64,AAAA'>"],
    ["names an image", '<img src="https://example.com/logo.png">'],
    ["names one without a scheme", "<img src=//example.com/logo.png>"],
    ["names one in a style", "<style>p{background:url( //example.com/a.png)}</style>"],
    ["needs many fonts", `${fonts(100)}<p>x`],
  ])("shows a document that %s", (_, html) => {
    expect(mustBeShown(html)).toBe(true);
  });
});
