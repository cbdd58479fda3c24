// `npm run serve`: the service for an office's own machine. It installs and builds nothing that is there already, so that it starts
// within seconds, and ends without breaking off what it answers.
import fs from "node:fs";
import path from "node:path";
import { isPrepared, isSourceNewer, PrepareError, prepare, toolEnvironment } from "./prepare.mjs";
import { runFamily } from "./process-family.mjs";
import { isShown } from "./serve/log-level.mjs";

/** How long what is being answered may take when the service is to end. */
const GRACE_PERIOD_MS = 35_000;

const root = path.resolve(import.meta.dirname, "..");
try {
  // What an image or an update has built is taken as it is.
  if (!isPrepared()) await prepare();
} catch (error) {
  console.error(error instanceof PrepareError ? `\n${error.message}` : error);
  process.exit(1);
}
const ownNode = path.join(root, "node_modules/.bin/node");
const node = fs.existsSync(ownNode) ? ownNode : process.execPath;
const options = { cwd: root, env: toolEnvironment() };
const ways = {
  gracePeriodMs: GRACE_PERIOD_MS,
  outlivesTerminal: true,
  /** @param {string} why */
  ending: (why) => logLine("info", "service.ending", `${why}: it ends once what came in is answered.`),
  /**
   * @param {string} how
   * @param {boolean} isAsked
   */
  ended: (how, isAsked) => logLine(isAsked ? "info" : "error", "service.ended", `It has ended: ${how}.`),
  hungUp: () => logLine("info", "service.hung_up", "SIGHUP ends nothing where there is no terminal: SIGTERM does."),
};
const ended = runFamily(node, ["scripts/start-service.ts", "--serve"], options, ways);
// While it starts.
if (isSourceNewer())
  console.error("The source is newer than what was built of it, which runs now: `npm run setup` after an update.");
process.exit(await ended);

/**
 * @param {"info" | "error"} level
 * @param {string} event
 * @param {string} message
 */
function logLine(level, event, message) {
  const line = JSON.stringify({ level, event, time: new Date().toISOString(), message });
  if (isShown(line, process.env.LOG_LEVEL)) console.log(line);
}
