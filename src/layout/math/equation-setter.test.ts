import { describe, expect, it } from "vitest";
import { child, readXml, type XmlNode } from "../../office/xml-node.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../model/formatting.ts";
import type { MathBox, PlacedMath } from "../text/math-box.ts";
import { setEquation } from "./equation-setter.ts";
import { mathInline } from "./math-inline.ts";
import { CONSTANTS as C, LEAN, OVERLAP, squareFace, WIDTH } from "./testing/square-face.ts";

const NAMESPACES =
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const SIZE = 10;

/** A number is upright, so that nothing leans. */
const r = (text: string, properties = "") => `<m:r><m:rPr>${properties}</m:rPr><m:t>${text}</m:t></m:r>`;
const e = (content: string) => `<m:e>${content}</m:e>`;
const f = (numerator: string, denominator: string, type = "bar") =>
  `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${numerator}</m:num><m:den>${denominator}</m:den></m:f>`;

interface Mark {
  text: string;
  glyph?: number;
  xPt: number;
  /** Downwards. */
  yPt: number;
  /** The size of glyphs, the thickness of rules. */
  sizePt: number;
  widthPt: number;
}

function marksOf(box: MathBox, xPt = 0, yPt = 0): Mark[] {
  return box.parts.flatMap(({ rightPt, downPt, part }): Mark[] =>
    part.kind === "box"
      ? marksOf(part, xPt + rightPt, yPt + downPt)
      : [{ xPt: xPt + rightPt, yPt: yPt + downPt, ...lookOf(part) }],
  );
}

function lookOf(part: Exclude<PlacedMath["part"], MathBox>): Omit<Mark, "xPt" | "yPt"> {
  switch (part.kind) {
    case "rule":
      return { text: "rule", sizePt: part.heightPt, widthPt: part.widthPt };
    case "line":
      return { text: "line", sizePt: part.thicknessPt, widthPt: part.toRightPt };
    case "assembly":
      return { text: part.text, sizePt: part.sizePt, widthPt: part.glyphs.length };
    case "glyph":
      return { text: part.text, glyph: part.glyph, sizePt: part.sizePt, widthPt: part.advancePt };
    case "text":
      return { text: part.text, sizePt: part.style.sizePt, widthPt: 0 };
  }
}

function stretches(omml: string, isDisplay = true) {
  const element = isDisplay
    ? `<m:oMathPara ${NAMESPACES}><m:oMath>${omml}</m:oMath></m:oMathPara>`
    : `<m:oMath ${NAMESPACES}>${omml}</m:oMath>`;
  const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: SIZE };
  const [inline] = mathInline(readXml(element), () => format);
  if (inline?.kind !== "math") throw new Error("no equation");
  const text = (): MathBox => ({ kind: "box", widthPt: SIZE, ascentPt: 7, descentPt: 2, parts: [] });
  return setEquation(inline.equation, { face: squareFace, sizePt: SIZE, color: "auto", text }, isDisplay);
}

/** One that does not break. */
function set(omml: string, isDisplay = true) {
  const [first] = stretches(omml, isDisplay);
  if (!first) throw new Error("nothing was set");
  const marks = marksOf(first.box);
  const mark = (text: string, nth = 0): Mark => {
    const found = marks.filter((one) => one.text === text)[nth];
    if (!found) throw new Error(`no ${text} among ${marks.map((one) => one.text).join()}`);
    return found;
  };
  const leadingPt = (C.mathLeading * SIZE) / 2;
  const { ascentPt, descentPt, ...box } = first.box;
  return { box: { ...box, ascentPt: ascentPt - leadingPt, descentPt: descentPt - leadingPt }, marks, mark };
}

const middle = ({ xPt, widthPt }: Mark) => xPt + widthPt / 2;

