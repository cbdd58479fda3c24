import { describe, expect, it } from "vitest";
import { RunIndex } from "./run-index.ts";
import { styledParagraphs } from "./styled-paragraphs.ts";
import type { TextBody } from "./text-body.ts";
import type { LevelFormat } from "./text-format.ts";

const plain: TextBody = {
  type: 4,
  text: "",
  paragraphRuns: [],
  characterRuns: [],
  extensions: [],
  ruler: { all: {}, levels: [] },
  marks: [],
  links: [],
};
const styleOf = (level: number): LevelFormat => ({
  paragraph: { alignment: 0, leftMargin: level * 10 },
  character: { sizePoints: 20 - level },
});
const styled = (body: Partial<TextBody>) => styledParagraphs({ ...plain, ...body }, styleOf);

describe("RunIndex", () => {
  const index = new RunIndex([{ length: 3 }, { length: 0 }, { length: 2 }]);

  it.each([
    [0, 3],
    [2, 3],
    [3, 2],
    [4, 2],
    [5, undefined],
  ])("finds the run that covers position %d", (position, length) => {
    expect(index.at(position)?.length).toBe(length);
  });

  it("has boundaries strictly within a stretch", () => {
    expect(new Set(index.boundaries(0, 5))).toEqual(new Set([3]));
    expect(index.boundaries(3, 5)).toEqual([]);
  });
});

describe("styledParagraphs", () => {
  it("says more with each layer: style, ruler for all, ruler of the level, paragraph", () => {
    const [paragraph] = styled({
      text: "x",
      paragraphRuns: [{ length: 2, level: 1, format: { indent: 5 } }],
      ruler: { all: { defaultTab: 72, leftMargin: 1 }, levels: [{ leftMargin: 2 }, { leftMargin: 3, indent: 4 }] },
    });
    expect(paragraph?.level).toBe(1);
    expect(paragraph?.format).toEqual({ alignment: 0, defaultTab: 72, leftMargin: 3, indent: 5 });
  });

  it("cuts runs where formatting, links and marks begin and end", () => {
    const [paragraph] = styled({
      text: "abcdefgh",
      characterRuns: [
        { length: 2, format: { bold: true } },
        { length: 7, format: {} },
      ],
      links: [{ begin: 3, end: 5, hyperlink: 9 }],
      marks: [{ position: 6, kind: "slideNumber", format: 0 }],
    });
    expect(paragraph?.runs.map(({ text, link, mark, format }) => [text, link, mark?.kind, format.bold])).toEqual([
      ["ab", undefined, undefined, true],
      ["c", undefined, undefined, undefined],
      ["de", 9, undefined, undefined],
      ["f", undefined, undefined, undefined],
      ["g", undefined, "slideNumber", undefined],
      ["h", undefined, undefined, undefined],
    ]);
  });

  it("goes on with a link in the next paragraph", () => {
    const paragraphs = styled({ text: "ab\rcd", links: [{ begin: 1, end: 4, hyperlink: 2 }] });
    expect(paragraphs.map(({ runs }) => runs.map(({ text, link }) => `${text}${link ?? ""}`))).toEqual([
      ["a", "b2"],
      ["c2", "d"],
    ]);
  });

  it("gives an empty paragraph the look of its end", () => {
    const characterRuns = [
      { length: 2, format: {} },
      { length: 1, format: { sizePoints: 40 } },
    ];
    const [, empty] = styled({ text: "a\r", characterRuns });
    expect(empty?.runs).toEqual([]);
    expect(empty?.endFormat.sizePoints).toBe(40);
  });

  it("takes the next extended properties with that number, which counts to sixteen and begins again", () => {
    const extensions = Array.from({ length: 18 }, (_, index) => ({ autoNumber: { scheme: index, start: 1 } }));
    const run = (extension: number) => ({ length: 2, format: { extension } });
    const paragraphs = styled({ text: "a\rb\rc\rd", characterRuns: [run(0), run(3), run(3), run(1)], extensions });
    expect(paragraphs.map(({ format }) => format.autoNumber?.scheme)).toEqual([0, 3, 3, 17]);
  });
});
