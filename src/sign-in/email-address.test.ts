import { describe, expect, it } from "vitest";
import { claimableDomain, normalizedEmail } from "./email-address.ts";

describe("e-mail addresses", () => {
  it("have one form, whatever they are written in", () => {
    for (const [written, form] of [
      ["Ada@Example.COM", "ada@example.com"],
      [" ada@example.com ", "ada@example.com"],
      ["ａｄａ@ｅｘａｍｐｌｅ．com", "ada@example.com"],
      ["ﬁona@example.com", "fiona@example.com"],
      ["jürgen@bücher.example", "jürgen@xn--bcher-kva.example"],
      ["ju\u0308rgen@example.com", "jürgen@example.com"],
      ["пётр@example.com", "пётр@example.com"],
      ["a+b@example.com", "a+b@example.com"],
    ] as const)
      expect(normalizedEmail(written), written).toBe(form);
  });

  it("with letters that only look like others, and what is no address, are refused", () => {
    for (const written of [
      "аda@example.com", // Cyrillic а
      "ada@exаmple.com",
      "ada@example",
      "ada",
      "@example.com",
      "a\u202eb@example.com",
      "a\u0000b@example.com",
      "a b@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      `${"a".repeat(65)}@example.com`,
      '"a@b"@example.com',
      "ada@[127.0.0.1]",
    ])
      expect(normalizedEmail(written), written).toBeUndefined();
  });

  it("of a domain that a workspace claims are not everybody's", () => {
    expect(claimableDomain("Example.COM.")).toBe("example.com");
    expect(claimableDomain("bücher.example")).toBe("xn--bcher-kva.example");
    for (const domain of ["gmail.com", "ＧＭＸ.de", "Outlook.com.", "localhost", "example", "127.0.0.1", ""])
      expect(claimableDomain(domain), domain).toBeUndefined();
  });
});
