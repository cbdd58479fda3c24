import { buildDoc, paragraph } from "../../../src/binary/doc/testing/doc-builder.ts";
import { shape, text, textBox } from "../../../src/binary/ppt/testing/ppt-shapes.ts";
import { presentationFile } from "../../../src/binary/ppt/testing/ppt-writer.ts";
import { longText, u16 } from "../../../src/binary/xls/testing/biff-bytes.ts";
import { container, font, PLAIN_GLOBALS, record, workbookStream } from "../../../src/binary/xls/testing/biff-writer.ts";
import type { Random } from "../../smarty/random.ts";
import type { Amplified } from "./amplified.ts";

const LABEL = 0x0204;
const BLANK = 0x0201;
const MERGED_CELLS = 0x00e5;
const ROWS = 0xffff;
const PLACE = [576, 576, 5_000, 1_500] as const;

const box = (words: string) => shape(202, PLACE, {}, textBox(text(4, words)));
const label = (line: number, column: number) => record(LABEL, u16(line, column, 0), longText("old"));

const workbook = (records: number[], globals = PLAIN_GLOBALS) =>
  container(workbookStream(globals, [{ name: "Old", records }]));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What there may be many of in the binary files of Office up to 2003. */
const KINDS: Readonly<Record<string, readonly [times: number, make: (times: number) => Uint8Array]>> = {
  "doc paragraphs": [2_000, (times) => buildDoc({ paragraphs: numbers(times).map(() => paragraph("in doc")) })],
  "doc characters": [100_000, (times) => buildDoc({ paragraphs: [paragraph("word ".repeat(times / 5))] })],
  "doc runs": [
    2_000,
    (times) => buildDoc({ paragraphs: [{ runs: [...numbers(times).map(() => ({ text: "a" })), { text: "\r" }] }] }),
  ],
  "doc footnotes": [
    2_000,
    (times) => buildDoc({ paragraphs: [paragraph("a")], footnotes: numbers(times).map(() => paragraph("b")) }),
  ],
  "doc styles": [
    1_000,
    (times) =>
      buildDoc({
        paragraphs: [paragraph("a", [], 1)],
        styles: numbers(times).map((each) => ({ name: `Style ${each}`, kind: 1, base: Math.max(0, each - 1) })),
      }),
  ],
  "doc fonts": [
    1_000,
    (times) => buildDoc({ paragraphs: [paragraph("a")], fonts: numbers(times).map((n) => `F${n}`) }),
  ],
  "doc text boxes": [
    1_000,
    (times) => buildDoc({ paragraphs: [paragraph("a")], textBoxes: numbers(times).map(() => paragraph("b")) }),
  ],
  "xls rows": [5_000, (times) => workbook(numbers(times).flatMap((each) => label(each % ROWS, 0)))],
  "xls the same cell": [5_000, (times) => workbook(numbers(times).flatMap(() => label(0, 0)))],
  "xls blanks": [5_000, (times) => workbook(numbers(times).flatMap((each) => record(BLANK, u16(each % ROWS, 1, 0))))],
  "xls fonts": [
    2_000,
    (times) => workbook(label(0, 0), [...numbers(times).flatMap((n) => font(`F${n}`)), ...PLAIN_GLOBALS]),
  ],
  "xls merged cells": [
    1_000,
    (times) =>
      workbook([
        ...label(0, 0),
        ...numbers(times).flatMap((n) => record(MERGED_CELLS, u16(1, 2 * n, 2 * n + 1, 0, 1))),
      ]),
  ],
  "xls sheets": [
    100,
    (times) =>
      container(
        workbookStream(
          PLAIN_GLOBALS,
          numbers(times).map((n) => ({ name: `S${n}`, records: label(0, 0) })),
        ),
      ),
  ],
  "ppt shapes": [1_000, (times) => presentationFile({ slides: [{ shapes: numbers(times).map(() => box("in ppt")) }] })],
  "ppt slides": [100, (times) => presentationFile({ slides: numbers(times).map(() => ({ shapes: [box("in ppt")] })) })],
  "ppt characters": [20_000, (times) => presentationFile({ slides: [{ shapes: [box("word ".repeat(times / 5))] }] })],
  "ppt paragraphs": [1_000, (times) => presentationFile({ slides: [{ shapes: [box("a\r".repeat(times))] }] })],
};

/** A binary file of Office in which one thing is there many times. */
export function amplifyOldOffice(_: Uint8Array, random: Random): Amplified & { extension: string } {
  const [what, [times, make]] = random.pick(Object.entries(KINDS));
  return { what, times, make, extension: what.slice(0, 3) };
}
