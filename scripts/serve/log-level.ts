import { LastingError } from "./refused-start.ts";

const LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LEVELS)[number];

/** The `LOG_LEVEL` of the environment; all lines when it is not set. */
export function logLevel(value: string | undefined): LogLevel {
  const level = LEVELS.find((each) => each === (value || "info").toLowerCase());
  if (level) return level;
  throw new LastingError(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${value}".`);
}

/** Whether a line of the log is of that level, or of a more serious one. Other lines are shown at every level. */
export function isShown(line: string, level: LogLevel): boolean {
  const own = /^\{"level":"(\w+)"/.exec(line)?.[1];
  const rank = LEVELS.findIndex((each) => each === own);
  return rank < 0 || rank >= LEVELS.indexOf(level);
}
