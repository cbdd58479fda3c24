import { describe, expect, it } from "vitest";
import { minifyContent } from "./minify.ts";

const minify = (text: string, scale = 1) => {
  const minified = minifyContent(Buffer.from(text, "latin1"), scale);
  return minified && Buffer.from(minified).toString("latin1");
};

describe("minifyContent", () => {
  it.each([
    ["q  1 0\r\n0 1 10 20 cm\n/Im0   Do Q ", "q 1 0 0 1 10 20 cm/Im0 Do Q"],
    ["% note\n0.500 0.25000 -0.0 rg", ".5 .25 0 rg"],
    ["[ (a) -120.00 (b) ] TJ", "[(a)-120(b)]TJ"],
    ["<48656C6C6F> Tj", "(Hello)Tj"],
    ["<285C290D> Tj", "(\\(\\\\\\)\\r)Tj"],
    ["<4> Tj", "(@)Tj"],
    ["(a\\)b (c)) Tj", "(a\\)b (c))Tj"],
    ["/P <</MCID 0 >> BDC EMC", "/P<</MCID 0>>BDC EMC"],
    ["/ 1 gs", "/ 1 gs"],
  ])("writes %j as %j", (content, expected) => {
    expect(minify(content)).toBe(expected);
  });

  it("rounds coordinates to what can be seen at their scale", () => {
    expect(minify("10.123456 20.5 m", 1)).toBe("10.12 20.5 m");
    expect(minify("100 0 0 100 0 0 cm 0.123456 0.5 l")).toBe("100 0 0 100 0 0 cm .1235 .5 l");
    expect(minify("q .01 0 0 .01 0 0 cm 123.456 5 m Q 1.23456 5 m")).toBe("q .01 0 0 .01 0 0 cm 123 5 m Q 1.23 5 m");
  });

  it("leaves small factors of matrices and odd spellings alone", () => {
    expect(minify("0.00123456789 0 0 1 0 0 Tm 1-2 0 Td --5 w")).toBe(".00123456789 0 0 1 0 0 Tm 1-2 0 Td --5 w");
    expect(minify("0.123456789 0 0 1 5.1234567 0 cm 1.23456789 0 Td")).toBe(".123457 0 0 1 5.1235 0 cm 1.2346 0 Td");
  });

  it("copies inline images byte for byte", () => {
    const data = "a\x00 EI\xffb";
    const content = `q BI /W 2 /H 4 /BPC 8 /CS /G ID ${data} EI   Q`;
    expect(minify(content)).toBe(`q BI /W 2 /H 4 /BPC 8 /CS /G ID ${data} EI\nQ`);
  });

  it("gives up on damaged content", () => {
    expect(minify("(never ends")).toBeUndefined();
    expect(minify("1 0 ) Tj")).toBeUndefined();
    expect(minify("BI /W 2 ID no end")).toBeUndefined();
  });
});
