import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../../model/formatting.ts";
import { TextMeasurer } from "../../text/measure.ts";
import { TextStyles } from "../../text/text-style.ts";
import type { SlideParagraph, TextFrame } from "../model/text.ts";
import { FULL_SIZE, layoutText } from "./text-layout.ts";

const format = { ...DEFAULT_CHARACTER_FORMAT, sizePt: 20, fonts: { ascii: "Arial" } };
const tools = {
  styles: new TextStyles(() => ({ ascent: 0.9, descent: 0.3 })),
  evenStyles: new TextStyles(() => ({ ascent: 1, descent: 0.2 })),
  measurer: new TextMeasurer((text) => [...text].length / 2),
  meter: new WorkMeter(),
};
const paragraph: SlideParagraph = {
  alignment: "l",
  rightToLeft: false,
  marginLeftPt: 0,
  marginRightPt: 0,
  indentPt: 0,
  lineSpacing: { kind: "share", share: 1 },
  spaceBefore: { kind: "share", share: 0.5 },
  spaceAfter: { kind: "points", points: 0 },
  tabs: [],
  defaultTabPt: 72,
  bullet: undefined,
  inlines: [{ kind: "text", text: "one two", format }],
  endFormat: format,
};

function lay(frame: Partial<TextFrame>, widthPt = 45) {
  const text = {
    frame: { wraps: true, columns: 1, columnGapPt: 0, ...frame } as TextFrame,
    paragraphs: [paragraph, paragraph],
  };
  const { paragraphs, heightPt } = layoutText(text, widthPt, 500, tools, FULL_SIZE);
  const lines = paragraphs.flatMap((placed) => placed.lines);
  return { heightPt, baselines: lines.map(({ yPt, line }) => yPt + line.baselinePt) };
}

describe("layoutText", () => {
  it("sets lines by the font's metrics, with space between paragraphs only", () => {
    const { baselines, heightPt } = lay({});
    expect(baselines).toEqual([18, 42, 78, 102]);
    expect(heightPt).toBe(108);
  });

  it.each([
    [70, 2],
    [69.9, 2],
    [69.8, 4],
  ])("keeps text 70 points wide together in %d points: a line holds a little more", (widthPt, count) => {
    expect(lay({}, widthPt).baselines).toHaveLength(count);
  });

  it("tells how far down the last line reaches that shows something", () => {
    const frame = { wraps: true, columns: 1, columnGapPt: 0 } as TextFrame;
    const paragraphs = [paragraph, { ...paragraph, inlines: [] }];
    const laidOut = layoutText({ frame, paragraphs }, 45, 500, tools, FULL_SIZE);
    expect([laidOut.shownHeightPt, laidOut.heightPt]).toEqual([48, 84]);
  });

  it("sets even lines by the size only", () => {
    expect(lay({ hasEvenLines: true }).baselines).toEqual([20, 44, 80, 104]);
  });
});
