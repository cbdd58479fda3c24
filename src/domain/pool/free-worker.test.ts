import { describe, expect, it } from "vitest";
import type { Log } from "../log.ts";
import { standIn } from "../testing/stand-in.ts";
import { askPool, freeWorker } from "./free-worker.ts";
import type { Room } from "./pool-room.ts";

/** A pool of objects, and what each was asked. */
function poolOf(answer: (room: Room) => boolean) {
  const asked: { name: string; room: Room; workspaceId: string | undefined }[] = [];
  const TOOL_WORKERS = {
    getByName: (name: string) => ({
      name,
      async reserve(room: Room, workspaceId: string | undefined) {
        asked.push({ name, room, workspaceId });
        return answer(room);
      },
    }),
  };
  return { asked, TOOL_WORKERS };
}

describe("a call of the pool", () => {
  it("goes to an object that does nothing", async () => {
    const { asked, TOOL_WORKERS } = poolOf(() => true);
    const worker = await freeWorker({ TOOL_WORKERS }, { workspaceId: "w" });
    expect(asked).toEqual([{ name: worker.name, room: "empty", workspaceId: "w" }]);
  });

  it("waits for its turn where three are busy", async () => {
    const { asked, TOOL_WORKERS } = poolOf((room) => room !== "empty");
    await freeWorker({ TOOL_WORKERS }, { workspaceId: "w" });
    expect(asked.map(({ room }) => room)).toEqual(["empty", "empty", "empty", "turn"]);
  });

  it("is refused when its turn does not come, and is told when to come again", async () => {
    const { TOOL_WORKERS } = poolOf(() => false);
    const refused = { code: "overloaded", retryAfterSeconds: 10 };
    await expect(freeWorker({ TOOL_WORKERS }, { workspaceId: "w" })).rejects.toMatchObject(refused);
    const asked = askPool({ TOOL_WORKERS }, standIn<Log>({}), { workspaceId: "w" }, async () => ({ result: 1 }));
    await expect(asked).rejects.toMatchObject(refused);
  });

  it("that was accepted is taken however busy the pool is", async () => {
    const { asked, TOOL_WORKERS } = poolOf((room) => room === "any");
    await freeWorker({ TOOL_WORKERS }, { workspaceId: "w", isTaken: true });
    expect(asked.at(-1)?.room).toBe("any");
  });

  it("waits for a pool that starts anew, even if it had waited for its turn before", async () => {
    let asked = 0;
    const { TOOL_WORKERS } = poolOf(() => {
      asked++;
      if (asked === 4) throw new Error("Network connection lost.");
      return asked > 4;
    });
    await freeWorker({ TOOL_WORKERS }, { workspaceId: "w" }, { pauseMs: 1 });
    expect(asked).toBe(5);
    const gone = poolOf(() => {
      throw new Error("Network connection lost.");
    });
    const refused = freeWorker(gone, { workspaceId: "w" }, { gracePeriodMs: 20, pauseMs: 1 });
    await expect(refused).rejects.toMatchObject({ code: "work_interrupted" });
    expect(gone.asked.length).toBeGreaterThan(1);
  });

  it("goes to one of four objects where these share a process", async () => {
    const { asked, TOOL_WORKERS } = poolOf(() => true);
    for (let call = 0; call < 200; call++) await freeWorker({ TOOL_WORKERS, POOL_PROCESS: "1" }, { workspaceId: "w" });
    expect(new Set(asked.map(({ name }) => name)).size).toBeLessThanOrEqual(4);
  });
});
