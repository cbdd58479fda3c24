/** Stored bytes with runs of formatting -> paragraphs. */
import type { ByteDecoder } from "../../code-page.ts";
import type { StyledParagraph, StyledRun } from "../text/styled-paragraphs.ts";
import type { TextMark } from "../text/text-body.ts";
import type { CharacterFormat, ParagraphFormat } from "../text/text-format.ts";

export interface LegacyRun<Format> {
  /** Bytes. */
  length: number;
  format: Format;
}

export interface LegacyParagraphFormat {
  level: number;
  format: ParagraphFormat;
}

export interface LegacyTextSource {
  bytes: Uint8Array;
  characterRuns: readonly LegacyRun<CharacterFormat>[];
  paragraphRuns: readonly LegacyRun<LegacyParagraphFormat>[];
  /** What takes the place of bytes, by their positions. */
  marks: ReadonlyMap<number, { length: number; kind: TextMark["kind"]; format: number }>;
}

export interface FontReading {
  decoder: ByteDecoder;
  fonts: ReadonlyMap<number, string>;
}

const PARAGRAPH_END = 0x0d;
const MAX_PARAGRAPHS = 20_000;
const SYMBOL_FONT = /^(?:wingdings|monotype sorts|zapf ?dingbats|symbol|webdings|mt extra)/i;
const DEFAULT_CHARACTER: CharacterFormat = { sizePoints: 24, color: 0x0100_0000 };

/** Symbol fonts use the codes themselves, whatever the code page says. */
function isSymbolFont(name: string | undefined): boolean {
  return name !== undefined && SYMBOL_FONT.test(name);
}

/** Of a bullet, as a number of UTF-16. */
export function bulletCode(code: number, font: number, { decoder, fonts }: FontReading): number {
  return isSymbolFont(fonts.get(font)) ? code : decoder.decode(Uint8Array.of(code)).charCodeAt(0) || 0x2022;
}

export function legacyParagraphs(source: LegacyTextSource, reading: FontReading): StyledParagraph[] {
  const { bytes } = source;
  const characters = new RunWalker(source.characterRuns);
  const paragraphs = new RunWalker(source.paragraphRuns);
  const found: StyledParagraph[] = [];
  for (let start = 0; start <= bytes.length && found.length < MAX_PARAGRAPHS; ) {
    const stop = bytes.indexOf(PARAGRAPH_END, start);
    const end = stop < 0 ? bytes.length : stop;
    const { level, format } = paragraphs.at(start) ?? { level: 0, format: {} };
    const runs = styledRuns(source, start, end, characters, reading);
    const endFormat = { ...DEFAULT_CHARACTER, ...characters.at(end) };
    found.push({ level, format, runs, endFormat });
    start = end + 1;
  }
  // A final line end is not a line of its own.
  if (found.length > 1 && bytes.at(-1) === PARAGRAPH_END) found.pop();
  return found;
}

function styledRuns(
  { bytes, marks }: LegacyTextSource,
  start: number,
  end: number,
  characters: RunWalker<CharacterFormat>,
  { decoder, fonts }: FontReading,
): StyledRun[] {
  const runs: StyledRun[] = [];
  for (let at = start; at < end; ) {
    const format = { ...DEFAULT_CHARACTER, ...characters.at(at) };
    const mark = marks.get(at);
    if (mark) {
      runs.push({ text: "*", format, link: undefined, mark: { position: at, kind: mark.kind, format: mark.format } });
      at += Math.max(1, mark.length);
      continue;
    }
    let stop = Math.min(end, characters.endOfRun(at));
    for (let place = at + 1; place < stop; place++) if (marks.has(place)) stop = place;
    const piece = bytes.subarray(at, stop);
    const isSymbol = format.font !== undefined && isSymbolFont(fonts.get(format.font));
    const text = isSymbol ? Array.from(piece, (code) => String.fromCharCode(code)).join("") : decoder.decode(piece);
    runs.push({ text, format, link: undefined, mark: undefined });
    at = stop;
  }
  return runs;
}

/** Finds the run at ascending positions. */
class RunWalker<Format> {
  readonly #runs: readonly LegacyRun<Format>[];
  #index = 0;
  #start = 0;

  constructor(runs: readonly LegacyRun<Format>[]) {
    this.#runs = runs;
  }

  /** The last run holds for what follows it, too. */
  at(position: number): Format | undefined {
    this.#walk(position);
    return this.#runs[this.#index]?.format;
  }

  endOfRun(position: number): number {
    this.#walk(position);
    const run = this.#runs[this.#index];
    const isLast = this.#index >= this.#runs.length - 1;
    return run && !isLast ? this.#start + run.length : Number.POSITIVE_INFINITY;
  }

  #walk(position: number): void {
    for (let run = this.#runs[this.#index]; run; run = this.#runs[this.#index]) {
      if (position < this.#start + run.length || this.#index >= this.#runs.length - 1) return;
      this.#start += run.length;
      this.#index += 1;
    }
  }
}
