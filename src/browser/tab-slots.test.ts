import { expect, it } from "vitest";
import { type LeaveSlot, TabSlots, type Urgency } from "./tab-slots.ts";

const NONE_ASIDE = { count: 0, afterMs: 60_000 };

/** Enters where a place has to be free, or becomes so. */
async function entered(slots: TabSlots, urgency?: Urgency): Promise<LeaveSlot> {
  const leave = await slots.enter(1_000, urgency);
  if (!leave) throw new Error("no place became free");
  return leave;
}

const isRefused = async (slots: TabSlots, urgency?: Urgency): Promise<boolean> =>
  (await slots.enter(5, urgency)) === undefined;

it("hands a place to those who wait, in the order in which they came", async () => {
  const slots = new TabSlots(1, NONE_ASIDE);
  const order: string[] = [];
  const turn = async (name: string) => {
    const leave = await entered(slots);
    order.push(name);
    leave();
  };
  const leave = await entered(slots);
  const waiting = [turn("first"), turn("second")];
  leave();
  await Promise.all([...waiting, turn("late")]);
  expect(order).toEqual(["first", "second", "late"]);
});

it("lets nobody wait for ever, and keeps the place of one who left", async () => {
  const slots = new TabSlots(1, NONE_ASIDE);
  const leave = await entered(slots);
  expect(await isRefused(slots)).toBe(true);
  leave();
  await entered(slots);
  expect(await isRefused(slots)).toBe(true);
});

it("lets what is awaited overtake what is queued, and leaves it the last place", async () => {
  const slots = new TabSlots(3, NONE_ASIDE);
  const order: string[] = [];
  const leaving: LeaveSlot[] = [];
  const enter = async (name: string, urgency: Urgency) => {
    leaving.push(await entered(slots, urgency));
    order.push(name);
  };
  for (const name of ["first", "second", "third", "fourth"]) void enter(name, "queued").catch(() => {});
  await enter("awaited", "awaited");
  expect(order).toEqual(["first", "second", "awaited"]);
  const waiting = enter("overtaking", "awaited");
  leaving[0]?.();
  await waiting;
  expect(order.slice(3)).toEqual(["overtaking"]);
});

it("lets work of a queue go on, however many others come", async () => {
  const slots = new TabSlots(2, NONE_ASIDE);
  const [leave] = await Promise.all([entered(slots), entered(slots)]);
  const queued = entered(slots, "queued");
  const awaited = isRefused(slots);
  leave();
  await queued;
  expect(await awaited).toBe(true);
});

it("gives queued work the only place there is", async () => {
  const slots = new TabSlots(1, NONE_ASIDE);
  const leave = await entered(slots, "queued");
  const awaited = entered(slots);
  leave();
  await awaited;
});

it("has what takes long go on beside the places, as far as there is room", async () => {
  const slots = new TabSlots(2, { count: 1, afterMs: 20 });
  const long = [await entered(slots), await entered(slots, "queued")];
  // One of the two moves aside, and one keeps its place.
  const short = await entered(slots);
  expect(await isRefused(slots)).toBe(true);
  long[0]?.();
  // The other moves to where the first was.
  await entered(slots);
  expect(await isRefused(slots)).toBe(true);
  short();
  await entered(slots);
});

it("gives room aside back once, and none for what was quick", async () => {
  const slots = new TabSlots(1, { count: 1, afterMs: 20 });
  for (let round = 0; round < 3; round++) {
    const long = await entered(slots);
    const beside = await entered(slots);
    expect(await isRefused(slots)).toBe(true);
    beside();
    long();
  }
  const quick = await entered(slots);
  quick();
  await new Promise((resolve) => setTimeout(resolve, 40));
  await entered(slots);
});