describe("a fraction", () => {
  it("has its bar on the axis, and both parts over and under the middle of it", () => {
    const { mark } = set(f(r("1"), r("23")));
    const rule = mark("rule");
    expect(rule.sizePt).toBeCloseTo(C.fractionRuleThickness * SIZE);
    expect(rule.yPt + rule.sizePt / 2).toBeCloseTo(-C.axisHeight * SIZE);
    expect(middle(mark("1"))).toBeCloseTo(middle(rule));
    expect((mark("2").xPt + mark("3").xPt + mark("3").widthPt) / 2).toBeCloseTo(middle(rule));
    expect(mark("1").yPt).toBeCloseTo(-C.fractionNumeratorDisplayStyleShiftUp * SIZE);
    expect(mark("2").yPt).toBeCloseTo(C.fractionDenominatorDisplayStyleShiftDown * SIZE);
    expect(mark("1").sizePt).toBe(SIZE);
  });

  it("is small in a line of text", () => {
    const { mark } = set(f(r("1"), r("2")), false);
    expect(mark("1").sizePt).toBeCloseTo(C.scriptScale * SIZE);
    expect(mark("1").yPt).toBeCloseTo(-C.fractionNumeratorShiftUp * SIZE);
  });

  it("keeps deep and high parts off its bar", () => {
    const { mark } = set(f(f(r("1"), r("2")), f(r("3"), r("4"))));
    const outer = mark("rule", 1);
    const small = C.scriptScale * SIZE;
    // Below the inner bar: as deep as a denominator in a line, and its own depth.
    const deepPt = C.fractionDenominatorShiftDown * SIZE + 0.1 * small;
    expect(outer.yPt - (mark("rule", 0).yPt + mark("rule", 0).sizePt / 2)).toBeCloseTo(
      deepPt + C.fractionNumDisplayStyleGapMin * SIZE + C.axisHeight * SIZE,
    );
  });

  it("without a bar keeps its parts apart", () => {
    const { mark, marks } = set(f(r("1"), r("2"), "noBar"));
    expect(marks).toHaveLength(2);
    expect(mark("1").yPt).toBeCloseTo(-C.stackTopDisplayStyleShiftUp * SIZE);
    expect(mark("2").yPt).toBeCloseTo(C.stackBottomDisplayStyleShiftDown * SIZE);
  });

  it("is set in a line, or slanted, with a stroke", () => {
    const { marks } = set(f(r("1"), r("2"), "lin"));
    expect(marks.map(({ text, yPt }) => [text, Math.abs(yPt)])).toEqual([
      ["1", 0],
      ["/", 0],
      ["2", 0],
    ]);
    const aslant = set(f(r("1"), r("2"), "skw"));
    expect(aslant.mark("1").yPt).toBeLessThan(0);
    expect(aslant.mark("2").yPt).toBeGreaterThan(aslant.mark("1").yPt);
    expect(aslant.mark("/").xPt).toBeGreaterThan(aslant.mark("1").xPt);
    expect(aslant.mark("/").xPt).toBeLessThan(aslant.mark("2").xPt);
  });
});

