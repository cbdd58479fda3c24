import { knownLevel, LEVELS } from "./log-level.mjs";
import { LastingError } from "./refused-start.ts";

export type LogLevel = (typeof LEVELS)[number];

/** The `LOG_LEVEL` of the environment; all lines when it is not set. */
export function logLevel(value: string | undefined): LogLevel {
  const level = knownLevel(value);
  if (level) return level;
  throw new LastingError(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${value}".`);
}
