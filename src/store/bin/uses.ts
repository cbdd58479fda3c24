import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../../domain/access/rights.ts";
import type { Database } from "../database.ts";
import { isFolderSeen } from "../folder-view.ts";
import { documents } from "../schema/documents.ts";
import { deliveries, routes, rules } from "../schema/routes.ts";

/** Somebody who reads a list of users reads no more than these. */
const MOST = 20;

/** What uses something that is about to be deleted: names, of what the view has. */
export function createUses(database: Database, view?: FolderView) {
  async function names(table: typeof documents | typeof routes, workspaceId: string, isUser: SQL | undefined) {
    const rows = await database
      .select({ name: table.name })
      .from(table)
      .where(
        and(eq(table.workspaceId, workspaceId), isNull(table.deletedAt), isFolderSeen(view, table.folderId), isUser),
      )
      .limit(MOST);
    return rows.map(({ name }) => name);
  }

  return {
    /** Data routes whose rules merge a document. */
    ofDocument(workspaceId: string, id: number): Promise<string[]> {
      const users = database.select({ id: rules.routeId }).from(rules).where(eq(rules.documentId, id));
      return names(routes, workspaceId, sql`${routes.id} in ${users}`);
    },

    /** E-mail deliveries that attach a document, by their own names, which may be empty, and those of whose they are. */
    async ofAttachedDocument(workspaceId: string, id: number): Promise<{ delivery: string; owner: string }[]> {
      const ids = sql`',' || replace(${deliveries.settings} ->> '$.attach_documents', ' ', '') || ','`;
      const found = await Promise.all(
        [
          { table: documents, owner: deliveries.documentId },
          { table: routes, owner: deliveries.routeId },
        ].map(({ table, owner }) =>
          database
            .select({ delivery: deliveries.name, owner: table.name })
            .from(deliveries)
            .innerJoin(table, eq(table.id, owner))
            .where(
              and(
                eq(deliveries.workspaceId, workspaceId),
                eq(deliveries.kind, "email"),
                sql`instr(${ids}, ${`,${id},`}) > 0`,
                isNull(table.deletedAt),
                isFolderSeen(view, table.folderId),
              ),
            )
            .limit(MOST),
        ),
      );
      return found.flat();
    },

    /** Documents and data routes whose deliveries hand data on to a data route. */
    async ofRoute(workspaceId: string, id: number): Promise<string[]> {
      const isUser = (
        owner: typeof deliveries.documentId | typeof deliveries.routeId,
        table: typeof documents | typeof routes,
      ) =>
        sql`${table.id} in (select ${owner} from ${deliveries} where ${deliveries.workspaceId} = ${workspaceId}
          and ${deliveries.kind} = 'route' and ${deliveries.settings} ->> '$.route_id' = ${String(id)})`;
      const [byDocuments, byRoutes] = await Promise.all([
        names(documents, workspaceId, isUser(deliveries.documentId, documents)),
        names(routes, workspaceId, isUser(deliveries.routeId, routes)),
      ]);
      return [...byDocuments, ...byRoutes];
    },

    /** Documents and data routes that are signed with an identity, which they name by its id or its name. */
    async ofIdentity(workspaceId: string, { id, name }: { id: string; name: string }): Promise<string[]> {
      const isUser = (table: typeof documents | typeof routes) => {
        const identity = sql`${table.settings} ->> '$.signature.identity'`;
        return or(eq(identity, id), eq(identity, name));
      };
      const found = await Promise.all([
        names(documents, workspaceId, isUser(documents)),
        names(routes, workspaceId, isUser(routes)),
      ]);
      return found.flat();
    },
  };
}
