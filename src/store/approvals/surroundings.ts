import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";

/** What merges of a document use that is not the document's own, as text that differs if it does. */
export interface Surroundings {
  fonts: string;
  /** What rules of data routes say of the document. */
  rules: string;
  /** Deliveries of those data routes that are switched on. */
  sent: string;
}

const ROUTES_OF = (workspaceId: string, documentId: number) => sql`
  select rules.route_id from rules join routes on routes.id = rules.route_id
  where rules.document_id = ${documentId} and rules.workspace_id = ${workspaceId} and routes.deleted_at is null`;

const ASKS = sql`documents.deleted_at is null and documents.settings ->> '$.approval' = 1`;

/** What lies around documents whose changes a second person approves. */
export function createSurroundings(database: Database) {
  return {
    async ofDocument(workspaceId: string, documentId: number): Promise<Surroundings> {
      const found = await database.get<Surroundings>(sql`
        select
          (select json_group_array(json_array(family_key, weight, is_italic, blob_key)) from
            (select * from fonts where workspace_id = ${workspaceId} order by id)) as fonts,
          (select json_group_array(json_array(route_id, combine, combine_docx, loop_field, conditions)) from
            (select * from rules where document_id = ${documentId} and workspace_id = ${workspaceId}
              and route_id in (${ROUTES_OF(workspaceId, documentId)})
              order by route_id, sort, position)) as rules,
          (select json_group_array(json_array(id, kind, settings)) from
            (select * from deliveries where route_id in (${ROUTES_OF(workspaceId, documentId)}) and active = 1
              order by id)) as sent`);
      return found;
    },

    /** Whether a document of the workspace asks for approval: any, one of these, or one that a data route merges. */
    async askForApproval(
      workspaceId: string,
      among: "any" | { documentIds?: readonly number[]; routeId?: number },
    ): Promise<boolean> {
      const chosen =
        among === "any"
          ? sql`true`
          : sql`(documents.id in (select value from json_each(${JSON.stringify(among.documentIds ?? [])}))
              or documents.id in (select document_id from rules where route_id = ${among.routeId ?? null}))`;
      const rows = await database.all(sql`
        select 1 from documents where documents.workspace_id = ${workspaceId} and ${ASKS} and ${chosen} limit 1`);
      return rows.length > 0;
    },
  };
}
