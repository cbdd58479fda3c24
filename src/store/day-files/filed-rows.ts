import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { attempts, outbox, runs } from "../schema/runs.ts";

/**
 * A run with its deliveries and the tries to make them, as one line of a day file. The database writes the line and compares it, so that
 * no column can be left out: values are those of the columns.
 */

/** What a line says. */
export interface FiledRun {
  run: typeof runs.$inferSelect;
  entries: (typeof outbox.$inferSelect)[];
  attempts: (typeof attempts.$inferSelect)[];
}

/** A function of D1 takes 32 arguments. */
const COLUMNS_AT_ONCE = 15;

/** A row as an array of objects, which together have all of its columns. */
function rowJson(table: SQLiteTable, name: string): SQL {
  const columns = Object.values(getTableColumns(table));
  const objects: SQL[] = [];
  for (let start = 0; start < columns.length; start += COLUMNS_AT_ONCE) {
    const members = columns
      .slice(start, start + COLUMNS_AT_ONCE)
      .map((column) => sql`${sql.raw(`'${column.name}'`)}, ${sql.identifier(name)}.${sql.identifier(column.name)}`);
    objects.push(sql`json_object(${sql.join(members, sql`, `)})`);
  }
  return sql`json_array(${sql.join(objects, sql`, `)})`;
}

/** The line of the run in the row of `runs`. */
export const lineOfRun: SQL<string> = sql<string>`json_array(${rowJson(runs, "runs")},
  (select json_group_array(json(line)) from (
    select ${rowJson(outbox, "entry")} as line from outbox as entry where entry.run_id = runs.id order by entry.id)),
  (select json_group_array(json(line)) from (
    select ${rowJson(attempts, "attempt")} as line from outbox as entry join attempts as attempt on attempt.outbox_id = entry.id
    where entry.run_id = runs.id order by attempt.id)))`;

const rowSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));
const lineSchema = z.tuple([rowSchema, z.array(rowSchema), z.array(rowSchema)]);

/** @throws ZodError for a line that this service has not written */
export function readLine(line: string): FiledRun {
  const [run, entries, tries] = lineSchema.parse(JSON.parse(line));
  return {
    run: rowOf(runs, run),
    entries: entries.map((entry) => rowOf(outbox, entry)),
    attempts: tries.map((attempt) => rowOf(attempts, attempt)),
  };
}

/** A row as the database gives it; a column that the table got later begins as it begins everywhere. */
function rowOf<Table extends SQLiteTable>(table: Table, stored: z.output<typeof rowSchema>): Table["$inferSelect"] {
  const values = Object.assign({}, ...stored) as (typeof stored)[number];
  const row = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = values[column.name];
    if (value === undefined) return [name, column.default ?? null];
    return [name, value === null ? null : (column.mapFromDriverValue(value) as unknown)];
  });
  return Object.fromEntries(row) as Table["$inferSelect"];
}

/** Whether a row has what a filter names. */
export const isSame = <Row extends object>(row: Row, wanted: Partial<Row>): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || row[name as keyof Row] === value);

/** Whether a time is in a filter's, of which the end is the first that is not. */
export const isWithin = (time: number, { since, until }: { since?: Date; until?: Date }): boolean =>
  (since === undefined || time >= since.getTime()) && (until === undefined || time < until.getTime());
