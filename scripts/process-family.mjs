// Programs that end together: the service below `npm start` ends when it is told to, and when its parent is gone. Plain
// JavaScript on built-in modules only, because it runs before anything is installed and on Node 20.
import { spawn } from "node:child_process";
import { isatty } from "node:tty";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** How long a program may take to end before it is killed. */
const GRACE_PERIOD_MS = 5_000;
const LOOK_MS = 250;
/** Who started this program; determined before anything else is done, as it may go in the meantime. */
const PARENT = process.ppid;

/**
 * @typedef {object} FamilyWays
 * @property {number} [gracePeriodMs] how long the program may take to end before everything is killed
 * @property {boolean} [outlivesTerminal] as of `onEnd`
 * @property {(why: string) => void} [ending] told when the program is to end
 * @property {(how: string, isAsked: boolean) => void} [ended] told when it has ended, and whether it was to
 * @property {() => void} [hungUp] told of a SIGHUP that ends nothing
 */

/**
 * Runs a program with everything that it starts in a group of its own, and returns its exit code. A signal ends them
 * all, and so does the end of npm, which passes no signal on when it is killed. What the program starts in another
 * group it has to name: `process.send({ group })`.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @param {FamilyWays} [ways]
 */
export async function runFamily(command, args, options, ways = {}) {
  const { gracePeriodMs = GRACE_PERIOD_MS, outlivesTerminal, ending, ended, hungUp } = ways;
  let isAsked = false;
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
    child.once("error", (error) => {
      ended?.(`it could not be started: ${error.message}`, false);
      resolve(1);
    });
    child.once("exit", (code, signal) => {
      ended?.(howEnded(code, signal), isAsked);
      // Whoever starts it anew when it has failed is to see that it has.
      resolve(code ?? (isAsked ? 0 : 1));
    });
  });
  const end = (/** @type {string} */ why) => {
    isAsked = true;
    ending?.(why);
    child.kill("SIGTERM");
    setTimeout(() => {
      for (const leader of [child.pid, ...groups]) signalGroup(leader, "SIGKILL");
    }, gracePeriodMs).unref();
  };
  onEnd(end, { outlivesTerminal, hungUp });
  const code = /** @type {number} */ (await exited);
  await Promise.all([child.pid, ...groups].map(endGroup));
  return code;
}

/**
 * How a process has ended, in words.
 * @param {number | null} code
 * @param {string | null} signal
 */
export const howEnded = (code, signal) => (signal === null ? `with exit code ${code}` : `by the signal ${signal}`);

/**
 * Calls back, once, when this program is to end: by a signal, or because the one that started it is gone.
 * @param {(why: string) => void} end
 * @param {{ outlivesTerminal?: boolean, hungUp?: () => void }} [ways] `outlivesTerminal`: where it has no terminal, SIGHUP
 *   ends nothing and is told to `hungUp`. Whoever ran it by nohup wants that, and Node hides that nohup has said so: at its
 *   start it has every signal that was ignored end it again.
 */
export function onEnd(end, { outlivesTerminal = false, hungUp } = {}) {
  let isEnding = false;
  const endOnce = (/** @type {string} */ why) => {
    if (isEnding) return;
    isEnding = true;
    end(why);
  };
  const isWithoutTerminal = outlivesTerminal && ![0, 1, 2].some((descriptor) => isatty(descriptor));
  let isHungUp = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signal !== "SIGHUP" || !isWithoutTerminal) return endOnce(signal);
      isHungUp = true;
      hungUp?.();
    });
  }
  process.once("disconnect", () => endOnce("whoever started it is gone"));
  process.channel?.unref();
  // A shell that runs it by hand may go; npm does not go before its script, except by a SIGHUP that both have got. That one
  // may have come in this very moment.
  if (process.env.npm_lifecycle_event === undefined || process.channel) return;
  const look = () => process.ppid !== PARENT && setImmediate(() => isHungUp || endOnce("npm is gone"));
  setInterval(look, LOOK_MS).unref();
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
