import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { NewRouteRule, RouteRule, RouteRuleChange } from "../domain/route.ts";
import { runBatch, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { documents } from "./schema/documents.ts";
import { routes, rules } from "./schema/routes.ts";

/** Rules of data routes; they are written by `routes.create`, `update` and `replaceRules`. */
export function createRules(database: Database) {
  return {
    /** In the order in which they run; none for an unknown route. */
    async ofRoute(workspaceId: string, routeId: number): Promise<RouteRule[]> {
      const rows = await database
        .select({
          rule: rules,
          document: { versionId: documents.versionId, name: documents.name, deletedAt: documents.deletedAt },
        })
        .from(rules)
        .innerJoin(routes, eq(routes.id, rules.routeId))
        .leftJoin(documents, eq(documents.id, rules.documentId))
        .where(and(eq(rules.routeId, routeId), eq(rules.workspaceId, workspaceId), isNull(routes.deletedAt)))
        .orderBy(asc(rules.sort), asc(rules.position));
      return rows.map(({ rule, document }) => ({ ...toRule(rule), ...documentOf(rule, document) }));
    },

    /** The rules of several routes, by route; the same order. */
    async ofRoutes(workspaceId: string, routeIds: readonly number[]): Promise<Map<number, RouteRule[]>> {
      if (routeIds.length === 0) return new Map();
      const ids = sql`(select value from json_each(${JSON.stringify(routeIds)}))`;
      const rows = await database
        .select()
        .from(rules)
        .where(and(sql`${rules.routeId} in ${ids}`, eq(rules.workspaceId, workspaceId)))
        .orderBy(asc(rules.routeId), asc(rules.sort), asc(rules.position));
      const byRoute = Map.groupBy(rows, ({ routeId }) => routeId);
      return new Map(Array.from(byRoute, ([id, own]) => [id, own.map(toRule)]));
    },

    async delete(workspaceId: string, routeId: number, id: string, now: Date): Promise<boolean> {
      const isRule = and(eq(rules.id, id), eq(rules.routeId, routeId), eq(rules.workspaceId, workspaceId));
      const deleted = await runBatch(
        database,
        [
          database
            .update(routes)
            .set({ revision: sql`${routes.revision} + 1`, updatedAt: now.getTime() })
            .where(and(eq(routes.id, routeId), sql`exists (select 1 from ${rules} where ${isRule})`)),
        ],
        database.delete(rules).where(isRule).returning({ id: rules.id }),
      );
      return deleted.length > 0;
    },
  };
}

type DocumentColumns = Pick<typeof documents.$inferSelect, "versionId" | "name" | "deletedAt">;

function documentOf(
  rule: typeof rules.$inferSelect,
  document: DocumentColumns | null,
): Pick<RouteRule, "versionId" | "deletedDocument"> {
  if (document?.deletedAt === null) return { versionId: document.versionId };
  return rule.file === "" ? { deletedDocument: document?.name ?? "" } : {};
}

/** Statements that write the rules of a route, in the order given; the route's id may be an expression. */
export function writeRules(
  database: Database,
  workspaceId: string,
  routeId: number | SQL<number>,
  changes: readonly RouteRuleChange[],
  now: Date,
): Statement[] {
  return changes.map((change) =>
    change.id === undefined
      ? insertRule(database, workspaceId, routeId, change, now)
      : updateRule(database, workspaceId, routeId, change.id, change),
  );
}

/** Statements after which the route has these rules, in the order given, and no others; ids that are not given are new. */
export function replaceRules(
  database: Database,
  workspaceId: string,
  routeId: number,
  replacing: readonly (NewRouteRule & { id?: string })[],
  now: Date,
): Statement[] {
  return [
    database.delete(rules).where(and(eq(rules.routeId, routeId), eq(rules.workspaceId, workspaceId))),
    ...replacing.map((rule) => insertRule(database, workspaceId, routeId, rule, now)),
  ];
}

function insertRule(
  database: Database,
  workspaceId: string,
  routeId: number | SQL<number>,
  rule: NewRouteRule & { id?: string },
  now: Date,
): Statement {
  return database.insert(rules).values({
    ...rule,
    id: rule.id ?? newId(),
    workspaceId,
    routeId,
    position: sql`(select coalesce(max(position), 0) + 1 from rules where route_id = ${routeId})`,
    createdAt: now.getTime(),
  });
}

function updateRule(
  database: Database,
  workspaceId: string,
  routeId: number | SQL<number>,
  id: string,
  changes: Partial<NewRouteRule>,
): Statement {
  const { documentId, file } = changes;
  const target =
    documentId !== undefined ? { documentId, file: "" } : file !== undefined ? { documentId: null, file } : {};

  return database
    .update(rules)
    .set({
      ...target,
      combine: changes.combine,
      combineDocx: changes.combineDocx,
      sort: changes.sort,
      loopField: changes.loopField,
      conditions: changes.conditions,
      workspaceId,
    })
    .where(and(eq(rules.id, id), sql`${rules.routeId} = ${routeId}`, eq(rules.workspaceId, workspaceId)));
}

function toRule(row: typeof rules.$inferSelect): RouteRule {
  return {
    id: row.id,
    ...(row.documentId === null ? {} : { documentId: row.documentId }),
    file: row.file,
    combine: row.combine,
    combineDocx: row.combineDocx,
    sort: row.sort,
    loopField: row.loopField,
    conditions: row.conditions,
  };
}
