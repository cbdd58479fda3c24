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
  await wait(0);
  for (let waited = 0; awaited > 0 && waited < MOST_MS; waited += LOOK_EVERY_MS) await wait(LOOK_EVERY_MS);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
