import { describe, expect, it } from "vitest";
import type { Inline } from "../model/blocks.ts";
import {
  DEFAULT_CHARACTER_FORMAT,
  DEFAULT_PARAGRAPH_FORMAT,
  type ParagraphFormat,
  type TabStop,
} from "../model/formatting.ts";
import type { NumberingLevel } from "../model/list-level.ts";
import type { Hyphenation } from "./hyphenation.ts";
import type { Line } from "./line.ts";
import { type BreakSettings, LineBreaker } from "./line-breaker.ts";
import { LineItemBuilder } from "./line-items.ts";
import { TextMeasurer } from "./measure.ts";
import { TextStyles } from "./text-style.ts";

/** Every character is as wide as the em: 10 points. */
const measurer = new TextMeasurer((text) => [...text].length);
const styles = new TextStyles(() => ({ ascent: 0.8, descent: 0.2 }));
const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 10, fonts: { ascii: "Arial" } };

const HYPHENATION: Hyphenation = {
  parts: (word) => [...(/^(hy)?(phen)(ation)$/i.exec(word) ?? ["", word])].slice(1).filter(Boolean),
  language: "en-US",
  zonePt: 0,
  maxLinesInARow: 0,
  skipsCapitals: false,
};

const text = (value: string): Inline => ({ kind: "text", text: value, format });
const tab: Inline = { kind: "tab", format };

function lay(
  inlines: Inline[],
  widthPt: number,
  paragraph: Partial<ParagraphFormat> = {},
  label?: Pick<NumberingLevel, "alignment" | "suffix">,
  hyphenation?: Partial<Hyphenation>,
  more: Partial<BreakSettings> = {},
): Line[] {
  const builder = new LineItemBuilder(styles, measurer);
  if (label) builder.label({ text: "ii.", format, definition: label as NumberingLevel });
  const items = builder.build(inlines);
  const merged = { ...DEFAULT_PARAGRAPH_FORMAT, ...paragraph };
  const breaker = new LineBreaker(
    items,
    {
      format: merged,
      indentLeftPt: merged.indentLeftPt,
      indentRightPt: merged.indentRightPt,
      indentFirstPt: merged.indentFirstPt,
      widthPt,
      defaultTabPt: 36,
      grid: undefined,
      markStyle: styles.style(format),
      ...(hyphenation ? { hyphenation: { ...HYPHENATION, ...hyphenation } } : {}),
      ...more,
    },
    measurer,
  );
  const lines: Line[] = [];
  for (let start = 0; lines.length < 50; ) {
    const line = breaker.line(start, breaker.room(start === 0));
    lines.push(line);
    start = line.endItem;
    if (line.endsWith === "paragraph") break;
  }
  return lines;
}

const textOf = (line: Line | undefined) =>
  (line?.parts ?? []).map((part) => (part.kind === "text" ? part.text : "\t")).join("");
const stop = (positionPt: number, alignment: TabStop["alignment"]): TabStop => ({
  positionPt,
  alignment,
  leader: "dot",
});

