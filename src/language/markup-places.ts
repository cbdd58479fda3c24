import { startTags } from "../domain/start-tags.ts";

/** What the text at a place of an html template is to the browser, as far as braces mean something there. */
type MarkupPlace = "content" | "attribute" | "script" | "style";

interface Stretch {
  start: number;
  /** Exclusive. */
  end: number;
  place: MarkupPlace;
}

const CONTENT: Stretch = { start: 0, end: Number.POSITIVE_INFINITY, place: "content" };

/** The places of an html template; they are found when the first one is asked for. */
export class MarkupPlaces {
  readonly #source: string;
  #stretches: Stretch[] | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** What is at an offset, and where that ends. */
  at(offset: number): Stretch {
    this.#stretches ??= stretchesOf(this.#source);
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const stretch = this.#stretches[middle] ?? CONTENT;
      if (offset < stretch.start) high = middle - 1;
      else if (offset >= stretch.end) low = middle + 1;
      else return stretch;
    }
    return CONTENT;
  }
}

function stretchesOf(source: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { name, nameEnd, end, textEnd } of startTags(source)) {
    stretches.push({ start: nameEnd, end, place: "attribute" });
    if (textEnd === undefined) continue;
    if (name === "script" || name === "style") stretches.push({ start: end, end: textEnd, place: name });
  }
  return stretches;
}
