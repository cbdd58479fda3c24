import { describe, expect, it } from "vitest";
import { claimableDomain } from "./email-address.ts";

describe("domains", () => {
  it("that a workspace claims are not everybody's", () => {
    expect(claimableDomain("Example.COM.")).toBe("example.com");
    expect(claimableDomain("bücher.example")).toBe("xn--bcher-kva.example");
    for (const domain of ["gmail.com", "ＧＭＸ.de", "Outlook.com.", "localhost", "example", "127.0.0.1", ""])
      expect(claimableDomain(domain), domain).toBeUndefined();
  });
});
