import { describe, expect, it } from "vitest";
import { createSettingRenderer } from "./setting-renderer.ts";
import { isListedHost, listedHosts, mergedUrl, takesHostFromData, withoutOwnEncoding } from "./url-setting.ts";

const CONTEXT = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };
const merged = (setting: string, data: Record<string, unknown>) =>
  mergedUrl("url", createSettingRenderer(data, CONTEXT).structured("url", withoutOwnEncoding(setting)));

describe("values in an address", () => {
  it.each([
    ["https://a.example/x/{$Id}/y", { Id: "../../admin?z=1#f" }, "https://a.example/x/..%2F..%2Fadmin%3Fz%3D1%23f/y"],
    ["https://a.example/x?n={$Name}&m=1", { Name: "A&B=ü #" }, "https://a.example/x?n=A%26B%3D%C3%BC%20%23&m=1"],
    ["https://a.example/#{$Part}", { Part: "a b" }, "https://a.example/#a%20b"],
    ["https://a.example/v{$Major}.{$Minor}/", { Major: 1, Minor: 2 }, "https://a.example/v1.2/"],
    ['https://a.example/?n={$Name|escape:"url"}', { Name: "a b" }, "https://a.example/?n=a%20b"],
    ["https://a.example/?n={$Name|upper|urlencode}", { Name: "a b" }, "https://a.example/?n=A%20B"],
    ["https://a.example{if $Test}/test{/if}/x", { Test: 1 }, "https://a.example/test/x"],
  ])("are encoded for their place: %s", (setting, data, expected) => {
    expect(merged(setting, data)).toEqual({ text: expected, hostFromData: false });
    expect(new URL(expected).host).toBe("a.example");
  });

  it.each([
    ["https://a.example/x/{$Id}/y", { Id: ".." }],
    ["https://{$Host}/x", { Host: "a.example/evil" }],
    ["https://{$Host}.a.example/x", { Host: "e.example#" }],
    ["https://a.example{$Tail}/x", { Tail: "@e.example" }],
  ])("are refused where they would lead elsewhere: %s with %j", (setting, data) => {
    expect(() => merged(setting, data)).toThrow('The setting "url"');
  });

  it.each([
    ["https://a.example/{$x}", false],
    ["{if $a}https://a.example/x{else}https://a.example/y{/if}", false],
    ["https://{$x}.example/", true],
    ["https://a.example:{$port}/", true],
    ["https://a.example{$x}", true],
    ["{$url}", true],
    ["{$base}/x?y={$z}", true],
    ["https://{$h|lower}", true],
  ])("are told from the host: %s", (setting, expected) => {
    expect(takesHostFromData(setting)).toBe(expected);
  });

  it("lead only to hosts that are listed", () => {
    expect(merged("{$Url}?k={$Key}", { Url: "https://b.example/x", Key: "a b" })).toEqual({
      text: "https://b.example/x?k=a%20b",
      hostFromData: true,
    });
    const listed = listedHosts("hooks.a.example, *.b.example");
    expect(
      ["hooks.a.example", "x.b.example", "b.example", "a.example", "xb.example"].map((host) =>
        isListedHost(host, listed),
      ),
    ).toEqual([true, true, false, false, false]);
  });
});
