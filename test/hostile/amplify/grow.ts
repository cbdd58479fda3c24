import { type AttackOptions, attack, type Breach } from "../attack.ts";
import type { AmplifiedCase } from "./amplified-cases.ts";

/** How many times as much the larger file may cost, which has four times as much in it. */
export const MAX_GROWTH = 6;
/** What the larger one may cost in any case. */
const FREE_SECONDS = 0.5;

/** Sends both files of each case: besides what is a breach of any request, cost that grows faster than the file is one. */
export async function grow(
  cases: readonly (() => AmplifiedCase)[],
  options: AttackOptions & { cpuSeconds: () => number },
): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const make of cases) {
    const { kind, name, smaller, larger } = make();
    const sent = async (request: typeof smaller) => {
      const before = options.cpuSeconds();
      let status = 0;
      const done = (sentKind: string, answered: number, code: string) => {
        status = answered;
        options.done?.(sentKind, answered, code);
      };
      breaches.push(...(await attack([request], { ...options, done })));
      return { seconds: options.cpuSeconds() - before, status };
    };
    const large = await sent(larger);
    if (large.seconds <= FREE_SECONDS || large.status >= 400) continue;
    const small = await sent(smaller);
    if (large.seconds <= MAX_GROWTH * small.seconds) continue;
    const what = `${small.seconds.toFixed(2)} s of processor time grew to ${large.seconds.toFixed(2)} s`;
    breaches.push({ kind, name, what });
  }
  return breaches;
}