describe("scripts", () => {
  const both = (base: string) => `<m:sSubSup>${e(base)}<m:sub>${r("1")}</m:sub><m:sup>${r("2")}</m:sup></m:sSubSup>`;

  it("are small, above and below, and lean with their letter", () => {
    const { mark } = set(`<m:sSup>${e(r("x"))}<m:sup>${r("2")}</m:sup></m:sSup>`);
    expect(mark("2").sizePt).toBeCloseTo(C.scriptScale * SIZE);
    expect(mark("2").yPt).toBeCloseTo(-C.superscriptShiftUp * SIZE);
    expect(mark("2").xPt).toBeCloseTo((WIDTH + LEAN) * SIZE);
    const lower = set(`<m:sSub>${e(r("x"))}<m:sub>${r("1")}</m:sub></m:sSub>`).mark("1");
    expect(lower.yPt).toBeCloseTo(C.subscriptShiftDown * SIZE);
    expect(lower.xPt).toBeCloseTo(WIDTH * SIZE);
  });

  it("keep their distance from each other", () => {
    const { mark } = set(both(r("x")));
    const small = C.scriptScale * SIZE;
    const gapPt = mark("1").yPt - 0.6 * small - (mark("2").yPt + 0.1 * small);
    expect(gapPt).toBeGreaterThanOrEqual(C.subSuperscriptGapMin * SIZE - 1e-9);
  });

  it("are placed by the edges of what is higher than a letter", () => {
    const { mark } = set(`<m:sSup>${e(f(r("1"), r("3")))}<m:sup>${r("2")}</m:sup></m:sSup>`);
    const topPt = (C.fractionNumeratorDisplayStyleShiftUp + 0.6) * SIZE;
    expect(mark("2").yPt).toBeCloseTo(-(topPt - C.superscriptBaselineDropMax * SIZE));
  });

  it("of scripts are smaller still", () => {
    const inner = `<m:sSup>${e(r("x"))}<m:sup>${r("2")}</m:sup></m:sSup>`;
    const { mark } = set(`<m:sSup>${e(r("y"))}<m:sup>${inner}</m:sup></m:sSup>`);
    expect(mark("2").sizePt).toBeCloseTo(C.scriptScriptScale * SIZE);
  });

  it("before a letter end where it starts", () => {
    const omml = `<m:sPre><m:sub>${r("1")}</m:sub><m:sup>${r("23")}</m:sup>${e(r("x"))}</m:sPre>`;
    const { mark } = set(omml);
    expect(mark("1").xPt + mark("1").widthPt).toBeCloseTo(mark("x").xPt);
    expect(mark("3").xPt + mark("3").widthPt).toBeCloseTo(mark("x").xPt);
  });

  it("are larger where their argument says so", () => {
    const sup = `<m:sup><m:argPr><m:argSz m:val="1"/></m:argPr>${r("2")}</m:sup>`;
    expect(set(`<m:sSup>${e(r("x"))}${sup}</m:sSup>`).mark("2").sizePt).toBe(SIZE);
  });
});

describe("a root", () => {
  it("covers its content with a rule that touches the sign's top", () => {
    const { box, mark } = set(`<m:rad><m:deg/>${e(r("2"))}</m:rad>`);
    const rule = mark("rule");
    expect(rule.xPt).toBeCloseTo(mark("√").xPt + mark("√").widthPt);
    expect(rule.widthPt).toBeCloseTo(WIDTH * SIZE);
    // The sign of 1.4 em is higher than needed: half of the rest is above the content.
    const needed = 0.7 + C.radicalDisplayStyleVerticalGap + C.radicalRuleThickness;
    const gap = C.radicalDisplayStyleVerticalGap + (1.4 - needed) / 2;
    expect(rule.yPt + rule.sizePt).toBeCloseTo(-(0.6 + gap) * SIZE);
    expect(mark("√").yPt - 1.2 * SIZE).toBeCloseTo(rule.yPt);
    expect(box.ascentPt).toBeCloseTo(-rule.yPt + C.radicalExtraAscender * SIZE);
  });

  it("has its degree above the foot of the sign", () => {
    const { mark } = set(`<m:rad><m:deg>${r("3")}</m:deg>${e(r("2"))}</m:rad>`);
    expect(mark("3").sizePt).toBeCloseTo(C.scriptScriptScale * SIZE);
    const footPt = mark("√").yPt + 0.2 * SIZE;
    const bottomPt = mark("3").yPt + 0.1 * mark("3").sizePt;
    expect(footPt - bottomPt).toBeCloseTo(C.radicalDegreeBottomRaise * 1.4 * SIZE);
    expect(mark("3").xPt + mark("3").widthPt + C.radicalKernAfterDegree * SIZE).toBeCloseTo(mark("√").xPt);
  });
});

