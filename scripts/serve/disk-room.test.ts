import { expect, it, vi } from "vitest";
import { DiskWatch, diskRoom } from "./disk-room.ts";

it("tells of little room once, of none once a minute, and when each is over", async () => {
  vi.useFakeTimers();
  let freeBytes = 50e9;
  const events: string[] = [];
  const log = (level: string, event: string, message: string) => events.push(`${level} ${event} ${message}`);
  const disk = new DiskWatch(
    "/data",
    log,
    () => events.push("over"),
    async () => ({ freeBytes, totalBytes: 100e9 }),
  );
  const look = async (free: number, times = 1) => {
    freeBytes = free;
    for (let time = 0; time < times; time++) {
      await disk.look();
      vi.advanceTimersByTime(1_000);
    }
    return events.splice(0);
  };
  expect(await look(2.1e9)).toEqual([]);
  expect(await look(1.9e9, 200)).toEqual(["warn service.disk_low /data has 1900 MB left."]);
  expect(disk.roomFor).toBe("everything");
  const full = "error service.disk_full /data has 15 MB left: what would be written is answered 503 disk_full.";
  expect(await look(15e6, 121)).toEqual([full, full, full]);
  expect(disk.roomFor).toBe("reading");
  await look(0.9e6);
  expect(disk.roomFor).toBe("nothing");
  expect(await look(17e6)).toEqual([
    "info service.disk_full_over /data has 17 MB left: what is written is taken again.",
    "over",
  ]);
  expect(await look(50e9)).toEqual(["info service.disk_low_over /data has 50000 MB left: that is enough."]);
  vi.useRealTimers();
});

it("that cannot be read is told once, and stops nothing", async () => {
  const events: string[] = [];
  const disk = new DiskWatch("/nowhere/at/all", (_, event) => events.push(event), vi.fn());
  await disk.look();
  await disk.look();
  expect([events, disk.roomFor]).toEqual([["service.disk_not_read"], "everything"]);
  expect((await diskRoom("/")).totalBytes).toBeGreaterThan(0);
});
