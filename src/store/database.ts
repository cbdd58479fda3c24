import { drizzle } from "drizzle-orm/d1";

/** D1 by way of drizzle's query builder. Limits that shape the queries: 100 bound parameters, 2 MB per row. */
export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(database: D1Database) {
  return drizzle(database);
}
