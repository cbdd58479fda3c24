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

/**
 * Turns for several pieces of work that wait for nothing but each other, as merges of small documents are: whoever has one asks for the next
 * turn before it begins, and all that waits in the isolate is looked at in between. The first has its turn at once.
 */
export function turns(pause: () => Promise<void> = yieldToEventLoop): () => Promise<void> {
  let last: Promise<void> | undefined;
  return () => {
    last = last ? last.then(pause) : Promise.resolve();
    return last;
  };
}

/** The end of this turn of the event loop: requests and answers that wait are looked at before. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