describe("a large operator", () => {
  const sum = (symbol: string, place: string) =>
    `<m:nary><m:naryPr><m:chr m:val="${symbol}"/><m:limLoc m:val="${place}"/></m:naryPr><m:sub>${r("1")}</m:sub><m:sup>${r("9")}</m:sup>${e(r("5"))}</m:nary>`;

  it("has its limits over and under its middle, and its own middle on the axis", () => {
    const { mark } = set(sum("∑", "undOvr"));
    const symbol = mark("∑");
    // 1.5 em are asked for, which glyphs of 2.8 have: 2.4 above and 0.4 below their baseline.
    expect(symbol.yPt).toBeCloseTo(-(C.axisHeight - 1) * SIZE);
    expect(middle(mark("1"))).toBeCloseTo(middle(symbol));
    expect(middle(mark("9"))).toBeCloseTo(middle(symbol));
    const topPt = symbol.yPt - 2.4 * SIZE;
    expect(topPt - mark("9").yPt).toBeCloseTo(C.upperLimitBaselineRiseMin * SIZE);
    expect(mark("1").yPt - (symbol.yPt + 0.4 * SIZE)).toBeCloseTo(C.lowerLimitBaselineDropMin * SIZE);
  });

  it.each([
    ["where it says so", true, "subSup"],
    ["in a line of text", false, "undOvr"],
  ])("has its limits beside it %s", (_, isDisplay, place) => {
    const { mark } = set(sum("∑", place), isDisplay);
    expect(mark("9").xPt).toBeGreaterThanOrEqual(mark("∑").xPt + mark("∑").widthPt);
    expect(mark("1").xPt).toBeCloseTo(mark("∑").xPt + mark("∑").widthPt);
  });

  it("keeps its distance from its operand", () => {
    const { mark } = set(sum("∑", "undOvr"));
    expect(mark("5").xPt).toBeCloseTo((WIDTH + 3 / 18) * SIZE);
  });
});

describe("fences", () => {
  const fenced = (content: string, properties = "") => `<m:d><m:dPr>${properties}</m:dPr>${content}</m:d>`;

  it("are letters around letters", () => {
    const { marks } = set(fenced(e(r("1"))));
    expect(marks.map(({ text }) => text)).toEqual(["(", "1", ")"]);
    // 1.4 em is no more than 0.7 and the shortfall that is accepted; the axis is the middle of all of them.
    expect(marks[0]?.yPt).toBeCloseTo(0);
  });

  it("grow about the axis, by larger glyphs, then by parts", () => {
    const tall = (lines: number) => `<m:eqArr>${Array.from({ length: lines }, () => e(r("1"))).join("")}</m:eqArr>`;
    const large = set(fenced(e(tall(2)))).mark("(");
    // Two lines are 1.2 em apart and 1.9 high.
    expect(large.yPt).toBeCloseTo(-(C.axisHeight - 1) * SIZE);
    const { mark, box } = set(fenced(e(tall(5))));
    const parts = mark("(");
    const target = (4 * 1.2 + 0.7) * 0.901;
    const least = Math.ceil((target - OVERLAP) / (1 - OVERLAP));
    expect(parts.widthPt).toBe(least);
    expect(box.ascentPt - C.axisHeight * SIZE).toBeCloseTo(box.descentPt + C.axisHeight * SIZE);
  });

  it("stay small where they do not grow", () => {
    const { mark } = set(fenced(e(f(r("1"), r("2"))), '<m:grow m:val="0"/>'));
    expect(mark("(").yPt).toBeCloseTo(0);
  });

  it("separate their contents", () => {
    const symbols = '<m:begChr m:val="["/><m:sepChr m:val="|"/><m:endChr m:val=""/>';
    const { marks } = set(fenced(e(r("1")) + e(r("2")), symbols));
    expect(marks.map(({ text }) => text)).toEqual(["[", "1", "|", "2"]);
  });
});

