import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PoolRoom } from "./pool-room.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What has been answered so far. */
function settled(...answers: readonly Promise<boolean>[]) {
  const said: (boolean | "waits")[] = answers.map(() => "waits");
  answers.forEach((answer, index) => {
    void answer.then((value) => {
      said[index] = value;
    });
  });
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return said;
  };
}

describe("an object of the pool", () => {
  it("is empty for the first that asks, and for nobody while that is at work", async () => {
    const room = new PoolRoom();
    expect(await room.reserve("empty", "w1")).toBe(true);
    const end = room.begin("w1");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await room.reserve("empty", "w2")).toBe(false);
    end();
    expect(await room.reserve("empty", "w2")).toBe(true);
  });

  it("does two calls at once, each of another workspace; others have their turn as these end, in the order they came", async () => {
    const room = new PoolRoom();
    await room.reserve("turn", "w1");
    const endFirst = room.begin("w1");
    await room.reserve("turn", "w2");
    const endSecond = room.begin("w2");
    const answers = settled(room.reserve("turn", "w1"), room.reserve("turn", "w3"), room.reserve("turn", "w4"));
    expect(await answers()).toEqual(["waits", "waits", "waits"]);
    endSecond();
    expect(await answers()).toEqual(["waits", true, "waits"]);
    room.begin("w3")();
    expect(await answers()).toEqual(["waits", true, true]);
    endFirst();
    expect(await answers()).toEqual([true, true, true]);
  });

  it("says after half a minute that there is no turn, and forgets who asked", async () => {
    const room = new PoolRoom();
    await room.reserve("any", "w1");
    const end = room.begin("w1");
    const answers = settled(room.reserve("turn", "w1"));
    expect(await answers(29_999)).toEqual(["waits"]);
    expect(await answers(1)).toEqual([false]);
    end();
    expect(await room.reserve("empty", "w1")).toBe(true);
  });

  it("takes any number of calls that have been accepted", async () => {
    const room = new PoolRoom();
    for (let call = 0; call < 5; call++) {
      expect(await room.reserve("any", "w1")).toBe(true);
      room.begin("w1");
    }
    const answers = settled(room.reserve("turn", "w2"));
    expect(await answers()).toEqual(["waits"]);
  });

  it("gives the place of a call that does not come to the next one", async () => {
    const room = new PoolRoom();
    await room.reserve("turn", "w1");
    const answers = settled(room.reserve("turn", "w1"));
    expect(await answers(2_999)).toEqual(["waits"]);
    expect(await answers(1)).toEqual([true]);
    room.begin("w1")();
    expect(await room.reserve("empty", "w1")).toBe(true);
  });

  it("counts a call whose reservation is over as any other", async () => {
    const room = new PoolRoom();
    await room.reserve("turn", "w1");
    await vi.advanceTimersByTimeAsync(3_000);
    const end = room.begin("w1");
    expect(await room.reserve("empty", "w2")).toBe(false);
    end();
    end();
    expect(await room.reserve("empty", "w2")).toBe(true);
  });
});
