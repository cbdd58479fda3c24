import { DurableObject } from "cloudflare:workers";
import { createLog } from "../../domain/log.ts";
import { MigrationFailed, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { runStatements, type StatementCall, type StatementsAnswer } from "./statements.ts";

/** The database of one workspace (docs/decisions/workspaces-as-objects.md). It is brought up to date when the object wakes. */
export class WorkspaceDatabase extends DurableObject {
  #failedMigration: string | undefined;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    void state.blockConcurrencyWhile(async () => this.#wake());
  }

  /** Runs statements as one transaction. */
  run(calls: readonly StatementCall[]): StatementsAnswer {
    if (this.#failedMigration !== undefined) return { failedMigration: this.#failedMigration };
    return runStatements(this.ctx.storage, calls);
  }

  /** A step that fails stops this object, and no other; it is tried again when the object wakes the next time. */
  #wake(): void {
    const log = createLog();
    try {
      const made = migrate(this.ctx.storage, MIGRATIONS, new Date());
      if (made.length > 0) log.info("database.migrated", { object: String(this.ctx.id), migrations: made.join(" ") });
    } catch (error) {
      if (!(error instanceof MigrationFailed)) throw error;
      this.#failedMigration = error.migration;
      log.failure("database.migration_failed", error, { object: String(this.ctx.id), migration: error.migration });
    }
  }
}
