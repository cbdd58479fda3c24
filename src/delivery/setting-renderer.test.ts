import { describe, expect, it } from "vitest";
import { createSettingRenderer } from "./setting-renderer.ts";

const CONTEXT = { now: new Date("2026-03-04T05:06:07Z"), locale: "en-US", timeZone: "UTC", currency: "USD" };
const line = (setting: string, data: Record<string, unknown>) =>
  createSettingRenderer(data, CONTEXT).line("subject", setting);

describe("a header line", () => {
  it.each([
    ["Your order\r\nBcc: eve@example.com", "Order Your order Bcc: eve@example.com"],
    ["a\nb\r\n\r\nc", "Order a b c"],
    ["a\u0000b\u2028c", "Order a b c"],
    ["trailing\n", "Order trailing"],
  ])("loses the line breaks of its data: %j", (Name, expected) => {
    expect(line("Order {$Name}", { Name })).toBe(expected);
  });

  it("with a line break of its own is refused", () => {
    expect(() => line("Order\n{$Name}", { Name: "x" })).toThrow(/line break/);
  });
});
