import type { Log } from "../../domain/log.ts";
import { holdSchema, readMovedIn, releaseSchema } from "../object/moved-in.ts";
import { forgetChanges, PAGE, readChanges, unlikeTable, writeChanges } from "./copy-rows.ts";
import { type Move, moveSteps } from "./move-steps.ts";

/** The object that a workspace moves into, as the move needs it. */
export interface NewPlace {
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
  control: D1Database;
  log: Log;
  now: () => Date;
  /** Empties the object: what was copied is of no use. */
  empty(): Promise<void>;
  /** Makes what is there findable. */
  publish(): Promise<void>;
}

/** `here` as soon as the object is the workspace's place; `waits` for something that takes longer. */
export type MoveProgress = "goes on" | "waits" | "here" | "over" | "none";

/** A part of the work at a time: an alarm goes on with the rest. */
const SLICE_MS = 20_000;

/**
 * Goes on with a move from wherever it was left. D1's row of it says how far it is; each step is a transaction of D1 or of the object, and one that
 * was made twice does no harm.
 * @param asked the try for which this object is the place: the next one may be to an object of another jurisdiction
 */
export async function moveIn(place: NewPlace, asked: Omit<Move, "step">): Promise<MoveProgress> {
  const { workspaceId, token } = asked;
  const { storage, control, now } = place;
  const steps = moveSteps(control, workspaceId);
  const move = await steps.read();
  let own = readMovedIn(storage.sql);
  // Of another try, or its notes may be incomplete.
  if (own && (own.token !== move?.token || move.step === "asked")) {
    await place.empty();
    own = undefined;
  }
  if (move?.token !== token) return "none";
  const log = place.log.with({ workspace_id: workspaceId });
  if (move.step === "done" || move.step === "moved") {
    // Nobody but this object has its rows.
    if (own?.is_open !== 1) throw new Error("The workspace has moved, and its object does not know of it");
    return move.step === "done" ? settle(place) : await leave(place, move, log);
  }

  if (move.step === "asked" || !own) {
    const obstacle = await steps.obstacle();
    if (obstacle !== undefined) {
      await steps.note(obstacle);
      return "waits";
    }
    await steps.begin(move);
    storage.sql.exec("insert or replace into moved_in (workspace_id, token) values (?, ?)", workspaceId, move.token);
    holdSchema(storage);
    log.info("move.begun");
    move.step = "copying";
  }

  const until = now().getTime() + SLICE_MS;
  if (move.step === "copying") {
    shut(place);
    if (!(await copy(place, workspaceId, until))) return "goes on";
  }
  return await arrive(place, move, log);
}

/** Copies what was noted. @returns whether so little is left that changes can be held for it */
async function copy(
  { storage, control, now, publish }: NewPlace,
  workspaceId: string,
  until: number,
): Promise<boolean> {
  let copied: number[] = [];
  do {
    const changes = await readChanges(control, workspaceId, copied);
    writeChanges(storage, changes);
    copied = changes.seqs;
    await publish();
    if (copied.length < PAGE) return true;
  } while (now().getTime() <= until);
  await forgetChanges(control, copied);
  return false;
}

/** Holds changes, copies the last ones, and makes the object the workspace's place. Whatever fails, changes are allowed again. */
async function arrive(place: NewPlace, move: Move, log: Log): Promise<MoveProgress> {
  const { storage, control, now } = place;
  const steps = moveSteps(control, move.workspaceId);
  try {
    if (!(await steps.fence(move)))
      return await startAnew(place, move, "A table of D1 was made anew meanwhile, or a new version came.");
    log.info("move.fenced");
    let copied: number[] = [];
    do {
      const changes = await readChanges(control, move.workspaceId, copied);
      writeChanges(storage, changes);
      copied = changes.seqs;
    } while (copied.length > 0);
    open(place);
    await place.publish();
    const unlike = await unlikeTable(control, storage.sql, move.workspaceId);
    if (unlike !== undefined) return await startAnew(place, move, `Not all rows arrived: ${unlike}.`);
    if (!(await steps.arrive(move, now()))) return "goes on";
  } catch (error) {
    log.failure("move.failed", error);
    await steps.unfence(move, error instanceof Error ? error.message : "");
    return "waits";
  }
  log.info("move.moved");
  return "here";
}

async function startAnew(place: NewPlace, move: Move, problem: string): Promise<MoveProgress> {
  place.log.warn("move.begins_again", { workspace_id: move.workspaceId, problem });
  await moveSteps(place.control, move.workspaceId).unfence(move, problem);
  await place.empty();
  return "goes on";
}

/** Everything is there. Triggers and unique indexes are back before anybody else writes. */
function open({ storage }: NewPlace): void {
  storage.transactionSync(() => {
    releaseSchema(storage.sql);
    storage.sql.exec("update moved_in set is_open = 1");
  });
}

function shut({ storage }: NewPlace): void {
  if (readMovedIn(storage.sql)?.is_open !== 1) return;
  storage.sql.exec("update moved_in set is_open = 0");
  holdSchema(storage);
}

/** Removes what D1 still has. */
async function leave(place: NewPlace, move: Move, log: Log): Promise<MoveProgress> {
  const steps = moveSteps(place.control, move.workspaceId);
  const until = place.now().getTime() + SLICE_MS;
  if (!(await steps.remove(() => place.now().getTime() > until))) return "here";
  await steps.end(move);
  log.info("move.done");
  return settle(place);
}

function settle({ storage }: NewPlace): MoveProgress {
  storage.sql.exec("update moved_in set is_over = 1");
  return "over";
}
