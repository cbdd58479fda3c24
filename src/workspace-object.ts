import { createLog } from "./domain/log.ts";
import type { Env } from "./env.ts";
import { type JobServices, jobServices } from "./jobs/job-services.ts";
import { runSteps } from "./jobs/run-steps.ts";
import { type MoveProgress, moveIn } from "./store/moving/move-in.ts";
import { WorkspaceDatabase } from "./store/object/workspace-database.ts";
import { createStore } from "./store/store.ts";
import { UPKEEP_STEPS } from "./upkeep-steps.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A workspace with a database of its own: what the cron does for those in D1, it does for itself. */
export class WorkspaceObject extends WorkspaceDatabase<Env> {
  #moving: Promise<MoveProgress> | undefined;

  /** Goes on with a try to move a workspace from D1 into this object. Who asks while it does so waits for the same. */
  async continueMove(workspaceId: string, token: string): Promise<MoveProgress> {
    this.#moving ??= this.#move(workspaceId, token).finally(() => {
      this.#moving = undefined;
    });
    return await this.#moving;
  }

  /**
   * Does what is due; wakes again in a minute as long as something is, or more has had its time than one step removes, else in an hour, for
   * what has had its time by then.
   */
  protected override async doDue(): Promise<void> {
    const { movedIn } = this;
    if (movedIn && movedIn.is_over === 0) {
      const progress = await this.continueMove(movedIn.workspace_id, movedIn.token);
      if (progress !== "here" && progress !== "over") return;
    }
    const { workspaceId } = this;
    if (workspaceId === undefined) return;
    const { FILES, INTERNAL_HOSTS } = this.env;
    const store = createStore({ DB: this.ownDatabase(), FILES, INTERNAL_HOSTS, ownWorkspace: workspaceId });
    const services = jobServices(this.env, store);
    let hasMore = false;
    /** A step that has its bound, of which the cron for D1 makes one each minute. */
    const bounded = (step: (services: JobServices) => Promise<boolean>) => async (own: JobServices) => {
      if (await step(own)) hasMore = true;
    };
    try {
      await runSteps(services, {
        ...UPKEEP_STEPS,
        sweep: bounded(UPKEEP_STEPS.sweep),
        move_old_runs: bounded(UPKEEP_STEPS.move_old_runs),
        publish_pointers: () => this.publish(),
      });
    } finally {
      const isBusy = hasMore || this.isUnpublished || (await store.upkeep.dueWork.isThere().catch(() => true));
      this.wakeWithin(isBusy ? MINUTE_MS : HOUR_MS);
    }
  }

  async #move(workspaceId: string, token: string): Promise<MoveProgress> {
    // Whatever becomes of this: it is taken up again.
    this.wakeWithin(MINUTE_MS);
    const progress = await moveIn(
      {
        storage: this.ctx.storage,
        control: this.env.DB,
        log: createLog(),
        now: () => new Date(),
        empty: () => this.empty(),
        publish: () => this.publish(),
      },
      { workspaceId, token },
    );
    if (progress === "goes on" || progress === "here") this.wakeWithin(0);
    return progress;
  }
}
