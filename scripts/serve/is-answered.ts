/** How long an answer is waited for. */
export interface GracePeriods {
  /** Of what works: a call may take all of its thread for a while. */
  workingMs: number;
  /** Of what has computed nothing since the call. */
  stillMs: number;
}

const LOOK_MS = 500;

/**
 * Whether what is called answers in time.
 * @param cpuSeconds the processor time that it has used; undefined if there is no such process
 */
export async function isAnswered(
  call: (signal: AbortSignal) => Promise<boolean>,
  cpuSeconds: () => number | undefined,
  { workingMs, stillMs }: GracePeriods,
): Promise<boolean> {
  const end = new AbortController();
  const answer = call(end.signal).catch(() => false);
  let before: number | undefined;
  try {
    for (let waited = 0, still = 0; waited < workingMs && still < stillMs; waited += LOOK_MS) {
      const answered = await Promise.race([answer, pause(LOOK_MS)]);
      if (answered !== undefined) return answered;
      const now = cpuSeconds();
      still = now === before ? still + LOOK_MS : 0;
      before = now;
    }
    return false;
  } finally {
    end.abort();
  }
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
