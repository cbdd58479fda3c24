import { describe, expect, it } from "vitest";
import { MAX_CPU_SECONDS, MAX_MORE_BYTES, MAX_STILL_LOOKS, PoolWatch } from "../../scripts/serve/pool-watch.ts";
import { processUsage, secondsOf } from "../../scripts/serve/process-usage.ts";

const MB = 2 ** 20;

/** A pool whose process a test can make busy or large. */
function watchedPool() {
  const pool = {
    pid: 1 as number | undefined,
    cpuSeconds: 1,
    bytes: 100 * MB,
    answers: true as boolean | "never",
    killed: [] as number[],
  };
  const lines: string[] = [];
  const watch = new PoolWatch(
    {
      pid: () => pool.pid,
      usage: () => ({ cpuSeconds: pool.cpuSeconds, bytes: pool.bytes }),
      answer: () => {
        if (pool.answers === "never") return new Promise(() => undefined);
        return pool.answers ? Promise.resolve() : Promise.reject(new Error("not there"));
      },
      kill: (pid) => pool.killed.push(pid),
    },
    (line) => lines.push(line),
  );
  const look = async () => {
    watch.look();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pool, lines, look };
}

describe("the process of the pool", () => {
  it("is left alone while it answers, however much it computes", async () => {
    const { pool, look } = watchedPool();
    for (; pool.cpuSeconds < 1_000; pool.cpuSeconds += 20) await look();
    expect(pool.killed).toEqual([]);
  });

  it("may take as long as it needs to start", async () => {
    const { pool, look } = watchedPool();
    pool.answers = false;
    await look();
    pool.cpuSeconds += 2 * MAX_CPU_SECONDS;
    pool.bytes += 2 * MAX_MORE_BYTES;
    await look();
    expect(pool.killed).toEqual([]);
  });

  it("is ended when it computes without a pause for longer than a call may", async () => {
    const { pool, lines, look } = watchedPool();
    await look();
    pool.answers = false;
    pool.cpuSeconds += MAX_CPU_SECONDS;
    await look();
    expect(pool.killed).toEqual([]);
    pool.cpuSeconds += 1;
    await look();
    expect(pool.killed).toEqual([1]);
    expect(lines).toEqual([
      "The process of the pool has computed for 36 s without a pause: it is ended and started anew.",
    ]);
  });

  it("is ended when it neither answers nor computes, and not while it has a little of the processor", async () => {
    const { pool, lines, look } = watchedPool();
    await look();
    pool.answers = "never";
    for (let looks = 0; looks < 10 * MAX_STILL_LOOKS; looks++) {
      if (looks % (MAX_STILL_LOOKS - 1) === 0) pool.cpuSeconds += 0.01;
      await look();
    }
    expect(pool.killed).toEqual([]);
    for (let looks = 0; looks < MAX_STILL_LOOKS; looks++) await look();
    expect(pool.killed).toEqual([1]);
    expect(lines).toEqual(["The process of the pool stands still: it is ended and started anew."]);
  });

  it("may stand still while it has nothing to do", async () => {
    const { pool, look } = watchedPool();
    for (let looks = 0; looks < 3 * MAX_STILL_LOOKS; looks++) await look();
    expect(pool.killed).toEqual([]);
  });

  it("is ended when it takes much more memory than it had when it was idle, and the next one has a measure of its own", async () => {
    const { pool, lines, look } = watchedPool();
    await look();
    pool.bytes += MAX_MORE_BYTES + MB;
    await look();
    expect(pool.killed).toEqual([1]);
    expect(lines).toEqual(["The process of the pool takes 613 MB of memory: it is ended and started anew."]);
    pool.pid = undefined;
    await look();
    pool.pid = 2;
    await look();
    pool.bytes += MAX_MORE_BYTES;
    await look();
    expect(pool.killed).toEqual([1]);
  });
});

it.each([
  ["0:00.50", 0.5],
  ["1:02.50", 62.5],
  ["01:02:03", 3_723],
  ["12-01:02:03", 1_040_523],
])("processor time %s is %d s", (time, seconds) => {
  expect(secondsOf(time)).toBe(seconds);
});

it("what a process uses is known while there is one", () => {
  const usage = processUsage(process.pid);
  expect(usage?.bytes).toBeGreaterThan(10 * MB);
  expect(usage?.cpuSeconds).toBeGreaterThan(0);
  expect(processUsage(2 ** 22 + 1)).toBeUndefined();
});
