/** Where rows or columns begin that stand one after the other. */

interface Run {
  /** The first track after it, and where that begins, in twips. */
  end: number;
  offset: number;
  size: number;
}

export interface TrackPlace {
  /** From 0 on. */
  index: number;
  /** Twips from where it begins. */
  offset: number;
}

export class Tracks {
  readonly #runs: Run[] = [];
  readonly #usual: number;

  /** @param usual twips of tracks beyond those that were added */
  constructor(usual: number) {
    this.#usual = usual;
  }

  /** @param size twips; undefined for the usual size */
  add(count: number, size: number | undefined): void {
    const last = this.#runs.at(-1);
    const own = size ?? this.#usual;
    if (last && last.size === own) {
      last.end += count;
      last.offset += count * own;
    } else this.#runs.push({ end: (last?.end ?? 0) + count, offset: (last?.offset ?? 0) + count * own, size: own });
  }

  /** The place that is `offset` twips after the beginning of a track. */
  place(index: number, offset: number): TrackPlace {
    return this.#at(Math.max(0, this.#start(index) + offset));
  }

  /** Twips before a track. */
  #start(index: number): number {
    const run = this.#find(({ end }) => index < end);
    if (run) return run.offset - (run.end - index) * run.size;
    const last = this.#runs.at(-1);
    return (last?.offset ?? 0) + (index - (last?.end ?? 0)) * this.#usual;
  }

  #at(twips: number): TrackPlace {
    const run = this.#find(({ offset }) => twips < offset);
    const [end, offset, size] = run ? [run.end, run.offset, run.size] : this.#beyond(twips);
    const before = Math.ceil((offset - twips) / size);
    const index = end - before;
    return { index, offset: twips - (offset - before * size) };
  }

  /** A run that goes on to the place. */
  #beyond(twips: number): [end: number, offset: number, size: number] {
    const { end = 0, offset = 0 } = this.#runs.at(-1) ?? {};
    const more = Math.floor((twips - offset) / this.#usual) + 1;
    return [end + more, offset + more * this.#usual, this.#usual];
  }

  /** The first run for which `isAfter` holds; it holds for all after it, too. */
  #find(isAfter: (run: Run) => boolean): Run | undefined {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const run = this.#runs[middle];
      if (run && isAfter(run)) high = middle;
      else low = middle + 1;
    }
    return this.#runs[low];
  }
}
