import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { diskFullFailure, wasDiskFullLately } from "./disk-full.ts";

// Of long ago: the Worker is one for all tests, and others ask whether it is ready.
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

it("is known wherever the platform says it, and nowhere else", () => {
  const others = ["D1_ERROR: UNIQUE constraint failed", "internal error; reference = x", "The workspace is full"];
  expect(others.map((text) => diskFullFailure(new Error(text)))).toEqual(others.map(() => undefined));
  expect(diskFullFailure("SQLITE_FULL")).toBeUndefined();
  expect(wasDiskFullLately()).toBe(false);
  for (const text of [
    "database or disk is full: SQLITE_FULL",
    "ENOSPC: no space left on device, write",
    "overloaded: No space left on device (os error 28)",
    "disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)",
  ]) {
    const cause = new Error(text);
    const expected = { code: "disk_full", retryAfterSeconds: 60 };
    expect(diskFullFailure(cause)).toMatchObject({ ...expected, cause });
    expect(diskFullFailure(new Error("Failed query: insert into x", { cause }))).toMatchObject(expected);
  }
  expect(wasDiskFullLately()).toBe(true);
});
