// Runs the server in front of the Worker, in a thread of its own: it answers however busy the program is that runs the Worker.
import { parentPort } from "node:worker_threads";
import { Front, type FrontOptions } from "./front.ts";

/** What the thread is asked for: to listen, to take nothing new, to take no connection, or to say that it is there. */
export type FrontOrder =
  | { listen: FrontOptions & { host: string; port: number } }
  | { drainWithinMs: number }
  | { question: unknown }
  | "close";

/** What it answers. */
export type FrontAnswer = "listens" | "closed" | { drained: boolean } | { question: unknown };

const answer = (message: FrontAnswer) => parentPort?.postMessage(message);
let front: Front | undefined;

parentPort?.on("message", async (order: FrontOrder) => {
  if (order === "close") {
    front?.close();
    answer("closed");
  } else if ("question" in order) answer(order);
  else if ("drainWithinMs" in order) answer({ drained: (await front?.drain(order.drainWithinMs)) ?? true });
  else {
    const { host, port, ...options } = order.listen;
    front = new Front(options);
    await front.listen(host, port);
    answer("listens");
  }
});
