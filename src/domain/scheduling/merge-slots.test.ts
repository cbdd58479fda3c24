import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../limits.ts";
import { MergeSlots } from "./merge-slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONG_MS = 60_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("slots of merges", () => {
  it("has others at work while one waits for something else, and goes on afterwards", async () => {
    const slots = new MergeSlots();
    const events: string[] = [];
    const first = slots.withSlot({ workspaceId: "a" }, async (aside) => {
      events.push("first begins");
      await aside(() => pause(400));
      events.push("first goes on");
    });
    const second = slots.withSlot({ workspaceId: "a" }, async () => void events.push("second"));
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await Promise.all([first, second]);
    expect(events).toEqual(["first begins", "second", "first goes on"]);
  });

  it("leaves no slot taken by what failed while it waited", async () => {
    const slots = new MergeSlots();
    const failed = slots.withSlot({ workspaceId: "a" }, async (aside) => {
      await Promise.all([aside(() => pause(50)), Promise.reject(new Error("no"))]);
    });
    await expect(failed).rejects.toThrow("no");
    await vi.advanceTimersByTimeAsync(100);
    let isDone = false;
    void slots.withSlot({ workspaceId: "a" }, async () => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(true);
  });

  it("refuses what is above the share, and what waits for half a minute", async () => {
    const slots = new MergeSlots();
    const busy = Array.from({ length: 60 }, () =>
      slots.withSlot({ workspaceId: "a", isTaken: true }, () => pause(900)).catch(() => undefined),
    );
    const waits = slots.withSlot({ workspaceId: "a" }, async () => "done").catch(({ code }: { code: string }) => code);
    for (let at = busy.length; at < LIMITS.waitingMerges.most; at++)
      void slots.withSlot({ workspaceId: "a", isTaken: true }, async () => undefined);
    await expect(slots.withSlot({ workspaceId: "a" }, async () => "done")).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 5,
    });
    expect(() => slots.requireRoom("a")).toThrow();
    expect(await slots.withSlot({ workspaceId: "b" }, async () => "done")).toBe("done");
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await waits).toBe("overloaded");
    await vi.advanceTimersByTimeAsync(LONG_MS);
  });
});
