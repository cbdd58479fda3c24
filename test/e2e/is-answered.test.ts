import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isAnswered } from "../../scripts/serve/is-answered.ts";

const GRACE_PERIOD = { workingMs: 15_000, stillMs: 3_000 };
const never = () => new Promise<boolean>(() => undefined);

/** When it is said whether it answered, in milliseconds. */
async function answered(answer: Promise<boolean>): Promise<[boolean, number]> {
  const start = Date.now();
  const timed = answer.then((value): [boolean, number] => [value, Date.now() - start]);
  await vi.advanceTimersByTimeAsync(60_000);
  return await timed;
}

describe("a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is answered, or fails, at once", async () => {
    expect(
      await answered(
        isAnswered(
          async () => true,
          () => 1,
          GRACE_PERIOD,
        ),
      ),
    ).toEqual([true, 0]);
    expect(
      await answered(
        isAnswered(
          () => Promise.reject(new Error("refused")),
          () => 1,
          GRACE_PERIOD,
        ),
      ),
    ).toEqual([false, 0]);
  });

  it("may wait for as long as what is called works", async () => {
    const used = { cpuSeconds: 0 };
    const slow = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 14_000));
    const works = () => {
      used.cpuSeconds += 0.01;
      return used.cpuSeconds;
    };
    expect(await answered(isAnswered(slow, works, GRACE_PERIOD))).toEqual([true, 14_000]);
    expect(await answered(isAnswered(never, works, GRACE_PERIOD))).toEqual([false, 15_000]);
  });

  it("is given up soon when that stands still, or is gone", async () => {
    let looks = 0;
    const stops = () => Math.min(++looks, 4);
    expect(await answered(isAnswered(never, stops, GRACE_PERIOD))).toEqual([false, 5_000]);
    expect(await answered(isAnswered(never, () => undefined, GRACE_PERIOD))).toEqual([false, 3_000]);
  });

  it("is ended when it is given up", async () => {
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return never();
    };
    await answered(isAnswered(call, () => undefined, GRACE_PERIOD));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
