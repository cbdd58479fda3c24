import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { toolEnvironment } from "../prepare.mjs";

/** Starts the program that runs the Worker, which waits for its settings. It ends by itself if whoever started it is gone before. */
export function startProgram(): ChildProcess {
  // In a group of its own, so that all of it can be ended at once.
  return spawn(process.execPath, [path.join(import.meta.dirname, "serve-worker.ts")], {
    env: toolEnvironment(),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
}
