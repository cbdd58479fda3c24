import { and, eq, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { documents } from "../schema/documents.ts";
import type { routes } from "../schema/routes.ts";
import { runs } from "../schema/runs.ts";

/** That no run of a document or data route is under way, which would need it. */
export function notUnfinished(database: Database, table: typeof documents | typeof routes) {
  const isOf = table === documents ? eq(runs.documentId, table.id) : eq(runs.routeId, table.id);
  return notExists(
    database
      .select({ one: sql`1` })
      .from(runs)
      .where(and(isOf, or(eq(runs.status, "accepted"), eq(runs.status, "running")))),
  );
}
