import { expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import { linearText } from "./linear-text.ts";
import { mathInline } from "./math-inline.ts";

const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (text: string) => `<m:e>${r(text)}</m:e>`;

function text(omml: string): string {
  const xml = `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${omml}</m:oMath>`;
  const [inline] = mathInline(readXml(xml), () => DEFAULT_CHARACTER_FORMAT);
  return inline?.kind === "math" ? linearText(inline.equation) : "";
}

it.each([
  [`<m:f><m:num>${r("a-b")}</m:num><m:den>${r("2")}</m:den></m:f>`, "(a−b)/2"],
  [`<m:sSubSup>${e("x")}<m:sub>${r("i")}</m:sub><m:sup>${r("n+1")}</m:sup></m:sSubSup>`, "x_i^(n+1)"],
  [`<m:rad><m:deg/>${e("2")}</m:rad>`, "√(2)"],
  [`<m:rad><m:deg>${r("3")}</m:deg>${e("2")}</m:rad>`, "∛(2)"],
  [
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r("i=1")}</m:sub><m:sup>${r("n")}</m:sup>${e("i")}</m:nary>`,
    "∑_(i=1)^n i",
  ],
  [`<m:func><m:fName>${r("sin")}</m:fName>${e("x")}</m:func>`, "sin x"],
  [`<m:d>${e("1")}${e("2")}</m:d>`, "(1|2)"],
  [`<m:m><m:mr>${e("1")}${e("2")}</m:mr><m:mr>${e("3")}${e("4")}</m:mr></m:m>`, "(1, 2; 3, 4)"],
  [`<m:eqArr>${e("x&amp;=1")}${e("y&amp;=2")}</m:eqArr>`, "x=1; y=2"],
  [`<m:limLow>${e("lim")}<m:lim>${r("n→∞")}</m:lim></m:limLow>`, "lim_(n→∞)"],
  [`<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${e("1")}</m:phant>`, ""],
])("an equation is read as %#: %s", (omml, expected) => {
  expect(text(omml)).toBe(expected);
});

it("is short enough to be heard", () => {
  expect(text(r("1".repeat(5000)))).toHaveLength(2000);
});