describe("what is set in lines and columns", () => {
  const matrix = (lines: readonly (readonly string[])[]) =>
    `<m:m>${lines.map((line) => `<m:mr>${line.map((cell) => e(r(cell))).join("")}</m:mr>`).join("")}</m:m>`;

  it("of a matrix has one middle for each column, the whole on the axis", () => {
    const { box, mark } = set(
      matrix([
        ["1", "22"],
        ["333", "4"],
      ]),
    );
    expect(middle(mark("1"))).toBeCloseTo(middle(mark("3", 1)));
    expect(middle(mark("4"))).toBeCloseTo((mark("2").xPt + mark("2", 1).xPt + mark("2", 1).widthPt) / 2);
    expect(mark("2").xPt - (mark("3", 2).xPt + mark("3", 2).widthPt)).toBeCloseTo(SIZE);
    expect(box.ascentPt - C.axisHeight * SIZE).toBeCloseTo(box.descentPt + C.axisHeight * SIZE);
    expect(mark("4").yPt - mark("1").yPt).toBeCloseTo(1.2 * SIZE);
  });

  it("of a list of equations is aligned at its marks", () => {
    const { mark } = set(`<m:eqArr>${e(r("1&amp;=2"))}${e(r("333&amp;=4"))}</m:eqArr>`);
    expect(mark("=").xPt).toBeCloseTo(mark("=", 1).xPt);
    expect(mark("1").xPt).toBeGreaterThan(mark("3").xPt);
    // An equals sign keeps its distance from what is left of the mark.
    expect(mark("=").xPt - (mark("1").xPt + mark("1").widthPt)).toBeCloseTo((5 / 18) * SIZE);
  });

  it("of a list of equations has its numbers after it", () => {
    const list = (properties: string) => set(`<m:eqArr><m:eqArrPr>${properties}</m:eqArrPr>${e(r("1#2"))}</m:eqArr>`);
    const { mark } = list('<m:maxDist m:val="1"/>');
    expect(mark("2").xPt - (mark("1").xPt + mark("1").widthPt)).toBeCloseTo(2 * SIZE);
    expect(list("").marks.map(({ text }) => text)).toEqual(["1", "#", "2"]);
  });

  it("of a list of equations without marks has one middle", () => {
    const { mark } = set(`<m:eqArr>${e(r("1"))}${e(r("333"))}</m:eqArr>`);
    expect(middle(mark("1"))).toBeCloseTo(middle(mark("3", 1)));
  });
});

describe("what goes over and under", () => {
  it("limits are over the middle of their name", () => {
    const name = r("lim", '<m:sty m:val="p"/>');
    const { mark } = set(
      `<m:func><m:fName><m:limLow>${e(name)}<m:lim>${r("0")}</m:lim></m:limLow></m:fName>${e(r("1"))}</m:func>`,
    );
    expect(middle(mark("0"))).toBeCloseTo(middle(mark("i")));
    expect(mark("0").yPt).toBeCloseTo((0.1 + C.lowerLimitBaselineDropMin) * SIZE);
    expect(mark("1").xPt - (mark("m").xPt + mark("m").widthPt)).toBeCloseTo((3 / 18) * SIZE);
  });

  it("accents rise with their letters", () => {
    const { mark } = set(`<m:acc>${e(r("1"))}</m:acc>`);
    expect(mark("\u0302").yPt).toBeCloseTo(-(0.6 - C.accentBaseHeight) * SIZE);
    expect(middle(mark("\u0302"))).toBeCloseTo(middle(mark("1")));
  });

  it("accents take the place of dots", () => {
    const { marks } = set(`<m:acc>${e(r("i"))}</m:acc>`);
    expect(marks[0]).toMatchObject({ text: "i", glyph: 0x1d6a4 });
  });

  it("bars are as wide as what they are over or under", () => {
    const over = set(`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r("12"))}</m:bar>`).mark("rule");
    expect(over.widthPt).toBeCloseTo(2 * WIDTH * SIZE);
    expect(over.yPt + over.sizePt).toBeCloseTo(-(0.6 + C.overbarVerticalGap) * SIZE);
    const under = set(`<m:bar>${e(r("12"))}</m:bar>`).mark("rule");
    expect(under.yPt).toBeCloseTo((0.1 + C.underbarVerticalGap) * SIZE);
  });

  it("braces are as wide as their base, made of parts", () => {
    const { box, mark } = set(`<m:groupChr>${e(r("1234567"))}</m:groupChr>`);
    expect(mark("⏟").widthPt).toBeGreaterThan(2);
    expect(box.widthPt).toBeCloseTo(3.5 * SIZE);
    expect(mark("⏟").yPt).toBeGreaterThan(0.1 * SIZE);
  });

  it("an arrow is on the line where its text is raised", () => {
    const properties = '<m:groupChrPr><m:chr m:val="→"/><m:vertJc m:val="bot"/></m:groupChrPr>';
    const { mark } = set(`<m:groupChr>${properties}${e(r("1"))}</m:groupChr>`);
    expect(mark("→").yPt).toBeCloseTo(0);
    expect(mark("1").yPt).toBeLessThan(-0.6 * SIZE);
  });
});

