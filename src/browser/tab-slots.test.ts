import { expect, it } from "vitest";
import { TabSlots } from "./tab-slots.ts";

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
