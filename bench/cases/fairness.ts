/**
 * What one workspace notices of another, small docx documents to PDF, against the Worker as `npm start` runs it: `[rounds=3] [seconds=12]`.
 * Each round measures what the service can do for the first workspace alone, then the second one's merges at a slow pace: alone, beside
 * half of that capacity and beside twice of it, sent on time whether it is answered or not. Fails if the second one's median is more than
 * 1.3 times the calm one beside half, or twice beside twice, by the medians of all rounds, if one of its merges is refused, or if the
 * first one is refused without 429 and Retry-After.
 */

import { present } from "../../src/domain/present.ts";
import { mergeAddress, workspacesOf } from "../../test/support/servers/measured-service.ts";
import { servedWorker } from "../../test/support/servers/served-worker.ts";
import { line, median, pause, quantile, withScratch } from "../harness.ts";
import { type Answer, dataOf, isMerged, merge, phase, TEMPLATES } from "../steady-rate.ts";

/** By what the first workspace offers, in capacities: how much longer the median of the second may take. */
const BOUNDS = { half: { offered: 0.5, most: 1.3 }, twice: { offered: 2, most: 2 } } as const;
/** An address has a limit of its own (wrangler.toml, MERGE_LIMIT): many customers at once are what is measured. */
const ADDRESSES = 12;
/** As many at once find all that the service can do. */
const AT_ONCE = 12;
const PACE_MS = 250;
const WARM_UP_S = 8;
const ROWS = 10;
/** Until what was begun in one phase is over before the next. */
const SETTLE_MS = 1_000;

const DATA = dataOf(ROWS);
const WIDTHS = [8, 9, 9, 9, 7, 22, 22] as const;

export const run = ([rounds = "3", seconds = "12"]: readonly string[]): Promise<boolean> =>
  withScratch(async (state) => {
    const authorizations = await workspacesOf(state, ["Many", "Few"]);
    const served = await servedWorker(state);
    try {
      const members = { name: "Letter", ...TEMPLATES["docx to PDF"] };
      const addressesOf = (authorization: string | undefined) =>
        Promise.all(Array.from({ length: ADDRESSES }, () => mergeAddress(served.base, members, authorization)));
      const [many, few] = [await addressesOf(authorizations[0]), await addressesOf(authorizations[1])];
      await atFullLoad(WARM_UP_S, many);
      await atPace(2, few);
      line(...["", "capacity", "median", "95 %", "ratio", "first: 201/429/503", "second: 201/429/503"].map(headed));
      const ratios: Record<keyof typeof BOUNDS, number[]> = { half: [], twice: [] };
      const failures: string[] = [];
      for (let round = 0; round < Number(rounds); round++) {
        const capacity = (await atFullLoad(Number(seconds), many)).filter(isMerged).length / Number(seconds);
        await pause(SETTLE_MS);
        const calm = await atPace(Number(seconds), few);
        show("calm", capacity, calm, calm);
        for (const [name, { offered }] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, { offered: number }][]) {
          const load = phase(capacity * offered, Number(seconds), many, () => DATA);
          // What is there from the beginning is measured, not the first moment.
          await pause(SETTLE_MS);
          const second = await atPace(Number(seconds) - 2, few);
          const first = await load;
          ratios[name].push(medianOf(second) / medianOf(calm));
          show(name, capacity, second, calm, first);
          const lost = second.filter((answer) => !isMerged(answer)).length;
          if (lost > 0) failures.push(`${name}: ${lost} merges of the second workspace were not answered`);
          const odd = first.find((answer) => !isMerged(answer) && !isRefused(answer));
          if (odd)
            failures.push(`${name}: the first workspace was answered ${odd.status}, Retry-After ${odd.retryAfter}`);
          await pause(SETTLE_MS);
        }
      }
      for (const [name, { most }] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, { most: number }][]) {
        const ratio = median(ratios[name]);
        console.log(`${name}: ${ratio.toFixed(2)} times the calm median, ${most} at most`);
        if (!(ratio <= most)) failures.push(`${name}: ${ratio.toFixed(2)} is more than ${most}`);
      }
      for (const failure of failures) console.log(`FAILED ${failure}`);
      return failures.length === 0;
    } finally {
      await served.stop();
    }
  });

const headed = (heading: string, column: number) => [heading, present(WIDTHS[column])] as const;

/** Told to come again, and when. */
const isRefused = ({ status, retryAfter }: Answer): boolean => status === 429 && retryAfter !== null;

const medianOf = (answers: readonly Answer[]): number => median(answers.map(({ ms }) => ms));

/** So many at once for some seconds, each followed by the next. */
async function atFullLoad(seconds: number, addresses: readonly string[]): Promise<Answer[]> {
  const start = Date.now();
  const answers: Answer[] = [];
  const sender = async (at: number) => {
    const address = present(addresses[at % addresses.length]);
    while (Date.now() - start < 1_000 * seconds) answers.push(await merge(address, DATA, start));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => sender(at)));
  return answers;
}

/** One after the other with uneven pauses, so that it does not keep step with what is sent beside it. */
async function atPace(seconds: number, addresses: readonly string[]): Promise<Answer[]> {
  const start = Date.now();
  const answers: Answer[] = [];
  for (let index = 0; Date.now() - start < 1_000 * seconds; index++) {
    await pause(PACE_MS * (0.5 + ((index * 0.618) % 1)));
    answers.push(await merge(present(addresses[index % addresses.length]), DATA, start));
  }
  return answers;
}

function show(
  name: string,
  capacity: number,
  second: readonly Answer[],
  calm: readonly Answer[],
  first: readonly Answer[] = [],
): void {
  const counts = (answers: readonly Answer[]) =>
    [201, 429, 503].map((status) => answers.filter((answer) => answer.status === status).length).join("/");
  const late = quantile(
    second.map(({ ms }) => ms),
    0.95,
  );
  const columns = [
    name,
    capacity,
    medianOf(second),
    late,
    medianOf(second) / medianOf(calm),
    counts(first),
    counts(second),
  ];
  const decimals = [0, 1, 0, 0, 2];
  line(...columns.map((value, at) => [value, present(WIDTHS[at]), decimals[at]] as const));
}