it("an equation keeps its line off others by half of the leading on either side", () => {
  const [alone] = stretches(r("1"));
  expect(alone?.box.ascentPt).toBeCloseTo((0.6 + C.mathLeading / 2) * SIZE);
  expect(alone?.box.descentPt).toBeCloseTo((0.1 + C.mathLeading / 2) * SIZE);
});

describe("boxes", () => {
  it("have the lines that are not hidden", () => {
    const framed = (properties: string) =>
      set(`<m:borderBox><m:borderBoxPr>${properties}</m:borderBoxPr>${e(r("1"))}</m:borderBox>`);
    const { box, marks } = framed("");
    expect(marks.filter(({ text }) => text === "rule")).toHaveLength(4);
    expect(box.widthPt).toBeGreaterThan(WIDTH * SIZE);
    expect(framed('<m:hideTop m:val="1"/><m:strikeBLTR m:val="1"/>').marks.map(({ text }) => text)).toEqual([
      "1",
      "rule",
      "rule",
      "rule",
      "line",
    ]);
  });

  it("that show nothing take their room", () => {
    const hidden = set(
      `<m:phant><m:phantPr><m:show m:val="0"/><m:zeroAsc m:val="1"/></m:phantPr>${e(r("123"))}</m:phant>`,
    );
    expect(hidden.marks).toEqual([]);
    expect(hidden.box.widthPt).toBeCloseTo(3 * WIDTH * SIZE);
    expect(hidden.box.ascentPt).toBeCloseTo(0);
  });
});

describe("operators", () => {
  const gaps = (text: string) => {
    const marks = stretches(r(text)).flatMap(({ box }, index, all) => {
      const beforePt = all.slice(0, index).reduce((sum, one) => sum + one.box.widthPt, 0);
      return marksOf(box, beforePt);
    });
    return marks.slice(1).map(({ xPt }, index) => {
      const before = marks[index];
      return Math.round(((xPt - (before?.xPt ?? 0) - (before?.widthPt ?? 0)) / SIZE) * 18);
    });
  };

  it.each([
    ["1+2", [4, 4]],
    ["1=2", [5, 5]],
    ["-1", [0]],
    ["1=-2", [5, 5, 0]],
    ["(-1)", [0, 0, 0]],
    ["1,2 ", [0, 0]],
    ["f,g", [1, 3]],
  ])("of %s keep off by eighteenths of an em: %j", (text, expected) => {
    // A slanted letter leans towards an upright comma by 0.08 em.
    expect(gaps(text)).toEqual(expected);
  });

  it("have no room in scripts", () => {
    const { mark } = set(`<m:sSup>${e(r("1"))}<m:sup>${r("2+3")}</m:sup></m:sSup>`);
    expect(mark("+").xPt).toBeCloseTo(mark("2").xPt + mark("2").widthPt);
  });

  it("start lines that are too long, with their room before them", () => {
    const pieces = stretches(r("1+2=3"));
    expect(
      pieces.map(({ box }) =>
        marksOf(box)
          .map(({ text }) => text)
          .join(""),
      ),
    ).toEqual(["1", "+2", "=3"]);
    expect(pieces[0]?.box.widthPt).toBeCloseTo((WIDTH + 4 / 18) * SIZE);
    expect(pieces.every(({ endsLine }) => !endsLine)).toBe(true);
  });

  it("do not separate what is between fences", () => {
    expect(stretches(`<m:d>${e(r("1+2"))}</m:d>`)).toHaveLength(1);
  });

  it("end a line where it is broken by hand", () => {
    const pieces = stretches(`${r("1")}<m:r><w:br/></m:r>${r("2")}`);
    expect(pieces.map(({ endsLine }) => endsLine)).toEqual([true, false]);
  });
});

