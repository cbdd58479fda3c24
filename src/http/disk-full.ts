// On one machine the disk may have no room. The platform says so in its own words, wherever something is written.
import { Failure } from "../domain/failure.ts";

/** SQLite says the first, the file store and what starts a process the others. */
const SAID = /\bSQLITE_FULL\b|database or disk is full|\bSQLITE_IOERR_SHMSIZE\b|\bENOSPC\b|No space left on device/;
const RETRY_AFTER_S = 60;
/** So long after a write has failed the service is not ready. */
const LATELY_MS = 10_000;
let failedAt = Number.NEGATIVE_INFINITY;

/** What is answered to whatever would need room. */
export const diskFull = (cause?: unknown): Failure =>
  new Failure("disk_full", "The disk of the service is full. Send it again once whoever runs it has made room.", {
    retryAfterSeconds: RETRY_AFTER_S,
    cause,
  });

/** The failure of what was thrown because the disk is full; undefined if it was thrown for another reason. */
export function diskFullFailure(error: unknown): Failure | undefined {
  for (let said = error; said instanceof Error; said = said.cause) {
    if (said instanceof Failure || !SAID.test(said.message)) continue;
    failedAt = Date.now();
    return diskFull(error);
  }
  return undefined;
}

/** Whether a write has failed in the last seconds because the disk is full. */
export const wasDiskFullLately = (): boolean => Date.now() - failedAt < LATELY_MS;
