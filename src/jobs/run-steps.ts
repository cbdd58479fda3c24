import type { Log } from "../domain/log.ts";

/**
 * Runs the steps of a cron job one after the other. A step that fails is logged and does not keep the others from running.
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
