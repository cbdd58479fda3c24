/**
 * Work in pieces. Each piece tells roughly how many bytes it worked on, so that whoever does the work can pause between
 * pieces and let others have a turn.
 */
export type Steps<Result> = Generator<number, Result>;

/** Does all the work at once. */
export function allAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Bytes worked on between two pauses: some 10 ms of coding a stream. */
const BYTES_PER_SLICE = 256 * 1024;

/**
 * Does the work with pauses in which everything else in the isolate has its turn.
 * @param pause called after each turn; if it throws, the work ends
 */
export async function runYielding<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> = yieldToEventLoop,
): Promise<Result> {
  let bytes = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    bytes += value;
    if (bytes < BYTES_PER_SLICE) continue;
    bytes = 0;
    await pause();
  }
}

/** What is made between two pauses, in bytes: some 3 ms of merging. Of four that do so, each has a pause before all have another one. */
const BYTES_PER_PAUSE = 16 * 1024;
/** What a piece of work takes that makes next to nothing. */
const LEAST_BYTES = 8 * 1024;
/** However much a piece makes, not all that come after it have a pause. */
const MOST_PAUSES_DUE = 4;

/**
 * Turns for many pieces of work that wait for nothing but each other, as merges of small documents are: whoever has one waits for its turn,
 * and all else in the isolate is looked at whenever some have been made.
 */
export class Turns {
  readonly #pause: () => Promise<void>;
  /** Bytes for which there was no pause yet. */
  #made = 0;

  constructor(pause: () => Promise<void> = yieldToEventLoop) {
    this.#pause = pause;
  }

  /** Waits for a piece's turn. */
  async next(): Promise<void> {
    if (this.#made < BYTES_PER_PAUSE) return;
    this.#made -= BYTES_PER_PAUSE;
    await this.#pause();
  }

  /** A piece was made, of so many bytes. */
  made(bytes: number): void {
    this.#made = Math.min(this.#made + LEAST_BYTES + bytes, MOST_PAUSES_DUE * BYTES_PER_PAUSE);
  }
}

let awaited = 0;

/** Does what somebody waits for, such as the answer to a request: work of queues in the same isolate stands back for it. */
export async function whileAwaited<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  awaited++;
  try {
    return await work();
  } finally {
    awaited--;
  }
}

const LOOK_EVERY_MS = 5;
/** So that work of queues goes on however much is asked for: in a third of the time, as its turns take some 10 ms. */
const MOST_MS = 25;

/** A pause of work for which nobody waits: others have their turn, and more than one while somebody waits for an answer in this isolate. */
export async function standBack(): Promise<void> {
  await yieldToEventLoop();
  for (let waited = 0; awaited > 0 && waited < MOST_MS; waited += LOOK_EVERY_MS) await wait(LOOK_EVERY_MS);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The end of this turn of the event loop: requests and answers that wait are looked at before. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
