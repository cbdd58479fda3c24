import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { mathInline } from "./math-inline.ts";
import { mathMlOf } from "./math-ml.ts";

const NAMESPACE = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

const inlines = (xml: string) => mathInline(readXml(xml), () => DEFAULT_CHARACTER_FORMAT);

function markup(omml: string, element = "m:oMath"): string {
  const [inline] = inlines(`<${element} ${NAMESPACE}>${omml}</${element}>`);
  return inline?.kind === "math"
    ? mathMlOf(inline.equation, inline.display).replace(/^<math[^>]*>|<\/math>$/g, "")
    : "";
}

const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = r("x");
const a = `<m:e>${e}</m:e>`;
const x = "<mrow><mi>x</mi></mrow>";
const n = (value: number) => `<mrow><mn>${value}</mn></mrow>`;

describe("an equation as MathML", () => {
  it("tells numbers, operators, names and spaces apart", () => {
    expect(markup(r("2,5 a"))).toBe('<mrow><mn>2,5</mn><mspace width="0.25em"></mspace><mi>a</mi></mrow>');
    expect(markup(r("a&lt;b−1"))).toBe("<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>−</mo><mn>1</mn></mrow>");
    expect(markup(`<m:r><m:rPr><m:nor/></m:rPr><m:t>if a</m:t></m:r>`)).toBe("<mrow><mtext>if a</mtext></mrow>");
    expect(markup(`<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r>`)).toBe("<mrow><mi>sin</mi></mrow>");
  });

  it.each([
    ["fraction", `<m:f><m:num>${r("1")}</m:num><m:den>${r("2")}</m:den></m:f>`, `<mfrac>${n(1)}${n(2)}</mfrac>`],
    [
      "fraction in a line",
      `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${r("1")}</m:num><m:den>${r("2")}</m:den></m:f>`,
      `<mrow>${n(1)}<mo>/</mo>${n(2)}</mrow>`,
    ],
    [
      "fraction without its bar",
      `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r("1")}</m:num><m:den>${r("2")}</m:den></m:f>`,
      `<mfrac linethickness="0">${n(1)}${n(2)}</mfrac>`,
    ],
    ["power", `<m:sSup>${a}<m:sup>${r("2")}</m:sup></m:sSup>`, `<msup>${x}${n(2)}</msup>`],
    ["index", `<m:sSub>${a}<m:sub>${r("1")}</m:sub></m:sSub>`, `<msub>${x}${n(1)}</msub>`],
    [
      "index and power",
      `<m:sSubSup>${a}<m:sub>${r("1")}</m:sub><m:sup>${r("2")}</m:sup></m:sSubSup>`,
      `<msubsup>${x}${n(1)}${n(2)}</msubsup>`,
    ],
    [
      "index before its base",
      `<m:sPre><m:sub>${r("1")}</m:sub><m:sup>${r("2")}</m:sup>${a}</m:sPre>`,
      `<mmultiscripts>${x}<mprescripts/>${n(1)}${n(2)}</mmultiscripts>`,
    ],
    ["root", `<m:rad><m:deg/>${a}</m:rad>`, `<msqrt>${x}</msqrt>`],
    ["cube root", `<m:rad><m:deg>${r("3")}</m:deg>${a}</m:rad>`, `<mroot>${x}${n(3)}</mroot>`],
    [
      "root whose degree is hidden",
      `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg>${r("3")}</m:deg>${a}</m:rad>`,
      `<msqrt>${x}</msqrt>`,
    ],
    ["limit below", `<m:limLow>${a}<m:lim>${r("1")}</m:lim></m:limLow>`, `<munder>${x}${n(1)}</munder>`],
    ["limit above", `<m:limUpp>${a}<m:lim>${r("1")}</m:lim></m:limUpp>`, `<mover>${x}${n(1)}</mover>`],
    ["bar above", `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${a}</m:bar>`, `<mover>${x}<mo>¯</mo></mover>`],
    ["brace below", `<m:groupChr>${a}</m:groupChr>`, `<munder>${x}<mo>⏟</mo></munder>`],
    ["accent", `<m:acc>${a}</m:acc>`, `<mover accent="true">${x}<mo>\u0302</mo></mover>`],
    ["function", `<m:func><m:fName>${e}</m:fName>${a}</m:func>`, `<mrow>${x}<mo>\u2061</mo>${x}</mrow>`],
    ["matrix", `<m:m><m:mr>${a}${a}</m:mr></m:m>`, `<mtable><mtr><mtd>${x}</mtd><mtd>${x}</mtd></mtr></mtable>`],
    [
      "list of equations",
      `<m:eqArr>${a}${a}</m:eqArr>`,
      `<mtable columnalign="left"><mtr><mtd>${x}</mtd></mtr><mtr><mtd>${x}</mtd></mtr></mtable>`,
    ],
  ])("writes a %s", (_, omml, expected) => {
    expect(markup(omml)).toBe(`<mrow>${expected}</mrow>`);
  });

  it.each([
    ["between fences", "", `(${x})`],
    ["between others", '<m:dPr><m:begChr m:val="["/><m:endChr m:val="&lt;"/></m:dPr>', `[${x}&lt;`],
    ["without one of them", '<m:dPr><m:endChr m:val=""/></m:dPr>', `(${x}`],
  ])("stands %s", (_, properties, expected) => {
    const plain = markup(`<m:d>${properties}${a}</m:d>`).replace(
      /<mo fence="true" stretchy="true">([^<]*)<\/mo>/g,
      "$1",
    );
    expect(plain).toBe(`<mrow><mrow>${expected}</mrow></mrow>`);
  });

  it("separates what is between one pair of fences", () => {
    expect(markup(`<m:d><m:dPr><m:sepChr m:val=";"/></m:dPr>${a}${a}</m:d>`)).toContain(`${x}<mo>;</mo>${x}`);
  });

  it.each([
    ["under and over its operator", "", "munderover"],
    ["beside it", '<m:limLoc m:val="subSup"/>', "msubsup"],
    ["without the upper one", '<m:supHide m:val="1"/>', "munder"],
    ["without the lower one", '<m:subHide m:val="1"/>', "mover"],
  ])("has the limits of a sum %s", (_, properties, tag) => {
    const omml = `<m:nary><m:naryPr><m:chr m:val="∑"/>${properties}</m:naryPr><m:sub>${r("1")}</m:sub><m:sup>${r("9")}</m:sup>${a}</m:nary>`;
    expect(markup(omml)).toMatch(
      new RegExp(`^<mrow><mrow><${tag}><mo largeop="true">∑</mo>.*</${tag}>${x}</mrow></mrow>$`),
    );
  });

  it("shows what is in elements that are not known", () => {
    expect(markup(`<m:unheardOf><m:ctrlPr><m:t>no</m:t></m:ctrlPr>${e}</m:unheardOf>`)).toBe("<mrow><mi>x</mi></mrow>");
  });

  it("leaves out what is hidden, and what changes removed", () => {
    expect(markup(`<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${a}</m:phant>`)).toBe(
      `<mrow><mphantom>${x}</mphantom></mrow>`,
    );
    const removed = `<w:del xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${r("7")}</w:del>`;
    expect(markup(removed + e)).toBe(x);
  });

  it("is on a line of its own for each one of m:oMathPara", () => {
    const xml = `<m:oMathPara ${NAMESPACE}><m:oMath>${e}</m:oMath><m:oMath>${e}</m:oMath></m:oMathPara>`;
    const found = inlines(xml);
    expect(found.map(({ kind }) => kind)).toEqual(["math", "break", "math"]);
    const [first] = found;
    if (first?.kind !== "math") throw new Error("no equation");
    expect(first.display).toBe(true);
    expect(mathMlOf(first.equation, first.display)).toContain('display="block"');
  });
});
