import { describe, expect, it } from "vitest";
import { Lexer, latin1 } from "./lexer.ts";

const lexer = (text: string) => new Lexer(Uint8Array.from(text, (character) => character.charCodeAt(0)));

describe("numbers", () => {
  it.each([
    ["12", 12],
    ["-98", -98],
    ["+17", 17],
    ["34.5", 34.5],
    ["-.002", -0.002],
    ["4.", 4],
    [".1", 0.1],
    ["0.1234567890123456789", 0.123456789012345],
    ["--5", -5],
    ["12-34", 12],
    ["-", 0],
  ])("reads %s", (text, value) => expect(lexer(text).readNumber()).toBeCloseTo(value, 14));

  it("stays finite for endless digits", () => {
    expect(Number.isFinite(lexer("9".repeat(5000)).readNumber())).toBe(true);
    expect(lexer(`0.${"0".repeat(5000)}1`).readNumber()).toBe(0);
  });

  it("distinguishes plain integers, which may start a reference, from other numbers", () => {
    const plain = (text: string) => {
      const reader = lexer(text);
      reader.readNumber();
      return reader.wasPlainInteger;
    };
    expect(["12", "+12", "12.0"].map(plain)).toEqual([true, false, false]);
  });
});

describe("names", () => {
  it("resolves escapes and ends at delimiters", () => {
    expect(lexer("/Lime#20Green/Next").readName().value).toBe("Lime Green");
    expect(lexer("/A#").readName().value).toBe("A#");
    expect(lexer("/(").readName().value).toBe("");
  });

  it("does not confuse names whose hashes meet", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `N${index}`);
    expect(names.filter((name) => lexer(`/${name} `).readName().value !== name)).toEqual([]);
  });
});

describe("strings", () => {
  const literal = (text: string) => latin1(lexer(text).readLiteralString());

  it("reads nested parentheses, escapes, octal codes and line ends", () => {
    expect(literal("(plain)")).toBe("plain");
    expect(literal("(a(b)c)")).toBe("a(b)c");
    expect(literal("(\\n\\r\\t\\b\\f\\(\\)\\\\\\x)")).toBe("\n\r\t\b\f()\\x");
    expect(literal("(\\101\\1012\\7)")).toBe("AA2\x07");
    expect(literal("(one\\\r\ntwo\\\nthree)")).toBe("onetwothree");
    expect(literal("(a\r\nb\rc)")).toBe("a\nb\nc");
  });

  it("ends at the end if it is not closed", () => {
    const reader = lexer("(open \\( ");
    expect(latin1(reader.readLiteralString())).toBe("open ( ");
    expect(reader.position).toBe(9);
  });

  it("reads hexadecimal digits, an odd last one with a zero", () => {
    expect([...lexer("<901F A3>").readHexString()]).toEqual([0x90, 0x1f, 0xa3]);
    expect([...lexer("<90 1 fA>").readHexString()]).toEqual([0x90, 0x1f, 0xa0]);
    expect([...lexer("<z>").readHexString()]).toEqual([]);
  });
});

it("skips comments as white space", () => {
  const reader = lexer(" % comment\r\n\0 5");
  reader.skipWhitespace();
  expect(reader.readNumber()).toBe(5);
});
