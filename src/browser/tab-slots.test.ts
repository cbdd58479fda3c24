import { expect, it } from "vitest";
import { TabSlots, type Urgency } from "./tab-slots.ts";

it("hands a place to those who wait, in the order in which they came", async () => {
  const slots = new TabSlots(1);
  const order: string[] = [];
  expect(await slots.enter(1_000)).toBe(true);
  const waiting = ["first", "second"].map((name) => slots.enter(1_000).then(() => order.push(name)));
  slots.leave();
  const late = slots.enter(1_000).then(() => order.push("late"));
  slots.leave();
  slots.leave();
  await Promise.all([...waiting, late]);
  expect(order).toEqual(["first", "second", "late"]);
});

it("lets nobody wait for ever, and keeps the place of one who left", async () => {
  const slots = new TabSlots(1);
  await slots.enter(1_000);
  expect(await slots.enter(5)).toBe(false);
  slots.leave();
  expect(await slots.enter(5)).toBe(true);
  expect(await slots.enter(5)).toBe(false);
});

it("lets what is awaited overtake what is queued, and leaves it the last place", async () => {
  const slots = new TabSlots(3);
  const order: string[] = [];
  const enter = (name: string, urgency: Urgency) => slots.enter(1_000, urgency).then(() => order.push(name));
  for (const name of ["first", "second", "third", "fourth"]) void enter(name, "queued");
  await enter("awaited", "awaited");
  expect(order).toEqual(["first", "second", "awaited"]);
  const waiting = enter("overtaking", "awaited");
  slots.leave("queued");
  await waiting;
  expect(order.slice(3)).toEqual(["overtaking"]);
});

it("lets work of a queue go on, however many others come", async () => {
  const slots = new TabSlots(2);
  await Promise.all([slots.enter(1_000), slots.enter(1_000)]);
  const queued = slots.enter(1_000, "queued");
  const awaited = slots.enter(5);
  slots.leave();
  expect([await queued, await awaited]).toEqual([true, false]);
});

it("gives queued work the only place there is", async () => {
  const slots = new TabSlots(1);
  expect(await slots.enter(5, "queued")).toBe(true);
  const awaited = slots.enter(1_000);
  slots.leave("queued");
  expect(await awaited).toBe(true);
});
