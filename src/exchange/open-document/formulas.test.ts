import { describe, expect, it } from "vitest";
import { formulaXml } from "./formulas.ts";
import { readOdf } from "./odf-nodes.ts";

function read(content: string): string | undefined {
  return formulaXml(readOdf(`<math xmlns="http://www.w3.org/1998/Math/MathML">${content}</math>`), "");
}
const run = (text: string, style?: string) =>
  `<m:r>${style ? `<m:rPr><m:sty m:val="${style}"/></m:rPr>` : ""}<m:t xml:space="preserve">${text}</m:t></m:r>`;

describe("formulas of OpenDocument", () => {
  it.each([
    ["letters, words and numbers", "<mi>x</mi><mi>sin</mi><mn>2</mn>", run("x") + run("sin", "p") + run("2", "p")],
    [
      "fractions and roots",
      "<mfrac><mi>a</mi><msqrt><mi>b</mi><mi>c</mi></msqrt></mfrac>",
      `<m:f><m:num>${run("a")}</m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run("b")}${run("c")}</m:e></m:rad></m:den></m:f>`,
    ],
    [
      "scripts",
      "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
      `<m:sSubSup><m:e>${run("x")}</m:e><m:sub>${run("i")}</m:sub><m:sup>${run("2", "p")}</m:sup></m:sSubSup>`,
    ],
    [
      "scripts on both sides",
      "<mmultiscripts><mi>X</mi><mprescripts/><none/><mi>a</mi></mmultiscripts>",
      `<m:sPre><m:sub/><m:sup>${run("a")}</m:sup><m:e>${run("X")}</m:e></m:sPre>`,
    ],
    [
      "sums with what they are of",
      "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>k</mi><mi>l</mi>",
      `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub>${run("i")}</m:sub><m:sup>${run("n")}</m:sup><m:e>${run("k")}</m:e></m:nary>${run("l")}`,
    ],
    [
      "integrals without limits",
      "<mo>∫</mo><mi>x</mi>",
      `<m:nary><m:naryPr><m:chr m:val="∫"/><m:limLoc m:val="subSup"/><m:subHide m:val="1"/><m:supHide m:val="1"/></m:naryPr><m:sub/><m:sup/><m:e>${run("x")}</m:e></m:nary>`,
    ],
    [
      "brackets that grow",
      '<mo fence="true">[</mo><mi>x</mi><mo fence="true">)</mo>',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=")"/></m:dPr><m:e>${run("x")}</m:e></m:d>`,
    ],
    [
      "brackets that do not",
      '<mo fence="true" stretchy="false">(</mo><mi>x</mi><mo fence="true" stretchy="false">)</mo>',
      run("(", "p") + run("x") + run(")", "p"),
    ],
    [
      "accents and lines",
      '<mover accent="true"><mi>a</mi><mo>^</mo></mover><munder><mi>b</mi><mo>_</mo></munder>',
      `<m:acc><m:accPr><m:chr m:val="\u0302"/></m:accPr><m:e>${run("a")}</m:e></m:acc><m:bar><m:barPr><m:pos m:val="bot"/></m:barPr><m:e>${run("b")}</m:e></m:bar>`,
    ],
    [
      "limits",
      "<munder><mi>lim</mi><mi>x</mi></munder>",
      `<m:limLow><m:e>${run("lim", "p")}</m:e><m:lim>${run("x")}</m:lim></m:limLow>`,
    ],
    [
      "tables",
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>",
      `<m:m><m:mr><m:e>${run("1", "p")}</m:e><m:e>${run("2", "p")}</m:e></m:mr></m:m>`,
    ],
    [
      "words, and no source",
      '<semantics><mtext>if  so</mtext><annotation encoding="StarMath 5.0">"if so"</annotation></semantics>',
      '<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">if  so</m:t></m:r>',
    ],
  ])("have %s", (_, source, markup) => {
    expect(read(source)).toBe(`<m:oMath>${markup}</m:oMath>`);
  });

  it("do not make one pair of brackets of two", () => {
    const pair = (inner: string) => `<mo fence="true">(</mo><mi>${inner}</mi><mo fence="true">)</mo>`;
    expect(read(pair("a") + pair("b"))).not.toContain("<m:d>");
  });

  it("are none without any sign", () => {
    expect(read("<mrow/>")).toBeUndefined();
  });

  it("may be nested deeper than anybody reads", () => {
    expect(read(`${"<mrow>".repeat(200)}<mi>x</mi>${"</mrow>".repeat(200)}`)).toContain(">x<");
  });
});
