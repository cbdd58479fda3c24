import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Log } from "../../domain/log.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { LeasedRun } from "../../store/runs.ts";
import type { MergeServices } from "../context.ts";
import { withLease } from "./lease.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Holds a run for ten minutes, in which each renewal ends as it is told; the number of renewals, and what the log was told. */
async function heldFor10Minutes(renew: () => Promise<boolean>) {
  const events: string[] = [];
  let renewals = 0;
  const services = standIn<MergeServices>({
    now: () => new Date(),
    log: standIn<Log>({ failure: (event: string) => events.push(event) }),
    store: {
      runs: {
        renew: async () => {
          renewals++;
          return await renew();
        },
      },
    },
  });
  const held = withLease(
    services,
    standIn<LeasedRun>({ run: { workspaceId: "w", id: "r" }, lease: "l" }),
    () => new Promise<string>((resolve) => setTimeout(() => resolve("done"), 600_000)),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  return { result: await held, renewals, events };
}

describe("the lease of a run", () => {
  it("is lengthened while the work lasts", async () => {
    const { result, renewals, events } = await heldFor10Minutes(async () => true);
    expect([result, renewals > 10, events]).toEqual(["done", true, []]);
  });

  it("is not lengthened any more when the run has ended elsewhere, which is no fault", async () => {
    const { result, renewals, events } = await heldFor10Minutes(async () => false);
    expect([result, renewals, events]).toEqual(["done", 1, []]);
  });

  it("is tried again where the database did not answer, and the log says so", async () => {
    const { renewals, events } = await heldFor10Minutes(() => Promise.reject(new Error("D1 is down")));
    expect(renewals).toBeGreaterThan(10);
    expect(events).toHaveLength(renewals);
  });
});
