import type { Log } from "../domain/log.ts";

/**
 * Does the steps of a cron one after the other. One that fails is a line in the log and does not hold up the others.
 */
export async function runSteps<Services extends { log: Pick<Log, "failure"> }>(
  services: Services,
  steps: Readonly<Record<string, (services: Services) => Promise<unknown>>>,
): Promise<void> {
  for (const [step, work] of Object.entries(steps)) {
    try {
      await work(services);
    } catch (error) {
      services.log.failure("cron.step_failed", error, { step });
    }
  }
}
