// The part of `npm run hostile` that sends files in which one thing is there many times, to a service as `npm start` runs it.

import { present } from "../src/domain/present.ts";
import { MOST_S } from "../src/domain/work-meter.ts";
import { amplifiedCase } from "../test/hostile/amplify/amplified-cases.ts";
import { grow } from "../test/hostile/amplify/grow.ts";
import type { Breach } from "../test/hostile/attack.ts";
import { prepareTarget } from "../test/hostile/target.ts";
import { AUTHORIZATION } from "../test/support/servers/first-credentials.ts";
import { ProcessMeter, processesBelow } from "../test/support/servers/process-meter.ts";
import { servedWorker } from "../test/support/servers/served-worker.ts";

const MEBIBYTE = 2 ** 20;
const SAMPLE_MS = 1_000;
/** Caches are full, and there is a browser, before memory is looked at. */
const WARM_UP_CASES = 20;
const QUIET_MS = 60_000;
/** Processes that are named at the peak. */
const LARGEST = 8;
const MAX_GROWTH = 1.2;
const MAX_MORE_BYTES = 1.5e9;

export interface AmplifyOptions {
  seed: number;
  /** How many are sent, and from which number on. */
  count: number;
  first: number;
  /** Cases of one kind alone. */
  only: string | undefined;
  done: (kind: string, status: number, code: string) => void;
}

/** All processes of the service, those that have ended included. */
class ServiceMeter {
  readonly #program: number;
  readonly #seconds = new Map<number, { seconds: number; command: string }>();
  peakBytes = 0;
  /** The processes that took most of the peak. */
  atPeak = "";

  constructor(program: number) {
    this.#program = program;
  }

  /** @param ofBrowser of the browser's processes instead of the service's own */
  cpuSeconds(ofBrowser: boolean): number {
    this.#look();
    return [...this.#seconds.values()].reduce(
      (sum, { seconds, command }) => sum + (command.startsWith("chrom") === ofBrowser ? seconds : 0),
      0,
    );
  }

  costs(): ReadonlyMap<string, number> {
    this.#look();
    return new Map([...this.#seconds].map(([pid, { seconds, command }]) => [`${command} ${pid}`, seconds]));
  }

  bytes(): number {
    const uses = processesBelow(this.#program).map(({ pid, command }) => ({
      name: `${command} ${pid}`,
      bytes: read(() => new ProcessMeter(pid).bytes("VmRSS")) || 0,
    }));
    const bytes = uses.reduce((sum, use) => sum + use.bytes, 0);
    if (bytes <= this.peakBytes) return bytes;
    this.peakBytes = bytes;
    const largest = uses.sort((one, other) => other.bytes - one.bytes).slice(0, LARGEST);
    this.atPeak = largest.map((use) => `${use.name} ${Math.round(use.bytes / MEBIBYTE)} MB`).join(", ");
    return bytes;
  }

  #look(): void {
    for (const { pid, command } of processesBelow(this.#program)) {
      const seconds = read(() => new ProcessMeter(pid).cpuSeconds());
      if (seconds !== undefined) this.#seconds.set(pid, { seconds, command });
    }
  }
}

/** Processes end while they are looked at. */
function read(value: () => number): number | undefined {
  try {
    return value();
  } catch {
    return undefined;
  }
}

/** Sends the cases of a seed. @returns what should not have happened */
export async function sendAmplified({ seed, count, first, only, done }: AmplifyOptions): Promise<Breach[]> {
  const served = await servedWorker();
  const meter = new ServiceMeter(present(served.program.pid));
  const sampling = setInterval(() => meter.bytes(), SAMPLE_MS);
  try {
    const { base } = served;
    const target = await prepareTarget(base, AUTHORIZATION);
    const documents = await target.documents();
    const cases = Array.from(
      { length: count },
      (_, index) => () => amplifiedCase(seed, first + index, documents, only),
    );
    const options = {
      ...{ base, authorizations: target.authorizations, done, beside: target.serves },
      cpuSeconds: () => meter.cpuSeconds(false),
      costs: () => meter.costs(),
      browserSeconds: () => meter.cpuSeconds(true),
      // Such as the files of 20,000 pages that are split.
      maxCpuSecondsOfLarge: MOST_S,
    };
    const breaches = await grow(cases.slice(0, WARM_UP_CASES), options);
    const before = meter.bytes();
    breaches.push(...(await grow(cases.slice(WARM_UP_CASES), options)));
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const after = meter.bytes();
    const [from, to, peak] = [before, after, meter.peakBytes].map((bytes) => Math.round(bytes / MEBIBYTE));
    const memory = `memory of all processes: ${from} MB after ${WARM_UP_CASES} cases, ${peak} MB at most (${meter.atPeak}), ${to} MB a minute after all`;
    console.log(
      `${memory}; ${meter.cpuSeconds(false).toFixed(0)} s of processor time, ${meter.cpuSeconds(true).toFixed(0)} s of the browser`,
    );
    if (after > MAX_GROWTH * before || meter.peakBytes > before + MAX_MORE_BYTES)
      breaches.push({ kind: "all", name: "memory", what: memory });
    if (!(await target.serves()))
      breaches.push({ kind: "all", name: "service", what: "it does not serve the next request" });
    // What a 5xx was is known from the log alone.
    for (const line of served.lines.filter((each) => each.includes('"request.failed"')))
      console.log(line.slice(0, 1_500));
    return breaches;
  } finally {
    clearInterval(sampling);
    await served.stop();
  }
}
