import { DurableObject } from "cloudflare:workers";
import { isInObject } from "../../domain/access/workspace-place.ts";
import { createLog } from "../../domain/log.ts";
import { ID_TRIGGERS, takeBlock, usedUp } from "./id-block.ts";
import { isBehind, MigrationFailed, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { isBeingFilled, type MovedIn, readMovedIn } from "./moved-in.ts";
import { MOVED_IN } from "./moved-in-tables.ts";
import { objectDatabase } from "./object-database.ts";
import { POINTER_TRIGGERS } from "./pointer-triggers.ts";
import { hasUnpublished, publishPointers } from "./publish-pointers.ts";
import { runStatements, type StatementCall, type StatementsAnswer } from "./statements.ts";

/** After a write the object wakes within this time: something may have become due. */
const WAKES_WITHIN_MS = 60_000;
/** An alarm whose time was so long ago will not come: the platform is late by less, also where it tries again. */
const LOST_AFTER_MS = 60_000;
/** A time that is long past: of an alarm that should be there and is not. */
const NEVER_CAME = 0;

/** The database of one workspace (docs/decisions/workspaces-as-objects.md). It is brought up to date when the object wakes. */
export class WorkspaceDatabase<Bindings extends { DB: D1Database }> extends DurableObject<Bindings> {
  #failedMigration: string | undefined;
  #workspaceId: string | undefined;
  /** Of its alarm; undefined as long as it needs none. */
  #wakesAt: number | undefined;
  /** Its alarm is being delivered: to the platform there is none meanwhile. */
  #isAtWork = false;
  /** Pointers are published by one after the other: an old state must not come after a new one. */
  #published: Promise<void> = Promise.resolve();

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    void state.blockConcurrencyWhile(async () => {
      if (isBeingFilled(state.storage.sql) && isBehind(state.storage, MIGRATIONS)) await state.storage.deleteAll();
      this.#bringUpToDate();
      // One that is missing is not set before somebody calls: the platform may be just about to deliver it.
      await this.#readAlarm();
    });
  }

  override async alarm(): Promise<void> {
    this.#isAtWork = true;
    this.#wakesAt = undefined;
    try {
      await this.doDue();
    } finally {
      this.#isAtWork = false;
    }
  }

  /** Has an object that nobody else calls look whether it will wake. */
  async keepAlarm(): Promise<void> {
    if (this.#isAtWork) return;
    await this.#readAlarm();
    this.#replaceLostAlarm();
  }

  /** Has it do what is due, and soon. */
  async wakeSoon(): Promise<void> {
    if (this.workspaceId !== undefined) this.wakeWithin(0);
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
    this.#wakesAt = undefined;
    this.#bringUpToDate();
  }

  /** The same database for what the object does when it wakes, which by itself is no reason to wake again. */
  protected ownDatabase(): D1Database {
    return objectDatabase({ getByName: () => ({ run: (calls) => this.#run(calls, undefined) }) }, "");
  }

  /** Has the object wake within a time, unless it does so earlier. */
  protected wakeWithin(milliseconds: number): void {
    const at = Date.now() + milliseconds;
    if (this.#wakesAt !== undefined && this.#wakesAt <= at && !this.#isAlarmLost) return;
    this.#wakesAt = at;
    void this.ctx.storage.setAlarm(at);
  }

  /** What it does when it wakes. Whatever is written from then on may be a reason to wake again. */
  protected async doDue(): Promise<void> {}

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
    this.#replaceLostAlarm();
    const hasWritten = "results" in answer && answer.results.some(({ meta }) => meta.rowsWritten > 0);
    if (!hasWritten || this.workspaceId === undefined) return answer;
    // Before anything is waited for: it is written with the rows.
    if (wakesWithin !== undefined) this.wakeWithin(wakesWithin);
    if (this.isUnpublished) await this.publish();
    return answer;
  }

  async #readAlarm(): Promise<void> {
    const at = await this.ctx.storage.getAlarm();
    this.#wakesAt = at ?? (this.workspaceId === undefined ? undefined : NEVER_CAME);
  }

  get #isAlarmLost(): boolean {
    // What is set while it works comes when that has ended.
    return !this.#isAtWork && this.#wakesAt !== undefined && this.#wakesAt < Date.now() - LOST_AFTER_MS;
  }

  /**
   * The platform gives an alarm up whose handler has failed some times, and a copy of a machine's data has an object and its alarm as
   * they were at two moments: whatever is due would wait for good.
   */
  #replaceLostAlarm(): void {
    const wakesAt = this.#wakesAt;
    if (wakesAt === undefined || !this.#isAlarmLost) return;
    const wasDue = wakesAt === NEVER_CAME ? null : new Date(wakesAt).toISOString();
    createLog().info("workspace.alarm_replaced", { workspace_id: this.workspaceId, was_due: wasDue });
    this.wakeWithin(0);
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