describe("letters", () => {
  const glyphs = (text: string, properties = "") =>
    set(r(text, properties)).box.parts.flatMap(({ part }) =>
      part.kind === "glyph"
        ? [part.glyph]
        : part.kind === "box"
          ? part.parts.flatMap((inner) => (inner.part.kind === "glyph" ? [inner.part.glyph] : []))
          : [],
    );

  it.each([
    ["slanted", "xh", "", [0x1d465, 0x210e]],
    ["upright", "x", '<m:sty m:val="p"/>', [0x78]],
    ["bold", "x1", '<m:sty m:val="b"/>', [0x1d431, 0x1d7cf]],
    ["bold and slanted", "α", '<m:sty m:val="bi"/>', [0x1d736]],
    ["Greek", "Ωω", "", [0x1d6fa, 0x1d714]],
    ["double-struck", "RA", '<m:scr m:val="double-struck"/><m:sty m:val="p"/>', [0x211d, 0x1d538]],
    ["script", "BC", '<m:scr m:val="script"/>', [0x212c, 0x1d49e]],
    ["Fraktur", "g", '<m:scr m:val="fraktur"/>', [0x1d524]],
    ["signs", "-*", "", [0x2212, 0x2217]],
  ])("are %s", (_, text, properties, expected) => {
    expect(glyphs(text, properties)).toEqual(expected);
  });

  it("that are text, or that the font lacks, are set by others", () => {
    expect(set(r("if", "<m:nor/>")).box.widthPt).toBe(SIZE);
    expect(set(r("漢")).box.widthPt).toBe(SIZE);
  });
});

describe("colours", () => {
  it("are those of the runs, and of an element's own lines and signs", () => {
    const red = '<w:rPr><w:color w:val="FF0000"/></w:rPr>';
    const xml =
      `<m:oMath ${NAMESPACES}><m:r>${red}<m:t>1</m:t></m:r><m:f><m:fPr><m:ctrlPr>${red}</m:ctrlPr></m:fPr>` +
      `<m:num>${r("2")}</m:num><m:den><m:rad><m:radPr><m:ctrlPr/></m:radPr>${e(r("3"))}</m:rad></m:den></m:f></m:oMath>`;
    const colorOf = (element: XmlNode | undefined) => (child(element, "w:rPr") ? "#ff0000" : "auto");
    const [inline] = mathInline(readXml(xml), (element) => ({
      ...DEFAULT_CHARACTER_FORMAT,
      sizePt: SIZE,
      color: colorOf(element),
    }));
    if (inline?.kind !== "math") throw new Error("no equation");
    const text = (): MathBox => ({ kind: "box", widthPt: 0, ascentPt: 0, descentPt: 0, parts: [] });
    const look = { face: squareFace, sizePt: SIZE, color: inline.format.color, text };
    const [stretch] = setEquation(inline.equation, look, true);
    const colors: string[] = [];
    const visit = ({ parts }: MathBox) => {
      for (const { part } of parts) {
        if (part.kind === "box") visit(part);
        else if (part.kind === "glyph") colors.push(`${part.text} ${part.color}`);
        else if (part.kind === "rule") colors.push(`rule ${part.color}`);
      }
    };
    if (stretch) visit(stretch.box);
    expect(colors).toEqual(["1 #ff0000", "2 auto", "rule #ff0000", "√ auto", "rule auto", "3 auto"]);
  });
});

describe("hostile equations", () => {
  const deep = (levels: number) => {
    const element = { open: "<m:rad><m:deg/><m:e>", close: "</m:e></m:rad>" };
    return element.open.repeat(levels) + r("1") + element.close.repeat(levels);
  };

  it("show what is nested too deep as letters side by side", () => {
    const { marks } = set(deep(200));
    expect(marks.filter(({ text }) => text === "1")).toHaveLength(1);
    expect(marks.filter(({ text }) => text === "√").length).toBeLessThan(100);
  });

  it("show what is too much as text", () => {
    const { marks } = set(r("1".repeat(15_000)) + r("2".repeat(15_000)));
    expect(marks).toHaveLength(15_000);
    expect(marks.every(({ text }) => text === "1")).toBe(true);
  });

  it("know no elements but those of equations", () => {
    expect(set(`<constructor>${r("1")}</constructor>`).marks.map(({ text }) => text)).toEqual(["1"]);
  });
});
