import { expect, it } from "vitest";
import { idsBefore, newId } from "./ids.ts";

it("ids come before those of later times, also of times that no id has", () => {
  const before = idsBefore(new Date(Date.now() - 1));
  const id = newId();
  expect(id > before).toBe(true);
  expect(id < idsBefore(new Date(Date.now() + 1))).toBe(true);
  expect(id < idsBefore(new Date(8.64e15))).toBe(true);
  expect(id > idsBefore(new Date(-1))).toBe(true);
  expect(`${id}-001` < idsBefore(new Date(Date.now() + 1))).toBe(true);
});
