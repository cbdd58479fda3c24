import { describe, expect, it } from "vitest";
import { comparableEmail } from "./person.ts";

describe("e-mail addresses", () => {
  it("have one form, whatever they are written in", () => {
    for (const [written, form] of [
      ["Ada@Example.COM", "ada@example.com"],
      [" ada@example.com ", "ada@example.com"],
      ["ada@ｅｘａｍｐｌｅ．com", "ada@example.com"],
      ["jo@bücher.example", "jo@xn--bcher-kva.example"],
      ["jo@XN--Bcher-KVA.example", "jo@xn--bcher-kva.example"],
      ["a+b@example.com", "a+b@example.com"],
    ] as const)
      expect(comparableEmail(written), written).toBe(form);
  });

  it("that only look like others are never the same, and what is no address is none", () => {
    // Cyrillic letters that look Latin: another domain in DNS.
    expect(comparableEmail("ada@exаmple.com")).toBe("ada@xn--exmple-4nf.com");
    for (const written of [
      "аda@example.com",
      "ａｄａ@example.com",
      "\u212Aate@example.com",
      "ada@example",
      "ada",
      "@example.com",
      "a\u202eb@example.com",
      "a\u0000b@example.com",
      "a b@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      "ada@eve.example@example.com",
      `${"a".repeat(65)}@example.com`,
      '"a@b"@example.com',
      "ada@[127.0.0.1]",
      "ada@127.0.0.1",
    ])
      expect(comparableEmail(written), written).toBeUndefined();
  });
});
