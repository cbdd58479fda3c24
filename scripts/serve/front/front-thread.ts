// Runs the server in front of the Worker, in a thread of its own: it answers however busy the program is that runs the Worker.
import { parentPort } from "node:worker_threads";
import { createLog } from "../../../src/domain/log.ts";
import { DiskWatch } from "../disk-room.ts";
import { Front, type FrontOptions } from "./front.ts";

const LOOK_AT_DISK_EVERY_MS = 500;

/** What the thread is asked for: to listen, to take nothing new, to take no connection, or to say that it is there. */
export type FrontOrder =
  | { listen: Omit<FrontOptions, "roomFor"> & { host: string; port: number; state: string } }
  | { drainWithinMs: number }
  | { question: unknown }
  | "close";

/** What it answers. */
export type FrontAnswer = "listens" | "closed" | "room again" | { drained: boolean } | { question: unknown };

const answer = (message: FrontAnswer) => parentPort?.postMessage(message);
let front: Front | undefined;

parentPort?.on("message", async (order: FrontOrder) => {
  if (order === "close") {
    front?.close();
    answer("closed");
  } else if ("question" in order) answer(order);
  else if ("drainWithinMs" in order) answer({ drained: (await front?.drain(order.drainWithinMs)) ?? true });
  else {
    const { host, port, state, ...options } = order.listen;
    const disk = new DiskWatch(
      state,
      (level, event, text) => createLog()[level](event, { message: text }),
      () => answer("room again"),
    );
    await disk.look();
    setInterval(() => void disk.look(), LOOK_AT_DISK_EVERY_MS).unref();
    front = new Front({ ...options, roomFor: () => disk.roomFor });
    await front.listen(host, port);
    answer("listens");
  }
});
