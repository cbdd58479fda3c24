import { describe, expect, it } from "vitest";
import { areMailboxes, domainOf, listedDomains, parseMailboxes, withAsciiDomain } from "./mailboxes.ts";

const addresses = (line: string) => parseMailboxes("to", line).map(({ address }) => address);

describe("a list of mailboxes", () => {
  it.each([
    ["Ann <ann@example.com>, bob@example.com", ["ann@example.com", "bob@example.com"]],
    ["ann@example.com; bob@example.com", ["ann@example.com", "bob@example.com"]],
    ["Team: ann@example.com, bob@example.com;", ["ann@example.com", "bob@example.com"]],
    ['"ann@example.com" <ann@example.com>', ["ann@example.com"]],
    ["", []],
  ])("is read: %s", (line, expected) => {
    expect(addresses(line)).toEqual(expected);
  });

  it.each([
    ["not an address", 'holds "not an address", which is not an e-mail address'],
    ["ann@example.com Bcc: evil@example.com", 'holds "ann@example.com Bcc:", which is not an e-mail address'],
    ["ann@example.com bob@example.com", 'needs a comma between "ann@example.com" and "bob@example.com"'],
  ])("is refused, loses nobody and adds nobody: %s", (line, reason) => {
    expect(() => addresses(line)).toThrow(reason);
    expect(areMailboxes(line)).toBe(false);
  });
});

describe("domains", () => {
  it.each([
    ["ann@münchen.example", "ann@xn--mnchen-3ya.example"],
    ["büro@BÜCHER.example", "büro@xn--bcher-kva.example"],
    ["ann@example.com", "ann@example.com"],
    ["ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"],
  ])("are in A-labels in an envelope: %s", (address, expected) => {
    expect(withAsciiDomain(address)).toBe(expected);
  });

  it("are compared and listed so, too", () => {
    expect(domainOf("Ann@München.Example")).toBe("xn--mnchen-3ya.example");
    expect(listedDomains("münchen.example, A.example;b.example")).toEqual([
      "xn--mnchen-3ya.example",
      "a.example",
      "b.example",
    ]);
  });
});
