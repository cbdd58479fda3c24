import { DurableObject } from "cloudflare:workers";
import { isInObject } from "../../domain/access/workspace-place.ts";
import { createLog } from "../../domain/log.ts";
import { ID_TRIGGERS, takeBlock, usedUp } from "./id-block.ts";
import { isBehind, MigrationFailed, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { isBeingFilled, MOVED_IN, type MovedIn, readMovedIn } from "./moved-in.ts";
import { objectDatabase } from "./object-database.ts";
import { POINTER_TRIGGERS } from "./pointer-triggers.ts";
import { hasUnpublished, publishPointers } from "./publish-pointers.ts";
import { runStatements, type StatementCall, type StatementsAnswer } from "./statements.ts";

/** After a write the object wakes within this time: something may have become due. */
const WAKES_WITHIN_MS = 60_000;

/** The database of one workspace (docs/decisions/workspaces-as-objects.md). It is brought up to date when the object wakes. */
export class WorkspaceDatabase<Bindings extends { DB: D1Database }> extends DurableObject<Bindings> {
  #failedMigration: string | undefined;
  #workspaceId: string | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;
  /** Pointers are published by one after the other: an old state must not come after a new one. */
  #published: Promise<void> = Promise.resolve();

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    void state.blockConcurrencyWhile(async () => {
      if (isBeingFilled(state.storage.sql) && isBehind(state.storage, MIGRATIONS)) await state.storage.deleteAll();
      this.#bringUpToDate();
      this.#wakesAt = (await state.storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    });
  }

  /**
   * Runs statements as one transaction.
   * @throws Error if what they have written cannot be found yet, as D1 does not answer: it is published later
   */
  async run(calls: readonly StatementCall[]): Promise<StatementsAnswer> {
    return await this.#run(calls, WAKES_WITHIN_MS);
  }

  /** The workspace whose database this is; undefined for one that has none yet, and for those of tests. */
  protected get workspaceId(): string | undefined {
    if (this.#workspaceId !== undefined || this.#failedMigration !== undefined) return this.#workspaceId;
    const movedIn = this.movedIn;
    if (movedIn) return movedIn.is_open === 1 ? movedIn.workspace_id : undefined;
    const [row] = this.ctx.storage.sql.exec<{ id: string }>("select id from workspaces limit 1").toArray();
    if (row && isInObject(row.id)) this.#workspaceId = row.id;
    return this.#workspaceId;
  }

  /** The move that fills it, or has filled it. */
  protected get movedIn(): MovedIn | undefined {
    return this.#failedMigration === undefined ? readMovedIn(this.ctx.storage.sql) : undefined;
  }

  /** Makes it as it was before it was asked for the first time. */
  protected async empty(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#wakesAt = Number.POSITIVE_INFINITY;
    this.#bringUpToDate();
  }

  /** The same database for what the object does when it wakes, which by itself is no reason to wake again. */
  protected ownDatabase(): D1Database {
    return objectDatabase({ getByName: () => ({ run: (calls) => this.#run(calls, undefined) }) }, "");
  }

  /** Has the object wake within a time, unless it does so earlier. */
  protected wakeWithin(milliseconds: number): void {
    const at = Date.now() + milliseconds;
    if (this.#wakesAt <= at) return;
    this.#wakesAt = at;
    void this.ctx.storage.setAlarm(at);
  }

  /** The object is awake: whatever is written from now on may be a reason to wake again. */
  protected noteAwake(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
  }

  /** Whether something has come that cannot be found yet. */
  protected get isUnpublished(): boolean {
    return hasUnpublished(this.ctx.storage.sql);
  }

  /** Makes what has come findable, and removes what has gone from where it was found. */
  protected async publish(): Promise<void> {
    const publish = async () => {
      // Pointers to a workspace that is still moving in are there before it is.
      const workspaceId = this.workspaceId ?? this.movedIn?.workspace_id;
      if (workspaceId !== undefined) await publishPointers(this.ctx.storage.sql, this.env.DB, workspaceId);
    };
    this.#published = this.#published.then(publish, publish);
    await this.#published;
  }

  async #run(calls: readonly StatementCall[], wakesWithin: number | undefined): Promise<StatementsAnswer> {
    if (this.#failedMigration !== undefined) return { failedMigration: this.#failedMigration };
    const { storage } = this.ctx;
    let answer = runStatements(storage, calls);
    const table = usedUp(answer);
    if (table && this.workspaceId !== undefined) {
      await takeBlock(storage, this.env.DB, { table, workspaceId: this.workspaceId });
      answer = runStatements(storage, calls);
    }
    const hasWritten = "results" in answer && answer.results.some(({ meta }) => meta.rowsWritten > 0);
    if (!hasWritten || this.workspaceId === undefined) return answer;
    // Before anything is waited for: it is written with the rows.
    if (wakesWithin !== undefined) this.wakeWithin(wakesWithin);
    if (this.isUnpublished) await this.publish();
    return answer;
  }

  /** A step that fails stops this object, and no other; it is tried again when the object wakes the next time. */
  #bringUpToDate(): void {
    const log = createLog();
    const { storage } = this.ctx;
    try {
      const made = migrate(storage, MIGRATIONS, new Date());
      // Triggers go with a table that a migration makes anew.
      storage.sql.exec(MOVED_IN + POINTER_TRIGGERS + ID_TRIGGERS);
      if (made.length > 0) log.info("database.migrated", { object: String(this.ctx.id), migrations: made.join(" ") });
    } catch (error) {
      if (!(error instanceof MigrationFailed)) throw error;
      this.#failedMigration = error.migration;
      log.failure("database.migration_failed", error, { object: String(this.ctx.id), migration: error.migration });
    }
  }
}
