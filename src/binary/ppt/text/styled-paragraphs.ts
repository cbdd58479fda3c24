/** A text body -> paragraphs and runs whose formatting is complete. */
import { RunIndex } from "./run-index.ts";
import type { CharacterRun, TextBody, TextMark } from "./text-body.ts";
import { type CharacterFormat, type LevelFormat, layered, type ParagraphFormat } from "./text-format.ts";

export interface StyledRun {
  text: string;
  format: CharacterFormat;
  /** Id of a hyperlink. */
  link: number | undefined;
  /** The run's one character stands for this. */
  mark: TextMark | undefined;
}

export interface StyledParagraph {
  level: number;
  format: ParagraphFormat;
  /** Of the paragraph's end, which is all that an empty paragraph has. */
  endFormat: CharacterFormat;
  runs: StyledRun[];
}

const PARAGRAPH_END = "\r";
const MAX_PARAGRAPHS = 20_000;
const MAX_INSERTIONS = 2_000;
/** Extended properties count in the four bits that a run has for them (MS-PPT 2.9.67). */
const EXTENSION_CYCLE = 16;

/** `styleOf`: what a level looks like before the text says anything. */
export function styledParagraphs(body: TextBody, styleOf: (level: number) => LevelFormat): StyledParagraph[] {
  const paragraphRuns = new RunIndex(body.paragraphRuns);
  const characterRuns = new RunIndex(body.characterRuns);
  const extensions = new RunIndex(extensionRuns(body));
  const insertions = {
    links: body.links.slice(0, MAX_INSERTIONS),
    marks: body.marks.slice(0, MAX_INSERTIONS),
  };
  let start = 0;
  return body.text.split(PARAGRAPH_END, MAX_PARAGRAPHS).map((text) => {
    const run = paragraphRuns.at(start);
    const level = run?.level ?? 0;
    const base = styleOf(level);
    const ruled = layered(layered(base.paragraph, body.ruler.all), body.ruler.levels[level]);
    const end = start + text.length;
    const paragraph: StyledParagraph = {
      level,
      format: layered(layered(ruled, run?.format), extensions.at(start)?.format),
      endFormat: layered(base.character, characterRuns.at(end)?.format),
      runs: styledRuns(text, start, base.character, characterRuns, insertions),
    };
    start = end + 1;
    return paragraph;
  });
}

function styledRuns(
  text: string,
  start: number,
  base: CharacterFormat,
  characterRuns: RunIndex<CharacterRun>,
  { links, marks }: Pick<TextBody, "links" | "marks">,
): StyledRun[] {
  const end = start + text.length;
  const here = links.filter((link) => link.begin < end && link.end > start);
  const inside = marks.filter(({ position }) => position >= start && position < end);
  const cuts = [
    start,
    ...characterRuns.boundaries(start, end),
    ...here.flatMap((link) => [link.begin, link.end]),
    ...inside.flatMap(({ position }) => [position, position + 1]),
    end,
  ].filter((position) => position >= start && position <= end);
  const places = [...new Set(cuts)].sort((first, second) => first - second);
  return places.slice(0, -1).map((from, index) => ({
    text: text.slice(from - start, (places[index + 1] ?? end) - start),
    format: layered(base, characterRuns.at(from)?.format),
    link: here.find((link) => link.begin <= from && link.end > from)?.hyperlink,
    mark: inside.find(({ position }) => position === from),
  }));
}

/** The item of the extended properties that each stretch of runs with the same number has. */
function extensionRuns({
  characterRuns,
  extensions,
}: TextBody): { length: number; format: ParagraphFormat | undefined }[] {
  if (extensions.length === 0) return [];
  const stretches: { length: number; format: ParagraphFormat | undefined }[] = [];
  let item = -1;
  let present: number | undefined;
  for (const { length, format } of characterRuns) {
    const wanted = format.extension ?? 0;
    if (wanted !== present) {
      item += 1;
      while (item % EXTENSION_CYCLE !== wanted) item += 1;
      present = wanted;
    }
    stretches.push({ length, format: extensions[item] });
  }
  return stretches;
}
