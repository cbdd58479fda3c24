// Moves of workspaces into objects of their own, as an operator asks for them: rows of D1 that the Worker's cron takes up.
import { randomUUID } from "node:crypto";
import type { Jurisdiction } from "../src/domain/access/workspace-place.ts";
import { type Database, sqlText } from "./database.ts";

/** How far a move is. */
export interface MoveState {
  step: "asked" | "copying" | "fenced" | "moved" | "done";
  /** Why it does not go on, as the Worker says. */
  problem: string | undefined;
  /** Rows that are still to be copied. */
  waiting: number;
}

/**
 * Asks for a move, unless it was asked for.
 * @param named the workspace's id, or its name
 * @param jurisdiction of the object that it goes to; what the deployment's setting says if absent
 * @returns its id; undefined if there is none
 * @throws Error if it is on its way, or was moved, to another one
 */
export async function askForMove(
  database: Database,
  named: string,
  jurisdiction?: Jurisdiction,
): Promise<string | undefined> {
  const text = sqlText(named);
  const [found] = await database([
    `SELECT workspace_id AS id FROM moves WHERE workspace_id = ${text}
    UNION ALL SELECT * FROM (SELECT id FROM workspaces WHERE id = ${text} OR name = ${text} ORDER BY id <> ${text}, id LIMIT 1)`,
  ]);
  const id = found?.[0]?.id;
  if (typeof id !== "string") return undefined;
  const place = jurisdiction === undefined ? "NULL" : sqlText(jurisdiction);
  const [, moves] = await database([
    `INSERT INTO moves (workspace_id, token, step, asked_at, jurisdiction)
    VALUES (${sqlText(id)}, ${sqlText(randomUUID())}, 'asked', ${Date.now()}, ${place}) ON CONFLICT DO NOTHING`,
    `SELECT jurisdiction FROM moves WHERE workspace_id = ${sqlText(id)}`,
  ]);
  const known = moves?.[0]?.jurisdiction;
  if (jurisdiction !== undefined && known !== jurisdiction)
    throw new Error(
      `The move of ${id} was asked for before, ${known ? `into the jurisdiction ${known}` : "and into no jurisdiction"}: an object stays where it is. One that has not arrived can be given up: --undo.`,
    );

  return id;
}

/** Undefined for one that nobody has asked for, or that was given up. */
export async function moveState(database: Database, id: string): Promise<MoveState | undefined> {
  const [rows] = await database([
    `SELECT step, problem, (SELECT count(*) FROM move_changes WHERE workspace_id = ${sqlText(id)}) AS waiting
    FROM moves WHERE workspace_id = ${sqlText(id)}`,
  ]);
  const [row] = rows ?? [];
  if (!row) return undefined;

  return {
    step: row.step as MoveState["step"],
    problem: row.problem === null ? undefined : String(row.problem),
    waiting: Number(row.waiting),
  };
}

/** Gives a move up that has not arrived: everything is as it was. @returns false if there is none, or it has arrived */
export async function giveUpMove(database: Database, id: string): Promise<boolean> {
  const results = await database([
    `DELETE FROM moves WHERE workspace_id = ${sqlText(id)} AND step NOT IN ('moved', 'done') RETURNING step`,
    `DELETE FROM move_changes WHERE workspace_id = ${sqlText(id)}
    AND NOT EXISTS (SELECT 1 FROM moves WHERE workspace_id = ${sqlText(id)})`,
  ]);

  return results[0]?.length === 1;
}

/** In plain words. */
export function describeMove({ step, problem, waiting }: MoveState): string {
  const reason = problem === undefined ? "" : ` ${problem}`;
  switch (step) {
    case "asked":
      return `It waits for the service, which looks every minute.${reason}`;
    case "copying":
      return `It is copied: ${waiting} rows are left.${reason}`;
    case "fenced":
      return "Its last rows are copied; writes wait.";
    case "moved":
      return "It is in its object. What is left in D1 is removed.";
    case "done":
      return "It has moved: all its rows are in its object, and none in D1.";
  }
}
