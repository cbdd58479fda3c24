/**
 * What one workspace notices of another, small docx documents to PDF, against the service as `npm run serve` runs it: `[rounds=3] [seconds=12]`.
 * Each round measures what the Worker can do for the first workspace, without the server in front of it and with it, then the second one's merges at a slow pace: alone, beside
 * half of that capacity and beside twice of it, sent on time whether it is answered or not. Fails if the second one's median is more than
 * 1.3 times the calm one beside half, or twice beside twice, by the medians of all rounds, if one of its merges is refused, if the first
 * one is refused without 429 and Retry-After, or never beside twice, or if the server in front takes more than a twentieth of the capacity.
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
/** What the server in front may take of the Worker's capacity. */
const LEAST_OF_CAPACITY = 0.95;
const WARM_UP_S = 8;
const ROWS = 10;
/** Until what was begun in one phase is over before the next. */
const SETTLE_MS = 1_000;
/** What the service can do is found while nobody else asks, nor has asked for ten seconds. */
const CALM_MS = 11_000;

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
      const parts: number[] = [];
      const ratios: Record<keyof typeof BOUNDS, number[]> = { half: [], twice: [] };
      const failures: string[] = [];
      for (let round = 0; round < Number(rounds); round++) {
        await pause(CALM_MS);
        const bare = await capacityOf(
          Number(seconds),
          many.map((address) => address.replace(served.base, served.worker)),
        );
        await pause(SETTLE_MS);
        const capacity = await capacityOf(Number(seconds), many);
        parts.push(capacity / bare);
        console.log(
          `round ${round + 1}: ${bare.toFixed(1)} merges a second by the Worker, ${capacity.toFixed(1)} through the server in front`,
        );
        await pause(SETTLE_MS);
        let before = await atPace(Number(seconds), few);
        show("calm", capacity, before, medianOf(before));
        for (const [name, { offered }] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, { offered: number }][]) {
          const load = phase(capacity * offered, Number(seconds), many, () => DATA);
          // What is there from the beginning is measured, not the first moment.
          await pause(SETTLE_MS);
          const second = await atPace(Number(seconds) - 2, few);
          const first = await load;
          await pause(SETTLE_MS);
          const after = await atPace(Number(seconds), few);
          // The machine may have become slower or faster for other reasons.
          const calmMs = (medianOf(before) + medianOf(after)) / 2;
          before = after;
          ratios[name].push(medianOf(second) / calmMs);
          show(name, capacity, second, calmMs, first);
          show("calm", capacity, after, calmMs);
          const lost = second.filter((answer) => !isMerged(answer)).length;
          if (lost > 0) failures.push(`${name}: ${lost} merges of the second workspace were not answered`);
          if (name === "twice" && !first.some(isRefused))
            failures.push("twice: nothing of the first workspace was refused");
          const odd = first.find((answer) => !isMerged(answer) && !isRefused(answer));
          if (odd)
            failures.push(`${name}: the first workspace was answered ${odd.status}, Retry-After ${odd.retryAfter}`);
        }
      }
      for (const [name, { most }] of Object.entries(BOUNDS) as [keyof typeof BOUNDS, { most: number }][]) {
        const ratio = median(ratios[name]);
        console.log(`${name}: ${ratio.toFixed(2)} times the calm median, ${most} at most`);
        if (!(ratio <= most)) failures.push(`${name}: ${ratio.toFixed(2)} is more than ${most}`);
      }
      const part = median(parts);
      console.log(`capacity: ${part.toFixed(2)} of what the Worker does by itself, ${LEAST_OF_CAPACITY} at least`);
      if (!(part >= LEAST_OF_CAPACITY)) failures.push(`capacity: ${part.toFixed(2)} is less than ${LEAST_OF_CAPACITY}`);
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

const capacityOf = async (seconds: number, addresses: readonly string[]): Promise<number> =>
  (await atFullLoad(seconds, addresses)).filter(isMerged).length / seconds;

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
  calmMs: number,
  first: readonly Answer[] = [],
): void {
  const counts = (answers: readonly Answer[]) =>
    [201, 429, 503].map((status) => answers.filter((answer) => answer.status === status).length).join("/");
  const late = quantile(
    second.map(({ ms }) => ms),
    0.95,
  );
  const columns = [name, capacity, medianOf(second), late, medianOf(second) / calmMs, counts(first), counts(second)];
  const decimals = [0, 1, 0, 0, 2];
  line(...columns.map((value, at) => [value, present(WIDTHS[at]), decimals[at]] as const));
}
