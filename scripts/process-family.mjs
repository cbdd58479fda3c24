// Programs that end together: the service below `npm start` ends when it is told to, and when its parent is gone. Plain
// JavaScript on built-in modules only, because it runs before anything is installed and on Node 20.
import { spawn } from "node:child_process";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** How long a program may take to end before it is killed. */
const GRACE_PERIOD_MS = 5_000;
const LOOK_MS = 250;
/** Who started this program; determined before anything else is done, as it may go in the meantime. */
const PARENT = process.ppid;

/**
 * Runs a program with everything that it starts in a group of its own, and returns its exit code. A signal ends them
 * all, and so does the end of npm, which passes no signal on when it is killed. What the program starts in another
 * group it has to name: `process.send({ group })`.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @param {number} [gracePeriodMs] how long the program may take to end before everything is killed
 */
export async function runFamily(command, args, options, gracePeriodMs = GRACE_PERIOD_MS) {
  // The channel tells the program that this one is gone, however it ended.
  const child = spawn(command, args, { ...options, stdio: ["inherit", "inherit", "inherit", "ipc"], detached: true });
  // Programs that it has put into groups of their own, as it says through the channel.
  /** @type {Set<number>} */
  const groups = new Set();
  child.on("message", (message) => {
    if (typeof message === "object" && "group" in message && typeof message.group === "number")
      groups.add(message.group);
  });
  const exited = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 0));
  });
  onEnd(() => {
    child.kill("SIGTERM");
    setTimeout(() => {
      for (const leader of [child.pid, ...groups]) signalGroup(leader, "SIGKILL");
    }, gracePeriodMs).unref();
  });
  const code = /** @type {number} */ (await exited);
  await Promise.all([child.pid, ...groups].map(endGroup));
  return code;
}

/**
 * Calls back, once, when this program is to end: by a signal, or because the one that started it is gone.
 * @param {() => void} end
 */
export function onEnd(end) {
  let isEnding = false;
  const endOnce = () => {
    if (isEnding) return;
    isEnding = true;
    end();
  };
  for (const signal of SIGNALS) process.on(signal, endOnce);
  process.once("disconnect", endOnce);
  process.channel?.unref();
  // A shell that runs it by hand may go, as with nohup; npm does not go before its script.
  if (process.env.npm_lifecycle_event === undefined || process.channel) return;
  setInterval(() => process.ppid !== PARENT && endOnce(), LOOK_MS).unref();
}

/**
 * @param {number | undefined} leader
 * @param {NodeJS.Signals | 0} signal
 * @returns whether any process of the group exists
 */
export function signalGroup(leader, signal) {
  if (leader === undefined) return false;
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/**
 * Ends the processes of a group that its leader has left behind.
 * @param {number | undefined} leader
 */
async function endGroup(leader) {
  if (!signalGroup(leader, "SIGTERM")) return;
  for (let waited = 0; waited < GRACE_PERIOD_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!signalGroup(leader, 0)) return;
  }
  signalGroup(leader, "SIGKILL");
}
