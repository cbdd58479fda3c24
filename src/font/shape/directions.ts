/** Which way the parts of a text run (UAX #9), by bidi-js. */

import bidiFactory, { type Bidi } from "bidi-js";
import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { hasRightToLeft } from "./complex-text.ts";

export type Direction = "ltr" | "rtl";

/** A stretch of text that runs one way. */
export interface Stretch {
  start: number;
  end: number;
  direction: Direction;
}

let made: Bidi | undefined;

function bidi(): Bidi {
  made ??= bidiFactory();
  return made;
}

/** The stretches of a line of text in the order in which they are seen, from left to right. */
export function stretchesOf(text: string, base: Direction | "auto"): Stretch[] {
  if (base !== "rtl" && !hasRightToLeft(text)) return [{ start: 0, end: text.length, direction: "ltr" }];
  const { levels, paragraphs } = bidi().getEmbeddingLevels(text, base);
  // L1: spaces at the end of a line and before tabs run as the line does.
  const lineLevel = paragraphs[0]?.level ?? 0;
  for (const { index, 0: spaces } of text.matchAll(/(?<!\s)\s+(?=\t|$)|\t/g))
    levels.fill(lineLevel, index, index + spaces.length);
  const runs: { start: number; end: number; level: number }[] = [];
  for (let index = 0; index < text.length; index++) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.end = index + 1;
    else runs.push({ start: index, end: index + 1, level });
  }
  // L2: from the highest level down to the lowest odd one, everything at a level or above it is reversed.
  for (
    let level = largestOf(
      runs.map((run) => run.level),
      0,
    );
    level > 0;
    level--
  ) {
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end++;
      for (let from = start, to = end - 1; from < to; from++, to--)
        [runs[from], runs[to]] = [present(runs[to]), present(runs[from])];
      start = Math.max(start, end - 1);
    }
  }
  return runs.map(({ start, end, level }) => ({ start, end, direction: level % 2 === 1 ? "rtl" : "ltr" }));
}

/** Brackets and their kin open to the other side in text from right to left. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi().getMirroredCharacter(character) ?? character).join("");
}