describe("LineBreaker", () => {
  it("breaks at spaces, which may hang over the margin", () => {
    const lines = lay([text("aaa bbb ccc")], 70);
    expect(lines.map(textOf)).toEqual(["aaa bbb ", "ccc"]);
    expect(lines[0]?.widthPt).toBe(70);
  });

  it("keeps a word together that changes its look", () => {
    const lines = lay([text("aa b"), { kind: "text", text: "cc dd", format: { ...format, bold: true } }], 55);
    expect(lines.map(textOf)).toEqual(["aa ", "bcc ", "dd"]);
  });

  it("splits words that are wider than the line", () => {
    expect(lay([text("abcdefgh")], 35).map(textOf)).toEqual(["abc", "def", "gh"]);
  });

  it("breaks after hyphens and between ideographs", () => {
    expect(lay([text("well-known")], 60).map(textOf)).toEqual(["well-", "known"]);
    expect(lay([text("日本語文。字")], 40).map(textOf)).toEqual(["日本語", "文。字"]);
  });

  it("shows a soft hyphen only where the line ends", () => {
    const soft = new TextMeasurer((value) => [...value].filter((character) => character !== "\u00ad").length);
    const items = new LineItemBuilder(styles, soft).build([text("abc\u00addef")]);
    expect(items).toHaveLength(2);
    expect(lay([text("abc\u00addef")], 45).map(textOf)[0]).toBe("abc-");
  });

  it("aligns right and centre", () => {
    expect(lay([text("aaa")], 100, { alignment: "right" })[0]?.xPt).toBe(70);
    expect(lay([text("aaa")], 100, { alignment: "center" })[0]?.xPt).toBe(35);
  });

  it("stretches the spaces of justified lines but not of the last one", () => {
    const [first, last] = lay([text("aaa bbb ccc")], 80, { alignment: "both" });
    expect(first?.wordSpacingPt).toBe(10);
    expect(last?.wordSpacingPt).toBe(0);
  });

  it("indents the first line and hangs the others", () => {
    const lines = lay([text("aaa bbb")], 50, { indentLeftPt: 10, indentFirstPt: -10 });
    expect(lines.map((line) => line.xPt)).toEqual([0, 10]);
  });

  it("gives right tabs the room in front of their text", () => {
    const [line] = lay([text("a"), tab, text("bb")], 100, { tabs: [stop(90, "right")] });
    const gap = line?.parts.find((part) => part.kind === "gap");
    expect(gap).toMatchObject({ widthPt: 60, leader: "dot" });
  });

  it("goes to the next line with a tab beyond the margin, unless nothing follows it before Word 2013", () => {
    const old = { keepsLastTab: true };
    expect(lay([text("abc"), tab], 35)).toHaveLength(2);
    expect(lay([text("abc"), tab], 35, {}, undefined, undefined, old)).toHaveLength(1);
    expect(lay([text("abc"), tab, text("d")], 35, {}, undefined, undefined, old)).toHaveLength(3);
    // Lines to write on are often rows of tabs: only the last of them stays.
    expect(lay([tab, tab, tab], 35, {}, undefined, undefined, old)).toHaveLength(2);
    expect(lay([tab, tab, tab], 35)).toHaveLength(3);
  });

  it("centres on centre tabs and lines up decimals", () => {
    const gapOf = (alignment: TabStop["alignment"], value: string) =>
      lay([tab, text(value)], 200, { tabs: [stop(100, alignment)] })[0]?.parts[0]?.widthPt;
    expect(gapOf("center", "bbbb")).toBe(80);
    expect(gapOf("decimal", "12.345")).toBe(80);
  });

  it.each([
    ["12.5", 2],
    ["12,5", 2],
    ["1,234.5", 5],
    ["1,234", 5],
    ["(12)", 3],
    ["12%", 2],
    ["abc", 3],
  ])("has of %s so many characters before a decimal tab: %i", (value, before) => {
    const [line] = lay([tab, text(value)], 200, { tabs: [stop(100, "decimal")] });
    expect(line?.parts[0]?.widthPt).toBe(100 - before * 10);
  });

  it("lines up a number that continues in another look", () => {
    const bold: Inline = { kind: "text", text: "34.5", format: { ...format, bold: true } };
    const [line] = lay([tab, text("12"), bold], 200, { tabs: [stop(100, "decimal")] });
    expect(line?.parts[0]?.widthPt).toBe(60);
  });

  it("ends lines at breaks", () => {
    const pageBreak: Inline = { kind: "break", breakKind: "page", clear: false, format };
    const lines = lay([text("a"), pageBreak, text("b")], 100);
    expect(lines.map((line) => line.endsWith)).toEqual(["page", "paragraph"]);
  });

  it("gives an empty paragraph the height of its mark", () => {
    const [line] = lay([], 100);
    expect(line).toMatchObject({ heightPt: 10, parts: [], endsWith: "paragraph" });
  });

  it("does not count spaces of a larger size between words", () => {
    const large = { ...format, sizePt: 20 };
    const space: Inline = { kind: "text", text: " ", format: large };
    expect(lay([text("a"), space, text("b")], 100)[0]?.heightPt).toBe(10);
    expect(lay([text("a"), { kind: "text", text: "b", format: large }], 100)[0]?.heightPt).toBe(20);
  });

  it("ends a label where its line starts when the label is aligned to the right", () => {
    const hanging = { indentLeftPt: 100, indentFirstPt: -20 };
    const startOf = (alignment: "left" | "center" | "right") => {
      const [line] = lay([text("item")], 300, hanging, { alignment, suffix: "tab" });
      const parts = line?.parts ?? [];
      const at = parts.findIndex((part) => part.kind === "text" && part.text === "ii.");
      const before = parts.slice(0, at).reduce((sum, part) => sum + part.widthPt, 0);
      return (line?.xPt ?? 0) + before;
    };
    expect(startOf("left")).toBe(80);
    expect(startOf("center")).toBe(80 - 15);
    expect(startOf("right")).toBe(80 - 30);
  });

  it("sets an annotation over the middle of its base, without taking more room", () => {
    const raised = { ...format, sizePt: 5, positionPt: 10 };
    const annotation: Inline[] = [{ kind: "text", text: "xy", format: raised }];
    const [line] = lay([{ kind: "ruby", base: [text("ab")], annotation, format }, text("c")], 100);
    let x = 0;
    const starts = (line?.parts ?? []).flatMap((part) => {
      const start = x;
      x += part.widthPt;
      return part.kind === "text" ? [[part.text, start]] : [];
    });
    expect(starts).toEqual([
      ["xy", 5],
      ["ab", 0],
      ["c", 20],
    ]);
    expect(line?.heightPt).toBe(0.8 * 5 + 10 + 0.2 * 10);
  });

  describe("with hyphenation", () => {
    const linesWith = (value: string, widthPt: number, rules: Partial<Hyphenation> = {}, paragraph = {}) =>
      lay([text(value)], widthPt, paragraph, undefined, rules).map(textOf);

    it("cuts a word at the last place that leaves room for the hyphen", () => {
      expect(linesWith("a hyphenation", 100)).toEqual(["a hyphen-", "ation"]);
      expect(linesWith("a hyphenation", 80)).toEqual(["a hy-", "phen-", "ation"]);
      expect(linesWith("a hyphenation", 120)).toEqual(["a hyphen-", "ation"]);
      expect(linesWith("a hyphenation", 130)).toEqual(["a hyphenation"]);
    });

    it("leaves words whole where the line is nearly full", () => {
      expect(linesWith("aaaa hyphenation", 110, { zonePt: 80 })).toEqual(["aaaa ", "hyphenation"]);
      expect(linesWith("aaaa hyphenation", 110, { zonePt: 80 }, { alignment: "both" })[0]).toBe("aaaa hy-");
    });

    it("ends only a limited number of lines in a row with hyphens", () => {
      const longestRun = (maxLinesInARow: number) => {
        const lines = linesWith("hyphenation ".repeat(6).trim(), 90, { maxLinesInARow });
        const runs = lines.map((line) => (line.endsWith("-") ? "-" : " ")).join("");
        return Math.max(...runs.split(" ").map((run) => run.length));
      };
      expect(longestRun(0)).toBe(2);
      expect(longestRun(1)).toBe(1);
    });

    it("leaves words in capitals whole where it has to", () => {
      expect(linesWith("a HYPHENATION", 110, { skipsCapitals: true })).toEqual(["a ", "HYPHENATION"]);
      expect(linesWith("a HYPHENATION", 110)).toEqual(["a HYPHEN-", "ATION"]);
    });
  });
});
