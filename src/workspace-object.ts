import type { Env } from "./env.ts";
import { jobServices } from "./jobs/job-services.ts";
import { runSteps } from "./jobs/run-steps.ts";
import { WorkspaceDatabase } from "./store/object/workspace-database.ts";
import { createStore } from "./store/store.ts";
import { UPKEEP_STEPS } from "./upkeep-steps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A workspace with a database of its own: what the cron does for those in D1, it does for itself. */
export class WorkspaceObject extends WorkspaceDatabase<Env> {
  /** Does what is due; wakes again in a minute as long as something is, else in an hour, for what has had its time. */
  override async alarm(): Promise<void> {
    this.noteAwake();
    const { workspaceId } = this;
    if (workspaceId === undefined) return;
    const { FILES, INTERNAL_HOSTS } = this.env;
    const store = createStore({ DB: this.ownDatabase(), FILES, INTERNAL_HOSTS, ownWorkspace: workspaceId });
    const services = jobServices(this.env, store);
    try {
      await runSteps(services, { ...UPKEEP_STEPS, publish_pointers: () => this.publish() });
    } finally {
      const isBusy = this.isUnpublished || (await store.upkeep.dueWork.isThere().catch(() => true));
      this.wakeWithin(isBusy ? MINUTE_MS : HOUR_MS);
    }
  }
}
