import { describe, expect, it } from "vitest";
import { FairQueue, type QueuedCall } from "./fair-queue.ts";

const LIMITS = { places: 1, mostWaiting: 3, turnMs: 250, goneAfterMs: 500 };

/** A queue at a time that stands still until it is set, and who of it was woken. */
function newQueue() {
  const queue = new FairQueue(LIMITS);
  const woken: string[] = [];
  const at = { now: 0 };
  const join = (name: string, workspaceId = name[0] ?? "") =>
    queue.join({ workspaceId, wake: () => woken.push(name) }, at.now);
  const begins = (call: QueuedCall | undefined) => call !== undefined && queue.begins(call, at.now);
  const end = (call: QueuedCall | undefined) => call && queue.end(call, at.now);
  return { queue, woken, at, join, begins, end };
}

describe("turns of workspaces", () => {
  it("has one call at work; the next is woken when that ends", () => {
    const { woken, join, begins, end } = newQueue();
    const first = join("a1");
    const second = join("a2");
    expect([begins(first), begins(second)]).toEqual([true, false]);
    end(first);
    expect(woken).toEqual(["a2"]);
    expect(begins(second)).toBe(true);
  });

  it("gives a workspace that comes later the next turn, and each in turn from then on", () => {
    const { join, begins, end } = newQueue();
    const calls = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => ({ name, call: join(name) }));
    const order: string[] = [];
    for (let left = calls; left.length > 0; ) {
      const next = left.find(({ call }) => begins(call));
      if (!next) throw new Error("Nobody has the turn");
      order.push(next.name);
      end(next.call);
      left = left.filter((each) => each !== next);
    }
    expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("lets nobody who waits starve, however many others come", () => {
    const { join, begins, end } = newQueue();
    const first = join("a1");
    begins(first);
    const second = join("a2");
    let working = first;
    for (const name of ["b1", "c1"]) {
      const next = join(name);
      end(working);
      expect(begins(next)).toBe(name === "b1");
      if (name === "b1") working = next;
    }
    end(working);
    // c came while b worked, and a waits since before.
    expect(begins(second)).toBe(true);
  });

  it("refuses what is above the share of one workspace, and takes others'", () => {
    const { join, begins } = newQueue();
    begins(join("a1"));
    const waiting = [join("a2"), join("a3"), join("a4")];
    expect(waiting.every(Boolean)).toBe(true);
    expect(join("a5")).toBeUndefined();
    expect(join("b1")).toBeDefined();
  });

  it("counts nobody who has left", () => {
    const { at, join, begins } = newQueue();
    begins(join("a1"));
    const waiting = [join("a2"), join("a3"), join("a4")];
    at.now = 499;
    begins(waiting[2]);
    expect(join("a5")).toBeUndefined();
    at.now = 500;
    expect(join("a5") && join("a6")).toBeDefined();
    expect(join("a7")).toBeUndefined();
  });

  it("refuses nothing that was accepted", () => {
    const { queue, join, at } = newQueue();
    for (const name of ["a1", "a2", "a3"]) join(name);
    expect(join("a4")).toBeUndefined();
    expect(queue.join({ workspaceId: "a", isTaken: true, wake: () => undefined }, at.now)).toBeDefined();
  });

  it("takes up again in front of its workspace's others what waited for something else", () => {
    const { queue, at, join, begins, end } = newQueue();
    const first = join("a1");
    begins(first);
    const second = join("a2");
    end(first);
    begins(second);
    join("a3");
    const again = queue.join({ workspaceId: "a", isTaken: true, isFirst: true, wake: () => undefined }, at.now);
    end(second);
    expect(begins(again)).toBe(true);
  });

  it("ends a turn that takes long, so that one whose caller has left keeps nobody waiting", () => {
    const { at, join, begins, end } = newQueue();
    const first = join("a1");
    begins(first);
    const second = join("a2");
    at.now = 249;
    expect(begins(second)).toBe(false);
    at.now = 250;
    expect(begins(second)).toBe(true);
    // That it is over by now is nobody's turn but its own.
    end(first);
    expect(begins(join("a3"))).toBe(false);
  });

  it("has a place more for a workspace that has nothing at work, once", () => {
    const { join, begins } = newQueue();
    expect(begins(join("a1"))).toBe(true);
    expect(begins(join("a2"))).toBe(false);
    expect(begins(join("b1"))).toBe(true);
    expect(begins(join("c1"))).toBe(false);
  });

  it("passes over those who have not looked for their turn any more, and counts them no longer", () => {
    const { at, join, begins, end } = newQueue();
    const first = join("a1");
    begins(first);
    const gone = [join("b1"), join("b2")];
    const stays = join("c1");
    at.now = 200;
    begins(stays);
    end(first);
    expect(begins(stays)).toBe(false);
    at.now = 500;
    expect(begins(stays)).toBe(true);
    // One of them was only slow: it waits on.
    end(stays);
    expect(begins(gone[1])).toBe(true);
  });

  it("forgets who leaves the queue", () => {
    const { join, begins, end, woken } = newQueue();
    const first = join("a1");
    begins(first);
    const second = join("b1");
    end(second);
    const third = join("c1");
    end(first);
    expect(woken).toEqual(["c1"]);
    expect(begins(third)).toBe(true);
  });
});
