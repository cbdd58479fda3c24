/** Formatted disk pages (MS-DOC 2.9.33 ChpxFkp, 2.9.175 PapxFkp): which modifiers hold for which bytes of the text. */
import type { ByteReader } from "../../office/byte-reader.ts";
import { CharacterPlex } from "./character-plex.ts";

/** Bytes of the WordDocument stream with the same formatting; the modifiers are between two offsets of it. */
export interface FormattedRun {
  start: number;
  end: number;
  modifiersStart: number;
  modifiersEnd: number;
  /** Paragraph runs only: number of the style. */
  style: number;
}

const PAGE_BYTES = 512;
const COUNT_AT = 511;
const PAGE_NUMBER = 0x3f_ffff;
const PARAGRAPH_ENTRY_BYTES = 13;

export class FormattedPages {
  readonly #runs: FormattedRun[] = [];

  private constructor(bins: Uint8Array, wordDocument: ByteReader, readRun: RunReader, entryBytes: number) {
    const plex = new CharacterPlex(bins, 4);
    const seen = new Set<number>();
    for (let index = 0; index < plex.length; index++) {
      const page = (plex.data(index).u32(0) & PAGE_NUMBER) * PAGE_BYTES;
      if (seen.has(page) || page + PAGE_BYTES > wordDocument.length) continue;
      seen.add(page);
      const count = wordDocument.u8(page + COUNT_AT);
      // No more entries than there is room for on the page
      if (4 * (count + 1) + count * entryBytes > COUNT_AT) continue;
      for (let run = 0; run < count; run++) {
        const start = wordDocument.u32(page + 4 * run);
        const end = wordDocument.u32(page + 4 * run + 4);
        const entry = page + 4 * (count + 1) + run * entryBytes;
        if (end > start) this.#runs.push({ start, end, ...readRun(wordDocument, page, wordDocument.u8(entry) * 2) });
      }
    }
    this.#runs.sort((first, second) => first.start - second.start);
  }

  static ofCharacters(bins: Uint8Array, wordDocument: ByteReader): FormattedPages {
    return new FormattedPages(bins, wordDocument, readCharacterRun, 1);
  }

  static ofParagraphs(bins: Uint8Array, wordDocument: ByteReader): FormattedPages {
    return new FormattedPages(bins, wordDocument, readParagraphRun, PARAGRAPH_ENTRY_BYTES);
  }

  /** The run that holds a byte; where the file says nothing, a run without modifiers up to the next one. */
  at(offset: number): FormattedRun {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const run = this.#runs[low - 1];
    if (run && offset < run.end) return run;
    return { ...NOTHING, start: offset, end: Math.max(offset + 1, this.#runs[low]?.start ?? Number.MAX_SAFE_INTEGER) };
  }
}

type RunReader = (
  reader: ByteReader,
  page: number,
  offset: number,
) => Pick<FormattedRun, "modifiersStart" | "modifiersEnd" | "style">;

const NOTHING = { modifiersStart: 0, modifiersEnd: 0, style: 0 };

function readCharacterRun(reader: ByteReader, page: number, offset: number): ReturnType<RunReader> {
  if (offset === 0) return NOTHING;
  const start = page + offset + 1;
  return { modifiersStart: start, modifiersEnd: start + reader.u8(start - 1), style: 0 };
}

function readParagraphRun(reader: ByteReader, page: number, offset: number): ReturnType<RunReader> {
  if (offset === 0) return NOTHING;
  const words = reader.u8(page + offset);
  const start = page + offset + (words === 0 ? 2 : 1);
  const size = words === 0 ? 2 * reader.u8(page + offset + 1) : 2 * words - 1;
  if (size < 2) return NOTHING;
  return { modifiersStart: start + 2, modifiersEnd: start + size, style: reader.u16(start) };
}
