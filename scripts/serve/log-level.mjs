// Plain JavaScript, because what starts the service writes lines of its own before it is known which Node there is.

export const LEVELS = /** @type {const} */ (["info", "warn", "error"]);

/** @param {string | undefined} value the `LOG_LEVEL` of the environment */
export const knownLevel = (value) => LEVELS.find((each) => each === (value || "info").toLowerCase());

/**
 * Whether a line of the log is of that level, or of a more serious one. Other lines are shown at every level.
 * @param {string} line
 * @param {string | undefined} level the `LOG_LEVEL` of the environment; one that there is not shows all
 */
export function isShown(line, level) {
  const own = /^\{"level":"(\w+)"/.exec(line)?.[1];
  const rank = LEVELS.findIndex((each) => each === own);
  return rank < 0 || rank >= LEVELS.findIndex((each) => each === knownLevel(level));
}
