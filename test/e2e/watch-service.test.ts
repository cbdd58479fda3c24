import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServiceWatch, type WatchedService } from "../../scripts/watch-service.ts";

const TIMES = { intervalMs: 1_000, retryMs: 100, startMs: 10_000 };

/** A service whose process a test can end and whose answers it can take away. */
function watched() {
  const service = { starts: 0, kills: 0, answers: true, end: (_how: string) => {} };
  const reached: WatchedService = {
    start(ended) {
      service.starts++;
      service.end = ended;
    },
    kill: () => void service.kills++,
    isHealthy: async () => service.answers,
  };
  const lines: string[] = [];
  const giveUp = vi.fn();
  const watch = new ServiceWatch(reached, TIMES, (line) => lines.push(line), giveUp);
  watch.start();
  return { service, lines, giveUp, watch };
}

describe("a service that is watched", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is left alone while it answers, and after a call or two that were missed", async () => {
    const { service, lines } = watched();
    await vi.advanceTimersByTimeAsync(60_000);
    service.answers = false;
    await vi.advanceTimersByTimeAsync(250);
    service.answers = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([service.starts, service.kills, lines]).toEqual([1, 0, []]);
  });

  it("is started anew at once when its process ends, with all that it left behind ended", async () => {
    const { service, lines } = watched();
    await vi.advanceTimersByTimeAsync(5_000);
    service.end("by the signal SIGKILL");
    expect([service.starts, service.kills]).toEqual([2, 1]);
    expect(lines).toEqual(["The service's process has ended by the signal SIGKILL: it is started anew."]);
  });

  it("is started anew after three missed calls", async () => {
    const { service, lines } = watched();
    await vi.advanceTimersByTimeAsync(5_000);
    service.answers = false;
    await vi.advanceTimersByTimeAsync(1_300);
    expect([service.starts, service.kills]).toEqual([2, 1]);
    expect(lines).toEqual(["The service has not answered 3 calls in a row: it is started anew."]);
  });

  it("has time to start", async () => {
    const { service } = watched();
    service.answers = false;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(service.starts).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(service.starts).toBe(2);
  });

  it("is given up when it ends five times while it is starting", async () => {
    const { service, giveUp, lines } = watched();
    service.answers = false;
    for (let start = 0; start < 6; start++) service.end("with exit code 1");
    expect([service.starts, giveUp.mock.calls.length]).toEqual([5, 1]);
    expect(lines.at(-1)).toMatch(/while it was starting: the service ends\.$/);
  });

  it("stays ended when it was stopped", async () => {
    const { service, watch } = watched();
    await vi.advanceTimersByTimeAsync(5_000);
    watch.stop();
    service.end("with exit code 0");
    service.answers = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.starts).toBe(1);
  });
});
