import { expect, it } from "vitest";
import { createSettingRenderer } from "../delivery/setting-renderer.ts";
import { mailAddresses, mailTags } from "./mail-rendering.ts";

const CONTEXT = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };

it("keeps scripts of the data out of the addresses of a mail's html, and says so", () => {
  const data = { Link: " java\nscript:alert(1)", Page: "https://a.example/?b=1" };
  const render = createSettingRenderer(data, CONTEXT, mailTags, mailAddresses);
  expect(render.html("html", '<a href="{$Link}">a</a> <a href="{$Page}">b</a>')).toBe(
    '<a href="">a</a> <a href="https://a.example/?b=1">b</a>',
  );
  expect([...render.warnings]).toEqual([expect.stringContaining('has the scheme "javascript"')]);
  expect(render.text("text", 'href="{$Link}"')).toBe(`href="${data.Link}"`);
});
